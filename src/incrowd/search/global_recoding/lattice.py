"""Codes and levels of a crowd, laid out for the kernels of the search.

Attributes with few values are packed together into limbs, numbers below `LIMB` that stand for the
values of all of them, so that the kernels look up three numbers per tuple instead of nine. Those
of one limb follow on those of the limb before.
"""

from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.kernels.compilation import struct

LIMB = 1024
"""Limbs of several attributes have at most this many numbers."""


class Lattice(NamedTuple):
    """The tuples of a crowd and the levels of their attributes, as arrays."""

    numbers: NDArray[np.int32]
    """`numbers[tuple, limb]`"""
    limb_starts: NDArray[np.int64]
    """Where the numbers of each limb start; at last, where they end."""
    limb_of: NDArray[np.int64]
    """The limb of each attribute."""
    parts: NDArray[np.int32]
    """`parts[a, number - start]`: the code of attribute a in a number of its limb."""
    level_codes: NDArray[np.int32]
    """All level maps, one after the other."""
    offsets: NDArray[np.int64]
    """`offsets[a, level]`: where the map of a level starts."""
    radices: NDArray[np.int64]
    """`radices[a, level]`: number of groups that occur."""
    starts: NDArray[np.int64]
    """Where the values of each attribute start; at last, their number."""
    digits: NDArray[np.int32]
    """What each number of a limb is at a level, one after the other."""
    digit_starts: NDArray[np.int64]
    """`digit_starts[a, level]`: where the digits of a level start."""


LATTICE: Final = struct(
    Lattice,
    numbers="int32[:, ::1]",
    limb_starts="int64[::1]",
    limb_of="int64[::1]",
    parts="int32[:, ::1]",
    level_codes="int32[::1]",
    offsets="int64[:, ::1]",
    radices="int64[:, ::1]",
    starts="int64[::1]",
    digits="int32[::1]",
    digit_starts="int64[:, ::1]",
)


def lay_out(crowd: Crowd) -> Lattice:
    """Lay out codes and levels for the kernels."""
    domains = [max(len(domain.values), 1) for domain in crowd.domains]
    limbs = arrange(domains)
    maps = [[_dense(codes) for codes in ladder.codes] for ladder in crowd.ladders]
    offsets, radices = np.zeros((2, len(domains), max(map(len, maps))), np.int64)
    total = 0
    for a, levels in enumerate(maps):
        for level, codes in enumerate(levels):
            offsets[a, level], radices[a, level] = total, codes.max(initial=0) + 1
            total += len(codes)
    widths = [prod(domains[a] for a in limb) for limb in limbs]
    parts = np.zeros((len(domains), max(widths)), np.int32)
    limb_of = np.zeros(len(domains), np.int64)
    for index, limb in enumerate(limbs):
        unpacked = np.unravel_index(np.arange(widths[index]), [domains[a] for a in limb])
        for a, codes in zip(limb, unpacked, strict=True):
            parts[a, : widths[index]], limb_of[a] = codes, index
    starts = np.cumsum([0, *widths], dtype=np.int64)
    pairs = zip(limbs, starts.tolist(), strict=False)
    packed = [_pack(crowd, limb, start, domains) for limb, start in pairs]
    used = [parts[a, : widths[limb_of[a]]] for a in range(len(domains))]
    digits, digit_starts = _digits(used, maps)
    return Lattice(
        np.stack(packed, axis=1),
        starts,
        limb_of,
        parts,
        np.concatenate([codes for levels in maps for codes in levels]),
        offsets,
        radices,
        np.cumsum([0] + [len(domain.values) for domain in crowd.domains], dtype=np.int64),
        digits,
        digit_starts,
    )


def _dense(codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Number the groups that occur: those that the data lack would only widen the keys."""
    present = np.zeros(codes.max(initial=0) + 1, np.int32)
    present[codes] = 1
    return np.asarray(np.cumsum(present)[codes] - 1, np.int32)


def _digits(
    parts: list[NDArray[np.int32]], maps: list[list[NDArray[np.int32]]]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Look up every number of a limb at every level of its attributes, once for all."""
    starts = np.zeros((len(maps), max(map(len, maps))), np.int64)
    digits: list[NDArray[np.int32]] = []
    total = 0
    for a, (part, levels) in enumerate(zip(parts, maps, strict=True)):
        for level, codes in enumerate(levels):
            starts[a, level] = total
            digits.append(codes[part] if len(codes) else np.zeros(len(part), np.int32))
            total += len(part)
    return np.concatenate(digits), starts


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


def _pack(
    crowd: Crowd, limb: Sequence[int], start: int, domains: Sequence[int]
) -> NDArray[np.int32]:
    numbers = np.zeros(len(crowd.counts), np.int32)
    for a in limb:
        numbers = numbers * np.int32(domains[a]) + crowd.codes[a]
    return numbers + np.int32(start)
