"""The fast privacy models agree with slow, obvious ones on random tables, class by class."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.crowd.crowd import Crowd
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure

from . import twins
from .tables import crowd_of, tree

NUMBERS = [str(number) for number in (-7, 0, 2, 3, 5, 8, 13, 21, 100, 1000)]
PATHS = {number: (f"g{index // 2}", f"h{index // 4}") for index, number in enumerate(NUMBERS)}

Row = tuple[str, str | None]
tables = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from(NUMBERS)), min_size=1, max_size=60
)


tables_with_gaps = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from([None, *NUMBERS[:4]])),
    min_size=1,
    max_size=60,
)


def crowd_with(rows: Sequence[Row]) -> Crowd:
    return crowd_of(
        {"class": [row[0] for row in rows], "number": [row[1] for row in rows]},
        sensitive=["number"],
        numeric=["number"],
        hierarchies=[tree("number", {None: ("missing", "missing"), **PATHS})],
    )


def compare(
    name: str, rows: Sequence[Row], twin: Callable[[twins.Values], float], **parameters: float
) -> None:
    crowd = crowd_with(rows)
    classes = crowd.at(crowd.bottom)
    per_class = measure(name).per_class
    assert per_class is not None
    figures = per_class(Question(classes, "number", parameters=parameters))
    assert figures.dtype == np.float64
    for index, figure in enumerate(figures):
        label = classes.describe(index)["class"]
        members = [number for row_label, number in rows if row_label == label]
        assert figure == pytest.approx(twin(members), abs=1e-9), label


@settings(deadline=None, max_examples=scaled(60))
@given(tables)
def test_values_of_the_class_alone(rows: list[Row]) -> None:
    compare("k_anonymity", rows, len)
    compare("distinct_l", rows, twins.distinct_l)
    compare("entropy_l", rows, twins.entropy_l)
    compare("alpha_k", rows, twins.alpha_k)


@settings(deadline=None, max_examples=scaled(60))
@given(tables, st.sampled_from([0.25, 0.5, 1, 1.5, 2, 3, 10]))
def test_recursive_l(rows: list[Row], c: float) -> None:
    compare("recursive_l", rows, lambda members: twins.recursive_l(members, c), c=c)


@settings(deadline=None, max_examples=scaled(60))
@given(tables_with_gaps, st.sampled_from([0.5, 1, 3]))
def test_a_missing_value_is_none_for_diversity(rows: list[Row], c: float) -> None:
    compare("distinct_l", rows, twins.distinct_l)
    compare("entropy_l", rows, twins.entropy_l)
    compare("recursive_l", rows, lambda members: twins.recursive_l(members, c), c=c)


@settings(deadline=None, max_examples=scaled(60))
@given(tables)
def test_values_against_the_table(rows: list[Row]) -> None:
    table = [number for _, number in rows]
    compare("t_equal", rows, lambda members: twins.t_equal(members, table))
    compare("t_ordered", rows, lambda members: twins.t_ordered(members, table))
    compare("t_hierarchical", rows, lambda members: twins.t_hierarchical(members, table, PATHS))
    compare("beta_likeness", rows, lambda members: twins.beta_likeness(members, table))
    compare(
        "enhanced_beta_likeness",
        rows,
        lambda members: twins.enhanced_beta_likeness(members, table),
    )
    compare("delta_disclosure", rows, lambda members: twins.delta_disclosure(members, table))
    compare("certainty", rows, lambda members: twins.certain_numbers(members, table))


@settings(deadline=None, max_examples=scaled(20))
@given(st.integers(2, 400), st.integers(1, 400), st.integers(0, 2**32 - 1))
def test_ordered_distance_with_wide_gaps(numbers: int, size: int, seed: int) -> None:
    """A class that has few of many numbers: whole stretches are added up at once."""
    random = np.random.default_rng(seed)
    drawn = random.geometric(0.02, size) % numbers
    rows = [("1", str(number)) for number in range(numbers)]
    rows += [("2", str(number)) for number in drawn]
    table = [number for _, number in rows]
    crowd = crowd_of(
        {"class": [row[0] for row in rows], "number": table},
        sensitive=["number"],
        numeric=["number"],
    )
    question = Question(crowd.at(crowd.bottom), "number")
    per_class = measure("t_ordered").per_class
    assert per_class is not None
    figures = per_class(question)
    assert figures[0] == pytest.approx(twins.t_ordered(table[:numbers], table), abs=1e-9)
    assert figures[1] == pytest.approx(twins.t_ordered(table[numbers:], table), abs=1e-9)


@settings(deadline=None, max_examples=scaled(60))
@given(tables)
def test_laws(rows: list[Row]) -> None:
    crowd = crowd_with(rows)
    everything = Question(crowd.at((1,)), "number")
    question = Question(crowd.at(crowd.bottom), "number")

    def figures(name: str, asked: Question) -> np.ndarray:
        per_class = measure(name).per_class
        assert per_class is not None
        return per_class(asked)

    for name in ("t_equal", "t_ordered", "t_hierarchical"):
        assert figures(name, everything) == pytest.approx(0, abs=1e-12)
        assert (figures(name, question) >= 0).all()
        assert (figures(name, question) <= 1 + 1e-12).all()
    equal = figures("t_equal", question)
    assert (figures("t_hierarchical", question) <= equal + 1e-12).all()
    assert (figures("t_ordered", question) <= equal + 1e-12).all()
    assert (figures("entropy_l", question) <= figures("distinct_l", question) + 1e-9).all()
    assert (figures("recursive_l", question) <= figures("distinct_l", question)).all()
    assert (figures("alpha_k", question) * figures("distinct_l", question) >= 1 - 1e-12).all()


def test_one_number_only_is_no_distance() -> None:
    crowd = crowd_of(
        {"class": ["a", "b"], "number": ["4", "4"]}, sensitive=["number"], numeric=["number"]
    )
    question = Question(crowd.at(crowd.bottom), "number")
    for name in ("t_ordered", "t_equal", "beta_likeness", "certainty"):
        assert measure(name).compute(question) == 0


@pytest.mark.parametrize("name", ["distinct_l", "entropy_l", "recursive_l"])
def test_missing_and_blank_are_no_values(name: str) -> None:
    diseases = ["flu", "cold", None, "flu", None, " ", None, ""]
    crowd = crowd_of({"class": list("aaabbbcc"), "disease": diseases}, sensitive=["disease"])
    question = Question(crowd.at(crowd.bottom), "disease")
    per_class = measure(name).per_class
    assert per_class is not None
    assert per_class(question) == pytest.approx([2, 1, 0])
    assert measure(name).holding(question, 1).tolist() == [True, True, False]
    assert measure(name).compute(question) == 0


@pytest.mark.parametrize("name", ["distinct_l", "entropy_l", "recursive_l"])
def test_a_column_without_values_has_no_diversity(name: str) -> None:
    crowd = crowd_of({"class": ["a", "b"], "disease": [None, None]}, sensitive=["disease"])
    question = Question(crowd.at(crowd.bottom), "disease")
    per_class = measure(name).per_class
    assert per_class is not None
    assert per_class(question).tolist() == [0, 0]
