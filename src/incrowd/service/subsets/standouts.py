"""Who stands out, row by row: `standouts(table).to_dict()` is `incrowd standouts --json`."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import pyarrow as pa

from incrowd.advice.standout_words import describe_group, explain_standouts
from incrowd.advice.standouts import StandOuts, ValueShare, find_standouts
from incrowd.answers import Answer, Words, shape
from incrowd.dataset.open_table import OpenTable
from incrowd.engines.contract import RowSource
from incrowd.engines.files.formula_guard import escape_formula
from incrowd.engines.stored.page import KeptTuples
from incrowd.errors import InvalidParameter, NotNow
from incrowd.language import say, translate
from incrowd.measures.enforcement import enforce
from incrowd.progress import Progress, silent
from incrowd.release.published_rows import original_values, truth_values, whole_numbers
from incrowd.service.subsets.pushed_standouts import find_pushed_standouts
from incrowd.service.subsets.unlisted import UnlistedGroups, explain_unlisted, tell_unlisted
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

MOST_ROWS: Final = 1000
"""Rows that a page can have."""
MOST_VALUES: Final = 20


@dataclass(frozen=True)
class StandoutRow:
    """A row of the data, from 1, with the smallest combinations that give it away."""

    row: int
    combinations: tuple[tuple[str, ...], ...]
    score: float
    values: dict[str, str]
    """What is published of the attributes in its smallest combination."""
    reason: Words


@dataclass(frozen=True)
class StandoutList(Answer):
    """Some of the rows that stand out, and the figures of all of them."""

    k: int
    max_size: int
    total: int
    offset: int
    published: int
    rows: tuple[StandoutRow, ...]
    attributes: dict[str, float]
    values: tuple[ValueShare, ...]
    counts: dict[int, int]
    smallest: dict[int, int]
    """Rows, or persons where there is a key, by the size of their smallest combination."""
    explanation: tuple[Words, ...]
    persons: int | None = field(default=None, metadata=shape(optional=True))
    """Persons who stand out; `total` are their rows. Only where there is a person key."""
    published_persons: int | None = field(default=None, metadata=shape(optional=True))
    unlisted: UnlistedGroups | None = field(default=None, metadata=shape(optional=True))
    """What was only counted. Only where the engine looks for stand-outs and finds too many."""


def standouts(
    table: OpenTable,
    levels: Mapping[str, int] | None = None,
    *,
    k: int = 2,
    max_size: int = 3,
    offset: int = 0,
    limit: int | None = None,
) -> StandoutList:
    """Who stands out in a data set as it is, or at some levels; all rows if there is no limit."""
    if table.push_down:
        return _find_in_engine(table, levels, k, max_size, offset, limit)
    state = table.state(levels)
    classes = enforce(table.protected_crowd if state.protections else table.crowd, state)
    result = find_standouts(
        classes, k, max_size, lambda done: table.progress("Looking for rows that stand out", done)
    )
    return _describe(result, offset, _fetch_rows(table, result, offset, limit))


def _find_in_engine(
    table: OpenTable,
    levels: Mapping[str, int] | None,
    k: int,
    max_size: int,
    offset: int,
    limit: int | None,
) -> StandoutList:
    """The same where the engine finds the classes that are too small."""
    pushed = find_pushed_standouts(table, levels, k, max_size)
    result, unlisted = pushed.standouts, pushed.unlisted
    listed = _describe(result, offset, _fetch_rows(table, result, offset, limit))
    if unlisted is None:
        return listed
    return replace(
        listed,
        unlisted=tell_unlisted(table, unlisted),
        explanation=tuple(explain_unlisted(result, unlisted)),
    )


def _fetch_rows(
    table: OpenTable, found: StandOuts, offset: int, limit: int | None
) -> Sequence[StandoutRow]:
    """The rows of the data that stand out, all of them if there is no limit."""
    wanted = found.table_rows - offset if limit is None else limit
    if wanted <= 0 or not found.rows:
        return ()
    places = _rank_tuples(found)
    with table.rows() as stored:
        return _list_rows(found, stored, places, offset, wanted)


def seek_standouts(open_dataset: OpenDataset, k: int, max_size: int, progress: Progress) -> int:
    """Look for those who stand out, telling how far it is; pages of them are then at hand."""
    return _search(open_dataset, open_dataset.snapshot(), k, max_size, progress).standouts.rows


def tell_standouts(
    open_dataset: OpenDataset, k: int, max_size: int, offset: int, limit: int
) -> StandoutList:
    """A page of those who stand out where the decisions of a data set lead."""
    if not 0 <= limit <= MOST_ROWS or offset < 0:
        raise InvalidParameter(
            say("{limit:,} rows after {offset:,} cannot be shown.", limit=limit, offset=offset),
            say("Ask for at most {most:,}.", most=MOST_ROWS),
        )
    snapshot = open_dataset.snapshot()
    search = _search(open_dataset, snapshot, k, max_size)
    result = search.standouts
    recoded = snapshot.recoded is not None
    if not result.rows or not limit:
        return _describe(result, offset, (), recoded=recoded)
    if recoded:
        raise NotNow(
            say(
                "Every row is recoded in its own way, so rows cannot be told apart by their values."
            ),
            say("Ask with a smaller k, or undo the recoding first."),
        )
    return _describe(
        result, offset, _list_rows(result, open_dataset.source, search.places, offset, limit)
    )


def tell_all_standouts(open_dataset: OpenDataset, k: int, max_size: int) -> StandoutList:
    """All who stand out, to be taken along; no rows where each is recoded in its own way."""
    snapshot = open_dataset.snapshot()
    search = _search(open_dataset, snapshot, k, max_size)
    result = search.standouts
    recoded = snapshot.recoded is not None
    if not result.rows or recoded:
        return _describe(result, 0, (), recoded=recoded)
    return _describe(
        result, 0, _list_rows(result, open_dataset.source, search.places, 0, result.table_rows)
    )


@dataclass(frozen=True, eq=False)
class _Search:
    """Those who stand out, and the rank of every combination of original values that does."""

    standouts: StandOuts
    places: KeptTuples


def _search(
    open_dataset: OpenDataset,
    snapshot: Snapshot,
    k: int,
    max_size: int,
    progress: Progress = silent,
) -> _Search:
    """Those who stand out, looked for once; a search that is stopped leaves nothing behind."""

    def find() -> _Search:
        result = find_standouts(
            snapshot.classes,
            k,
            max_size,
            lambda done: progress("Looking for rows that stand out", done),
        )
        return _Search(result, _rank_tuples(result))

    return open_dataset.cached(_Search, (snapshot.key, k, max_size), find)


def _rank_tuples(found: StandOuts) -> KeptTuples:
    """The combinations of original values that stand out, each with its place in the ranking."""
    classes, ranked = found.columns.classes, found.ranked
    names, columns, tuples = original_values(classes.crowd)
    place = np.full(classes.count + 1, -1, np.int64)
    place[np.flatnonzero(classes.kept)[ranked]] = np.arange(len(ranked))
    places = place[classes.members[tuples]]
    columns += [truth_values(places >= 0), whole_numbers(pa.int64(), places)]
    some = found.columns.whole is not None
    return KeptTuples(names, pa.table(columns, [*names, "kept", "size"]), some=some)


def _list_rows(
    found: StandOuts, stored: RowSource, places: KeptTuples, offset: int, limit: int
) -> Sequence[StandoutRow]:
    rows = stored.risky(offset + limit, places)[offset:]
    # rows of the same class follow each other
    by_rank: dict[int, StandoutRow] = {}
    listed = []
    for row in rows:
        if row.size not in by_rank:
            by_rank[row.size] = _row(found, int(found.ranked[row.size]), row.row)
        known = by_rank[row.size]
        listed.append(
            StandoutRow(row.row, known.combinations, known.score, known.values, known.reason)
        )
    return listed


def _row(found: StandOuts, entry: int, row: int) -> StandoutRow:
    columns = found.columns
    combinations = found.combinations_of(entry)
    return StandoutRow(
        row,
        tuple(tuple(columns.names[a] for a in combination) for combination in combinations),
        float(found.scores[entry]),
        columns.published(entry, combinations[0]),
        describe_group(found, entry, combinations[0]),
    )


def _describe(
    found: StandOuts, offset: int, rows: Sequence[StandoutRow], *, recoded: bool = False
) -> StandoutList:
    by_person = found.columns.classes.crowd.persons is not None
    return StandoutList(
        k=found.minimal.k,
        max_size=found.minimal.size,
        total=found.table_rows,
        offset=offset,
        published=found.columns.classes.kept_table_rows if by_person else found.columns.rows,
        rows=tuple(rows),
        attributes=found.attribute_shares,
        values=tuple(found.value_shares(MOST_VALUES)),
        counts=found.counts,
        smallest=_smallest(found),
        explanation=tuple(explain_standouts(found, recoded=recoded)),
        persons=found.rows if by_person else None,
        published_persons=found.columns.rows if by_person else None,
    )


def _smallest(found: StandOuts) -> dict[int, int]:
    sizes, standing_out = found.columns.sizes, found.smallest >= 0
    rows = np.bincount(found.smallest[standing_out], sizes[standing_out]).astype(np.int64)
    return {size: int(count) for size, count in enumerate(rows) if count}


Line = tuple[str, int | None, str, float, str | None]

HEADER = ("kind", "row", "attributes", "score or share", "reason")


def standouts_csv(found: StandoutList) -> str:
    """The text of a file with every row that stands out, and what does it."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADER)
    for name, row, attributes, figure, reason in _lines(found):
        words = escape_formula(translate(reason)) if reason else ""
        writer.writerow(
            (name, "" if row is None else row, escape_formula(attributes), f"{figure:g}", words)
        )
    return text.getvalue()


def _lines(found: StandoutList) -> Iterator[Line]:
    """A line for every row and combination, then the shares of attributes and values."""
    for standout in found.rows:
        for place, members in enumerate(standout.combinations):
            reason = None if place else standout.reason
            yield "row", standout.row, " + ".join(members), standout.score, reason
    for name, share in found.attributes.items():
        yield "attribute", None, name, share, None
    for value in found.values:
        yield "value", None, f"{value.attribute} = {value.value}", value.share, None
