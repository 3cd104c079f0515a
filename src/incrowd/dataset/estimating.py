"""Figures of a large table before it is counted: an estimate, and between what the truth lies.

    estimate_risk(table).average_risk       # Estimate(value=4.3, low=4.2, high=4.4)

Some classes are drawn by chance, each with the same chance `share`, and counted exactly. Of D
classes so many are drawn as heads fall when D coins are tossed, so the number drawn tells D, with
an interval that holds in 95 of 100 draws. The same goes for the classes of one row.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from incrowd.answers import Answer, Words, part
from incrowd.dataset.open_table import OpenTable
from incrowd.engines.contract import Source, can_sketch
from incrowd.language import say
from incrowd.table import Role

SHARE: Final = 1 / 64
"""The chance of a class to be drawn at first."""
FEW: Final = 1_000
"""If fewer are drawn there are few classes, and all of them are counted."""
_NORMAL: Final = 1.959964
"""Within so many standard deviations lie 95 of 100 draws."""
_COUNTED: Final = say("All combinations were counted.")
_ESTIMATED: Final = say("In 95 of 100 cases the exact figures lie between these ends.")
MANY_ROWS: Final = 2_000_000
"""Rows from which on it is worth while to estimate first."""


@dataclass(frozen=True)
class Estimate:
    """A figure that was estimated, and the ends of the interval in which it lies (95 %)."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class RiskEstimate(Answer):
    """What is known of a table before its classes are counted; risks in percent."""

    rows: int
    """All rows, which is exact."""
    classes: Estimate
    uniques: Estimate
    """Classes of one row."""
    average_risk: Estimate
    highest_risk: Estimate
    confidence: float
    """How often such an interval holds the truth, 0 to 1."""
    exact: bool
    """Whether all classes were counted, so that both ends are the figure itself."""
    sampled_classes: int
    sampled_rows: int
    """Rows of the classes that were drawn; every row was looked at."""
    seconds: float

    @property
    @part()
    def explanation(self) -> tuple[Words, ...]:
        """The estimate in words."""
        highest = self.highest_risk
        return (
            say(
                "Estimate: average risk {value:.2f} % ({low:.2f} to "
                "{high:.2f} %), {classes:,.0f} different combinations ({least:,.0f} to "
                "{most:,.0f}).",
                value=self.average_risk.value,
                low=self.average_risk.low,
                high=self.average_risk.high,
                classes=self.classes.value,
                least=self.classes.low,
                most=self.classes.high,
            ),
            say("The highest risk is {risk:.1f} %.", risk=highest.value)
            if highest.low == highest.high
            else say("The highest risk is at least {risk:.1f} %.", risk=highest.low),
            _COUNTED if self.exact else _ESTIMATED,
        )


def estimate_risk(table: OpenTable, salt: str = "") -> RiskEstimate | None:
    """The risk of a table as it is; None where its engine cannot draw, or people are counted."""
    if table.table.person is not None:
        return None
    names = [attribute.name for attribute in table.table.with_role(Role.QUASI)]
    return estimate_columns(table.source, names, salt)


def estimate_columns(source: Source, names: Sequence[str], salt: str = "") -> RiskEstimate | None:
    """The risk by some columns, before anything else is known of them."""
    if not names or not can_sketch(source):
        return None
    start, share = time.monotonic(), SHARE
    sizes = source.sample_class_sizes(names, share, salt)
    if sum(sizes.values()) < FEW:
        share = 1.0
        sizes = source.sample_class_sizes(names, share, salt)
    return describe_draw(source.rows, sizes, share, time.monotonic() - start)


def describe_draw(
    rows: int, sizes: Mapping[int, int], share: float, seconds: float = 0.0
) -> RiskEstimate:
    """What a draw of classes tells of the whole table."""
    drawn = sum(sizes.values())
    classes = estimate_count(drawn, share, at_most=rows)
    smallest = 100 / min(sizes, default=1)
    return RiskEstimate(
        rows=rows,
        classes=classes,
        uniques=estimate_count(sizes.get(1, 0), share, at_most=rows),
        average_risk=Estimate(*(100 * end / rows for end in _ends(classes))),
        # a smaller class may be among those that were not drawn
        highest_risk=Estimate(smallest, smallest, smallest if share >= 1 else 100.0),
        confidence=0.95,
        exact=share >= 1,
        sampled_classes=drawn,
        sampled_rows=sum(size * count for size, count in sizes.items()),
        seconds=seconds,
    )


def estimate_count(drawn: int, share: float, at_most: int) -> Estimate:
    """How many there are if so many were drawn, each with the same chance (score interval).

    >>> estimate_count(100, 0.5, at_most=1_000)  # doctest: +ELLIPSIS
    Estimate(value=200.0, low=174.1..., high=229.7...)
    """
    if share >= 1:
        return Estimate(drawn, drawn, drawn)
    rest = _NORMAL**2 * (1 - share)
    middle, spread = drawn + rest / 2, sqrt(rest * drawn + rest**2 / 4)
    low = max((middle - spread) / share, drawn)
    high = min((middle + spread) / share, at_most)
    return Estimate(min(drawn / share, at_most), low, max(high, low))


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high
