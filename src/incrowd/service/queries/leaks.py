"""Ask what the result of a query gives away: facts known about somebody, and k, l and t."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from incrowd.answers import Words, part, shape
from incrowd.dataset.results import Check
from incrowd.engines.contract import ROWS as ROW_COUNT
from incrowd.engines.query.result import QueryResult
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute
from incrowd.language import Message, say
from incrowd.linking.joins.columns import Columns
from incrowd.linking.joins.joined_rows import JoinedRows, Mask
from incrowd.linking.joins.persons import (
    NONE,
    choose_person_keys,
    find_key,
    refuse_key,
    warn_of_rows,
)
from incrowd.linking.joins.sources import SourceSummary
from incrowd.linking.scan import composition
from incrowd.linking.scan.analysis import count_without
from incrowd.linking.scan.facts import Fact, select
from incrowd.linking.scan.knowledge import find_knowables
from incrowd.linking.scan.results import (
    PEOPLE,
    ROWS,
    ScanResult,
    WhatIf,
    explain_scan,
    explain_what_if,
)
from incrowd.linking.scan.scan import scan
from incrowd.progress import Progress
from incrowd.roles import guess
from incrowd.service.datasets.check import Promise
from incrowd.service.linked.analysis import NamedComposition, name_compositions
from incrowd.service.linked.check import check_counted
from incrowd.table import DROPPED, Role
from incrowd.workspace.folder import Record, new_id
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import User


@dataclass(frozen=True)
class MarkedRow:
    """A row of a result."""

    number: int
    """Its place in the order of the query, from 1."""
    matches: bool
    cells: tuple[str | None, ...]


@dataclass(frozen=True)
class MarkedRows:
    """Some rows of a result, and how many of all may be about the person."""

    total: int
    offset: int
    matching: int
    rows: tuple[MarkedRow, ...] = field(metadata=shape(hidden=True))

    @property
    @part("rows")
    def cells(self) -> tuple[tuple[str | None, ...], ...]:
        """The values of each row."""
        return tuple(row.cells for row in self.rows)

    @property
    @part()
    def numbers(self) -> tuple[int, ...]:
        """The place of each row in the order of the query, from 1."""
        return tuple(row.number for row in self.rows)

    @property
    @part()
    def matches(self) -> tuple[bool, ...]:
        """Which rows may be about the person."""
        return tuple(row.matches for row in self.rows)


@dataclass(frozen=True)
class ResultWhatIf:
    """What somebody learns from a result who knows some facts."""

    what_if: WhatIf = field(
        metadata=shape(
            inline=True,
            without=("know", "n", "v", "p", "rule", "dominant", "values", "compositions"),
        )
    )

    person: str | None = None
    """The column by which people are counted; None where rows are."""

    @property
    @part()
    def compositions(self) -> tuple[NamedComposition, ...]:
        """What the matching rows say about each sensitive value."""
        return name_compositions(self.what_if)


@dataclass(frozen=True)
class ResultCheck:
    """Whether k, l and t hold, for one sensitive column (empty if there is none)."""

    sensitive: str
    check: Check = field(metadata=shape(inline=True, without=("asked", "roles")))
    person: str | None = None
    """The column by which people are counted; None where rows are."""
    warning: Words | None = None
    """What to say where an id of people repeats, but rows are counted."""


def page_marked(answer: QueryResult, know: Known, offset: int, limit: int) -> MarkedRows:
    """Some rows of a result: first all that match what is known, then the others."""
    fits = _fitting(answer, know)
    order = np.concatenate([np.flatnonzero(fits), np.flatnonzero(~fits)])
    places = order[offset : offset + limit].tolist()
    rows = zip(places, answer.at(places), strict=True)
    shown = tuple(MarkedRow(place + 1, bool(fits[place]), cells) for place, cells in rows)
    return MarkedRows(answer.rows, offset, int(fits.sum()), shown)


def _fitting(answer: QueryResult, know: Known) -> Mask:
    """Which rows match all facts, in the order of the query."""
    names = list(dict.fromkeys(name for name, _ in know))
    check_names(answer, names)
    if not names:
        return np.ones(answer.rows, np.bool_)
    texts = answer.texts(names).rename_columns([f"1.{name}" for name in names])
    each = pa.array(np.ones(len(texts), np.int64))
    return fitting(JoinedRows.from_tally(texts.append_column(ROW_COUNT, each)), know)


Known = Sequence[tuple[str, str]]
"""Facts about somebody: a column and what is known of it, a column also more than once."""


@dataclass(frozen=True)
class ResultPerson:
    """Whose row it is in a result: the person key, or why there is none."""

    key: str | None
    warning: Message | None = None
    """What to say where an id of people repeats, but rows are counted."""

    @property
    def unit(self) -> str:
        """What is counted."""
        return ROWS if self.key is None else PEOPLE

    @property
    def words(self) -> tuple[Message, ...]:
        """What has to be said before any figure."""
        return () if self.warning is None else (self.warning,)


def choose_person(
    answer: QueryResult, person: str | None = None, used: Sequence[str] = ()
) -> ResultPerson:
    """The person key of a result: as named, `none` for none, else the guessed one.

    A guessed key that is itself known or sensitive is none; one that was named is refused then.
    """
    attributes = tuple(guess(answer.source.profiles()))
    names = None if person is None else [person]
    (chosen,) = choose_person_keys([attributes], names)
    key = find_key(chosen)
    if key is not None and key in used:
        if person is not None:
            raise refuse_key(key)
        (chosen,) = choose_person_keys([attributes], [NONE])
        key = None
    return ResultPerson(key, warn_of_rows(answer.source.name, chosen))


def ask_result(
    answer: QueryResult,
    know: Known,
    sensitive: Sequence[str],
    threshold: float = composition.DEFAULT_THRESHOLD,
    person: str | None = None,
) -> ResultWhatIf:
    """What somebody learns who knows some facts about a person in the result.

    One sensitive column asks for its value; two ask for people whose values differ.
    """
    composition.check_threshold(threshold)
    if not 1 <= len(sensitive) <= 2 or len(set(sensitive)) < len(sensitive):
        raise InvalidParameter(
            say("No sensitive column is chosen. What must nobody learn?"),
            say("Choose one, or two whose values differ."),
        )
    names = list(dict.fromkeys([*(name for name, _ in know), *sensitive]))
    check_names(answer, names)
    whose = choose_person(answer, person, names)
    joined = _read(answer, names, whose)
    chosen = fitting(joined, know)
    columns = [joined.column(f"1.{name}") for name in sensitive]
    targets = {sensitive[0]: composition.Target.of(sensitive[0], joined, columns[:1])}
    if len(sensitive) == 2:
        targets = composition.differing(
            joined, columns, ("1", "2", composition.PAIR, composition.UNORDERED)
        )
    compositions = {
        about: composition.compose(joined, target, chosen, threshold)
        for about, target in targets.items()
    }
    missing = np.any([column.codes == column.missing for column in columns], axis=0)
    without = count_without(joined, chosen, missing)
    words = (*whose.words, *explain_what_if(compositions, threshold, without, whose.unit))
    what_if = WhatIf(dict(know), threshold, compositions, without, words, whose.unit, whose.words)
    return ResultWhatIf(what_if, whose.key)


def fitting(joined: JoinedRows, know: Known) -> Mask:
    """The combinations of a result that all facts match."""
    return select(joined, [Fact((f"1.{name}",), value) for name, value in know])


def scan_result(
    answer: QueryResult,
    known: Sequence[str],
    sensitive: str,
    facts: int,
    threshold: float,
    progress: Progress,
    person: str | None = None,
) -> ScanResult:
    """Who in the result is exposed by any combination of up to so many facts.

    Without names, all columns may be known but those that identify people or are sensitive.
    """
    guessed = guess(answer.source.profiles())
    names = list(known) or [
        attribute.name
        for attribute in guessed
        if attribute.name != sensitive and attribute.role not in (*DROPPED, Role.SENSITIVE)
    ]
    check_names(answer, [*names, sensitive])
    if sensitive in names:
        raise InvalidParameter(
            say("A column cannot be both known and secret."), say("Give it one role.")
        )
    if not names:
        raise InvalidParameter(
            say("No column can be known."), say("Name the columns that may be known.")
        )
    whose = choose_person(answer, person, [*names, sensitive])
    joined = _read(answer, [*names, sensitive], whose)
    target = composition.Target.of(sensitive, joined, [joined.column(f"1.{sensitive}")])
    result = scan(
        joined,
        [target],
        find_knowables(joined, [f"1.{name}" for name in names]),
        threshold,
        facts,
        lambda done: progress("trying all facts", done),
    )
    people = None if whose.key is None else joined.everyone
    sources = (SourceSummary(1, answer.source.name, answer.rows, whose.key, people),)
    columns = Columns((tuple(column.name for column in answer.columns),))
    words = (*whose.words, *explain_scan(result, joined.rows, sources, columns))
    whole = joined.rows, joined.everyone
    return ScanResult(result, sources, columns, *whole, words, whose.unit, whose.words)


def check_result(
    answer: QueryResult,
    quasi: Sequence[str],
    sensitive: Sequence[str],
    promise: Promise,
    person: str | None = None,
) -> list[ResultCheck]:
    """Whether the result holds k, l and t, each sensitive column apart (`""` if there is none)."""
    check_names(answer, [*quasi, *sensitive])
    if set(quasi) & set(sensitive):
        raise InvalidParameter(
            say("A column cannot be both known and secret."), say("Give it one role.")
        )
    whose = choose_person(answer, person, [*quasi, *sensitive])
    guessed = {attribute.name: attribute for attribute in guess(answer.source.profiles())}
    key = None if whose.key is None else replace(guessed[whose.key], role=Role.PERSON)
    known = [replace(guessed[name], role=Role.QUASI) for name in quasi]
    guarded = {name: [replace(guessed[name], role=Role.SENSITIVE)] for name in sensitive}
    return [
        ResultCheck(
            name,
            check_counted(answer.source.tally, known, secret, promise, key).check,
            whose.key,
            whose.warning,
        )
        for name, secret in (guarded or {"": []}).items()
    ]


def store_result(
    sessions: Sessions, user: User, answer: QueryResult, name: str, progress: Progress
) -> Record:
    """Keep a result as a data set, by way of a file that goes afterwards."""
    folder = sessions.workspace.uploads / f"result-{new_id()}"
    folder.mkdir(mode=0o700)
    try:
        _write(answer, folder / "result.parquet")
        return sessions.add(user, folder / "result.parquet", name, progress)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write(answer: QueryResult, target: Path) -> None:
    """Write a result as a Parquet file of texts."""
    import pyarrow.parquet as pq

    names = [column.name for column in answer.columns]
    if not answer.rows:
        raise NothingToMeasure(say("The result has no rows."), say("Ask for others."))
    texts = answer.texts()
    pq.write_table(texts.rename_columns(names), target, compression="zstd")


def _read(answer: QueryResult, names: Sequence[str], whose: ResultPerson) -> JoinedRows:
    """The combinations of some columns, and the rows or the people who have them."""
    key = [] if whose.key is None else [whose.key]
    tally = answer.source.tally([*names, *key])
    labels = [f"1.{name}" for name in (*names, *key)]
    labelled = tally.rename_columns([*labels, tally.column_names[-1]])
    if not key:
        return JoinedRows.from_single_source(labelled)
    return JoinedRows.from_persons(labelled, labels[-1])


def check_names(answer: QueryResult, names: Sequence[str]) -> None:
    """Refuse columns that the result does not have."""
    known = [column.name for column in answer.columns]
    for name in names:
        if name not in known:
            raise UnknownAttribute(
                say("The result has no column '{name}'.", name=name),
                UnknownAttribute.among(name, known).hint,
            )
