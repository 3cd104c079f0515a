"""The published rows as a sample of a population, for estimates of who is unique in it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.grouping import Sizes
from incrowd.measures.measure import Promise, Question, ReleaseRule
from incrowd.measures.sure_loss import loosen


@dataclass(frozen=True, eq=False)
class Sample:
    """`counts[i]` classes have `sizes[i]` rows, in ascending order; the population has `people`."""

    sizes: NDArray[np.int64]
    counts: NDArray[np.int64]
    people: int

    @property
    def rows(self) -> int:
        """Rows in the sample."""
        return int(self.sizes @ self.counts)

    @property
    def classes(self) -> int:
        """Classes in the sample."""
        return int(self.counts.sum())

    @property
    def fraction(self) -> float:
        """The share of the population that is in the sample."""
        return self.rows / self.people

    def classes_of(self, size: int) -> int:
        """How many classes have exactly this many rows."""
        return int(self.counts[self.sizes == size].sum())


def sample_of(question: Question) -> Sample:
    """Count the published classes by their size."""
    sizes, counts = np.unique(question.classes.kept_sizes, return_counts=True)
    return Sample(sizes.astype(np.int64), counts.astype(np.int64), question.people_in_all)


Estimate = Callable[[Sample], float | None]
"""How many people are unique in the population; None where that cannot be said."""


def settle_sure_cases(estimate: Estimate) -> Estimate:
    """Settle the cases that need no estimate.

    Without a unique row nobody is taken to be unique, and a sample that is the whole population
    shows its uniques.
    """

    def compute(sample: Sample) -> float | None:
        alone = sample.classes_of(1)
        if not sample.rows:
            return None
        if not alone or sample.rows == sample.people:
            return float(alone)
        figure = estimate(sample)
        return figure if figure is not None and isfinite(figure) else None

    return compute


def estimate_uniques(estimate: Estimate) -> Callable[[Question], float | None]:
    """Make a measure of an estimator."""
    settled = settle_sure_cases(estimate)
    return lambda question: settled(sample_of(question))


def promise_uniques(estimate: Estimate) -> Promise:
    """The promise that no more than a share of the population is unique, by an estimator.

    The published rows are the sample, as in ARX. The estimate can rise with a level, so nothing
    follows from one state for another.
    """
    settled = settle_sure_cases(estimate)

    def share(sample: Sample) -> float | None:
        figure = settled(sample)
        return None if figure is None else figure / sample.people

    return Promise(
        "unknown",
        highest=1,
        release=ReleaseRule(
            figure=lambda question: share(sample_of(question)), cut=_cut_by_halves(share)
        ),
    )


def _cut_by_halves(share: Estimate) -> Callable[[Sizes, float, int | None, int], int]:
    """How many unique rows must go until the estimated share of unique people is low enough.

    The estimates fall with the number of unique rows, so that halving finds the first number that
    will do: it holds, and one row less would not. Without unique rows the share is 0. Where a
    model does not fit the rows, nothing is known and more must go.
    """

    def cut(sizes: Sizes, threshold: float, people: int | None, most: int) -> int:
        alone = int(np.searchsorted(sizes, 1, side="right"))
        others, counts = np.unique(sizes[alone:], return_counts=True)
        limit, everyone = loosen(threshold), people or 0

        def holds(removed: int) -> bool:
            left = alone - removed
            if not left:
                return True
            all_sizes = np.concatenate([[1], others]).astype(np.int64)
            all_counts = np.concatenate([[left], counts]).astype(np.int64)
            figure = share(Sample(all_sizes, all_counts, everyone))
            return figure is not None and figure <= limit

        if holds(0):
            return 0
        low, high = 0, min(alone, most)
        if not high or not holds(high):
            return most + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if holds(middle) else (middle, high)
        return high

    return cut
