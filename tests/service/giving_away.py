"""Look among the published rows whether giveaways give away, and whether fewer attributes do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from incrowd.service.datasets.rows import RiskyRow, RowView, browse
from incrowd.table import MISSING, SUPPRESSED
from incrowd.workspace.open_dataset import OpenDataset


def check_giveaways(
    opened: OpenDataset, risky: Sequence[RiskyRow], *, recoded: bool = False
) -> None:
    """Compare each row with every published one, combination by combination.

    Of rows that are recoded one by one only what is shown can give away.
    """
    page = browse(opened, 0, 1000)
    names = [one.name for one in page.columns]
    published = {row.row: _values(names, row) for row in page.rows}
    assert len(published) == page.total, "the table must fit on a page"
    for one in risky:
        assert one.cells == {name: published[one.row][name] for name in one.cells}
        assert one.giveaway is not None
        assert one.smallest
        visible = [name for name, cell in one.cells.items() if not recoded or cell != SUPPRESSED]
        fewest = _sharing(published.values(), one, visible)
        assert fewest >= one.size if recoded else fewest == one.size
        assert set(one.giveaway) <= set(visible)
        assert _sharing(published.values(), one, one.giveaway) == fewest
        assert not recoded or "people" not in one.reason
        for fewer in combinations(visible, max(len(one.giveaway) - 1, 0)):
            assert not one.giveaway or _sharing(published.values(), one, fewer) > fewest


def _values(names: Sequence[str], row: RowView) -> dict[str, str]:
    shown = [MISSING if cell is None else cell for cell in row.cells]
    return dict(zip(names, shown, strict=True))


def _sharing(published: Iterable[dict[str, str]], one: RiskyRow, names: Sequence[str]) -> int:
    return sum(all(row[name] == one.cells[name] for name in names) for row in published)
