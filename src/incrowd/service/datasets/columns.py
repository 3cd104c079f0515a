"""The columns of a data set, each with examples and a small histogram of at most 20 bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.answers import Words
from incrowd.crowd.magnitude import size_of
from incrowd.journal import AssignRole
from incrowd.roles.meaning import RoleOption, role_options
from incrowd.table import MISSING, Attribute, Profile, RoleName
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

BARS: Final = 20
BINS: Final = 15
EXAMPLES: Final = 5
OTHER: Final = "other"


@dataclass(frozen=True)
class Bar:
    """Rows that share a value, or lie between two numbers."""

    label: str
    rows: int


@dataclass(frozen=True)
class ColumnView:
    """A column, the role that was guessed and the one it has."""

    name: str
    kind: str
    role: RoleName
    guessed_role: RoleName
    reason: Words
    meaning: str | None
    doubtful: bool
    """Whether the guess is weak. The two questions of the catalogue settle it."""
    settled: bool
    """Whether a person decided on the role."""
    options: tuple[RoleOption, ...]
    """Where two roles make sense, both with their consequences."""
    rows: int
    missing: int
    distinct: int
    examples: tuple[str, ...]
    histogram: tuple[Bar, ...]


def list_columns(open_dataset: OpenDataset) -> list[ColumnView]:
    """Every column as it is in the data."""
    snapshot = open_dataset.snapshot()
    settled = {
        entry.decision.attribute
        for entry in open_dataset.journal.active
        if isinstance(entry.decision, AssignRole)
    }
    return [
        _column(open_dataset, snapshot, attribute, attribute.name in settled)
        for attribute in open_dataset.table.attributes
    ]


def _column(
    open_dataset: OpenDataset, snapshot: Snapshot, guessed: Attribute, settled: bool
) -> ColumnView:
    profile, now = guessed.profile, snapshot.dataset.table.attribute(guessed.name)
    return ColumnView(
        name=guessed.name,
        kind=guessed.kind.value,
        role=now.role.value,
        guessed_role=guessed.role.value,
        reason=now.reason,
        meaning=guessed.meaning,
        doubtful=guessed.doubtful,
        settled=settled,
        options=role_options(guessed),
        rows=profile.rows,
        missing=profile.missing,
        distinct=profile.distinct,
        examples=tuple(value for value, _ in profile.common[:EXAMPLES]),
        histogram=tuple(_histogram(open_dataset, profile)),
    )


def _histogram(open_dataset: OpenDataset, profile: Profile) -> list[Bar]:
    missing = [Bar(MISSING, profile.missing)] if profile.missing else []
    if profile.kind.numeric and profile.distinct > BARS:
        bars = _bins(open_dataset, profile)
        if bars:
            return bars + missing
    return top_bars(profile.common, profile.rows - profile.missing) + missing


def top_bars(common: Sequence[tuple[str, int]], rows: int, most: int = BARS - 2) -> list[Bar]:
    """The most frequent values, and all others together.

    >>> top_bars([("a", 5), ("b", 3), ("c", 1)], rows=9, most=2)
    [Bar(label='a', rows=5), Bar(label='other', rows=4)]
    """
    shown = common if len(common) <= most else common[: most - 1]
    bars = [Bar(value, count) for value, count in shown]
    rest = rows - sum(count for _, count in shown)
    return [*bars, Bar(OTHER, rest)] if rest > 0 else bars


def _bins(open_dataset: OpenDataset, profile: Profile) -> list[Bar]:
    """Bars of equal width over the numbers of a column."""
    counted = profile.common
    if len(counted) < profile.distinct:
        domain = open_dataset.domain(profile.name)
        pairs = zip(domain.values, domain.counts.tolist(), strict=True)
        counted = tuple((value, rows) for value, rows in pairs if value is not None)
    read = [(size_of(value, profile), rows) for value, rows in counted]
    known = [(number, rows) for number, rows in read if number is not None]
    if not known:
        return []
    numbers = np.array([number for number, _ in known])
    rows, edges = np.histogram(numbers, BINS, weights=[rows for _, rows in known])
    others = sum(rows for _, rows in counted) - int(rows.sum())
    bars = _label_bins(edges, rows)
    return [*bars, Bar(OTHER, others)] if others else bars


def _label_bins(edges: NDArray[np.float64], rows: NDArray[np.float64]) -> list[Bar]:
    ends = zip(edges[:-1], edges[1:], rows, strict=True)
    return [Bar(f"{low:.6g} – {high:.6g}", int(count)) for low, high, count in ends]
