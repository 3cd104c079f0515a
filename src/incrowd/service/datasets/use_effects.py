"""What a release means for the use it was made for, in sentences with figures from the data.

tell_effect(PublishedColumns(snapshot, rows), "statistics")
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import pyarrow as pa

from incrowd.crowd.magnitude import size_of
from incrowd.engines.contract import ROWS, RowSource
from incrowd.language import Message, say
from incrowd.search.recoding import Recoding
from incrowd.table import Attribute, Profile, Role
from incrowd.workspace.open_dataset import Snapshot

MOST_VALUES: Final = 20_000
"""Columns with more different values are not counted value by value."""
MOST_COLUMNS: Final = 60
"""Columns beside the quasi-identifiers that are compared."""
MOVED: Final = 0.05
"""What is less, in percentage points or percent, is shown as 0.0."""

Values = tuple[str | None, ...]
Counts = Counter[Values]


@dataclass(frozen=True, eq=False)
class PublishedColumns:
    """The values of columns before and after, counted where the rows are."""

    snapshot: Snapshot
    rows: RowSource
    _single: dict[str, tuple[Counts, Counts]] = field(default_factory=dict)

    @property
    def others(self) -> tuple[Attribute, ...]:
        """Sensitive and side columns that can be counted value by value, secrets first."""
        table = self.snapshot.dataset.table
        wanted = [*table.with_role(Role.SENSITIVE), *table.with_role(Role.INSENSITIVE)]
        return tuple(each for each in wanted if each.profile.distinct <= MOST_VALUES)[:MOST_COLUMNS]

    def count(self, *names: str) -> tuple[Counts, Counts]:
        """The rows with each combination of values: of the original, and as published."""
        published = self.snapshot.published
        after = self.rows.count_published_tuples(list(names), published.recodings, published.kept)
        return _read(self.rows.tally(list(names)), names), _read(after, names)

    def both(self, name: str) -> tuple[Counts, Counts]:
        """One column before and after; counted once."""
        if name not in self._single:
            self._single[name] = self.count(name)
        return self._single[name]


def _read(table: pa.Table, names: Sequence[str]) -> Counts:
    columns = [table.column(place).cast("string").to_pylist() for place in range(len(names))]
    counted: Counts = Counter()
    for *values, rows in zip(*columns, table.column(ROWS).to_pylist(), strict=True):
        counted[tuple(values)] += rows
    return counted


def tell_effect(columns: PublishedColumns, use: str) -> tuple[Message, ...]:
    """What is left for a use, computed on this data; nothing where nothing is published."""
    if not columns.snapshot.classes.kept_rows:
        return ()
    tell = {"statistics": _tell_statistics, "learning": _tell_learning, "lookup": _tell_lookup}
    return tuple(tell[use](columns))


def _tell_statistics(columns: PublishedColumns) -> Iterator[Message]:
    if not columns.others:
        yield say("There is no column beside the quasi-identifiers whose shares could be compared.")
        return
    moved = {each.name: share_moved(*columns.both(each.name)) for each in columns.others}
    most = max(moved, key=lambda name: moved[name])
    if moved[most] < MOVED:
        yield say(
            "The shares of values are as before in all {count:,} columns that are published as "
            "they are.",
            count=len(moved),
        )
    else:
        yield say(
            "Of {count:,} columns that are published as they are, the shares of values have moved "
            "most in '{name}': by {points:.1f} percentage points.",
            count=len(moved),
            name=most,
            points=moved[most],
        )
    yield from _tell_means(columns)


def share_moved(before: Counts, after: Counts) -> float:
    """The percentage points that values have lost to others: half the sum of all differences."""
    whole, left = max(before.total(), 1), max(after.total(), 1)
    gaps = (abs(before[value] / whole - after[value] / left) for value in {*before, *after})
    return 100 * sum(gaps) / 2


def _tell_means(columns: PublishedColumns) -> Iterator[Message]:
    found = []
    for each in columns.others:
        if each.kind.numeric:
            before, after = (mean_of(side, each.profile) for side in columns.both(each.name))
            if before and after is not None:
                found.append((abs(after - before) / abs(before), each.name, before, after))
    if found:
        change, name, before, after = max(found)
        yield say(
            "Of {count:,} columns of numbers, the mean has moved most in '{name}': from "
            "{before:,.2f} to {after:,.2f} ({percent:.1f} %).",
            count=len(found),
            name=name,
            before=before,
            after=after,
            percent=100 * change,
        )


def mean_of(counts: Counts, profile: Profile) -> float | None:
    """The mean of the values that are numbers; None where there is none."""
    read = [
        (size_of(value, profile), rows) for (value,), rows in counts.items() if value is not None
    ]
    known = [(number, rows) for number, rows in read if number is not None]
    rows = sum(count for _, count in known)
    return sum(number * count for number, count in known) / rows if rows else None


def _tell_learning(columns: PublishedColumns) -> Iterator[Message]:
    crowd = columns.snapshot.dataset.crowd
    secrets = [each for each in columns.others if each.role is Role.SENSITIVE]
    for target in secrets[:3]:
        base = guessed_right(
            Counter({(None, *key): n for key, n in columns.both(target.name)[0].items()})
        )
        found = []
        for name in crowd.by_rows.names:
            before, after = columns.count(name, target.name)
            found.append((guessed_right(before), name, guessed_right(after)))
        best, name, now = max(found)
        yield say(
            "From '{name}' alone, '{target}' is guessed right in {before:.1f} % of the rows before "
            "and {after:.1f} % after; without any column in {base:.1f} %.",
            name=name,
            target=target.name,
            before=100 * best,
            after=100 * now,
            base=100 * base,
        )
    if secrets:
        yield say("Each row is guessed from the other rows with the same value.")
    else:
        yield say(
            "No column is sensitive, so it is not known what a program would learn to predict."
        )


def guessed_right(counts: Counts) -> float:
    """The share of rows whose last value is the most frequent one among the others like them.

    >>> guessed_right(Counter({("a", "flu"): 3, ("a", "cold"): 1, ("b", "flu"): 1}))
    0.6
    """
    groups: dict[Values, list[int]] = defaultdict(list)
    for values, rows in counts.items():
        groups[values[:-1]].append(rows)
    right = 0
    for sizes in groups.values():
        first, second, *_ = [*sorted(sizes, reverse=True), 0, 0]
        # without the row itself, its value must still be the most frequent one
        right += first if first - 1 > second else 0
    return right / max(counts.total(), 1)


def _tell_lookup(columns: PublishedColumns) -> Iterator[Message]:
    snapshot = columns.snapshot
    recoded = snapshot.recoded
    recoding = Recoding.of_state(snapshot.classes) if recoded is None else recoded.recoding
    recoding = recoding.by_rows
    rows = recoding.crowd.rows
    exact = ((recoding.levels == 0) & recoding.kept) @ recoding.counts
    yield say(
        "{share:.1f} % of the values of quasi-identifiers can still be looked up exactly as they "
        "were.",
        share=100 * float(np.sum(exact)) / max(rows * len(recoding.levels), 1),
    )
    if recoding.suppressed_rows:
        yield say(
            "{removed:,} of {rows:,} rows cannot be looked up, because they were removed.",
            removed=recoding.suppressed_rows,
            rows=rows,
        )
