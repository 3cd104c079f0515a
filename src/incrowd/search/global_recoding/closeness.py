"""Closeness of all classes of a state in one pass: who is too far, and what is lost below for that.

The compiled way of `protecting` for equal distances, and for the mean of such at several levels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.sensitive import Sensitive
from incrowd.crowd.state import Protection
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.promise import Groupings, loosen
from incrowd.measures.question import Figures

DENSE = 4_000_000
"""Tables of classes by values are made where they have at most this many cells."""

Entries = tuple[Positions, Positions, Sizes]
"""Tuples, values, and rows."""
ENTRIES = "Tuple((int32[::1], int32[::1], int64[::1]))"
Verdict = tuple[
    NDArray[np.bool_],  # holding[class]
    Figures,  # lost[class]: at least so many rows are lost in all states below
]
VERDICT = "Tuple((boolean[::1], float64[::1]))"


@dataclass(frozen=True, eq=False)
class Closeness:
    """A protection by closeness, laid out for the kernels."""

    entries: Entries
    groupings: NDArray[np.int32]
    """`groupings[level, value]`: the group of a value at each level that counts."""
    overall: NDArray[np.float64]
    """`overall[level, group]`: its share of the whole table."""
    threshold: float

    @classmethod
    def of(
        cls, crowd: Crowd, protection: Protection, find_groups: Callable[[Sensitive], Groupings]
    ) -> Closeness:
        """Lay out a protection by a distance that is a mean over levels."""
        sensitive = crowd.sensitive_attribute(protection.attribute)
        groupings = np.stack(find_groups(sensitive)).astype(np.int32)
        overall = np.zeros((len(groupings), int(groupings.max(initial=0)) + 1))
        for level, groups in enumerate(groupings):
            np.add.at(overall[level], groups, sensitive.shares)
        entries = (sensitive.tuples, sensitive.values, sensitive.counts)
        return cls(entries, groupings, overall, loosen(protection.threshold))

    def fits(self, classes: int) -> bool:
        """Whether a table of so many classes by values is not too large."""
        return classes * self.groupings.shape[1] <= DENSE

    def judge(self, members: Positions, sizes: Sizes, verdict: Verdict) -> None:
        """Judge classes, given the class of each tuple (-1 for none) and their rows."""
        rows = np.zeros((len(sizes), self.groupings.shape[1]), np.int64)
        count_values(members, self.entries, rows)
        judge_classes(rows, sizes, self.groupings, self.overall, self.threshold, verdict)


@compiled(f"void(int32[::1], {ENTRIES}, int64[:, ::1])")
def count_values(members: Positions, entries: Entries, rows: NDArray[np.int64]) -> None:
    """Count the rows of each class that have each value."""
    tuples, values, counts = entries
    for i in range(len(tuples)):
        class_ = members[tuples[i]]
        if class_ >= 0:
            rows[class_, values[i]] += counts[i]


@compiled("float64(int64[::1], int64, float64)")
def lose_highest(rows: Sizes, size: int, cap: float) -> float:
    """Lose rows until their mean step, of 0 to 1, is no more than a cap, the highest ones first."""
    steps, excess, lost = len(rows) - 1, -cap * size, 0.0
    for step in range(steps + 1):
        excess += rows[step] * step / steps
    for step in range(steps, 0, -1):
        over = step / steps - cap
        if over <= 0 or excess <= 0:
            break
        gone = min(float(rows[step]), excess / over)
        excess -= gone * over
        lost += gone
    return float(np.ceil(lost - 1e-6))


@compiled(f"void(int64[:, ::1], int64[::1], int32[:, ::1], float64[:, ::1], float64, {VERDICT})")
def judge_classes(
    rows: NDArray[np.int64],
    sizes: Sizes,
    groupings: NDArray[np.int32],
    overall: NDArray[np.float64],
    t: float,
    verdict: Verdict,
) -> None:
    """Tell the classes that are close, and what the others cost all states below, see `protecting`.

    The groups that a class has too many of are a set at each level; a row stands the higher, the
    more of these sets it lies in.
    """
    holding, lost = verdict
    levels, values = groupings.shape
    gathered, heights = np.empty(overall.shape[1]), np.empty(values, np.int64)
    stepped = np.empty(levels + 1, np.int64)
    for class_ in range(len(sizes)):
        far, inside = 0.0, 0.0
        heights[:] = 0
        for level in range(levels):
            gathered[:] = 0.0
            for value in range(values):
                gathered[groupings[level, value]] += rows[class_, value] / sizes[class_]
            for group in range(overall.shape[1]):
                if gathered[group] > overall[level, group]:
                    far += gathered[group] - overall[level, group]
                    inside += overall[level, group]
            for value in range(values):
                group = groupings[level, value]
                heights[value] += gathered[group] > overall[level, group]
        if far / levels <= t:
            continue
        holding[class_] = False
        stepped[:] = 0
        for value in range(values):
            stepped[heights[value]] += rows[class_, value]
        lost[class_] = max(lost[class_], lose_highest(stepped, sizes[class_], inside / levels + t))
