"""Look among the published rows whether giveaways give away, and whether fewer attributes do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from incrowd.service.browsing import RiskyRow, RowView, browse
from incrowd.service.opened import Opened
from incrowd.table import MISSING


def check_giveaways(opened: Opened, risky: Sequence[RiskyRow]) -> None:
    """Compare each row with every published one, combination by combination."""
    page = browse(opened, 0, 1000)
    names = [one.name for one in page.columns]
    published = {row.row: _values(names, row) for row in page.rows}
    assert len(published) == page.total, "the table must fit on a page"
    for one in risky:
        assert one.cells == {name: published[one.row][name] for name in one.cells}
        assert one.giveaway is not None
        assert one.smallest
        assert _sharing(published.values(), one, one.giveaway) == one.size
        for fewer in combinations(one.cells, max(len(one.giveaway) - 1, 0)):
            assert not one.giveaway or _sharing(published.values(), one, fewer) > one.size


def _values(names: Sequence[str], row: RowView) -> dict[str, str]:
    shown = [MISSING if cell is None else cell for cell in row.cells]
    return dict(zip(names, shown, strict=True))


def _sharing(published: Iterable[dict[str, str]], one: RiskyRow, names: Sequence[str]) -> int:
    return sum(all(row[name] == one.cells[name] for name in names) for row in published)
