"""N, V and the rows of the most frequent value for every combination of facts, in one go.

Joined combinations are grouped by what they show of some knowables, and within that by their
sensitive value. Where something that is shown matches several facts (`*` matches all) the groups,
not the rows, are counted for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.language import say
from incrowd.linking.joins.joined_rows import Mask
from incrowd.linking.scan.knowledge import Knowable
from incrowd.linking.values.comparison import expand_runs

MOST_EXPANDED: Final = 40_000_000
"""Pairs of a group and a combination of facts that it matches, for some columns at once."""


@compiled("void(int32[::1], int64[::1], int64[::1], int64[::1])")
def summarise(group_of: Positions, rows: Sizes, values: Sizes, most: Sizes) -> None:
    """Count the values of each group, and the rows of its most frequent one."""
    for entry in range(len(group_of)):
        group = group_of[entry]
        values[group] += 1
        most[group] = max(most[group], rows[entry])


@dataclass(frozen=True, eq=False)
class FactCounts:
    """Every combination of facts of some knowables that somebody matches."""

    facts: NDArray[np.int32]
    """One row per combination, one column per knowable."""
    n: Sizes
    v: Sizes
    most: Sizes
    reach: _Reach

    def reached(self, chosen: Mask) -> Mask:
        """The joined combinations that match at least one of the chosen combinations of facts."""
        return self.reach.rows(chosen)


@dataclass(frozen=True, eq=False)
class _Reach:
    """Which combination of facts (or none, -1) is matched by which joined combination."""

    entry_of: Positions
    """The group of each joined combination."""
    entry: NDArray[np.int64] | None
    """The groups that were counted for facts; None if group `i` matches fact `facts[i]` alone."""
    fact: Positions

    def rows(self, chosen: Mask) -> Mask:
        wanted = np.append(chosen, False)[self.fact]
        if self.entry is None:
            rows: Mask = wanted[self.entry_of]
            return rows
        reached = np.zeros(int(self.entry_of.max(initial=-1)) + 1, np.bool_)
        reached[self.entry[wanted]] = True
        return np.asarray(reached[self.entry_of])


@dataclass(frozen=True, eq=False)
class Values:
    """The sensitive values and rows of joined combinations."""

    codes: NDArray[np.int64]
    number: int
    weights: Sizes


def count_facts(
    known: Sequence[Knowable], codes: Sequence[Positions], values: Values
) -> FactCounts:
    """Count all combinations of facts of some knowables; `codes` are those of the rows counted."""
    first, totals, group_of = _grouped(
        codes, [knowable.shown + 1 for knowable in known], values.weights
    )
    inner, rows, entry_of = group(
        group_of * np.int64(max(values.number, 1)) + values.codes,
        values.weights,
        max(len(first) * values.number, 1),
    )
    if all(knowable.apart for knowable in known):
        shown = np.stack([each[first] for each in codes], axis=1)
        v, most = _summary(group_of[inner], rows, len(first))
        complete = (shown < np.array([knowable.shown for knowable in known])).all(axis=1)
        place = np.where(complete, np.cumsum(complete) - 1, -1).astype(np.int32)
        reach = _Reach(group_of, None, place)
        return FactCounts(shown[complete], totals[complete], v[complete], most[complete], reach)
    entries = [each[inner] for each in codes]
    return _expanded(known, entries, entry_of, Values(values.codes[inner], values.number, rows))


def _expanded(
    known: Sequence[Knowable], entries: Sequence[Positions], entry_of: Positions, values: Values
) -> FactCounts:
    """Count groups for each of the facts that they match."""
    place = np.arange(len(values.weights))
    facts: list[Positions] = []
    for knowable, codes in zip(known, entries, strict=True):
        shown = codes[place]
        _check_size(knowable, int((knowable.starts[shown + 1] - knowable.starts[shown]).sum()))
        more, where = expand_runs(
            knowable.members.astype(np.int64), knowable.starts[shown], knowable.starts[shown + 1]
        )
        place, facts = place[where], [*(each[where] for each in facts), more.astype(np.int32)]
    weights = values.weights[place]
    first, totals, group_of = _grouped(
        facts, [max(len(knowable.facts), 1) for knowable in known], weights
    )
    inner, rows, _ = group(
        group_of * np.int64(max(values.number, 1)) + values.codes[place],
        weights,
        max(len(first) * values.number, 1),
    )
    v, most = _summary(group_of[inner], rows, len(first))
    combined = np.stack([each[first] for each in facts], axis=1)
    return FactCounts(combined, totals, v, most, _Reach(entry_of, place, group_of))


def _grouped(
    codes: Sequence[Positions], radices: Sequence[int], weights: Sizes
) -> tuple[Positions, Sizes, Positions]:
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    everyone = np.arange(len(weights), dtype=np.int32)
    keys, space = pack(codes, as_is, radices, everyone)
    return group(keys, weights, space)


def _summary(group_of: Positions, rows: Sizes, groups: int) -> tuple[Sizes, Sizes]:
    values, most = np.zeros(groups, np.int64), np.zeros(groups, np.int64)
    summarise(np.ascontiguousarray(group_of), rows, values, most)
    return values, most


def _check_size(knowable: Knowable, size: int) -> None:
    if size > MOST_EXPANDED:
        raise InvalidParameter(
            say(
                "Too many values of '{name}' may stand for each other to try all facts.",
                name=knowable.labels[0],
            ),
            say("Leave the column out of the scan, or publish fewer different values of it."),
        )
