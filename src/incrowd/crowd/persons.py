"""The rows of persons: which row tuples each has, and how their values look side by side.

A person with the ages 34 and 36 in two rows is one line `34 + 36`. Two persons are alike when the
multisets of their published rows are equal; the number of rows is always a part of that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.kernels.multisets import Entries, number_multisets

MOST_SHOWN: Final = 4
"""Values of one person that are shown side by side."""


@dataclass(frozen=True, eq=False)
class Persons:
    """The row tuples of each line of a folded crowd, and which keys stand behind each line.

    `key` are the values of the person key; `lines` are all combinations of a key and a row tuple
    in the data: `line_keys[i]` is the place of the key among its values, `line_tuples[i]` the row
    tuple, `line_rows[i]` how many rows, `line_of[i]` the line of the folded crowd.
    """

    entries: Entries
    key: Domain
    line_keys: Positions
    line_tuples: Positions
    line_rows: Sizes
    line_of: Positions

    @cached_property
    def rows_each(self) -> Sizes:
        """How many rows a person of each line has."""
        totals = np.bincount(
            self.entries.owners, self.entries.times, minlength=self.entries.persons
        )
        return totals.astype(np.int64)

    @cached_property
    def single(self) -> bool:
        """Whether every person has one row, so that a person's row is the person."""
        return bool((self.rows_each == 1).all())

    @cached_property
    def anonymous(self) -> NDArray[np.bool_]:
        """Which values of the key are none: each row with one of them is a person of its own."""
        return np.array([is_anonymous(value) for value in self.key.values], np.bool_)

    def number(self, classes: Positions, members: Positions) -> tuple[Positions, int]:
        """Number some lines by the multisets of the classes that their rows lie in."""
        return number_multisets(self.entries, classes, members)

    def number_sequences(self, codes: Positions, *, top: bool) -> tuple[Positions, int]:
        """Number all lines by the sequences of codes; at the top by the number of rows alone."""
        return number_multisets(self.entries, codes, in_order=not top)

    def reorder(self, order: Positions, rank: Positions) -> Persons:
        """The same persons with the lines in another order."""
        return replace(self, entries=self.entries.of(order), line_of=rank[self.line_of])

    def describe(self, line: int, label: Callable[[int], str]) -> str:
        """One attribute of a person: what each row says, shortened."""
        begin, end = self.entries.starts[line], self.entries.starts[line + 1]
        labels = [label(row) for row in self.entries.values[begin:end].tolist()]
        return show_values(labels, self.entries.times[begin:end].tolist())


def is_anonymous(key: str | None) -> bool:
    """Whether a key names nobody.

    >>> is_anonymous(None), is_anonymous(" "), is_anonymous("P7")
    (True, True, False)
    """
    return key is None or not key.strip()


def show_values(labels: Sequence[str], times: Sequence[int]) -> str:
    """The values of one person in some rows, side by side.

    >>> show_values(["34", "36"], [1, 1]), show_values(["male"], [3]), show_values(["male"], [1])
    ('34 + 36', 'male × 3', 'male')
    >>> show_values(list("abcdef"), [1, 1, 2, 1, 1, 1])
    'a + b + c × 2 + d + … (7 rows)'
    """
    together: dict[str, int] = {}
    for label, time in zip(labels, times, strict=True):
        together[label] = together.get(label, 0) + time
    shown = [
        label if time == 1 else f"{label} × {time}"
        for label, time in list(together.items())[:MOST_SHOWN]
    ]
    if len(together) > MOST_SHOWN:
        return f"{' + '.join(shown)} + … ({sum(times)} rows)"
    return " + ".join(shown)
