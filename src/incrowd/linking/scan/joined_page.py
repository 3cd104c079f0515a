"""Joined rows, page by page, those that match what is known first and marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.engines.joins.join import Column
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.linking.joins.columns import Assignments, joined_label, parse_facts
from incrowd.linking.joins.joined_rows import JoinedColumn, JoinedRows, Mask
from incrowd.linking.scan.analysis import LinkAnalysis
from incrowd.linking.scan.composition import PAIR
from incrowd.linking.scan.facts import Fact, Matches, is_published, select
from incrowd.linking.scan.facts import matching as match_texts

MOST_ROWS: Final = 500


@dataclass(frozen=True)
class MarkedRow:
    """A joined row, and whether it counts among those that match."""

    matches: bool
    cells: tuple[str | None, ...]


@dataclass(frozen=True)
class JoinedRowsPage:
    """Some joined rows, and how many there are in all."""

    columns: tuple[str, ...]
    total: int
    matching: int | None
    """None where there are too many to be counted before they are shown."""
    offset: int
    rows: tuple[MarkedRow, ...]


def page_joined_rows(
    analysis: LinkAnalysis, know: Assignments, offset: int, limit: int
) -> JoinedRowsPage:
    """Joined rows, the matching ones first; in the order of the engine where they are too many."""
    if offset < 0 or not 0 <= limit <= MOST_ROWS:
        raise InvalidParameter(
            say("{limit:,} rows after row {offset:,} cannot be shown.", limit=limit, offset=offset),
            say("Ask for at most {most:,} rows, from 0 on.", most=MOST_ROWS),
        )
    shown = _shown(analysis)
    joined = count_all_columns(analysis, know)
    if joined is None:
        return _in_order(analysis, know, shown, offset, limit)
    matching = _matching(analysis, joined, know)
    order = np.concatenate([np.flatnonzero(matching), np.flatnonzero(~matching)])
    ends = np.cumsum(joined.weights[order])
    rows = np.arange(min(offset, joined.rows), min(offset + limit, joined.rows))
    places = order[np.searchsorted(ends, rows, side="right")]
    return JoinedRowsPage(
        columns=tuple(map(joined_label, shown)),
        total=joined.rows,
        matching=int(joined.weights[matching].sum()),
        offset=offset,
        rows=tuple(_rows(joined, shown, places.tolist(), matching)),
    )


def _in_order(
    analysis: LinkAnalysis, know: Assignments, shown: list[Column], offset: int, limit: int
) -> JoinedRowsPage:
    """Rows as the engine has them: marked, but not sorted."""
    columns = list(dict.fromkeys([*shown, *_asked(analysis, know), *analysis.sources.sensitive]))
    joined = JoinedRows.from_partners(analysis.sources.page(columns, offset, limit))

    def published(label: str) -> list[str | None]:
        column = joined.column(label)
        return analysis.sources.values(Column(column.source, column.name))

    def matches(column: JoinedColumn, fact: Fact) -> Mask:
        known = is_published(fact, column.label, published)
        hierarchy = analysis.sources.hierarchies.get(column.name)
        return match_texts(column.texts, fact.value, hierarchy, known)

    matching = _matching(analysis, joined, know, matches)
    return JoinedRowsPage(
        columns=tuple(map(joined_label, shown)),
        total=analysis.sources.joined_rows,
        matching=None,
        offset=offset,
        rows=tuple(_rows(joined, shown, range(len(joined)), matching)),
    )


def _rows(
    joined: JoinedRows, shown: list[Column], places: Iterable[int], matching: Mask
) -> list[MarkedRow]:
    columns = [joined.column(joined_label(column)) for column in shown]
    texts = [(*column.texts, None) for column in columns]
    return [
        MarkedRow(
            bool(matching[place]),
            tuple(known[column.codes[place]] for column, known in zip(columns, texts, strict=True)),
        )
        for place in places
    ]


def _shown(analysis: LinkAnalysis) -> list[Column]:
    """All columns that may be looked at, in the order of the sources."""
    sources = analysis.sources
    kept = {*sources.knowable, *sources.sensitive}
    return [
        Column(source, name)
        for source, names in enumerate(sources.columns.names)
        for name in names
        if Column(source, name) in kept
    ]


def _asked(analysis: LinkAnalysis, know: Assignments) -> list[Column]:
    facts = parse_facts(analysis.sources.columns, know)
    return [column for columns, _ in facts for column in columns]


def count_all_columns(analysis: LinkAnalysis, know: Assignments) -> JoinedRows | None:
    """The joined combinations of all columns, if they can be held in memory.

    They are counted once, so that other facts cost little.
    """
    analysis.check()
    if not analysis.wide:
        return None
    try:
        return analysis.sources.joined([*_shown(analysis), *_asked(analysis, know)])
    except InvalidParameter:  # too many combinations
        analysis.wide = False
        return None


def _matching(
    analysis: LinkAnalysis, joined: JoinedRows, know: Assignments, matches: Matches | None = None
) -> Mask:
    """The combinations that count: all facts match, and there is a sensitive value."""
    facts, hierarchies = analysis.facts(know), analysis.sources.hierarchies
    targets = analysis.targets_of(joined)
    main = targets.get(PAIR, next(iter(targets.values())))
    chosen: Mask = select(joined, facts, hierarchies, matches) & (main.codes >= 0)
    return chosen
