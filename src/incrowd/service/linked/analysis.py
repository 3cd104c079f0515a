"""Ask what linked data sets of the workspace give away: what-ifs, rows, scans, advice, repairs.

Scans, advice and repairs take long on large data sets, so that each works on sources of its own:
whoever asks something else or deletes a data set meanwhile need not wait for it. Their results are
kept to be fetched; advice and repairs are computed once for a question.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from incrowd.answers import part, shape
from incrowd.linking.joins.columns import Assignments
from incrowd.linking.joins.sources import SourceSummary
from incrowd.linking.repair.advice import LinkAdvice, advise_links
from incrowd.linking.repair.repair import Repairs, propose_repairs
from incrowd.linking.scan.analysis import (
    MOST_ROWS,
    JoinedRowsPage,
    count_all_columns,
    page_joined_rows,
)
from incrowd.linking.scan.composition import DEFAULT_THRESHOLD, Composition
from incrowd.linking.scan.counting import Finding
from incrowd.linking.scan.results import ScanResult, WhatIf
from incrowd.progress import Progress
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.workspace.users import User

__all__ = [
    "MOST_ROWS",
    "JoinedRowsPage",
    "LinkAdviceReport",
    "NamedComposition",
    "Repairs",
    "ScanReport",
    "WhatIfReport",
    "ask_what_if",
    "find_advice",
    "find_repairs",
    "name_compositions",
    "run_scan",
    "show_rows",
]

MOST_NEWS: Final = 200
"""Findings that are told."""


@dataclass(frozen=True)
class NamedComposition:
    """N rows match, they have V values, the most frequent a share P; and what they are about."""

    about: str
    composition: Composition = field(metadata=shape(inline=True))


@dataclass(frozen=True)
class WhatIfReport:
    """What somebody learns; of values that differ there are several compositions."""

    what_if: WhatIf = field(
        metadata=shape(inline=True, without=("dominant", "values", "compositions"))
    )

    @property
    @part()
    def compositions(self) -> tuple[NamedComposition, ...]:
        """What the matching rows say about each sensitive value."""
        return name_compositions(self.what_if)


def name_compositions(what_if: WhatIf) -> tuple[NamedComposition, ...]:
    """All compositions, each with what it is about."""
    return tuple(NamedComposition(*named) for named in what_if.compositions.items())


@dataclass(frozen=True)
class ScanReport:
    """Who is exposed, in which sources, and the worst combinations of facts."""

    scan: ScanResult = field(metadata=shape(inline=True))

    @property
    @part()
    def sources(self) -> tuple[SourceSummary, ...]:
        """The sources that were scanned."""
        return self.scan.sources

    @property
    @part()
    def joined_rows(self) -> int:
        """The joined rows that were scanned."""
        return self.scan.joined_rows

    @property
    @part()
    def findings(self) -> tuple[Finding, ...]:
        """The worst of those of which no part reveals as much."""
        return tuple(finding for finding in self.scan.named_findings() if finding.news)[:MOST_NEWS]


@dataclass(frozen=True)
class LinkAdviceReport:
    """Advice on releases that are linked, in words; `jointly` where they share most people."""

    advice: LinkAdvice = field(
        metadata=shape(inline=True, without=("few_values", "multiplied", "associations"))
    )


def ask_what_if(
    links: LinkSessions,
    user: User,
    question: LinkQuestion,
    know: Assignments = (),
    threshold: float = DEFAULT_THRESHOLD,
) -> WhatIf:
    """What somebody learns who knows some facts about a person."""
    with links.using(user, question) as session:
        count_all_columns(session.analysis, know)
        return session.analysis.what_if(know, threshold)


def show_rows(
    links: LinkSessions,
    user: User,
    question: LinkQuestion,
    know: Assignments,
    offset: int,
    limit: int,
) -> JoinedRowsPage:
    """Some joined rows, those that match what is known first and marked."""
    with links.using(user, question) as session:
        return page_joined_rows(session.analysis, know, offset, limit)


def run_scan(
    links: LinkSessions,
    user: User,
    question: LinkQuestion,
    facts: int,
    threshold: float,
    progress: Progress,
) -> str:
    """Try all combinations of up to so many facts; the id of the result."""
    with links.alone(user, question, progress) as session:
        scanned = session.analysis.scan(facts, threshold)
    return links.scans.keep(user, question.datasets, scanned)


def find_advice(
    links: LinkSessions, user: User, question: LinkQuestion, threshold: float, progress: Progress
) -> str:
    """Advise on linked data sets, unless that was done; the id of the advice."""
    key = (question, links.check(user, question), threshold)
    known = links.advice.named(user, key)
    if known is not None:
        return known
    with links.alone(user, question, progress) as session:
        advice = advise_links(session.analysis, threshold)
    return links.advice.keep(user, question.datasets, advice, key)


def find_repairs(
    links: LinkSessions,
    user: User,
    question: LinkQuestion,
    know: Mapping[str, str],
    threshold: float,
    progress: Progress,
) -> str:
    """Find what closes a leak of linked data sets, unless that was done; the id of the result."""
    key = (question, links.check(user, question), tuple(sorted(know.items())), threshold)
    known = links.repairs.named(user, key)
    if known is not None:
        return known
    with (
        links.alone(user, question, progress) as session,
        links.releases(user, question.datasets) as releases,
    ):
        repairs = propose_repairs(session.analysis, know, threshold, releases)
    return links.repairs.keep(user, question.datasets, repairs, key)
