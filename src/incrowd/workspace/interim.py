"""What an automatic run has reached while it goes on: `Interim(rows_safe=29_000, rows=30_162)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Interim:
    """The best state so far, or how many rows already lie in classes of at least k."""

    rows_safe: int
    rows: int
    score: float | None = None
    """In the measure asked for, the lower the better."""
    levels: dict[str, int] | None = None
    suppressed_rows: int | None = None


Show = Callable[[Interim], None]
"""Is shown what was reached, each time that is more."""


def unseen(interim: Interim) -> None:
    """Show it to nobody."""
