"""The published rows as a sample of a population, for estimates of who is unique in it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from incrowd.measures.measure import Question


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


def estimate_uniques(
    estimate: Callable[[Sample], float | None],
) -> Callable[[Question], float | None]:
    """Make a measure of an estimator, settling the cases that need no estimate.

    Without a unique row nobody is taken to be unique, and a sample that is the whole population
    shows its uniques.
    """

    def compute(question: Question) -> float | None:
        sample = sample_of(question)
        alone = sample.classes_of(1)
        if not sample.rows:
            return None
        if not alone or sample.rows == sample.people:
            return float(alone)
        figure = estimate(sample)
        return figure if figure is not None and isfinite(figure) else None

    return compute
