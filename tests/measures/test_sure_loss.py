"""What a search may conclude from a privacy model, against every way to cut a class in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.crowd.crowd import Crowd
from incrowd.measures.measure import TOLERANCE, Question
from incrowd.measures.registry import measure, promises
from incrowd.measures.sure_loss import loosen, lose_highest_steps

from . import twins
from .tables import crowd_of, tree

PATHS = {None: ("none",), "a": ("ab",), "b": ("ab",), "c": ("cd",), "d": ("cd",)}
Values = Sequence[str | None]

FIGURES: dict[str, Callable[[Values, Values], float]] = {
    "k_anonymity": lambda members, _: len(members),
    "distinct_l": lambda members, _: twins.distinct_l(members),
    "entropy_l": lambda members, _: twins.entropy_l(members),
    "recursive_l": lambda members, _: twins.recursive_l(members, 3),
    "alpha_k": lambda members, _: twins.alpha_k(members),
    "t_equal": twins.t_equal,
    "t_hierarchical": lambda members, table: twins.t_hierarchical(members, table, PATHS),
    "beta_likeness": twins.beta_likeness,
    "enhanced_beta_likeness": twins.enhanced_beta_likeness,
    "delta_disclosure": twins.delta_disclosure,
    "certainty": twins.certainty,
}
"""Every promise that texts can be given, computed slowly from the rows of a class."""

THRESHOLDS = {
    "k_anonymity": (2, 3),
    "distinct_l": (2, 3),
    "entropy_l": (1.5, 2, 2.5),
    "recursive_l": (2, 3),
    "alpha_k": (0.4, 0.5, 0.75),
    "t_equal": (0.1, 0.3, 0.5),
    "t_hierarchical": (0.1, 0.25, 0.4),
    "beta_likeness": (0.2, 0.5, 1),
    "enhanced_beta_likeness": (0.2, 0.5, 1),
    "delta_disclosure": (0.3, 0.7, 1.2),
    "certainty": (0.2, 0.5, 0.8),
}

values = st.lists(st.sampled_from(["a", "b", "c", "d", None]), min_size=1, max_size=6)
promise_and_threshold = st.sampled_from(
    [(name, threshold) for name, limits in THRESHOLDS.items() for threshold in limits]
)


def crowd_with(members: Values, others: Values) -> Crowd:
    columns = {"q": ["x"] * len(members) + ["y"] * len(others), "s": [*members, *others]}
    hierarchies = [tree("s", PATHS), tree("q", {"x": (), "y": ()})]
    return crowd_of(columns, sensitive=["s"], hierarchies=hierarchies)


def holds(name: str, members: Values, table: Values, threshold: float) -> bool:
    figure = FIGURES[name](members, table)
    if measure(name).bound == "at_least":
        return figure >= threshold - TOLERANCE
    return figure <= threshold + TOLERANCE


def partitions(rows: Values) -> Iterator[list[list[str]]]:
    """Every way to put rows into classes."""
    if not rows:
        yield []
        return
    for smaller in partitions(rows[1:]):
        yield [[rows[0]], *smaller]
        for place, part in enumerate(smaller):
            yield [*smaller[:place], [rows[0], *part], *smaller[place + 1 :]]


def fewest_lost(name: str, members: Values, table: Values, threshold: float) -> int:
    """Rows lost in the best of all partitions of a class."""
    return min(
        sum(len(part) for part in parts if not holds(name, part, table, threshold))
        for parts in partitions(members)
    )


@settings(max_examples=scaled(150))
@given(promise_and_threshold, values, values)
def test_no_partition_of_a_class_loses_fewer_rows_than_are_surely_lost(
    promise: tuple[str, float], members: list[str], others: list[str]
) -> None:
    name, threshold = promise
    crowd = crowd_with(members, others)
    question = Question(crowd.at(crowd.bottom), "s")
    surely = promises()[name].surely_lost(question, threshold)
    assert len(surely) == question.classes.count == 2
    table = [*members, *others]
    assert surely[0] <= fewest_lost(name, members, table, threshold) + 1e-9
    assert 0 <= surely[0] <= len(members)


@pytest.mark.parametrize(
    ("name", "members", "threshold", "lost"),
    [
        ("distinct_l", "aaaa", 2, 4),
        ("distinct_l", "aaab", 2, 0),
        ("distinct_l", "ab", 3, 2),
        ("entropy_l", "aaa", 1.5, 3),
        # four a and one b: at most half may be a, so three of them go
        ("alpha_k", "aaaab", 0.5, 3),
        ("alpha_k", "aabb", 0.5, 0),
        ("alpha_k", "aaa", 0.5, 3),
        ("k_anonymity", "a", 5, 0),
    ],
)
def test_rows_surely_lost_by_hand(name: str, members: str, threshold: float, lost: int) -> None:
    crowd = crowd_with(members, "abcd")
    question = Question(crowd.at(crowd.bottom), "s")
    assert promises()[name].surely_lost(question, threshold)[0] == lost


@pytest.mark.parametrize(
    ("members", "t", "lost"),
    [
        # x: a a a a, y: a b c d; five of eight rows are a. With t = 0.1 at most 0.725 may be a.
        # y: b, c and d are 3 of 4, but 3 of 8 in all; at most 0.475 may be, so all three go.
        ("aaaa", 0.1, [4, 3]),
        # x: a a a b; half of all are a, at most 0.6 may be: of three a two go (1 of 2 is left).
        # y: c and d are 2 of 4, but 2 of 8 in all; at most 0.35 may be: one goes (1 of 3 is left).
        ("aaab", 0.1, [2, 1]),
        ("abcd", 0.0, [0, 0]),
        ("aaaa", 1.0, [0, 0]),
    ],
)
def test_rows_surely_lost_to_closeness_by_hand(members: str, t: float, lost: list[int]) -> None:
    crowd = crowd_with(members, "abcd")
    question = Question(crowd.at(crowd.bottom), "s")
    assert promises()["t_equal"].surely_lost(question, t).tolist() == lost


@settings(max_examples=scaled(150))
@given(promise_and_threshold, values, values, values)
def test_merging_is_as_closed_as_the_promise_says(
    promise: tuple[str, float], first: list[str], second: list[str], rest: list[str]
) -> None:
    name, threshold = promise
    table = [*first, *second, *rest]
    one, other, both = (
        holds(name, part, table, threshold) for part in (first, second, [*first, *second])
    )
    merging = promises()[name].merging
    if merging == "closed":
        assert both or not (one or other)
    elif merging == "convex":
        assert both or not (one and other)


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_every_promise_but_the_ordered_one_is_tried_above(name: str) -> None:
    about_classes = {model for model, promise in promises().items() if promise.release is None}
    assert {*FIGURES, "t_ordered"} == about_classes
    assert promises()[name].merging in ("closed", "convex")


@settings(max_examples=scaled(80))
@given(st.sampled_from(["t_equal", "t_hierarchical"]), values, values)
def test_a_distance_is_the_mean_of_equal_distances_over_its_groupings(
    name: str, members: list[str], others: list[str]
) -> None:
    crowd = crowd_with(members, others)
    question = Question(crowd.at(crowd.bottom), "s")
    groupings = promises()[name].groupings
    assert groupings is not None
    levels = groupings(question.values.sensitive)
    domain = question.values.sensitive.domain.values
    table = [*members, *others]

    def grouped(rows: Values, groups: np.ndarray) -> list[str]:
        return [str(groups[domain.index(value)]) for value in rows]

    mean = np.mean([twins.t_equal(grouped(members, g), grouped(table, g)) for g in levels])
    per_class = measure(name).per_class
    assert per_class is not None
    assert per_class(question)[0] == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize(
    ("rows", "limit", "lost"),
    [
        # ten rows on step 0 and ten on step 1: their mean is a half
        ([10, 10], 0.5, 0),
        ([10, 10], 0.25, 7),  # 3 of 13 are 0.23, 4 of 14 are 0.29
        ([0, 5], 0.5, 5),
        ([5, 0], 0.0, 0),
        ([5, 5], 1.0, 0),
        # steps 0, 1/2, 1: the highest go first
        ([4, 4, 4], 0.5, 0),
        ([4, 4, 4], 0.25, 4),
        ([0, 0, 0], 0.3, 0),
    ],
)
def test_rows_on_the_highest_steps_are_lost_first(rows: list[int], limit: float, lost: int) -> None:
    counted = lose_highest_steps(np.array([rows], np.float64), np.array([limit]))
    assert counted.tolist() == [lost]
    assert lost == _fewest_above(rows, limit)


def _fewest_above(rows: list[int], limit: float) -> int:
    """Try every number of rows to keep on each step."""
    last = len(rows) - 1
    best = inf
    for kept in np.ndindex(*[count + 1 for count in rows]):
        total = sum(kept)
        mean = sum(n * step / last for step, n in enumerate(kept)) / total if total else 0.0
        if mean <= limit + 1e-9:
            best = min(best, sum(rows) - total)
    return int(best)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=4), st.floats(0, 1))
def test_no_choice_of_rows_loses_fewer_than_the_highest_steps(
    rows: list[int], limit: float
) -> None:
    counted = lose_highest_steps(np.array([rows], np.float64), np.array([limit]))
    assert counted[0] <= _fewest_above(rows, limit)


@pytest.mark.parametrize(
    ("threshold", "looser"), [(0.0, 1e-9), (0.5, 0.5 + 1e-9), (-4.0, -4 + 4e-9), (100, 100 + 1e-7)]
)
def test_a_threshold_forgives_a_billionth(threshold: float, looser: float) -> None:
    assert loosen(threshold) == pytest.approx(looser, abs=1e-15)
