"""A pattern that values can follow, such as a checksum, and how much it proves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.table import Kind

ENOUGH: Final = 1e-4
"""How unlikely a match by chance must be before values alone decide."""

CODES: Final = frozenset({Kind.TEXT, Kind.INTEGER})
TEXTS: Final = frozenset({Kind.TEXT})


@dataclass(frozen=True)
class Pattern:
    """What values look like that have a meaning, and how often others look so by chance."""

    meaning: Meaning
    title: str
    """What the values that follow it are called, in the plural: `valid IBANs`."""
    matches: Callable[[str], bool]
    shortest: int
    longest: int
    """Lengths, separators included, outside of which no value can follow the pattern."""
    chance: float
    """The share of unrelated values of the same length and alphabet that follow it by accident;
    1 where the pattern proves nothing unless the column's name says the same."""
    kinds: frozenset[Kind] = CODES
    telling: Callable[[str], bool] | None = None
    """Which of the matching values prove something; all of them where it is not given."""

    def proves(self, hits: int) -> bool:
        """Whether that many different matching values cannot be an accident."""
        return hits > 0 and float(self.chance) ** hits <= ENOUGH
