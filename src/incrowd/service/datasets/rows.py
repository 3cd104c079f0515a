"""The rows as they are published now, a page at a time, and those at highest risk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.advice.giveaways import Giveaways
from incrowd.advice.person_giveaways import look_for_giveaways
from incrowd.answers import Words
from incrowd.engines.stored.page import Filter, PageRequest, PageRow
from incrowd.engines.stored.page import RiskyRow as StoredRiskyRow
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.release.published_rows import original_values
from incrowd.release.recoded_rows import assign_parts
from incrowd.service.datasets.risk_range import read_risk_range
from incrowd.service.datasets.view import list_attributes
from incrowd.table import RoleName
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

__all__ = ["Filter", "RiskyRow", "RowView", "RowsPage", "browse", "list_risky"]

MOST_ROWS: Final = 1000
RISK: Final = "risk"
"""What rows can be sorted by beside their columns."""


@dataclass(frozen=True)
class RowView:
    """A row as it is published, and the risk of its person in percent."""

    row: int
    suppressed: bool
    risk: float | None
    cells: tuple[str | None, ...]
    changed: tuple[bool, ...]


@dataclass(frozen=True)
class RowsColumn:
    """A column of the page of rows; its level is None where every row is recoded in its own way."""

    name: str
    role: RoleName
    level: int | None
    height: int


@dataclass(frozen=True)
class RowsPage:
    """Some rows, and how many there are in all."""

    total: int
    offset: int
    columns: tuple[RowsColumn, ...]
    rows: tuple[RowView, ...]


@dataclass(frozen=True)
class RiskyRow:
    """A row in a small class, and what gives it away."""

    row: int
    size: int
    risk: float
    cells: dict[str, str | None]
    """What is published of the quasi-identifiers."""
    giveaway: tuple[str, ...] | None
    """The fewest of them that give the row away; None where they were not looked for."""
    smallest: bool
    """Whether it is proven that no fewer do."""
    reason: Words


def browse(
    open_dataset: OpenDataset,
    offset: int,
    limit: int,
    sort: str | None = None,
    *,
    descending: bool = False,
    filters: Sequence[Filter] = (),
    suppressed: bool = False,
    risk: str | None = None,
) -> RowsPage:
    """A page of the rows as they are in the current state.

    Sorted by "risk" the riskiest come first, unless a column has that name. Rows of a range of
    risk come like that, too, except from a database, which keeps its order.
    """
    if not 0 <= limit <= MOST_ROWS:
        raise InvalidParameter(
            say("{limit:,} rows cannot be shown at once.", limit=limit),
            say("Ask for at most {most:,}.", most=MOST_ROWS),
        )
    sizes = None if risk is None else read_risk_range(risk)
    snapshot = open_dataset.snapshot()
    by_risk = sort == RISK and RISK not in open_dataset.table.names
    in_range = sort is None and sizes is not None and open_dataset.remote is None
    request = PageRequest(
        offset=offset,
        limit=limit,
        recodings=snapshot.published.recodings,
        kept=snapshot.published.kept,
        sort=None if by_risk else sort,
        descending=descending,
        filters=tuple(filters),
        include_suppressed=suppressed,
        by_risk=by_risk or in_range,
        sizes=sizes,
    )
    page = open_dataset.source.page(request)
    columns = [
        RowsColumn(attribute.name, attribute.role, attribute.level, attribute.height)
        for attribute in list_attributes(snapshot)
    ]
    return RowsPage(page.total, offset, tuple(columns), tuple(map(_row, page.rows)))


def list_risky(open_dataset: OpenDataset, limit: int) -> list[RiskyRow]:
    """The published rows in the smallest classes, with the combination that gives each away."""
    snapshot = open_dataset.snapshot()
    giveaways = look_for_giveaways(snapshot.classes, recoded=snapshot.recoded is not None)
    risky = open_dataset.source.risky(limit, snapshot.published.kept)
    if snapshot.classes.crowd.folded:
        return [
            _risky(row.row, row.size, index, giveaways)
            for row, index in zip(risky, _classes_of_persons(snapshot, risky), strict=True)
        ]
    places = [open_dataset.table.names.index(name) for name in snapshot.classes.crowd.names]
    values = [row.cells for row in risky]
    if snapshot.recoded is not None:  # classes are then made of what is published
        shown = open_dataset.source.look_up([row.row for row in risky], snapshot.published.kept)
        values = [row.cells for row in shown]
    result = []
    for row, cells in zip(risky, values, strict=True):
        index = giveaways.class_of([cells[place] for place in places])
        result.append(_risky(row.row, row.size, index, giveaways))
    return result


def _classes_of_persons(snapshot: Snapshot, risky: Sequence[StoredRiskyRow]) -> list[int]:
    """The class of the person of each row, by the person key and the original values."""
    recoded, dataset = snapshot.recoded, snapshot.dataset
    crowd = dataset.protected_crowd if recoded is None else recoded.recoding.crowd
    columns, values, tuples = original_values(crowd)
    if recoded is None:
        lines = np.arange(len(tuples), dtype=np.int32)
        classes = snapshot.classes.members[tuples]
    else:
        lines, parts, _ = assign_parts(recoded.recoding)
        classes = recoded.recoding.class_of[parts]
    places = [dataset.table.names.index(name) for name in columns]
    wanted = {tuple(row.cells[place] for place in places) for row in risky}
    # a row without a key may stand for several persons: the size of the class tells which
    known: dict[tuple[object, ...], int] = {}
    texts = [column.to_pylist() for column in values]
    for line, index in zip(lines.tolist(), classes.tolist(), strict=True):
        row = tuple(text[line] for text in texts)
        if row in wanted and index >= 0:
            known.setdefault((*row, int(snapshot.classes.sizes[index])), index)
    return [known[(*(row.cells[place] for place in places), row.size)] for row in risky]


def _risky(row: int, size: int, index: int, giveaways: Giveaways) -> RiskyRow:
    result = giveaways.find(index)
    return RiskyRow(
        row=row,
        size=size,
        risk=100 / size,
        cells=dict(giveaways.published(index)),
        giveaway=None if result is None else result.attributes,
        smallest=result is not None and result.smallest,
        reason=giveaways.explain(index),
    )


def _row(shown: PageRow) -> RowView:
    risk = 100 / shown.size if shown.size and not shown.suppressed else None
    return RowView(shown.row, shown.suppressed, risk, shown.cells, shown.changed)
