"""Values that are words: sexes, religions, diseases; and the sentences made of the evidence."""

from __future__ import annotations

import pytest
from role_profiles import guess_one, profile_of

from incrowd.roles.evidence import FEWEST, TITLES, known_words, tells_sex, weigh
from incrowd.roles.headers import fold
from incrowd.roles.meaning import Meaning
from incrowd.table import Profile


def found_in(values: list[str]) -> set[Meaning]:
    return {evidence.meaning for evidence in weigh(profile_of("x", values), frozenset())}


def test_every_vocabulary_has_a_title_and_folded_words() -> None:
    assert set(known_words()) == set(TITLES) >= set(FEWEST)
    for words in known_words().values():
        assert "" not in words
        assert all(word == fold(word) for word in words)


@pytest.mark.parametrize(
    "values",
    [
        ["Male", "Female"],
        ["M", "F"],
        ["m", "w", "d"],
        ["H", "F"],
        ["Hombre", "Mujer"],
        ["homme", "femme"],
        ["maschio", "femmina"],
        ["Masculino", "Feminino"],
        ["MÄNNLICH", "WEIBLICH"],
    ],
)
def test_sexes_are_known_in_every_language(values: list[str]) -> None:
    assert found_in(values) == {Meaning.SEX}


@pytest.mark.parametrize(
    "values",
    [["M"], ["D", "X"], ["W", "D"], ["M", "T", "W", "F"], ["F", "A", "B", "C"], ["yes", "no"]],
)
def test_letters_alone_are_no_sex(values: list[str]) -> None:
    assert found_in(values) == set()


def test_single_letters_must_be_a_pair() -> None:
    assert tells_sex(frozenset({"m", "w", "d"}))
    assert not tells_sex(frozenset({"w", "d"}))
    assert tells_sex(frozenset({"male", "x"}))


def test_two_diseases_are_too_few() -> None:
    assert found_in(["Flu", "Cancer"]) == set()
    assert found_in(["Flu", "Cancer", "HIV"]) == {Meaning.DIAGNOSIS}


def test_most_values_must_be_known() -> None:
    assert found_in(["Flu", "Cancer", "HIV", "Asthma", "Rabies"]) == {Meaning.DIAGNOSIS}
    assert found_in(["Flu", "Cancer", "HIV", "Rabies"]) == set()


def test_only_some_values_are_told_as_looked_at() -> None:
    addresses = [f"p{number:05}@example.org" for number in range(1500)]
    assert guess_one("x17", addresses).reason == (
        "All 1,000 values looked at are e-mail addresses: it points to one person."
    )


def test_one_value_is_told_as_the_only_one() -> None:
    assert guess_one("Postcode", ["28013"]).reason == (
        "It is called 'Postcode', and its only value fits (possible postcodes): others may know it."
    )


def test_a_long_name_is_shortened() -> None:
    reason = guess_one("age " + "x" * 300, ["30", "40"]).reason
    assert "…" in reason
    assert len(reason) < 200


def test_no_value_of_the_data_stands_in_a_reason() -> None:
    for name in ("x17", "city", "email", "age"):
        reason = guess_one(name, ["secret-one@example.org", "secret-two@example.org"]).reason
        assert "secret" not in reason


def test_patterns_without_proof_are_tried_for_the_name_alone() -> None:
    column: Profile = profile_of("x", ["28013", "28014"])
    assert weigh(column, frozenset()) == ()
    assert [each.meaning for each in weigh(column, frozenset({Meaning.POSTCODE}))] == ["postcode"]
