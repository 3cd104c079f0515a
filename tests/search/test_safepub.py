"""SafePub: its k is the smallest that the theorem allows, and a release holds what it says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil, comb, exp, floor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import crowd_of, tables

import incrowd as ic
from incrowd.errors import InvalidParameter
from incrowd.search.local_recoding.safepub import SAFEPUB, choose_levels
from incrowd.search.method import Listeners, Problem
from incrowd.search.priorities import Priorities
from incrowd.search.sampling_guarantee import delta_of, sampling_rate, smallest_k


def tail_by_hand(n: int, epsilon: float) -> float:
    """P(Binomial(n, beta) > gamma n) with exact fractions."""
    beta, gamma = Fraction(sampling_rate(epsilon)), Fraction(-np.expm1(-2 * epsilon))
    first = floor(gamma * n) + 1
    total = sum(
        (comb(n, j) * beta**j * (1 - beta) ** (n - j) for j in range(first, n + 1)), Fraction(0)
    )
    return float(total)


@pytest.mark.parametrize("epsilon", [0.4, 1.0, 2.0])
def test_delta_is_the_largest_tail(epsilon):
    tails = [tail_by_hand(n, epsilon) for n in range(161)]
    gamma = (exp(epsilon) - 1 + sampling_rate(epsilon)) / exp(epsilon)
    for k in (1, 2, 5, 13, 30):
        expected = max(tails[max(ceil(k / gamma - 1), 1) :])
        assert delta_of(k, epsilon) == pytest.approx(expected, rel=1e-9)


@given(st.floats(0.05, 3.0), st.sampled_from([1e-2, 1e-4, 1e-6, 1e-9]))
def test_k_is_the_smallest_that_holds_delta(epsilon, delta):
    k = smallest_k(epsilon, delta)
    assert delta_of(k, epsilon) <= delta
    assert k == 1 or delta_of(k - 1, epsilon) > delta


@given(st.floats(0.05, 3.0), st.integers(1, 60))
def test_delta_never_rises_with_k(epsilon, k):
    assert delta_of(k + 1, epsilon) <= delta_of(k, epsilon)


@pytest.mark.parametrize("epsilon", [0.4, 1.0])
def test_two_tables_that_differ_in_one_row_look_nearly_the_same(epsilon):
    """The promise itself, of one group: n rows or n - 1, drawn, and told only from k on."""
    k, beta = 6, sampling_rate(epsilon)
    delta = delta_of(k, epsilon)

    def told(n: int) -> dict[int, float]:
        chances = [comb(n, j) * beta**j * (1 - beta) ** (n - j) for j in range(n + 1)]
        seen = {j: chance for j, chance in enumerate(chances) if j >= k}
        return {**seen, 0: sum(chances[:k])}

    for n in range(1, 60):
        with_one, without = told(n), told(n - 1)
        for first, second in ((with_one, without), (without, with_one)):
            beyond = sum(
                max(chance - exp(epsilon) * second.get(answer, 0.0), 0.0)
                for answer, chance in first.items()
            )
            assert beyond <= delta + 1e-12


def problem_of(rows, k: int = 1, **more) -> Problem:
    crowd = crowd_of(rows, 2)
    return Problem(crowd, k, Priorities.ranked((), crowd.names), **more)


@given(tables(2), st.integers(1, 4))
def test_what_is_left_out_is_counted(rows, k):
    problem = problem_of(rows, k, epsilon=0.5, delta=0.3, seed="s")
    solution = SAFEPUB.run(problem, Listeners())
    recoding, least = solution.recoding, max(k, smallest_k(0.5, 0.3))
    assert (recoding.class_sizes >= least).all()
    small = recoding.suppressed_rows - solution.not_drawn
    assert 0 <= small <= recoding.crowd.rows - solution.not_drawn
    assert set(map(tuple, recoding.levels.T.tolist())) <= {choose_levels(problem)}


def test_rows_are_drawn_with_the_probability_that_is_said():
    rows = [("a", "b")] * 400 + [("c", "d")] * 100
    drawn = [
        problem.crowd.rows - SAFEPUB.run(problem, Listeners()).not_drawn
        for problem in (problem_of(rows, epsilon=0.7, seed=str(seed)) for seed in range(300))
    ]
    share = sampling_rate(0.7)
    assert np.mean(drawn) == pytest.approx(500 * share, abs=3)
    assert np.var(drawn) == pytest.approx(500 * share * (1 - share), rel=0.3)


def test_each_run_draws_anew_unless_told():
    rows = [("a", str(number % 7)) for number in range(500)]
    answers = {SAFEPUB.run(problem_of(rows), Listeners()).not_drawn for _ in range(8)}
    assert len(answers) > 1
    again = {SAFEPUB.run(problem_of(rows, seed="s"), Listeners()).not_drawn for _ in range(3)}
    assert len(again) == 1


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    ages = [f"{20 + row % 40},{'mf'[row % 2]},{row}" for row in range(1200)]
    path.write_text("age,sex,id\n" + "\n".join(ages) + "\n")
    (tmp_path / "age.csv").write_text(
        "\n".join(
            f"{age};{age // 10 * 10}er;{'young' if age < 40 else 'old'};*" for age in range(20, 60)
        )
    )
    return path


def open_people(path: Path, **more):
    return ic.open(path, quasi=["age", "sex"], sensitive=[], identifier=["id"], **more)


def test_a_release_holds_k_and_says_what_it_promises(people, tmp_path):
    with open_people(people, hierarchies=tmp_path) as table:
        outcome = table.anonymize(1, method="safepub", lowest={"age": 1, "sex": 0})
        released = outcome.write(tmp_path / "release.csv")
        with pytest.raises(InvalidParameter):
            outcome.write(tmp_path / "release.csv", keep_order=True)
    assert outcome.result.k >= smallest_k(1.0, 1e-6) == outcome.request.k
    words = " ".join(map(str, released.warnings))
    assert "differentially private with epsilon = 1 and delta = 1e-06" in words
    lines = (tmp_path / "release.csv").read_text().splitlines()[1:]
    assert min(Counter(lines).values()) == released.k
    assert len(lines) == released.rows == outcome.result.rows
    result = outcome.result
    assert result.not_drawn is not None
    assert result.rows + result.suppressed_rows == 1200
    assert result.suppressed_by.k == result.suppressed_rows - result.not_drawn
    assert {line.partition(",")[0] for line in lines} <= {"20er", "30er", "40er", "50er"}


def test_hierarchies_made_from_the_data_take_the_promise_away(people):
    with open_people(people) as table:
        outcome = table.anonymize(1, method="safepub", lowest={"age": 1})
        whole = table.anonymize(1, method="safepub", lowest={"age": 0, "sex": 1}, epsilon=0.3)
    assert "not differentially private: the hierarchies of age" in str(outcome.result.notes[1])
    assert "differentially private with epsilon = 0.3" in str(whole.result.notes[1])


def test_columns_that_are_published_exactly_are_refused(people):
    with (
        ic.open(people, quasi=["age"], sensitive=["sex"], identifier=["id"]) as table,
        pytest.raises(InvalidParameter, match="'sex' would be published exactly"),
    ):
        table.anonymize(1, method="safepub")


@pytest.mark.parametrize(
    ("epsilon", "delta"), [(0, None), (-1, None), (9, None), (None, 0), (None, 1), (1, 2)]
)
def test_budgets_that_are_not_possible_are_refused(people, epsilon, delta):
    with open_people(people) as table, pytest.raises(InvalidParameter) as error:
        table.anonymize(1, method="safepub", epsilon=epsilon, delta=delta)
    assert error.value.hint


def test_other_methods_know_no_budget(people):
    with open_people(people) as table, pytest.raises(InvalidParameter, match="knows nothing"):
        table.anonymize(5, epsilon=1.0)


def test_too_few_rows_are_refused(people):
    with open_people(people) as table, pytest.raises(InvalidParameter, match="is not possible"):
        table.anonymize(1, method="safepub", epsilon=5.0, delta=1e-9)


def test_people_with_several_rows_are_refused(people):
    with (
        ic.open(people, quasi=["age"], sensitive=[], person="id", identifier=["sex"]) as table,
    ):
        table.anonymize(1, method="safepub", delta=0.01)  # one row each
    text = people.read_text().splitlines()
    people.write_text("\n".join([*text, *text[1:]]) + "\n")
    with (
        ic.open(people, quasi=["age"], sensitive=[], person="id", identifier=["sex"]) as table,
        pytest.raises(InvalidParameter, match="several rows"),
    ):
        table.anonymize(1, method="safepub", delta=0.01)


def test_a_recipe_of_a_sample_cannot_be_repeated(people, tmp_path):
    with open_people(people) as table:
        outcome = table.anonymize(1, method="safepub", delta=0.01)
        outcome.recipe(tmp_path / "recipe.json")
    with pytest.raises(InvalidParameter, match="cannot be repeated"):
        ic.apply(tmp_path / "recipe.json", people, tmp_path / "again.csv")
