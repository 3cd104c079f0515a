"""Report progress of long work: `progress("Read the file", 0.5)`."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float | None], None]
"""Told what is going on and how much of it is done (0 … 1, None where that is unknown)."""


def silent(step: str, done: float | None) -> None:
    """Tell nobody."""
