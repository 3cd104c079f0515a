"""Where the highest or lowest numbers are cut: at a number, or at a share of the rows."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from incrowd.techniques.cells import Cells
from incrowd.techniques.numerals import find_decimals, write_number
from incrowd.techniques.technique import Setting


def cap(cells: Cells, setting: Setting, *, highest: bool) -> Cells:
    """Replace the numbers beyond the limit by the limit."""
    limit, text = setting.number, _write_limit(cells, setting.number)
    if setting.percent:
        place = _find_limit(cells, float(setting.number) / 100, highest=highest)
        if place is None:
            return cells
        text = cells.values[place]
        limit = Decimal(text.replace(",", ".") if cells.profile.decimal_comma else text)
    values = [
        text if isinstance(key, Decimal) and (key > limit if highest else key < limit) else value
        for value, key in zip(cells.values, cells.keys, strict=True)
    ]
    return cells.with_values(values)


def _write_limit(cells: Cells, limit: Decimal) -> str:
    """The limit as the column writes it, so that it is not told from the same number in there."""
    places = np.flatnonzero(cells.proper & (cells.counts > 0)).tolist()
    same: list[str] = [cells.values[place] for place in places if cells.keys[place] == limit]
    if same:
        return same[0]
    comma = cells.profile.decimal_comma
    return write_number(limit, comma=comma, decimals=find_decimals(cells))


def _find_limit(cells: Cells, share: float, *, highest: bool) -> int | None:
    """The value beyond which at most that share of the known rows lies."""
    rows = len(cells.known)
    places = np.flatnonzero(cells.proper & (cells.counts > 0))
    if not rows:
        return None
    ranks = cells.ranks[places]
    order = places[np.argsort(-ranks if highest else ranks, kind="stable")]
    beyond = np.cumsum(cells.counts[order]) - cells.counts[order]
    # of values that are written differently but equal, all lie beyond the limit or none
    firsts = np.flatnonzero(np.diff(cells.ranks[order], prepend=-2))
    allowed = firsts[beyond[firsts] <= share * rows + 1e-9]
    return int(order[allowed[-1]])
