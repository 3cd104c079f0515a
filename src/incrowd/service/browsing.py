"""The rows as they are published now, a page at a time, and those at highest risk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.advice.giveaways import Giveaways
from incrowd.engines.paging import Filter, PageRequest, ShownRow
from incrowd.errors import InvalidParameter
from incrowd.service.opened import Opened, Standing
from incrowd.service.viewing import AttributeView, list_attributes

__all__ = ["Filter", "RiskyRow", "RowView", "RowsPage", "browse", "list_risky"]

MOST_ROWS: Final = 1000


@dataclass(frozen=True)
class RowView:
    """A row as it is published, and the risk of its person in percent."""

    row: int
    suppressed: bool
    risk: float | None
    cells: tuple[str | None, ...]
    changed: tuple[bool, ...]


@dataclass(frozen=True)
class RowsPage:
    """Some rows, and how many there are in all."""

    total: int
    offset: int
    columns: tuple[AttributeView, ...]
    rows: tuple[RowView, ...]


@dataclass(frozen=True)
class RiskyRow:
    """A row in a small class, and what gives it away."""

    row: int
    size: int
    risk: float
    cells: dict[str, str | None]
    reason: str


def browse(
    opened: Opened,
    offset: int,
    limit: int,
    sort: str | None = None,
    *,
    descending: bool = False,
    filters: Sequence[Filter] = (),
    suppressed: bool = False,
) -> RowsPage:
    """A page of the rows as they are in the current state."""
    if not 0 <= limit <= MOST_ROWS:
        raise InvalidParameter(
            f"{limit:,} rows cannot be shown at once.", f"Ask for at most {MOST_ROWS:,}."
        )
    standing = opened.standing()
    asked = PageRequest(
        offset=offset,
        limit=limit,
        recodings=standing.published.recodings,
        kept=standing.published.kept,
        sort=sort,
        descending=descending,
        filters=tuple(filters),
        include_suppressed=suppressed,
    )
    page = opened.source.page(asked)
    columns = tuple(list_attributes(standing))
    return RowsPage(page.total, offset, columns, tuple(map(_row, page.rows)))


def list_risky(opened: Opened, limit: int) -> list[RiskyRow]:
    """The published rows in the smallest classes, with the combination that gives each away."""
    standing = opened.standing()
    if standing.recoded is not None:
        return _listed_as_recoded(opened, standing, limit)
    places = [opened.table.names.index(name) for name in standing.classes.crowd.names]
    giveaways = Giveaways(standing.classes)
    found = []
    for one in opened.source.risky(limit, standing.published.kept):
        index = giveaways.class_of([one.cells[place] for place in places])
        cells: dict[str, str | None] = dict(standing.classes.describe(index))
        reason = giveaways.explain(index)
        found.append(RiskyRow(one.row, one.size, 100 / one.size, cells, reason))
    return found


def _listed_as_recoded(opened: Opened, standing: Standing, limit: int) -> list[RiskyRow]:
    """The rows of the smallest classes where every row is recoded in its own way."""
    risky = opened.source.risky(limit, standing.published.kept)
    names = opened.table.names
    quasi = {domain.attribute.name for domain in standing.classes.crowd.domains}
    return [
        RiskyRow(
            one.row,
            one.size,
            100 / one.size,
            {name: cell for name, cell in zip(names, one.cells, strict=True) if name in quasi},
            f"{one.size - 1:,} others are published with the same values.",
        )
        for one in risky
    ]


def _row(shown: ShownRow) -> RowView:
    risk = 100 / shown.size if shown.size and not shown.suppressed else None
    return RowView(shown.row, shown.suppressed, risk, shown.cells, shown.changed)
