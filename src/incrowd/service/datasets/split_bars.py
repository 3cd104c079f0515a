"""The values of an attribute as bars, rows in groups of at least k apart from those at risk."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes
from incrowd.measures.utility.columns import rows_per_value
from incrowd.service.datasets.columns import OTHER
from incrowd.service.datasets.comparison import published_label

MOST_BARS: Final = 12


@dataclass(frozen=True)
class SplitBar:
    """Rows that share a value, those in classes of at least k rows apart from the others."""

    label: str
    safe: int
    at_risk: int


def _rows_per_value(classes: Classes, place: int) -> NDArray[np.int64]:
    """The published rows with each value of an attribute."""
    return rows_per_value(classes.by_rows, place, kept=True)


def split_values(
    classes: Classes, place: int, k: int, most: int = MOST_BARS
) -> tuple[SplitBar, ...]:
    """The most frequent published values of an attribute by rows, in the order of values."""
    rows = _rows_per_value(classes, place)
    risky = _rows_per_value(classes.keeping(classes.sizes < k), place)
    classes, width = classes.by_rows, len(rows)
    common = np.sort(np.argsort(-rows, kind="stable")[:most])
    bars = [
        SplitBar(
            published_label(classes, place, code), int(rows[code] - risky[code]), int(risky[code])
        )
        for code in common.tolist()
        if rows[code]
    ]
    rest = np.ones(width, np.bool_)
    rest[common] = False
    if rows[rest].any():
        at_risk = int(risky[rest].sum())
        bars.append(SplitBar(OTHER, int(rows[rest].sum()) - at_risk, at_risk))
    return tuple(bars)
