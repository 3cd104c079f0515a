"""Every state of the lattice in one walk: classes, smallest class, classes of each small size."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.walking import SMALL, Plan, measure_sizes, walk
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Keys, Positions, Sizes, group
from incrowd.kernels.packing import KEY_SPACE, pack
from incrowd.language import say

WORKERS = 2
SETTLED = 2
"""Attributes whose states are split among the threads."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """Figures of every state; a state's position is its levels in mixed radix, last one fastest."""

    heights: tuple[int, ...]
    classes: Sizes
    smallest: Sizes
    small: NDArray[np.int64]
    """`small[state, size]`: number of classes of that size, up to `SMALL`."""
    beyond: Sizes
    """Size of the smallest class that is larger than `SMALL`, 0 where there is none."""

    def position(self, levels: Sequence[int]) -> int:
        """Where a state stands."""
        return int(np.ravel_multi_index(tuple(levels), tuple(h + 1 for h in self.heights)))

    def levels(self, position: int) -> tuple[int, ...]:
        """Which state stands at a position."""
        shape = tuple(height + 1 for height in self.heights)
        return tuple(int(level) for level in np.unravel_index(position, shape))

    def rows_below(self, k: int) -> Sizes:
        """Rows in classes smaller than k, for every state."""
        if not 1 <= k <= SMALL + 1:
            raise InvalidParameter(
                say("k = {k} was not counted.", k=k), say("Choose 1 to {most}.", most=SMALL + 1)
            )
        return np.asarray(self.small[:, :k] @ np.arange(k), np.int64)


@dataclass(frozen=True, eq=False)
class _Place:
    """A state of the first attributes: its classes, their prefixes, and its position."""

    members: Positions
    sizes: Sizes
    prefix: Keys
    space: int
    position: int


def sweep(crowd: Crowd) -> Sweep:
    """Evaluate every state of the lattice."""
    shape = [height + 1 for height in crowd.heights]
    figures = np.zeros((prod(shape), SMALL + 4), np.int64)
    measure_sizes(crowd.counts, len(crowd.counts), figures[0])
    order = sorted(range(len(shape)), key=lambda a: -len(crowd.domains[a].values))
    if _fits(crowd):
        _walk_in_threads(crowd, order, _plan(crowd, order, shape), figures)
    else:
        _evaluate_each(crowd, shape, figures)
    return Sweep(
        crowd.heights,
        figures[:, 0].copy(),
        figures[:, 1].copy(),
        figures[:, 2 : SMALL + 3].copy(),
        figures[:, SMALL + 3].copy(),
    )


def _fits(crowd: Crowd) -> bool:
    """Whether every key of the walk fits into 64 bits, whatever the levels.

    Persons with several rows have no such keys.
    """
    if crowd.folded:
        return False
    widest = prod(max(ladder.radices) for ladder in crowd.ladders)
    return widest * len(crowd.counts) < KEY_SPACE


def _plan(crowd: Crowd, order: Sequence[int], shape: Sequence[int]) -> Plan:
    """Lay out the lattice for the walk, the attributes with most values first.

    Their classes collapse soonest, so that most states are reached from few classes.
    """
    ladders = [crowd.ladders[a] for a in order]
    rest = [_combinations(crowd, order[depth + 1 :]) for depth in range(len(order))]
    tops = max(len(ladder.codes) for ladder in ladders)
    offsets, radices = np.zeros((2, len(order), tops), np.int64)
    maps: list[Positions] = []
    for depth, ladder in enumerate(ladders):
        for level, codes in enumerate(ladder.codes):
            offsets[depth, level] = sum(map(len, maps))
            radices[depth, level] = ladder.radices[level]
            maps.append(codes)
    return Plan(
        np.stack([crowd.codes[a] for a in order]),
        np.stack(rest),
        np.concatenate(maps),
        offsets,
        radices,
        np.array([len(ladder.codes) - 1 for ladder in ladders], np.int64),
        np.array([prod(shape[a + 1 :]) for a in order], np.int64),
        np.array([len(np.unique(combination)) for combination in rest], np.int64),
    )


def _combinations(crowd: Crowd, attributes: Sequence[int]) -> Positions:
    """Number the combinations of some attributes at level 0, for every tuple."""
    ladders = [crowd.ladders[a] for a in attributes]
    keys, space = pack(
        [crowd.codes[a] for a in attributes],
        [ladder.codes[0] for ladder in ladders],
        [ladder.radices[0] for ladder in ladders],
        np.arange(len(crowd.counts), dtype=np.int32),
    )
    return group(keys, crowd.counts, space)[2]


def _walk_in_threads(
    crowd: Crowd, order: Sequence[int], plan: Plan, figures: NDArray[np.int64]
) -> None:
    """Settle the first attributes here and give each of their states to a thread."""
    settled = order[: min(SETTLED, len(order) - 1)]
    places = [
        _place(crowd, settled, levels, plan, figures)
        for levels in np.ndindex(*[crowd.heights[a] + 1 for a in settled])
    ]
    places.sort(key=lambda place: -len(place.members))
    with ThreadPoolExecutor(WORKERS) as pool:
        tasks = [
            pool.submit(
                walk,
                plan,
                len(settled),
                place.position,
                place.space,
                place.members,
                place.sizes,
                place.prefix,
                figures,
            )
            for place in places
        ]
    for task in tasks:
        task.result()


def _place(
    crowd: Crowd,
    settled: Sequence[int],
    levels: tuple[int, ...],
    plan: Plan,
    figures: NDArray[np.int64],
) -> _Place:
    chosen = dict(zip(settled, levels, strict=True))
    classes = crowd.at([chosen.get(a, 0) for a in range(len(crowd.ladders))])
    position = sum(level * int(plan.strides[depth]) for depth, level in enumerate(levels))
    figures[position] = 0
    measure_sizes(classes.sizes, classes.count, figures[position])
    ladders = [crowd.ladders[a] for a in settled]
    prefix, space = pack(
        [crowd.codes[a] for a in settled],
        [ladder.codes[level] for ladder, level in zip(ladders, levels, strict=True)],
        [ladder.radices[level] for ladder, level in zip(ladders, levels, strict=True)],
        classes.representatives,
    )
    return _Place(classes.representatives, classes.sizes, prefix, space, position)


def _evaluate_each(crowd: Crowd, shape: Sequence[int], figures: NDArray[np.int64]) -> None:
    """Evaluate states one by one where the walk has no keys of 64 bits."""
    for position, levels in enumerate(np.ndindex(*shape)):
        sizes = crowd.at(levels).sizes
        if position:
            measure_sizes(sizes, len(sizes), figures[position])
