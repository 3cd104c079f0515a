"""Codes and levels of a crowd, laid out for the kernels of the search.

Attributes with few values are packed together into limbs, numbers below `LIMB` that stand for the
values of all of them, so that the kernels look up three numbers per tuple instead of nine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd

LIMB = 1024
"""Limbs of several attributes have at most this many numbers."""

Lattice = tuple[
    NDArray[np.int32],  # limbs[limb, tuple]
    NDArray[np.int64],  # limb_starts[limb]: where its numbers start; at last, how many there are
    NDArray[np.int64],  # limb_of[a]
    NDArray[np.int32],  # parts[a, number]: the code of attribute a that a number of its limb means
    NDArray[np.int32],  # level_codes: all level maps, one after the other
    NDArray[np.int64],  # offsets[a, level]: where the map of a level starts
    NDArray[np.int64],  # radices[a, level]: number of groups that occur
    NDArray[np.int64],  # starts[a]: where the values of an attribute start; at last, their number
]
LATTICE = (
    "Tuple((int32[:, ::1], int64[::1], int64[::1], int32[:, ::1], int32[::1], int64[:, ::1],"
    " int64[:, ::1], int64[::1]))"
)


def lay_out(crowd: Crowd) -> Lattice:
    """Lay out codes and levels for the kernels."""
    domains = [max(len(domain.values), 1) for domain in crowd.domains]
    limbs = arrange(domains)
    tops = max(len(ladder.codes) for ladder in crowd.ladders)
    offsets, radices = np.zeros((2, len(domains), tops), np.int64)
    maps: list[NDArray[np.int32]] = []
    for a, ladder in enumerate(crowd.ladders):
        for level, codes in enumerate(ladder.codes):
            # groups of a hierarchy that the data lack would only widen the keys
            present, dense = np.unique(codes, return_inverse=True)
            offsets[a, level], radices[a, level] = sum(map(len, maps)), max(len(present), 1)
            maps.append(dense.astype(np.int32))
    widths = [prod(domains[a] for a in limb) for limb in limbs]
    parts, limb_of = np.zeros((len(domains), max(widths)), np.int32), np.zeros(len(domains))
    for index, limb in enumerate(limbs):
        unpacked = np.unravel_index(np.arange(widths[index]), [domains[a] for a in limb])
        for a, codes in zip(limb, unpacked, strict=True):
            parts[a, : widths[index]], limb_of[a] = codes, index
    return (
        np.stack([_packed(crowd, limb, domains) for limb in limbs]),
        np.cumsum([0, *widths], dtype=np.int64),
        limb_of.astype(np.int64),
        parts,
        np.concatenate(maps),
        offsets,
        radices,
        np.cumsum([0] + [len(domain.values) for domain in crowd.domains], dtype=np.int64),
    )


def arrange(domains: Sequence[int]) -> list[list[int]]:
    """Pack attributes into limbs, the largest domains first.

    >>> arrange([2, 72, 5, 7, 16, 41, 7, 14, 2])
    [[1, 7], [5, 4], [3, 6, 2, 0, 8]]
    """
    limbs: list[list[int]] = []
    for a in sorted(range(len(domains)), key=lambda a: -domains[a]):
        for limb in limbs:
            if prod(domains[b] for b in limb) * domains[a] <= LIMB:
                limb.append(a)
                break
        else:
            limbs.append([a])
    return limbs


def _packed(crowd: Crowd, limb: Sequence[int], domains: Sequence[int]) -> NDArray[np.int32]:
    numbers = np.zeros(len(crowd.counts), np.int32)
    for a in limb:
        numbers = numbers * np.int32(domains[a]) + crowd.codes[a]
    return numbers
