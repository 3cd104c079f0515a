"""What was found in a result that nobody asked to be checked: words, figures, and what was not.

LeakReport("leak", ("age", "zip"), (CheckedColumn("disease", 120, 3, 9),), 40, 2, None, True, words)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from incrowd.answers import Words

LeakStatus = Literal["leak", "none_found", "unchecked"]
"""Nothing that was found is not the same as nothing that was checked."""


@dataclass(frozen=True)
class CheckedColumn:
    """A column that nobody must learn, and of how many its value is learned by a few facts."""

    column: str
    tried: int
    """Combinations of facts."""
    certain: int
    exposed: int
    """Those of whom it is known for certain, and those of whom a likely value is learned."""


@dataclass(frozen=True)
class LeakReport:
    """Whether a result gives somebody away, as far as it was checked."""

    status: LeakStatus
    known: tuple[str, ...]
    """The columns that others are taken to know."""
    columns: tuple[CheckedColumn, ...]
    """The sensitive columns that were checked."""
    counted: int
    """Rows of the result, or the people in it."""
    alone: int | None
    """How many nobody else is like, in all that others may know; None where not counted."""
    person: str | None
    """The column by which people are counted; None where rows are."""
    complete: bool
    """Whether everything was checked that was to be."""
    sentences: tuple[Words, ...]
