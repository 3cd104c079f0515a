"""Try all that may be known, to find who is exposed by any combination of up to m facts.

A joined row is exposed by m facts if it matches a combination of at most m facts about different
things whose composition is a breach; certain if one of them is by rule 1. A row of a release is
exposed if one of the joined rows that it stands in is. Where a source has a person key, who may be
meant is exposed if one of their joined rows is, and a person if one of their rows is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.linking.joins.joined_rows import JoinedRows, Mask
from incrowd.linking.scan import counting
from incrowd.linking.scan.composition import Target, check_threshold, compose
from incrowd.linking.scan.knowledge import Knowable

MOST_FACTS: Final = 4
MOST_COLUMNS: Final = 60
_NEVER: Final = 99


@dataclass(frozen=True)
class Exposure:
    """Who is exposed: joined rows, and distinct rows of every source, or people if it has a key."""

    rows: int
    sources: tuple[int, ...]


@dataclass(frozen=True)
class FactExposure:
    """Who is exposed by so many facts."""

    facts: int
    exposed: Exposure
    certain: Exposure


@dataclass(frozen=True)
class ColumnExposure:
    """What knowing the value of one thing does."""

    labels: tuple[str, ...]
    alone: Exposure
    """Exposed by this fact alone."""
    certain: Exposure
    """Certain by this fact alone."""
    taking_part: Exposure
    """Exposed by some combination of facts in which this one takes part."""
    without: Exposure
    """Still exposed if nobody knew it."""


@dataclass(frozen=True, eq=False)
class Scan:
    """What was found by trying all combinations of facts."""

    facts: int
    tried: int
    """Combinations of facts that somebody matches."""
    breached: int
    certain: int
    """Of them by rule 1."""
    findings: tuple[counting.Finding, ...]
    """The worst, up to a limit."""
    growth: tuple[FactExposure, ...]
    by_column: tuple[ColumnExposure, ...]
    exposed_at: NDArray[np.int8]
    """For every joined combination the fewest facts that expose it; 99 for none."""
    certain_at: NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class FactSearch:
    """All combinations of up to so many facts about different things, to be tried."""

    joined: JoinedRows
    targets: Sequence[Target]
    known: Sequence[Knowable]
    threshold: float
    facts: int
    report: Callable[[float], None] = lambda done: None

    def scan(self) -> Scan:
        """Try all of them, and tell who is exposed by how many and by which."""
        findings = [counting.Findings(self.known, target.name) for target in self.targets]
        marks, tried = self._try_all(findings)
        return Scan(
            facts=self.facts,
            tried=tried,
            breached=sum(each.breached for each in findings),
            certain=sum(each.certain for each in findings),
            findings=tuple(_worst(findings)),
            growth=tuple(self._exposure(marks, size) for size in range(self.facts + 1)),
            by_column=tuple(self._by_column(marks)),
            exposed_at=marks.exposed,
            certain_at=marks.certain,
        )

    def count_exposed(self) -> FactExposure:
        """Who is exposed by all of these facts, without the combinations that expose them."""
        return self._exposure(self._try_all()[0], self.facts)

    def _try_all(self, findings: Sequence[counting.Findings] = ()) -> tuple[_Marks, int]:
        """What is known of every joined combination then, and how many facts were tried."""
        marks = _Marks.empty(len(self.joined), len(self.known))
        subsets = [
            chosen
            for size in range(1, self.facts + 1)
            for chosen in combinations(range(len(self.known)), size)
        ]
        tried = 0
        for number, target in enumerate(self.targets):
            result = findings[number] if findings else None
            rows = np.flatnonzero(target.codes >= 0)
            everyone = np.ones(len(self.joined), np.bool_)
            whole = compose(self.joined, target, everyone, self.threshold)
            if whole.breach:
                marks.mark(rows, (), np.ones(len(rows), np.bool_), certain=whole.rule == 1)
                if result is not None:
                    result.whole = whole.rule
            people = self.joined.candidates
            values = counting.Values(
                target.codes[rows],
                len(target.texts),
                self.joined.weights[rows],
                None if people is None else np.ascontiguousarray(people.kinds[rows]),
                None if people is None else people.sizes,
            )
            codes = [np.ascontiguousarray(knowable.codes[rows]) for knowable in self.known]
            for place, chosen in enumerate(subsets):
                counts = counting.count_facts(
                    [self.known[each] for each in chosen], [codes[each] for each in chosen], values
                )
                tried += len(counts.n)
                _judge(counts, chosen, rows, marks, result, self.threshold)
                self.report((number + (place + 1) / len(subsets)) / len(self.targets))
        return marks, tried

    def _exposure(self, marks: _Marks, size: int) -> FactExposure:
        exposed, certain = marks.exposed <= size, marks.certain <= size
        return FactExposure(size, self._count(exposed), self._count(certain))

    def _count(self, chosen: Mask) -> Exposure:
        """Joined rows or candidates, and the rows or people of every source."""
        rows = self.joined.count(chosen)
        return Exposure(rows, tuple(source.count(chosen) for source in self.joined.sources))

    def _by_column(self, marks: _Marks) -> Iterator[ColumnExposure]:
        for place, knowable in enumerate(self.known):
            bit = np.uint64(1 << place)
            yield ColumnExposure(
                labels=knowable.labels,
                alone=self._count(marks.alone & bit > 0),
                certain=self._count(marks.alone_certain & bit > 0),
                taking_part=self._count(marks.through & bit > 0),
                without=self._count(marks.without & bit > 0),
            )


def scan(
    joined: JoinedRows,
    targets: Sequence[Target],
    known: Sequence[Knowable],
    threshold: float,
    facts: int = 2,
    report: Callable[[float], None] = lambda done: None,
) -> Scan:
    """Try every combination of up to so many facts about different things."""
    check_threshold(threshold)
    _check_facts(facts, len(known))
    return FactSearch(joined, targets, known, threshold, facts, report).scan()


def _check_facts(facts: int, known: int) -> None:
    if not 1 <= facts <= MOST_FACTS:
        raise InvalidParameter(
            say("A scan of {facts} facts is not possible.", facts=facts),
            say("Ask for 1 to {most} facts.", most=MOST_FACTS),
        )
    if known == 0:
        raise InvalidParameter(
            say("There is nothing that somebody could know: only the sensitive column is used."),
            say("Name the columns that somebody may know."),
        )
    if known > MOST_COLUMNS:
        raise InvalidParameter(
            say("{known} columns are too many to try all facts.", known=known),
            say("Name at most {most} columns that somebody may know.", most=MOST_COLUMNS),
        )


def _judge(
    counts: counting.FactCounts,
    chosen: tuple[int, ...],
    rows: NDArray[np.int64],
    marks: _Marks,
    findings: counting.Findings | None,
    threshold: float,
) -> None:
    certain = counts.most == counts.n  # there is one value, or one that everybody has
    breach = certain | (counts.most / counts.n >= threshold)
    if findings is not None:
        findings.add(chosen, counts, breach, certain)
    if breach.any():
        marks.mark(rows, chosen, counts.reached(breach), certain=False)
    if certain.any():
        marks.mark(rows, chosen, counts.reached(certain), certain=True)


@dataclass(frozen=True, eq=False)
class _Marks:
    """What is known of every joined combination so far."""

    exposed: NDArray[np.int8]
    certain: NDArray[np.int8]
    through: NDArray[np.uint64]
    """The things that take part in a breach, as bits."""
    without: NDArray[np.uint64]
    """The things that some breach does without, as bits."""
    alone: NDArray[np.uint64]
    alone_certain: NDArray[np.uint64]
    everything: int

    @classmethod
    def empty(cls, rows: int, known: int) -> _Marks:
        never, bits = np.full(rows, _NEVER, np.int8), np.zeros(rows, np.uint64)
        more = (bits.copy() for _ in range(3))
        return cls(never, never.copy(), bits, next(more), next(more), next(more), (1 << known) - 1)

    def mark(
        self, rows: NDArray[np.int64], chosen: tuple[int, ...], reached: Mask, certain: bool
    ) -> None:
        """Remember that some joined combinations are exposed by facts about the chosen things."""
        places = rows[reached]
        bits = sum(1 << each for each in chosen)
        fewest = self.certain if certain else self.exposed
        fewest[places] = np.minimum(fewest[places], len(chosen))
        if certain and chosen:
            if len(chosen) == 1:
                self.alone_certain[places] |= np.uint64(bits)
            return
        if certain:  # without any fact: it is exposed as well
            self.exposed[places] = 0
        self.through[places] |= np.uint64(bits)
        self.without[places] |= np.uint64(self.everything & ~bits)
        if len(chosen) == 1:
            self.alone[places] |= np.uint64(bits)


def _worst(findings: Sequence[counting.Findings]) -> list[counting.Finding]:
    worst = [finding for each in findings for finding in each.worst()]
    return sorted(worst, key=lambda finding: finding.order)[: counting.MOST_FINDINGS]
