"""What a source holds, as plain Python values that tests can compare."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from incrowd.engines import ROWS, Source
from incrowd.table import Profile

Opener = Callable[..., Source]
Writer = Callable[..., Path]
Rows = dict[tuple[str | None, ...], int]


def names_of(source: Source) -> list[str]:
    """The names of the columns."""
    return [profile.name for profile in source.profiles()]


def rows_of(source: Source) -> Rows:
    """All rows of a source, with how often each occurs."""
    tally = source.tally(names_of(source)).to_pydict()
    counts = tally.pop(ROWS)
    rows = list(zip(*tally.values(), strict=True))
    assert len(set(rows)) == len(rows)
    assert sum(counts) == source.rows
    return dict(zip(rows, counts, strict=True))


def profile_of(source: Source, name: str) -> Profile:
    """What is known of one column."""
    return next(profile for profile in source.profiles() if profile.name == name)
