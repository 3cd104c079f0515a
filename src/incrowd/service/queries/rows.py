"""Rows of a query's result, those first that may be about somebody of whom some facts are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from incrowd.engines.contract import ROWS
from incrowd.engines.query.result import QueryResult
from incrowd.linking.joins.joined_rows import JoinedRows, Mask
from incrowd.service.queries.leaks import Known, check_names, fitting


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
    matching: int
    rows: tuple[MarkedRow, ...]


def page_marked(answer: QueryResult, know: Known, offset: int, limit: int) -> MarkedRows:
    """Some rows of a result: first all that match what is known, then the others."""
    fits = _fitting(answer, know)
    order = np.concatenate([np.flatnonzero(fits), np.flatnonzero(~fits)])
    places = order[offset : offset + limit].tolist()
    rows = zip(places, answer.at(places), strict=True)
    shown = tuple(MarkedRow(place + 1, bool(fits[place]), cells) for place, cells in rows)
    return MarkedRows(answer.rows, int(fits.sum()), shown)


def _fitting(answer: QueryResult, know: Known) -> Mask:
    """Which rows match all facts, in the order of the query."""
    names = list(dict.fromkeys(name for name, _ in know))
    check_names(answer, names)
    if not names:
        return np.ones(answer.rows, np.bool_)
    texts = answer.texts(names).rename_columns([f"1.{name}" for name in names])
    each = pa.array(np.ones(len(texts), np.int64))
    return fitting(JoinedRows.from_tally(texts.append_column(ROWS, each)), know)
