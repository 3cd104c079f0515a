"""Link several releases: what does somebody learn who knows a little about a person in all of them.

link("a.csv", "b.csv", on=["zip"], sensitive="disease", know={"age": "29"}).what_if.breach
"""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, fields

from incrowd.answers import Answer, Words, part, shape
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.linking.joins.columns import Assignments, Columns, Pair, parse_facts
from incrowd.linking.joins.sources import LinkedSources, LinkRequest, SourceSummary
from incrowd.linking.repair.advice import LinkAdvice, advise_links
from incrowd.linking.repair.repair import Repairs, propose_repairs
from incrowd.linking.scan.analysis import DEFAULT_FACTS, LinkAnalysis
from incrowd.linking.scan.composition import DEFAULT_THRESHOLD, THRESHOLDS, check_threshold
from incrowd.linking.scan.counting import Finding
from incrowd.linking.scan.results import ScanResult, WhatIf
from incrowd.linking.scan.truth import TrueExposure, count_truth
from incrowd.progress import Progress, silent
from incrowd.workspace.source_names import open_named

__all__ = [
    "THRESHOLDS",
    "LinkAdvice",
    "LinkAnalysis",
    "LinkRequest",
    "LinkWishes",
    "Linked",
    "Repairs",
    "ScanResult",
    "SourceSummary",
    "TrueExposure",
    "WhatIf",
    "link",
    "open_linked",
]


@dataclass(frozen=True)
class LinkWishes:
    """What is asked besides a what-if."""

    scan: int | None = None
    """All combinations of up to so many facts."""
    repair: bool = False
    advise: bool = False
    truth: object | None = None
    """Who is who, to count the scan against."""


@dataclass(frozen=True)
class JoinedPair:
    """Two columns that are joined, or could be, and how."""

    left: str
    right: str
    condition: str
    proposed: bool
    reason: Words


@dataclass(frozen=True)
class Linked(Answer):
    """All that was asked of linked releases."""

    sources: tuple[SourceSummary, ...]
    columns: Columns = field(metadata=shape(hidden=True))
    join: str
    on: tuple[Pair, ...] = field(metadata=shape(hidden=True))
    suggested: tuple[Pair, ...] = field(metadata=shape(hidden=True))
    """Columns that could be joined, too."""
    sensitive: tuple[str, ...]
    different: bool
    joined_rows: int
    what_if: WhatIf = field(metadata=shape(inline=True))
    scanned: ScanResult | None = field(default=None, metadata=shape(key="exposure", optional=True))
    repairs: Repairs | None = field(default=None, metadata=shape(key="repair", optional=True))
    advice: LinkAdvice | None = field(default=None, metadata=shape(optional=True))
    truth: TrueExposure | None = field(default=None, metadata=shape(optional=True))

    @property
    @part("on")
    def joined_pairs(self) -> tuple[JoinedPair, ...]:
        """The columns that were joined."""
        return tuple(map(self._pair, self.on))

    @property
    @part("suggested")
    def suggested_pairs(self) -> tuple[JoinedPair, ...]:
        """Columns that could be joined, too."""
        return tuple(map(self._pair, self.suggested))

    @property
    @part("scan")
    def findings(self) -> tuple[Finding, ...]:
        """The worst combinations of facts that a scan found."""
        return self.scanned.named_findings() if self.scanned else ()

    def _pair(self, pair: Pair) -> JoinedPair:
        left, right = self.columns.label(pair.left), self.columns.label(pair.right)
        return JoinedPair(left, right, pair.condition, bool(pair.reason), pair.reason)


def link(
    *data: object,
    sensitive: str | Sequence[str] = (),
    on: Assignments | None = None,
    know: Assignments = (),
    threshold: float = DEFAULT_THRESHOLD,
    scan: int | None = None,
    progress: Progress = silent,
    **more: object,
) -> Linked:
    """Link files, URLs or frames, and say what somebody learns who knows some facts.

    `on` pairs columns as in `zip=postcode:overlaps`; left out, it is proposed. `know` holds facts
    such as `age=29`, `scan` tries all combinations of up to so many facts. Further: `ranges`,
    `different`, `join`, `hierarchies`, `known` (columns for the scan), `person` (the person keys,
    as `1.patient_id`, or `none`; guessed if left out); `repair=True` proposes how to close the
    leak, `advise=True` what to do; `truth` tells who is who, to count against.
    """
    names = [sensitive] if isinstance(sensitive, str) else list(sensitive)
    wished = {each.name for each in fields(LinkWishes)} & set(more)
    wishes = LinkWishes(scan=scan, **{name: more.pop(name) for name in wished})  # type: ignore[arg-type]
    person = more.pop("person", None)
    if isinstance(person, str):
        person = [person]
    request = LinkRequest(sensitive=names, on=on, person=person, **more)  # type: ignore[arg-type]
    check_threshold(threshold)
    with open_linked(data, request, progress) as analysis:
        return _answer(analysis, know, threshold, wishes)


def open_linked(
    data: Iterable[object], request: LinkRequest, progress: Progress = silent
) -> LinkAnalysis:
    """Open sources to be linked; they are closed with what is returned."""
    with ExitStack() as stack:
        sources = [stack.enter_context(closing(open_named(each, progress))) for each in data]
        linked = LinkedSources(sources, request, progress)
        stack.callback(linked.close)
        LinkAnalysis(linked).check()
        return LinkAnalysis(linked, stack.pop_all())


def _answer(
    analysis: LinkAnalysis, know: Assignments, threshold: float, wishes: LinkWishes
) -> Linked:
    sources = analysis.sources
    if wishes.scan is not None:  # counted once, for both
        facts = parse_facts(sources.columns, know)
        known = [column for columns, _ in facts for column in columns]
        sources.joined([*sources.knowable, *known], numbered=True)
    what_if = analysis.what_if(know, threshold)
    scanned = None if wishes.scan is None else analysis.scan(wishes.scan, threshold)
    truth = None if wishes.truth is None else _count_truth(analysis, scanned, wishes.truth)
    return Linked(
        sources=sources.summaries,
        columns=sources.columns,
        join=sources.kind,
        on=tuple(sources.pairs),
        suggested=tuple(sources.proposals if sources.kind == "cross" else ()),
        sensitive=tuple(sources.columns.label(column) for column in sources.sensitive),
        different=sources.request.different,
        joined_rows=sources.joined_rows,
        what_if=what_if,
        scanned=scanned,
        repairs=_propose_repairs(analysis, what_if, scanned, know) if wishes.repair else None,
        advice=advise_links(analysis, threshold, wishes.scan or DEFAULT_FACTS)
        if wishes.advise
        else None,
        truth=truth,
    )


def _count_truth(analysis: LinkAnalysis, scanned: ScanResult | None, truth: object) -> TrueExposure:
    if scanned is None:
        raise InvalidParameter(
            say("The truth is compared with a scan."), say("Ask for a scan as well.")
        )
    with closing(open_named(truth, analysis.sources.progress)) as source:
        return count_truth(analysis, scanned, source)


def _propose_repairs(
    analysis: LinkAnalysis, what_if: WhatIf, scanned: ScanResult | None, know: Assignments
) -> Repairs | None:
    """How to close what is known as a leak, or else the worst that a scan found."""
    if what_if.breach:
        return propose_repairs(analysis, know, what_if.threshold)
    if scanned is not None and scanned.scan.findings:
        return propose_repairs(analysis, scanned.scan.findings[0].know, what_if.threshold)
    return None
