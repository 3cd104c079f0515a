"""A preset: the limits that a release for some purpose keeps, each with its source.

>>> limit = Limit("smallest_group", 5, "people", "our board, 2026")
>>> Preset("ours", "us", "Only we look at it.", (limit,)).limit("smallest_group").value
5
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from incrowd.answers import Words, part
from incrowd.language import say

NOTE: Final = say(
    "Passing every check is not the same as legal compliance: the law also asks who gets the "
    "data, why, and under which contract, and limits are conventions."
)
"""Said with every verdict."""

SLACK: Final = 1e-9
"""By how much a figure may pass a limit in percent before it counts: rounding, nothing else."""


@dataclass(frozen=True)
class LimitKind:
    """What a limit of this name may be."""

    name: str
    title: Words
    unit: Words
    least: float
    most: float
    whole: bool = False
    at_least: bool = False
    """Whether the figure must reach the limit, not stay within it."""


LIMITS: Final[Mapping[str, LimitKind]] = {
    kind.name: kind
    for kind in (
        LimitKind("smallest_group", "Smallest group", "people", 2, 10**6, True, True),
        LimitKind("highest_risk", "Highest risk", "percent", 0, 100),
        LimitKind("average_risk", "Average risk", "percent", 0, 100),
        LimitKind("diversity", "Different sensitive values", "values", 1, 10**6, True, True),
        LimitKind("closeness", "Distance from the whole table", "distance", 0, 1),
    )
}
"""Every limit that a preset has, in the order of the checks."""


@dataclass(frozen=True)
class Limit:
    """What one check asks for, and where that comes from."""

    check: str
    value: float
    unit: Words
    source: Words


@dataclass(frozen=True)
class Preset:
    """A purpose with its limits; risks in percent."""

    name: str
    title: Words
    explanation: Words
    limits: tuple[Limit, ...]
    note: Words = NOTE
    own: bool = False
    """Whether somebody made it. It can then be changed and deleted."""
    rules: tuple[str, ...] = field(default=())
    """Checks beyond those that every preset has: `safe_harbor`."""

    def limit(self, check: str) -> Limit:
        """The limit of a check."""
        return next(limit for limit in self.limits if limit.check == check)

    @property
    @part()
    def k(self) -> int:
        """The people that the smallest group must have: enough for both limits of it."""
        return max(int(self.limit("smallest_group").value), self._for_highest_risk)

    @property
    def _for_highest_risk(self) -> int:
        most = self.highest_risk
        return ceil(100 / (most + SLACK)) if most > 0 else 1

    @property
    @part()
    def average_risk(self) -> float:
        """The most that the average risk may be, in percent."""
        return self.limit("average_risk").value

    @property
    @part()
    def highest_risk(self) -> float:
        """The most that the highest risk may be, in percent."""
        return self.limit("highest_risk").value

    @property
    @part("l")
    def diversity(self) -> int:
        """The different sensitive values that every group must have."""
        return int(self.limit("diversity").value)

    @property
    @part("t")
    def closeness(self) -> float:
        """How far the sensitive values of a group may be from those of the whole table."""
        return self.limit("closeness").value
