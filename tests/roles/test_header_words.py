"""Names of columns cut into words, folded, and read: order of readings, small words, endings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.roles.headers import LONGEST_NAME, fold, read, split
from incrowd.roles.meaning import Meaning


def meanings(name: str) -> list[str]:
    return [reading.meaning.value for reading in read(name)]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("age", ("age",)),
        ("AGE", ("age",)),
        ("birthDate", ("birth", "date")),
        ("birth_date", ("birth", "date")),
        ("birth-date.2", ("birth", "date", "2")),
        ("IPAddress", ("ip", "address")),
        ("HTMLPage2x", ("html", "page", "2", "x")),
        ("Fecha de Nacimiento", ("fecha", "de", "nacimiento")),
        ("Größe", ("grosse",)),
        ("AÑO", ("ano",)),
        ("  spaced   out  ", ("spaced", "out")),
        ("__x__", ("x",)),
        ("icd10", ("icd", "10")),
        ("", ()),
        ("???", ()),
        ("年齢", ("年齢",)),
        ("a1b2", ("a", "1", "b", "2")),
    ],
)
def test_a_name_is_cut_at_separators_case_and_digits(name: str, words: tuple[str, ...]) -> None:
    assert split(name) == words


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("ÉTÉ", "ete"),
        ("ﬁn", "fin"),
        ("İstanbul", "istanbul"),
        ("Ελλάδα", "ελλαδα"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_case_and_accents_are_dropped(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_only_the_beginning_of_a_very_long_name_is_read() -> None:
    long = "x" * (LONGEST_NAME - 4)
    assert meanings(f"{long} age") == ["age"]
    assert meanings(f"{long}x age") == []


@pytest.mark.parametrize(
    "name",
    [
        "date of birth",
        "date_birth",
        "dateofbirth",
        "DateOfBirth",
        "DATE-OF-THE-BIRTH",
        "fecha nacimiento",
        "fecha de nacimiento",
        "date de la naissance",
        "data nascita",
        "data di nascita",
        "data de nascimento",
        "Geburtsdatum",
    ],
)
def test_small_words_may_be_left_out_or_added(name: str) -> None:
    assert meanings(name)[0] == "birth_date"


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Notfalltelefonnummer", "phone"),
        ("Haushaltseinkommen", "income"),
        ("Entlassungsdatum", "date"),
        ("Wohnstraße", "address"),
        ("Wohnstrasse", "address"),
        ("Nebendiagnose", "diagnosis"),
    ],
)
def test_german_compounds_are_read_by_their_end(name: str, first: str) -> None:
    assert meanings(name)[0] == first


@pytest.mark.parametrize(("umlaut", "written_out"), [("Größe", "Groesse"), ("Straße", "Strasse")])
def test_umlauts_may_be_written_out(umlaut: str, written_out: str) -> None:
    assert meanings(umlaut) == meanings(written_out)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("diagnosis_date", ["date", "diagnosis"]),
        ("date_diagnosis", ["date", "diagnosis"]),
        ("age_at_diagnosis", ["age"]),
        ("country_of_birth", ["country"]),
        ("mother_tongue", ["language"]),
        ("phone_number", ["phone"]),
        ("city_city", ["place"]),
    ],
)
def test_readings_come_in_the_order_of_what_they_tell(name: str, order: list[str]) -> None:
    assert meanings(name) == order


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("id", True),
        ("id2", True),
        ("2_id", True),
        ("ward_round_id", False),
        ("date of birth", True),
        ("date of birth of child", False),
    ],
)
def test_a_number_beside_a_word_leaves_it_whole(name: str, whole: bool) -> None:
    assert read(name)[0].whole is whole


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Beruf", "German"),
        ("ville", "French"),
        ("città", "Italian"),
        ("cidade", "Portuguese"),
        ("ciudad", "Spanish"),
        ("city", "English"),
    ],
)
def test_the_language_of_a_word_is_known(name: str, language: str) -> None:
    assert read(name)[0].entry.language == language


@pytest.mark.parametrize("name", ["cap", "data", "lat"])
def test_words_with_other_senses_are_not_trusted(name: str) -> None:
    assert all(reading.entry.unsure for reading in read(name))


def test_a_phrase_hides_the_words_in_it() -> None:
    # "trade union" is one thing; neither the trade nor the union is read beside it
    assert meanings("trade_union") == [Meaning.UNION.value]
