"""Which classes an engine shall count, and what it answers: how many there are of each size.

    age, sex = Shown("age", Recoding(("34", "36"), ("30-39", "30-39"))), Shown("sex")
    question = ClassQuestion(((age, sex), (sex,)))      # the pair, and one column alone

A class is told by its size and by how many different values it has of some further columns, so
that the answer is short whatever the number of rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from incrowd.table import MISSING

if TYPE_CHECKING:
    import pyarrow as pa

    from incrowd.engines.stored.page import Recoding

MOST_SETS: Final = 60
"""Sets of columns that are counted by one statement."""
MOST_FORMS: Final = 60
"""Columns, each in one form, that one statement tells apart by the bits of a number."""

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Shown:
    """A column as a state shows it: its values, or the labels that stand for them.

    One and the same column at one level is one object, so that comparing costs nothing.
    """

    name: str
    recoding: Recoding | None = None

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The different labels, in the order of their numbers."""
        return tuple(dict.fromkeys(self.recoding.labels)) if self.recoding else ()

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """The number that stands for each label."""
        return {label: number for number, label in enumerate(self.labels)}

    @cached_property
    def numbers(self) -> Mapping[str | None, int | None]:
        """The number that stands for each value; none where the label says that it is missing."""
        if self.recoding is None:
            return {}
        place, pairs = self.number_of, zip(self.recoding.values, self.recoding.labels, strict=True)
        return {value: None if label == MISSING else place[label] for value, label in pairs}


@dataclass(frozen=True, eq=False)
class ClassQuestion:
    """The sets of columns whose classes are counted, each set by itself."""

    sets: tuple[tuple[Shown, ...], ...]
    different: tuple[Shown, ...] = ()
    """Columns whose different values are counted in every class; missing is none."""

    @cached_property
    def forms(self) -> tuple[Shown, ...]:
        """Everything that is grouped by, once."""
        return tuple(dict.fromkeys(shown for each in self.sets for shown in each))

    def parts(self) -> Iterator[ClassQuestion]:
        """The same in questions that one statement can answer."""
        chosen: list[tuple[Shown, ...]] = []
        forms: set[Shown] = set()
        for each in self.sets:
            if chosen and (len(chosen) == MOST_SETS or len(forms | set(each)) > MOST_FORMS):
                yield ClassQuestion(tuple(chosen), self.different)
                chosen, forms = [], set()
            chosen.append(each)
            forms |= set(each)
        if chosen:
            yield ClassQuestion(tuple(chosen), self.different)


@dataclass(frozen=True, eq=False)
class ClassSizes:
    """`classes[i]` classes have `sizes[i]` rows and `different[c][i]` values of column c."""

    sizes: Counts
    classes: Counts
    different: tuple[Counts, ...] = ()

    @property
    def rows(self) -> int:
        """Rows of all classes."""
        return int(self.sizes @ self.classes)


@dataclass(frozen=True)
class SmallClasses:
    """The classes to be listed: those of fewer rows than `size`, or fewer values than asked."""

    shown: tuple[Shown, ...]
    size: int
    different: tuple[tuple[Shown, int], ...] = ()
    """Columns, and how many different values each class should have."""
    most: int = 20


@dataclass(frozen=True)
class ListedClass:
    """One class: what is shown in it, its rows, and its different values of further columns."""

    values: dict[str, str]
    size: int
    different: tuple[int, ...] = field(default=())


def read_sizes(question: ClassQuestion, answer: pa.Table) -> list[ClassSizes]:
    """What an answer with the columns set, n, d0, d1, … and classes says of each set."""
    names = ["n", "classes", *(f"d{place}" for place in range(len(question.different)))]
    places, sizes, classes, *different = (
        answer.column(name).to_numpy().astype(np.int64) for name in ("place", *names)
    )
    order = np.lexsort([*reversed(different), sizes, places])
    ends = np.searchsorted(places[order], np.arange(len(question.sets) + 1))
    return [
        ClassSizes(sizes[chosen], classes[chosen], tuple(each[chosen] for each in different))
        for chosen in (
            order[ends[number] : ends[number + 1]] for number in range(len(question.sets))
        )
    ]


def show_text(text: str | None) -> str:
    """How a value is shown where nothing stands for it."""
    return MISSING if text is None else text


def label_of(shown: Shown, number: int | None) -> str:
    """The label behind a number."""
    return MISSING if number is None else shown.labels[number]


Forms = Sequence[Shown]
