"""What attributes add to a score: the figure of the registry, and bounds that hold."""

from __future__ import annotations

from math import expm1

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import Row, any_levels, crowd_of, tables

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.search.global_recoding.cell_costs import (
    GEOMETRIC,
    CellCosts,
    cost_levels,
    find_cell_costs,
)
from incrowd.search.global_recoding.class_merging import count_lost
from incrowd.search.global_recoding.lattice import Lattice, lay_out
from incrowd.search.goal import Goal, settle

UTILITIES = st.sampled_from(["loss", "loss_geometric", "precision", "entropy"])
WEIGHTS = st.sampled_from([{}, {"q0": 3.0}, {"q1": 0.0}, {"q0": 0.5, "q2": 2.0}])


class Costs:
    """The costs of a crowd under one measure, for any classes that are left out."""

    def __init__(self, crowd: Crowd, utility: str, weights: dict[str, float]) -> None:
        task = settle(crowd, Goal(1, utility=utility, weights=weights))
        self.crowd = crowd
        self.lattice: Lattice = lay_out(crowd)
        self.cells: CellCosts = find_cell_costs(crowd, task, self.lattice)

    def of(self, classes: Classes) -> np.ndarray:
        """Cost of every attribute at every level, with the rows lost that these classes lose."""
        lost = np.zeros(self.lattice.starts[-1], np.int64)
        numbers = self.lattice.numbers[classes.representatives]
        rows = count_lost(self.lattice, numbers, classes.sizes, ~classes.kept, lost)
        costs = np.zeros(self.lattice.offsets.shape)
        bottom, top = np.array(self.crowd.bottom), np.array(self.crowd.heights)
        rates, kind = self.cells.rates, self.cells.kind
        cost_levels(self.lattice, rates, kind, lost, rows, bottom, top, costs)
        return costs

    def score(self, costs: np.ndarray, levels: tuple[int, ...]) -> float:
        total = float(sum(costs[a, level] for a, level in enumerate(levels)))
        return expm1(total) if self.cells.kind == GEOMETRIC else total

    def inside(self) -> np.ndarray:
        """Which cells stand for a level that an attribute has."""
        levels = np.arange(self.lattice.offsets.shape[1])
        return levels[None, :] <= np.array(self.crowd.heights)[:, None]


@settings(max_examples=scaled(80))
@given(tables(3), UTILITIES, WEIGHTS, st.integers(1, 4), st.data())
def test_costs_of_a_state_add_up_to_the_figure_of_the_registry(
    rows: list[Row], utility: str, weights: dict[str, float], k: int, data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    classes = crowd.at(levels)
    classes = classes.keeping(classes.sizes >= k)
    costs = Costs(crowd, utility, weights)
    expected = measure(utility).compute(Question(classes, weights=weights))
    assert costs.score(costs.of(classes), levels) == pytest.approx(expected, abs=1e-9)


@settings(max_examples=scaled(80))
@given(tables(3), UTILITIES, WEIGHTS, st.data())
def test_losing_more_rows_costs_at_least_what_is_promised(
    rows: list[Row], utility: str, weights: dict[str, float], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 3)
    classes = crowd.at(crowd.bottom)
    flags = st.lists(st.booleans(), min_size=classes.count, max_size=classes.count)
    first = classes.keeping(np.array(data.draw(flags)))
    second = first.keeping(np.array(data.draw(flags)))
    costs = Costs(crowd, utility, weights)
    more = second.suppressed_rows - first.suppressed_rows
    promised = costs.cells.with_more_lost(costs.of(first), more)
    inside = costs.inside()
    assert (promised[inside] <= costs.of(second)[inside] + 1e-9).all()
    assert (promised[inside] >= costs.of(first)[inside] - 1e-12).all()


@settings(max_examples=scaled(60))
@given(tables(3), UTILITIES, st.integers(1, 4))
def test_a_higher_level_never_costs_less(rows: list[Row], utility: str, k: int) -> None:
    crowd = crowd_of(rows, 3)
    classes = crowd.at(crowd.bottom)
    costs = Costs(crowd, utility, {})
    table = costs.of(classes.keeping(classes.sizes >= k))
    for attribute, height in enumerate(crowd.heights):
        steps = np.diff(table[attribute, : height + 1])
        assert (steps >= -1e-9).all()


def test_an_attribute_that_counts_nothing_costs_nothing() -> None:
    crowd = crowd_of([("a", "x", "u"), ("b", "y", "u"), ("c", "x", "u")], 3)
    classes = crowd.at(crowd.bottom)
    for utility in ("loss", "loss_geometric", "precision", "entropy"):
        costs = Costs(crowd, utility, {"q1": 0.0}).of(classes.keeping(classes.sizes > 1))
        assert not costs[1].any()
        assert costs[0].any()


def test_costs_of_two_values_by_hand() -> None:
    # a a a b of height 1: as it is nothing is lost, at the top everything
    crowd = crowd_of([("a",), ("a",), ("a",), ("b",)], 1)
    classes = crowd.at((0,))
    whole = {
        utility: Costs(crowd, utility, {}).of(classes)[0].tolist()
        for utility in ("loss", "precision", "entropy")
    }
    assert whole["loss"] == whole["precision"] == [0, 1]
    # 3 · log2(4/3) + 1 · log2(4/1)
    assert whole["entropy"] == pytest.approx([0, 3 * np.log2(4 / 3) + 2])
    without_b = classes.keeping(np.array([True, False]))
    # a suppressed row costs all of itself: one of four
    assert Costs(crowd, "precision", {}).of(without_b)[0].tolist() == pytest.approx([0.25, 1])
