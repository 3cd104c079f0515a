"""N, V and the rows of the most frequent value for every combination of facts, in one go.

Joined combinations are grouped by what they show of some knowables, and within that by their
sensitive value. Where something that is shown matches several facts (`*` matches all) the groups,
not the rows, are counted for each of them. Where people are counted the groups are also those of
who may be meant, and everybody counts once for each combination of facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from incrowd.answers import Answer
from incrowd.errors import InvalidParameter
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.language import say
from incrowd.linking.joins.joined_rows import Mask, count_distinct
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
    """The sensitive values and rows of joined combinations, and who may be meant by them."""

    codes: NDArray[np.int64]
    number: int
    weights: Sizes
    kinds: Positions | None = None
    """Kinds of candidates; None where rows are counted."""
    sizes: Sizes | None = None
    """How many candidates there are of each kind."""

    def at(self, places: Positions | NDArray[np.int64]) -> Values:
        """Those of some combinations."""
        kinds = None if self.kinds is None else self.kinds[places]
        return Values(self.codes[places], self.number, self.weights[places], kinds, self.sizes)

    def count(self, groups: Positions, rows: Sizes) -> Sizes:
        """The rows of each group as they are, or its distinct candidates."""
        if self.kinds is None or self.sizes is None:
            return rows
        return count_distinct(groups, len(rows), self.kinds, self.sizes)

    def split(self, groups: Positions, number: int) -> tuple[Positions, Sizes, Positions]:
        """Groups by value: the first of each, its rows or candidates, and the group of all."""
        keys = groups * np.int64(max(self.number, 1)) + self.codes
        first, rows, group_of = group(keys, self.weights, max(number * self.number, 1))
        return first, self.count(group_of, rows), group_of

    def split_kinds(self, groups: Positions, number: int) -> tuple[Positions, Sizes, Positions]:
        """Groups by kind of candidate, as `split` does by value."""
        assert self.kinds is not None  # noqa: S101  # where they are counted
        assert self.sizes is not None  # noqa: S101
        width = max(len(self.sizes), 1)
        keys = groups * np.int64(width) + self.kinds
        return group(keys, self.weights, max(number * width, 1))


def count_facts(
    known: Sequence[Knowable], codes: Sequence[Positions], values: Values
) -> FactCounts:
    """Count all combinations of facts of some knowables; `codes` are those of the rows counted."""
    first, totals, group_of = _grouped(
        codes, [knowable.shown + 1 for knowable in known], values.weights
    )
    inner, rows, entry_of = values.split(group_of, len(first))
    if all(knowable.apart for knowable in known):
        totals = values.count(group_of, totals)
        shown = np.stack([each[first] for each in codes], axis=1)
        v, most = _summary(group_of[inner], rows, len(first))
        complete = (shown < np.array([knowable.shown for knowable in known])).all(axis=1)
        place = np.where(complete, np.cumsum(complete) - 1, -1).astype(np.int32)
        reach = _Reach(group_of, None, place)
        return FactCounts(shown[complete], totals[complete], v[complete], most[complete], reach)
    if values.kinds is not None:
        inner, rows, entry_of = values.split_kinds(entry_of, len(inner))
    entries = [each[inner] for each in codes]
    return _expanded(known, entries, entry_of, replace(values.at(inner), weights=rows))


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
    values = values.at(place)
    first, totals, group_of = _grouped(
        facts, [max(len(knowable.facts), 1) for knowable in known], values.weights
    )
    totals = values.count(group_of, totals)
    inner, rows, _ = values.split(group_of, len(first))
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


MOST_FINDINGS: Final = 1000
Chosen = tuple[int, ...]


@dataclass(frozen=True)
class Finding(Answer):
    """A combination of facts that is a breach."""

    know: dict[str, str]
    n: int
    v: int
    p: float
    rule: Literal[1, 2]
    news: bool
    """Whether no part of the combination reveals as much."""
    facts: int
    about: str
    """The sensitive value it is about."""

    @property
    def order(self) -> tuple[Any, ...]:
        """What is worst comes first."""
        known = sorted(self.know.items())
        return (self.rule, not self.news, self.facts, -self.p, -self.n, known, self.about)


@dataclass(frozen=True, eq=False)
class _Breached:
    """The breached combinations of facts about the same things."""

    facts: NDArray[np.int32]
    n: NDArray[np.int64]
    v: NDArray[np.int64]
    p: NDArray[np.float64]
    certain: Mask


class Findings:
    """Breaches about one sensitive value, gathered from the fewest facts to the most."""

    def __init__(self, known: Sequence[Knowable], about: str) -> None:
        self._known = known
        self._about = about
        self._found: dict[Chosen, _Breached] = {}
        self.whole: int | None = None
        """The rule that is broken already without any fact."""

    def add(self, chosen: Chosen, counts: FactCounts, breach: Mask, certain: Mask) -> None:
        """Remember the breaches among facts about the chosen things."""
        n, most = counts.n[breach], counts.most[breach]
        self._found[chosen] = _Breached(
            counts.facts[breach], n, counts.v[breach], most / n, certain[breach]
        )

    @property
    def breached(self) -> int:
        """How many there are."""
        return sum(len(breaches.n) for breaches in self._found.values())

    @property
    def certain(self) -> int:
        """How many are by rule 1."""
        return sum(int(breaches.certain.sum()) for breaches in self._found.values())

    def worst(self, most: int = MOST_FINDINGS) -> Iterator[Finding]:
        """The worst of facts about the same things, for all things."""
        for chosen, breaches in self._found.items():
            news = self._news(chosen, breaches)
            order = np.lexsort((-breaches.n, -breaches.p, ~news, ~breaches.certain))[:most]
            for place in order.tolist():
                yield self._finding(chosen, breaches, place, bool(news[place]))

    def _finding(self, chosen: Chosen, breaches: _Breached, place: int, news: bool) -> Finding:
        know: dict[str, str] = {}
        for thing, fact in zip(chosen, breaches.facts[place].tolist(), strict=True):
            know |= self._known[thing].as_dict(fact)
        return Finding(
            know=know,
            n=int(breaches.n[place]),
            v=int(breaches.v[place]),
            p=float(breaches.p[place]),
            rule=1 if breaches.certain[place] else 2,
            news=news,
            facts=len(chosen),
            about=self._about,
        )

    def _news(self, chosen: Chosen, breaches: _Breached) -> Mask:
        """Which of them no part tells."""
        known_before = np.full(len(breaches.n), self.whole is not None, np.bool_)
        if self.whole == 2:
            known_before = ~breaches.certain
        for size in range(1, len(chosen)):
            for part in combinations(range(len(chosen)), size):
                known = self._found[tuple(chosen[place] for place in part)]
                mine = self._keys(chosen, part, breaches.facts[:, list(part)])
                every = self._keys(chosen, part, known.facts)
                sure = np.isin(mine, every[known.certain])
                known_before |= np.where(breaches.certain, sure, np.isin(mine, every))
        return ~known_before

    def _keys(self, chosen: Chosen, part: Chosen, facts: NDArray[np.int32]) -> NDArray[np.uint64]:
        """One number for each combination; should it not fit, it is mixed, as hashes are."""
        keys = np.zeros(len(facts), np.uint64)
        for column, place in enumerate(part):
            radix = np.uint64(len(self._known[chosen[place]].facts) | 1)
            keys = keys * radix + facts[:, column].astype(np.uint64)
        return keys
