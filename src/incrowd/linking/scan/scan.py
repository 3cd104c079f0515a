"""Try all that may be known, to find who is exposed by any combination of up to m facts.

A joined row is exposed by m facts if it matches a combination of at most m facts about different
things whose composition is a breach; certain if one of them is by rule 1. A row of a release is
exposed if one of the joined rows that it stands in is.
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
from incrowd.linking.joins.joined_rows import Joined, Mask, SourceRows
from incrowd.linking.scan.composition import Target, check_threshold, compose
from incrowd.linking.scan.counting import FactCounts, Values, count_facts
from incrowd.linking.scan.knowledge import Knowable
from incrowd.linking.scan.worst_facts import MOST_FINDINGS, Finding, Findings

MOST_FACTS: Final = 4
MOST_COLUMNS: Final = 60
_NEVER: Final = 99


@dataclass(frozen=True)
class Exposure:
    """Who is exposed: joined rows, and distinct rows of every source."""

    rows: int
    sources: tuple[int, ...]


@dataclass(frozen=True)
class Growth:
    """Who is exposed by so many facts."""

    facts: int
    exposed: Exposure
    certain: Exposure


@dataclass(frozen=True)
class Learned:
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
    findings: tuple[Finding, ...]
    """The worst, up to a limit."""
    growth: tuple[Growth, ...]
    learned: tuple[Learned, ...]
    exposed_at: NDArray[np.int8]
    """For every joined combination the fewest facts that expose it; 99 for none."""
    certain_at: NDArray[np.int8]


def scan(
    joined: Joined,
    targets: Sequence[Target],
    known: Sequence[Knowable],
    threshold: float,
    facts: int = 2,
    sources: Sequence[SourceRows] = (),
    step: Callable[[float], None] = lambda done: None,
) -> Scan:
    """Try every combination of up to so many facts about different things."""
    check_threshold(threshold)
    _check_facts(facts, len(known))
    return try_facts(joined, targets, known, threshold, facts, sources, step)


def try_facts(
    joined: Joined,
    targets: Sequence[Target],
    known: Sequence[Knowable],
    threshold: float,
    facts: int,
    sources: Sequence[SourceRows] = (),
    step: Callable[[float], None] = lambda done: None,
) -> Scan:
    """The same where it is known that so many can be tried, also if there is nothing to know."""
    findings = [Findings(known, target.name) for target in targets]
    marks, tried = _marked(joined, targets, known, threshold, facts, step, findings)
    told = _Told(joined, tuple(sources))
    return Scan(
        facts=facts,
        tried=tried,
        breached=sum(one.breached for one in findings),
        certain=sum(one.certain for one in findings),
        findings=tuple(_worst(findings)),
        growth=tuple(
            Growth(size, told.of(marks.exposed <= size), told.of(marks.certain <= size))
            for size in range(facts + 1)
        ),
        learned=tuple(_learned(known, marks, told)),
        exposed_at=marks.exposed,
        certain_at=marks.certain,
    )


def count_exposed(
    joined: Joined,
    targets: Sequence[Target],
    known: Sequence[Knowable],
    threshold: float,
    facts: int,
    sources: Sequence[SourceRows] = (),
    step: Callable[[float], None] = lambda done: None,
) -> Growth:
    """Who is exposed by so many facts, as `try_facts` tells at last, and nothing else."""
    marks, _ = _marked(joined, targets, known, threshold, facts, step)
    told = _Told(joined, tuple(sources))
    return Growth(facts, told.of(marks.exposed <= facts), told.of(marks.certain <= facts))


def _marked(
    joined: Joined,
    targets: Sequence[Target],
    known: Sequence[Knowable],
    threshold: float,
    facts: int,
    step: Callable[[float], None],
    findings: Sequence[Findings] = (),
) -> tuple[_Marks, int]:
    """Try all combinations: what is known of every joined one then, and how many were tried."""
    marks = _Marks.empty(len(joined), len(known))
    subsets = [
        chosen for size in range(1, facts + 1) for chosen in combinations(range(len(known)), size)
    ]
    tried = 0
    for number, target in enumerate(targets):
        found = findings[number] if findings else None
        rows = np.flatnonzero(target.codes >= 0)
        whole = compose(joined, target, np.ones(len(joined), np.bool_), threshold)
        if whole.breach:
            marks.mark(rows, (), np.ones(len(rows), np.bool_), certain=whole.rule == 1)
            if found is not None:
                found.whole = whole.rule
        values = Values(target.codes[rows], len(target.texts), joined.weights[rows])
        codes = [np.ascontiguousarray(one.codes[rows]) for one in known]
        for place, chosen in enumerate(subsets):
            counts = count_facts(
                [known[each] for each in chosen], [codes[each] for each in chosen], values
            )
            tried += len(counts.n)
            _judge(counts, chosen, rows, marks, found, threshold)
            step((number + (place + 1) / len(subsets)) / len(targets))
    return marks, tried


def _check_facts(facts: int, known: int) -> None:
    if not 1 <= facts <= MOST_FACTS:
        raise InvalidParameter(
            say("A scan of {facts} facts is not possible.", facts=facts),
            say("Ask for 1 to {most} facts.", most=MOST_FACTS),
        )
    if known == 0:
        raise InvalidParameter(
            say("There is nothing that could be known: no column but the sensitive one is in use."),
            say("Name the columns that somebody may know."),
        )
    if known > MOST_COLUMNS:
        raise InvalidParameter(
            say("{known} columns are too many to try all facts.", known=known),
            say("Name at most {most} columns that somebody may know.", most=MOST_COLUMNS),
        )


def _judge(
    counts: FactCounts,
    chosen: tuple[int, ...],
    rows: NDArray[np.int64],
    marks: _Marks,
    findings: Findings | None,
    threshold: float,
) -> None:
    certain = counts.v == 1
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


@dataclass(frozen=True, eq=False)
class _Told:
    """Counts joined rows and the rows of every source."""

    joined: Joined
    sources: tuple[SourceRows, ...]

    def of(self, chosen: Mask) -> Exposure:
        return Exposure(
            int(self.joined.weights[chosen].sum()),
            tuple(source.count(chosen) for source in self.sources),
        )


def _learned(known: Sequence[Knowable], marks: _Marks, told: _Told) -> Iterator[Learned]:
    for place, one in enumerate(known):
        bit = np.uint64(1 << place)
        yield Learned(
            labels=one.labels,
            alone=told.of(marks.alone & bit > 0),
            certain=told.of(marks.alone_certain & bit > 0),
            taking_part=told.of(marks.through & bit > 0),
            without=told.of(marks.without & bit > 0),
        )


def _worst(findings: Sequence[Findings]) -> list[Finding]:
    found = [finding for one in findings for finding in one.worst()]
    return sorted(found, key=lambda one: one.order)[:MOST_FINDINGS]
