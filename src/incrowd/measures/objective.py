"""A measure of utility as the objective of a search: what an attribute adds to it at each level.

`measure("precision").objective.form` is "sum": the search adds up what the attributes cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, Ladder
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.question import Figures

Form = Literal["sum", "geometric_mean", "bits", "squared_sizes", "class_count"]
"""How a figure is put together, which is what branch and bound relies on for its bounds."""
LevelCost = tuple[float, Figures | float]
"""What an attribute costs at a level with no row suppressed, and what a suppressed row of each of
its values adds to that."""


class Recoded(Protocol):
    """Rows that are published at levels of their own, as parts of the tuples of a crowd."""

    @property
    def crowd(self) -> Crowd:
        """The original rows."""

    @property
    def tuples(self) -> Positions:
        """The tuple that each part belongs to."""

    @property
    def counts(self) -> Sizes:
        """The rows of each part."""

    @property
    def levels(self) -> NDArray[np.uint8]:
        """The level of each cell, one row per attribute and one column per part."""

    @property
    def kept(self) -> NDArray[np.bool_]:
        """Which parts are published."""

    @property
    def class_sizes(self) -> Sizes:
        """The rows of each class that is published."""

    @property
    def suppressed_rows(self) -> int:
        """Rows that are not published."""


def no_cost(ladder: Ladder, level: int, counts: Figures, rows: float) -> LevelCost:
    """Cost nothing at any level, as measures of class sizes do."""
    return 0.0, 0.0


@dataclass(frozen=True)
class Objective:
    """What a search needs to know of a measure to make it as small as possible.

    `level_cost` is given an attribute, a level, the rows of each value, and all rows.
    """

    form: Form
    of_recoding: Callable[[Recoded], float]
    """The figure of a table in which the levels differ from row to row."""
    level_cost: Callable[[Ladder, int, Figures, float], LevelCost] = no_cost

    @property
    def per_attribute(self) -> bool:
        """Whether it is a mean over attributes, so that one can count more than another."""
        return self.form in ("sum", "geometric_mean", "bits")
