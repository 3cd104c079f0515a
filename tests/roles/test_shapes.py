"""Columns whose name says nothing: counters, codes, measurements, sentences, constants."""

from __future__ import annotations

import random

import pytest
from role_profiles import guess_one

from incrowd.table import Kind, Role

SENTENCE = "The patient number {} was seen today and felt much better than before."


def test_a_counter_is_an_identifier() -> None:
    found = guess_one("x17", [str(number) for number in range(1, 101)])
    assert (found.role, found.meaning) == (Role.IDENTIFIER, "identifier")
    assert found.reason == "It numbers the 100 rows: each number points to one row."


def test_a_counter_that_starts_elsewhere_needs_more_rows() -> None:
    assert guess_one("x17", [str(number) for number in range(30, 42)]).role is Role.QUASI
    assert guess_one("x17", [str(number) for number in range(30, 60)]).role is Role.IDENTIFIER


def test_ages_that_happen_to_differ_are_no_identifier() -> None:
    ages = ["31", "45", "28", "63", "22", "57", "39", "41"]
    assert guess_one("x17", ages).role is Role.QUASI
    assert guess_one("age", [str(age) for age in range(1, 101)]).meaning == "age"


def test_numbers_of_one_length_that_never_repeat_are_identifiers() -> None:
    rng = random.Random(3)
    numbers = [str(number) for number in rng.sample(range(100_000, 999_999), 80)]
    assert guess_one("x17", numbers).role is Role.IDENTIFIER
    assert guess_one("x17", numbers[:30]).role is Role.QUASI


def test_measurements_that_never_repeat_are_no_identifier() -> None:
    rng = random.Random(5)
    assert guess_one("x17", [f"{rng.random():.9f}" for _ in range(2000)]).role is Role.QUASI
    assert guess_one("x17", [str(rng.randrange(10**6)) for _ in range(60)]).role is Role.QUASI


def test_codes_that_never_repeat_are_identifiers() -> None:
    codes = [f"P-{number:04}" for number in range(40)]
    found = guess_one("x17", codes)
    assert found.role is Role.IDENTIFIER
    assert "40 of 40 values are different" in found.reason
    assert guess_one("code", codes).role is Role.IDENTIFIER
    assert guess_one("x17", codes[:8]).role is Role.QUASI


def test_texts_that_hardly_repeat_are_identifiers() -> None:
    texts = [f"name {number}" for number in range(195)] + ["name 1"] * 5
    assert guess_one("x17", texts).role is Role.IDENTIFIER
    assert guess_one("x17", texts + texts).role is Role.QUASI


def test_sentences_are_free_text() -> None:
    notes = [SENTENCE.format(number) for number in range(30)]
    for name in ("x17", "notes", "diagnosis"):
        found = guess_one(name, notes)
        assert (found.role, found.meaning) == (Role.IDENTIFIER, "free_text")
        assert "free text can contain anything" in found.reason


def test_long_labels_that_repeat_are_not_free_text() -> None:
    labels = [SENTENCE.format(number) for number in range(6)] * 10
    assert guess_one("x17", labels).role is Role.QUASI


def test_a_constant_is_insensitive() -> None:
    found = guess_one("x17", ["same"] * 12)
    assert found.role is Role.INSENSITIVE
    assert found.reason == "All 12 rows have the same value: it cannot tell people apart."


@pytest.mark.parametrize(
    "values", [["same"] * 11 + [None], ["same"], [None] * 12, [], ["a", "b"] * 6]
)
def test_insensitive_only_when_sure(values: list[str | None]) -> None:
    assert guess_one("x17", values).role is Role.QUASI


def test_a_constant_with_a_telling_name_keeps_its_role() -> None:
    assert guess_one("diagnosis", ["HIV"] * 12).role is Role.SENSITIVE
    assert guess_one("country", ["Spain"] * 12).role is Role.QUASI
    assert guess_one("phone", ["0"] * 12).role is Role.QUASI


def test_numbers_like_years_are_years() -> None:
    assert guess_one("x17", [str(1950 + step % 50) for step in range(200)]).meaning == "year"
    assert guess_one("x17", ["1950", "12000", "1970"] * 3).meaning is None


def test_doubt_is_told() -> None:
    assert guess_one("x17", ["1", "2", "2"]).reason == (
        "2 different whole numbers in 3 rows: we are not sure, but others may know it."
    )
    assert guess_one("x17", ["true", "false"] * 4, Kind.BOOLEAN).reason == (
        "2 different yes-or-no values in 8 rows: we are not sure, but others may know it."
    )
    assert guess_one("x17", [None, None]).reason == (
        "No row has a value: we are not sure, but others may know it."
    )


@pytest.mark.parametrize("name", ["product_group_id", "visit_key", "ward_round_id"])
def test_an_id_that_does_not_say_whose_must_differ(name: str) -> None:
    repeated = [str(number % 40) for number in range(1000)]
    different = [str(7 * number) for number in range(1000)]
    assert guess_one("visit_key", repeated).role is Role.QUASI
    assert guess_one("visit_key", different).role is Role.IDENTIFIER
    assert guess_one(name, repeated).role is Role.QUASI


def test_a_column_called_patient_holds_their_numbers() -> None:
    visits = [str(5 * (number % 200)) for number in range(1000)]
    assert guess_one("patient", visits).role is Role.PERSON
    assert guess_one("patient", ["yes", "no"] * 20).role is Role.QUASI
