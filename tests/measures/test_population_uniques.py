"""Estimates of who is unique in the population: ARX's figures on Adult, and what must hold."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.measures.risk.dankar import choose_estimator
from incrowd.measures.risk.pitman import fit, likelihood, pitman
from incrowd.measures.risk.sample import Sample, sample_of
from incrowd.measures.risk.snb import population_classes, snb
from incrowd.measures.risk.zayatz import zayatz

from .conftest import Facts
from .golden_cases import adult_sample
from .tables import crowd_of, crowd_of_sizes

ESTIMATORS = ["zayatz", "pitman", "snb", "dankar"]
SNB_OF_ADULT = {301_620: 75_398, 150_810: 48_178, 60_324: 25_760, 33_513: 16_751}
class_sizes = st.lists(st.integers(1, 12), min_size=1, max_size=25)


def sample(sizes: list[int], people: int) -> Sample:
    found, counts = np.unique(np.array(sizes, np.int64), return_counts=True)
    return Sample(found, counts.astype(np.int64), people)


def question_of(sizes: list[int], people: int) -> Question:
    crowd = crowd_of_sizes(sizes)
    return Question(crowd.at(crowd.bottom), population_size=people)


@pytest.mark.slow
def test_pitman_and_zayatz_on_adult(
    facts: Facts, adult_columns: dict[str, list[str]], adult_hierarchies: list[Hierarchy]
) -> None:
    runs = facts("population.json")["runs"]
    assert len(runs) == 10
    for run in runs:
        names = adult_columns if run["qis"] == "all nine" else run["qis"]
        crowd = crowd_of(
            {name: adult_columns[name] for name in names}, hierarchies=adult_hierarchies
        )
        question = Question(crowd.at(crowd.bottom), population_size=run["population_size"])
        for name in ("pitman", "zayatz"):
            figure = measure(name).compute(question)
            assert figure == pytest.approx(run[name]["uniques"], rel=1e-8), (run["qis"], name)


def test_pitman_and_zayatz_on_the_class_sizes_of_adult(facts: Facts) -> None:
    """The nine columns as in the test above, from the golden histogram instead of the rows."""
    runs = [run for run in facts("population.json")["runs"] if run["qis"] == "all nine"]
    assert len(runs) > 3
    for run in runs:
        question = adult_sample(run["population_size"])
        for name in ("pitman", "zayatz"):
            figure = measure(name).compute(question)
            assert figure == pytest.approx(run[name]["uniques"], rel=1e-8), name


@pytest.mark.parametrize(("people", "expected"), SNB_OF_ADULT.items())
def test_slide_negative_binomial_on_adult(people: int, expected: int) -> None:
    figure = measure("snb").compute(adult_sample(people))
    assert figure is not None
    assert round(figure) == expected


@pytest.mark.parametrize(
    ("people", "chosen"),
    [(317_238_626, "pitman"), (301_620, "pitman"), (301_619, "snb"), (33_513, "snb")],
)
def test_the_rule_follows_the_sampling_fraction(people: int, chosen: str) -> None:
    question = adult_sample(people)
    estimator, figure = choose_estimator(question)
    assert estimator.name == chosen
    assert figure == measure(chosen).compute(question) == measure("dankar").compute(question)


def test_the_rule_falls_back_on_zayatz() -> None:
    """Only unique rows: neither Pitman's likelihood nor the pairs of rows say anything."""
    for people in (20, 2000):
        question = question_of([1] * 10, people)
        assert measure("pitman").compute(question) is None
        assert measure("snb").compute(question) is None
        estimator, figure = choose_estimator(question)
        assert estimator.name == "zayatz"
        assert figure == measure("zayatz").compute(question) is not None


def test_the_rule_takes_the_smaller_of_two_for_large_fractions() -> None:
    chosen = set()
    for sizes in ([1, 1, 1, 2, 2, 3], [1, 2, 2, 2, 2, 6, 9], [1, 1, 1, 1, 1, 2, 9, 9]):
        question = question_of(sizes, 2 * sum(sizes))
        binomial, bayes = measure("snb").compute(question), measure("zayatz").compute(question)
        assert bayes is not None
        expected = bayes if binomial is None else min(bayes, binomial)
        estimator, figure = choose_estimator(question)
        assert figure == expected
        chosen.add(estimator.name)
    assert chosen == {"snb", "zayatz"}


@settings(deadline=None, max_examples=scaled(40))
@given(class_sizes, st.integers(1, 60))
def test_zayatz_by_its_definition(sizes: list[int], others: int) -> None:
    rows, people = sum(sizes), sum(sizes) + others
    if 1 not in sizes:
        sizes = [*sizes, 1]
        rows, people = rows + 1, people + 1
    share = {size: sizes.count(size) / len(sizes) for size in sizes}

    def drawn_once(size: int) -> float:
        return size * comb(people - size, rows - 1) / comb(people, rows)

    chance = share[1] * drawn_once(1) / sum(share[size] * drawn_once(size) for size in share)
    expected = sizes.count(1) * chance * people / rows
    assert zayatz(sample(sizes, people)) == pytest.approx(expected)


@settings(deadline=None, max_examples=scaled(30))
@given(class_sizes, st.floats(0.1, 20), st.floats(0.05, 0.95))
def test_likelihood_and_its_derivatives(sizes: list[int], theta: float, alpha: float) -> None:
    one = sample(sizes, 1000)

    def at(theta: float, alpha: float) -> np.ndarray:
        result = np.empty(6)
        likelihood(one.sizes, one.counts, theta, alpha, result)
        return result

    here = at(theta, alpha)
    obvious = sum(np.log(theta + i * alpha) for i in range(1, len(sizes)))
    obvious -= sum(np.log(theta + i) for i in range(1, sum(sizes)))
    obvious += sum(np.log(i - alpha) for size in sizes for i in range(1, size))
    assert here[0] == pytest.approx(obvious, abs=1e-9)
    step = 1e-5
    by_theta = (at(theta + step, alpha) - at(theta - step, alpha)) / (2 * step)
    by_alpha = (at(theta, alpha + step) - at(theta, alpha - step)) / (2 * step)
    assert here[[1, 2]] == pytest.approx([by_theta[0], by_alpha[0]], rel=1e-4, abs=1e-4)
    assert here[[3, 4, 5]] == pytest.approx(
        [by_theta[1], by_theta[2], by_alpha[2]], rel=1e-4, abs=1e-4
    )


def test_the_fit_is_a_maximum() -> None:
    one = sample_of(adult_sample(1_000_000))
    found = fit(one)
    assert found is not None
    best, other = np.empty(6), np.empty(6)
    likelihood(one.sizes, one.counts, *found, best)
    for theta, alpha in [(1.001, 1), (0.999, 1), (1, 1.001), (1, 0.999), (1.01, 0.99)]:
        likelihood(one.sizes, one.counts, found[0] * theta, found[1] * alpha, other)
        assert other[0] < best[0]


def test_snb_reproduces_the_rows_it_was_fitted_to() -> None:
    """Draw from a population that is what the model says; the estimate comes near its uniques."""
    random = np.random.default_rng(5)
    population = 1 + random.negative_binomial(0.8, 0.3, 40_000)
    drawn = random.binomial(population, 0.4)
    one = sample(drawn[drawn > 0].tolist(), int(population.sum()))
    assert population_classes(one) == pytest.approx(len(population), rel=0.1)
    assert snb(one) == pytest.approx((population == 1).sum(), rel=0.15)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_what_needs_no_estimate(name: str) -> None:
    assert measure(name).compute(question_of([2, 3], 50)) == 0
    assert measure(name).compute(question_of([1, 1, 3], 5)) == 2


@settings(deadline=None, max_examples=scaled(60))
@given(class_sizes, st.integers(0, 10_000))
def test_always_a_positive_number_or_none(sizes: list[int], others: int) -> None:
    question = question_of(sizes, sum(sizes) + others)
    for name in ESTIMATORS:
        figure = measure(name).compute(question)
        assert figure is None or (np.isfinite(figure) and figure >= 0)
    assert measure("dankar").compute(question) is not None


def test_pitman_is_silent_where_the_likelihood_grows_without_end() -> None:
    assert pitman(sample([1, 1, 1], 50)) is None
    assert pitman(sample([1], 50)) is None
