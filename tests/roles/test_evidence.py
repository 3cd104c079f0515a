"""Weigh what values say: shares by value and by row, proven things first, what is not tried."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from role_profiles import profile_of

from incrowd.roles.evidence import BUILT_IN, Evidence, share, weigh
from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import ENOUGH, Pattern
from incrowd.table import Kind, Profile

NOTHING: frozenset[Meaning] = frozenset()


def mails(count: int) -> list[str]:
    return [f"p{number}@example.org" for number in range(count)]


def weigh_values(
    values: list[str | None], *named: Meaning, kind: Kind | None = None
) -> list[Evidence]:
    return list(weigh(profile_of("x", values, kind), frozenset(named)))


@given(st.lists(st.text("ab", max_size=3), max_size=30), st.text("ab", max_size=3))
def test_a_share_is_the_smaller_one_of_values_and_rows(values: list[str], start: str) -> None:
    distinct = set(values)
    by_value = sum(value.startswith(start) for value in distinct) / (len(distinct) or 1)
    by_row = sum(value.startswith(start) for value in values) / (len(values) or 1)
    counted = share(profile_of("x", values, Kind.TEXT), lambda value: value.startswith(start))
    assert counted == pytest.approx(min(by_value, by_row))


@pytest.mark.parametrize(
    ("hits", "misses", "accepted"),
    [(4, 1, True), (8, 2, True), (79, 21, False), (80, 20, True), (3, 1, False), (1, 0, True)],
)
def test_four_values_in_five_must_match(hits: int, misses: int, accepted: bool) -> None:
    values = [*mails(hits), *(f"none of {number}" for number in range(misses))]
    assert bool(weigh_values(values)) is accepted


def test_evidence_counts_the_values_that_were_looked_at() -> None:
    (evidence,) = weigh_values([*mails(9), "unknown"] * 2)
    assert evidence == Evidence(Meaning.EMAIL, "e-mail addresses", 9, 10, 10, proven=True)


def test_only_the_thousand_most_frequent_values_are_looked_at() -> None:
    (evidence,) = weigh_values(list(mails(1200)))
    assert (evidence.hits, evidence.looked_at, evidence.distinct) == (1000, 1000, 1200)


def test_missing_values_neither_match_nor_miss() -> None:
    (evidence,) = weigh_values([*mails(4), *[None] * 100])
    assert (evidence.hits, evidence.looked_at) == (4, 4)


@pytest.mark.parametrize("kind", [Kind.DECIMAL, Kind.DATE, Kind.TIMESTAMP, Kind.BOOLEAN])
def test_measurements_dates_and_flags_are_not_looked_at(kind: Kind) -> None:
    plain = Profile("x", kind, 2, 0, 2, common=(("p1@example.org", 1), ("p2@example.org", 1)))
    assert weigh(plain, NOTHING) == ()


def test_a_column_without_values_says_nothing() -> None:
    assert weigh_values([]) == []
    assert weigh_values([None, None]) == []


def test_whole_numbers_are_no_texts() -> None:
    # A DNI has a letter, a BSN has none: only the second is tried on whole numbers.
    numbers = ["111222333", "123456782", "232262536", "100000009"]
    result = weigh_values(list(numbers), kind=Kind.INTEGER)
    assert all(Kind.INTEGER in _pattern(evidence).kinds for evidence in result)


def _pattern(evidence: Evidence) -> Pattern:
    return next(pattern for pattern in BUILT_IN if pattern.title == evidence.title)


def test_what_is_proven_comes_first() -> None:
    # Nine digits that start with 0 and 1-9: possible postcodes by name, phone numbers by form.
    numbers = [f"030 12345{last:02}" for last in range(20)]
    result = weigh_values(list(numbers), Meaning.PHONE)
    assert [evidence.proven for evidence in result] == sorted(
        (evidence.proven for evidence in result), reverse=True
    )
    assert (result[0].title, result[0].proven) == ("phone numbers", True)
    assert result[1].title == "numbers to dial"
    assert not result[1].proven


@pytest.mark.parametrize(
    ("values", "named", "title"),
    [
        (["28013", "28014", "08001"], Meaning.POSTCODE, "possible postcodes"),
        (["612345678", "612345679"], Meaning.PHONE, "numbers to dial"),
    ],
)
def test_a_form_that_proves_nothing_needs_the_name(
    values: list[str], named: Meaning, title: str
) -> None:
    assert title not in [evidence.title for evidence in weigh_values(list(values))]
    (evidence,) = [each for each in weigh_values(list(values), named) if each.title == title]
    assert not evidence.proven


@pytest.mark.parametrize(
    ("chance", "enough"),
    [(1e-6, 1), (1e-4, 1), (1e-3, 2), (0.01, 2), (0.02, 3), (0.05, 4), (0.09, 4), (0.5, 14)],
)
def test_accidents_are_excluded_by_so_many_hits(chance: float, enough: int) -> None:
    # chance ** hits ≤ 1/10,000: log(10^-4) / log(chance), rounded up
    pattern = Pattern(Meaning.CODE, "things", str.isdigit, 1, 9, chance)
    assert ENOUGH == 1e-4
    assert pattern.proves(enough)
    assert not pattern.proves(enough - 1)


@pytest.mark.parametrize(
    ("values", "proven"),
    [
        (["E11.9", "I10", "J45", "C50"], False),
        (["E11.9", "I10.0", "J45.1", "C50"], False),
        (["E11.9", "I10.0", "J45.1", "C50.2"], True),
        (["A01", "B02", "C03", "D04", "E05", "F06", "G07"], False),
    ],
)
def test_only_codes_with_a_dot_prove_diagnoses(values: list[str], proven: bool) -> None:
    (evidence,) = weigh_values(list(values))
    assert (evidence.meaning, evidence.proven) == (Meaning.ICD10, proven)


def test_values_are_too_long_or_too_short_for_a_pattern_by_their_middle() -> None:
    # Two of five addresses are shorter than any: the middle one decides whether to look further.
    assert weigh_values(["a@bc.de", "b@bc.de", "c@bc.de", "d@bc.de", "-"])
    assert not weigh_values(["a@bc.de", "b@bc.de", "-", "--", "---"])


def test_more_than_200_values_are_not_looked_up_as_words() -> None:
    words = ["male", "female", "man", "woman"]
    assert weigh_values([*words, *words])[0].meaning is Meaning.SEX
    many = words * 300 + [f"word {number}" for number in range(200)]
    assert weigh_values(list(many)) == []


@pytest.mark.parametrize(
    ("values", "meaning"),
    [
        (["Célibataire", "MARIÉ", " veuf "], Meaning.MARITAL_STATUS),
        (["Casado", "Soltera", "Viudo", "divorciado"], Meaning.MARITAL_STATUS),
        (["katholisch", "evangelisch", "konfessionslos"], Meaning.RELIGION),
        (["Gripe", "Asma", "Neumonía", "Depresión"], Meaning.DIAGNOSIS),
        (["Lungenentzündung", "Bluthochdruck", "Krebs"], Meaning.DIAGNOSIS),
        (["Mann", "Frau"], Meaning.SEX),
    ],
)
def test_words_are_known_without_case_and_accents(values: list[str], meaning: Meaning) -> None:
    (evidence,) = weigh_values(list(values))
    assert (evidence.meaning, evidence.proven) == (meaning, True)
    assert evidence.hits == len(values)


@pytest.mark.parametrize(
    "values",
    [
        ["single", "double", "triple"],
        ["red", "green", "blue"],
        ["m", "km", "cm"],
        ["Paris", "Madrid", "Berlin"],
        ["married", "single"],
        ["a", "b", "c"],
    ],
)
def test_words_of_something_else_prove_nothing(values: list[str]) -> None:
    assert weigh_values(list(values)) == []
