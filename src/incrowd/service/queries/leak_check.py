"""Check the result of a query for leaks without being asked.

    report = look_for_leaks(answer, progress)
    report.status, report.sentences

What others may know and what nobody must learn is guessed from the columns. That somebody is
safe is never said: only what was found, what was tried, and what was not checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from incrowd.engines.query.result import QueryResult
from incrowd.language import Message, say
from incrowd.linking.scan import composition
from incrowd.linking.scan.leak_report import CheckedColumn, LeakReport, LeakStatus
from incrowd.linking.scan.results import ScanResult
from incrowd.progress import Progress
from incrowd.roles import guess
from incrowd.service.datasets.check import Promise
from incrowd.service.queries.leaks import ResultPerson, check_result, choose_person, scan_result
from incrowd.table import DROPPED, Attribute, Role

FACTS: Final = 2
"""Facts that are combined: what a neighbour knows."""
SECONDS: Final = 20.0
"""After so long the check stops and says so."""
MOST_SENSITIVE: Final = 3
"""Sensitive columns that are checked, the first of the result."""


class OutOfTime(Exception):
    """The time for checking is over."""


@dataclass
class _Findings:
    """What was found so far: it counts, even if time runs out."""

    known: tuple[str, ...]
    sensitive: tuple[str, ...]
    whose: ResultPerson
    rows: int
    people: int | None = None
    alone: int | None = None
    columns: list[CheckedColumn] = field(default_factory=list)
    complete: bool = False

    @property
    def counted(self) -> int:
        return self.rows if self.people is None else self.people


def look_for_leaks(answer: QueryResult, progress: Progress, seconds: float = SECONDS) -> LeakReport:
    """Who is alone in what others may know, and whose sensitive values a few facts tell."""
    guessed = guess(answer.source.profiles())
    sensitive = _named(guessed, Role.SENSITIVE)[:MOST_SENSITIVE]
    known = tuple(each.name for each in guessed if each.role not in (*DROPPED, Role.SENSITIVE))
    whose = choose_person(answer, used=(*known, *sensitive))
    found = _Findings(known, sensitive, whose, answer.rows)
    if not answer.rows or not known:
        return _report(found)
    watched = _bounded(progress, seconds)
    try:
        watched("counting who is alone", None)
        _count_alone(answer, found)
        for name in sensitive:
            watched("trying all facts", None)
            scanned = scan_result(
                answer, known, name, FACTS, composition.DEFAULT_THRESHOLD, watched
            )
            found.columns.append(_summarise(name, scanned))
            found.people = scanned.sources[0].people
        found.complete = len(_named(guessed, Role.SENSITIVE)) == len(sensitive)
    except OutOfTime:
        pass
    return _report(found)


def _named(attributes: Sequence[Attribute], role: Role) -> tuple[str, ...]:
    return tuple(each.name for each in attributes if each.role is role)


def _bounded(progress: Progress, seconds: float) -> Progress:
    """The same progress, which stops the work when the time is over."""
    end = monotonic() + seconds

    def report(step: str, done: float | None) -> None:
        progress(step, done)
        if monotonic() > end:
            raise OutOfTime

    return report


def _count_alone(answer: QueryResult, found: _Findings) -> None:
    (check,) = check_result(answer, found.known, (), Promise(2), None)
    people = check.check.failing_persons
    found.alone = check.check.failing_rows if people is None else people


def _summarise(name: str, scanned: ScanResult) -> CheckedColumn:
    (certain,) = scanned.scan.growth[-1].certain.sources
    (exposed,) = scanned.scan.growth[-1].exposed.sources
    return CheckedColumn(name, scanned.scan.tried, certain, exposed)


def _report(found: _Findings) -> LeakReport:
    leak = bool(found.alone) or any(each.certain or each.exposed for each in found.columns)
    status: LeakStatus = "leak" if leak else "none_found" if found.complete else "unchecked"
    return LeakReport(
        status,
        found.known,
        tuple(found.columns),
        found.counted,
        found.alone,
        found.whose.key,
        found.complete,
        (*found.whose.words, *_explain(found, leak=leak)),
    )


def _explain(found: _Findings, *, leak: bool) -> list[Message]:
    if not found.rows:
        return [say("The result has no rows, so nothing was checked.")]
    if not found.known:
        return [
            say("Nothing was checked: no column looks like something that others could know."),
            say("That does not mean that anybody is safe."),
        ]
    sentences = []
    if found.alone is not None:
        sentences.append(_explain_alone(found))
    sentences += [_explain_column(each, found) for each in found.columns]
    if not found.sensitive:
        sentences.append(
            say("No column looks sensitive, so what else somebody learns was not checked.")
        )
    if not found.complete and found.sensitive:
        done = {each.column for each in found.columns}
        sentences.append(_explain_rest([each for each in found.sensitive if each not in done]))
    if not leak:
        sentences.append(say("That does not mean that anybody is safe."))
    return sentences


def _explain_rest(unchecked: Sequence[str]) -> Message:
    if not unchecked:
        return say("Further sensitive columns were not checked.")
    return say(
        "The check took too long and stopped: {names} was not checked to the end.",
        names=", ".join(f"'{each}'" for each in unchecked),
    )


def _explain_alone(found: _Findings) -> Message:
    told = {"alone": found.alone, "names": ", ".join(f"'{each}'" for each in found.known)}
    if found.whose.key is not None:
        return say("{alone:,} people are like nobody else in {names}.", **told)
    return say("{alone:,} of {rows:,} rows are like no other in {names}.", rows=found.rows, **told)


def _explain_column(column: CheckedColumn, found: _Findings) -> Message:
    told = {
        "facts": FACTS,
        "certain": column.certain,
        "exposed": column.exposed,
        "name": column.column,
        "counted": found.counted,
    }
    if found.whose.key is not None:
        return say(
            "Whoever knows {facts:,} facts learns '{name}' of {certain:,} of {counted:,} people "
            "for certain, and a likely value of {exposed:,}.",
            **told,
        )
    return say(
        "Whoever knows {facts:,} facts learns '{name}' for {certain:,} of {counted:,} rows for "
        "certain, and a likely value for {exposed:,}.",
        **told,
    )
