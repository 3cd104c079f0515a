"""A table as a sample of a population: uniques by a named model, what strangers find, in words."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tables import Row, RowsSource, open_rows

from incrowd.dataset.population import (
    MODELS,
    MOST_PEOPLE,
    PopulationRisk,
    _share_in_words,
    measure_population,
    to_population_size,
)
from incrowd.errors import InvalidParameter
from incrowd.language import set_language, translate

NAMES = ["age", "sex"]
ROWS: list[Row] = [("30", "f"), ("30", "f"), ("41", "m"), ("41", "m"), ("52", "f"), ("60", "m")]


def risk_of(rows: list[Row], size: int | None = None, everybody: list[Row] | None = None):
    people = None if everybody is None else RowsSource(everybody, NAMES)
    table = open_rows(rows, NAMES, NAMES, population=people)
    crowd = table.crowd
    return measure_population(crowd.at(crowd.bottom), table.population_crowd, size)


people = st.lists(st.tuples(st.sampled_from("123456"), st.sampled_from("fm")), min_size=1)


@given(people, people)
def test_among_a_table_of_people_everything_is_counted(rows: list[Row], more: list[Row]) -> None:
    """The slow twin: look every published row up in the population."""
    everybody = rows + more
    alike = Counter(everybody)
    risk = risk_of(rows, everybody=everybody)
    assert (risk.people, risk.rows, risk.model) == (len(everybody), len(rows), "counted")
    assert risk.uniques == sum(alike[row] == 1 for row in rows)
    assert (risk.uniques_of, risk.basis) == (len(rows), "counted")
    values = {attack.name: attack.value for attack in risk.attacks}
    assert values["journalist_risk"] == pytest.approx(max(100 / alike[row] for row in rows))
    matched = sum(100 / alike[row] for row in rows) / len(rows)
    assert values["marketer_risk"] == pytest.approx(matched)


@given(people, st.integers(0, 10**6))
def test_no_figure_comes_without_its_model(rows: list[Row], more: int) -> None:
    risk = risk_of(rows, len(rows) + more)
    assert (risk.uniques is None) == (risk.model is None) == (risk.model_title is None)
    assert risk.model is None or risk.model in MODELS
    assert [estimate.model for estimate in risk.estimates] == ["pitman", "zayatz", "snb"]
    for estimate in risk.estimates:
        assert (estimate.uniques is None) == (estimate.status != "fits")
        assert estimate.used == (estimate.model == risk.model)
        if estimate.uniques is not None:
            assert 0 <= estimate.uniques <= risk.people * 1.001
    if risk.uniques is not None:
        assert 0 <= risk.uniques <= risk.people * 1.001
    assert all(sentence.endswith(".") for sentence in risk.explanation)


def said(risk: PopulationRisk) -> str:
    return " ".join(risk.explanation)


def test_the_model_is_named_and_those_that_do_not_converge_are_too() -> None:
    risk = risk_of([(str(number), "f") for number in range(9)], 1000)
    assert risk.model == "zayatz"  # Pitman needs a row that is not unique
    assert "The model of Pitman does not converge on these rows." in risk.explanation
    assert "The slide negative binomial model does not converge on these rows." in risk.explanation
    assert "an estimate with the model of Zayatz" in said(risk)


def test_without_a_unique_row_no_model_is_needed() -> None:
    risk = risk_of([("30", "f")] * 4, 1000)
    assert (risk.uniques, risk.model) == (0, "no_uniques")
    assert risk.explanation[0] == "Nobody would be unique in a population of 1,000."
    assert "no model is needed" in said(risk)


def test_a_table_of_everybody_shows_its_uniques() -> None:
    risk = risk_of(ROWS, len(ROWS))
    assert (risk.uniques, risk.model, risk.sampling_fraction) == (2, "counted", 1)
    assert "This is counted, not estimated." in risk.explanation


def test_no_row_is_no_figure() -> None:
    crowd = open_rows(ROWS, NAMES, NAMES).crowd
    classes = crowd.at(crowd.bottom)
    risk = measure_population(classes.keeping(np.zeros(classes.count, bool)), None, 100)
    assert (risk.rows, risk.uniques, risk.model) == (0, None, None)
    assert {attack.value for attack in risk.attacks} == {None}
    assert risk.explanation == ("No row is published, so nobody can be found.",)


@pytest.mark.parametrize(
    ("uniques", "people", "words"),
    [
        (600, 200_000, "About 3 of 1,000 people would be unique in a population of 200,000."),
        (54_000, 200_000, "About 27 of 100 people would be unique in a population of 200,000."),
        (2_400, 200_000, "About 12 of 1,000 people would be unique in a population of 200,000."),
        (60, 2_000_000, "About 3 of 100,000 people would be unique in a population of 2,000,000."),
        (1, 50, "About 1 of 50 people would be unique in a population of 50."),
        (50, 50, "Nearly everybody would be unique in a population of 50."),
        (0, 50, "Nobody would be unique in a population of 50."),
    ],
)
def test_a_share_in_words(uniques: float, people: int, words: str) -> None:
    assert _share_in_words(uniques, people) == words


def test_less_than_one_person_is_hardly_anybody() -> None:
    assert _share_in_words(0.2, 1000).startswith("Hardly anybody would be unique")


@given(st.floats(1, 10**9), st.integers(1, 10**9))
def test_a_share_never_claims_more_than_it_is(uniques: float, people: int) -> None:
    assert "0 of" not in _share_in_words(min(uniques, people), people).split("About ")[-1][:4]


def test_the_words_are_told_in_spanish() -> None:
    set_language("es")
    try:
        assert translate(_share_in_words(600, 200_000)) == (
            "Unas 3 de cada 1.000 personas serían únicas en una población de 200.000."
        )
    finally:
        set_language("en")


@pytest.mark.parametrize(
    ("size", "fraction", "expected"),
    [(None, None, None), (100, None, 100), (None, 0.1, 100), (None, 1.0, 10), (10, None, 10)],
)
def test_size_or_fraction(size: int | None, fraction: float | None, expected: int | None) -> None:
    assert to_population_size(10, size, fraction) == expected


@pytest.mark.parametrize(
    ("size", "fraction", "message"),
    [
        (9, None, "cannot contain the 10 people"),
        (0, None, "cannot contain"),
        (-5, None, "cannot contain"),
        (MOST_PEOPLE + 1, None, "No population has more"),
        (None, 0.0, "sampling fraction of 0"),
        (None, -0.1, "sampling fraction of -0.1"),
        (None, 1.01, "sampling fraction of 1.01"),
        (None, float("nan"), "sampling fraction of nan"),
        (None, float("inf"), "sampling fraction of inf"),
        (None, 1e-300, "No population has more"),
        (100, 0.1, "given twice"),
    ],
)
def test_impossible_populations(size: int | None, fraction: float | None, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        to_population_size(10, size, fraction)


def test_a_population_without_the_people_of_the_table_is_refused() -> None:
    with pytest.raises(InvalidParameter):
        risk_of(ROWS, everybody=[*ROWS[:-1], ("30", "f"), ("30", "f")])
    with pytest.raises(InvalidParameter):
        risk_of(ROWS, everybody=ROWS[:-1])
