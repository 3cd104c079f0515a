"""The three gauges of a state: average risk, highest risk, utility loss, in percent."""

from dataclasses import dataclass
from typing import Final

from incrowd.advice.presets.preset import SLACK
from incrowd.answers import part
from incrowd.crowd.published import PublishedClasses
from incrowd.measures.risk.average import average_risk_of
from incrowd.measures.risk.highest import highest_risk_of
from incrowd.measures.utility.utility_loss import utility_loss_of

BANDS: Final = (
    (10.0, "low"),
    (20.0, "low"),
    (30.0, "low"),
    (40.0, "medium"),
    (50.0, "medium"),
    (75.0, "high"),
    (float("inf"), "high"),
)
"""Upper end (exclusive) and word of each band: three greens, two oranges, reds that darken."""


@dataclass(frozen=True)
class Band:
    """Where a figure lies: the number of the band gives the colour, never without the word."""

    number: int
    word: str


NOTHING_LEFT: Final = Band(len(BANDS) - 1, "nothing is left")
"""Of a table without rows: that nobody is at risk is no merit."""
WORST_SCORE: Final = 300.0
"""The sum of three full gauges: what a step is worth that leaves no row."""


@dataclass(frozen=True)
class Gauges:
    """Average risk, highest risk and utility loss of a state, each from 0 to 100."""

    average_risk: float
    highest_risk: float
    utility_loss: float

    @property
    def score(self) -> float:
        """The sum by which recommendations are ranked: the smaller the better."""
        return self.average_risk + self.highest_risk + self.utility_loss


@dataclass(frozen=True)
class ScoredGauges(Gauges):
    """The gauges and their sum."""

    @property
    @part()
    def score(self) -> float:
        """The sum by which recommendations are ranked: the smaller the better."""
        return super().score


def read_gauges(classes: PublishedClasses) -> Gauges:
    """Read the gauges; without any published row nobody is at risk and everything is lost."""
    return Gauges(
        average_risk=average_risk_of(classes) or 0.0,
        highest_risk=highest_risk_of(classes) or 0.0,
        utility_loss=utility_loss_of(classes) or 0.0,
    )


WITHIN: Final = 0
UP_TO_TWICE: Final = 3
BEYOND: Final = 5
"""The bands of a figure that has a limit: green, orange, red."""


def band(percent: float, limit: float | None = None) -> Band:
    """The band of a figure in percent: by its limit if there is one, so that it is never green.

    >>> band(9.9), band(30)
    (Band(number=0, word='low'), Band(number=3, word='medium'))
    >>> band(9.9, limit=5), band(10.1, limit=5)
    (Band(number=3, word='medium'), Band(number=5, word='high'))
    """
    if limit is not None:
        number = UP_TO_TWICE if percent <= 2 * limit + SLACK else BEYOND
        return _band(WITHIN if percent <= limit + SLACK else number)
    return _band(next(number for number, (end, _) in enumerate(BANDS) if percent < end))


def _band(number: int) -> Band:
    return Band(number, BANDS[number][1])
