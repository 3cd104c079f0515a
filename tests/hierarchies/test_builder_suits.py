"""Which builder fits which values: the share that is just enough, and the one just below it."""

from __future__ import annotations

import pytest
from hierarchy_domains import make_domain

from incrowd.hierarchies import BUILT_IN, Domain, candidates, choose
from incrowd.hierarchies.builder import ENOUGH, mostly
from incrowd.table import Kind

SUITS = {builder.name: builder.suits for builder in BUILT_IN}
COUNTRIES = ["Spain", "France", "Peru", "Chile"]
CODES = ["E11.9", "I10.0", "J45.1", "C50.2"]
ADDRESSES = ["192.0.2.1", "192.0.2.2", "10.0.0.1", "2001:db8::1"]
MAILS = [f"p{number}@example.org" for number in range(4)]
DAYS = ["2024-01-31", "2024-02-29", "1999-12-31", "2000-02-29"]


def with_misfits(values: list[str], misfits: int) -> list[str]:
    return [*values, *(f"no {number}" for number in range(misfits))]


TEXTS = {
    "country": (COUNTRIES, None),
    "icd10": (CODES, None),
    "ip_address": (ADDRESSES, None),
    "email": (MAILS, None),
    "date": (DAYS, "date"),
    "age": (["31", "42", "53", "64"], "age"),
    "year": (["1999", "2001", "2004", "2010"], "year"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(("misfits", "fits"), [(0, True), (1, True), (2, False)])
def test_four_values_in_five_must_be_understood(name: str, misfits: int, fits: bool) -> None:
    values, meaning = TEXTS[name]
    domain = make_domain(with_misfits(values, misfits), Kind.TEXT, meaning)
    assert (SUITS[name](domain) is not None) is fits


@pytest.mark.parametrize("name", TEXTS)
def test_missing_values_do_not_count_against_a_builder(name: str) -> None:
    values, meaning = TEXTS[name]
    assert SUITS[name](make_domain([*values, None], Kind.TEXT, meaning))


@pytest.mark.parametrize("name", sorted(SUITS))
def test_no_values_suit_only_what_needs_none(name: str) -> None:
    fits = SUITS[name](make_domain([], Kind.TEXT)) is not None
    assert fits is (name in ("suppress", "frequency"))


@pytest.mark.parametrize(
    ("name", "meaning"), [("age", None), ("age", "year"), ("year", None), ("year", "age")]
)
def test_numbers_are_ages_or_years_only_where_that_is_known(name: str, meaning: str | None) -> None:
    assert SUITS[name](make_domain(["1980", "1990"], Kind.INTEGER, meaning)) is None


@pytest.mark.parametrize(
    ("values", "meaning", "fits"),
    [
        (["ES", "FR", "PE"], None, False),
        (["ES", "FR", "PE"], "country", True),
        (["Spain", "Peru"], None, False),
        (["Spain", "Peru"], "nationality", True),
        (["Spain", "Peru", "Chile"], None, True),
        (["Spain", "Peru", "CL", "FR"], None, False),
        (["Rome", "Oslo", "Bern"], "country", False),
        (["spanish", "PERUVIAN", "chilean"], "nationality", True),
        (["Alemania", "Francia", "Perú"], "country", True),
        (["x" * 101, "Spain", "Peru"], "country", False),
    ],
)
def test_countries_need_names_or_the_meaning(
    values: list[str], meaning: str | None, fits: bool
) -> None:
    assert bool(SUITS["country"](make_domain(values, Kind.TEXT, meaning))) is fits


def test_countries_must_cover_rows_as_well_as_values() -> None:
    values = [*COUNTRIES, "Atlantis"]
    even = make_domain(values, meaning="country", counts=[1, 1, 1, 1, 1])
    drowned = make_domain(values, meaning="country", counts=[1, 1, 1, 1, 2])
    assert SUITS["country"](even)
    assert SUITS["country"](drowned) is None


def test_a_thousand_values_are_no_countries() -> None:
    names = [f"{' ' * (number % 32)}Spain{' ' * (number // 32)}" for number in range(1001)]
    assert SUITS["country"](make_domain(names[:1000], meaning="country"))
    assert SUITS["country"](make_domain(names, meaning="country")) is None


@pytest.mark.parametrize(
    ("values", "meaning", "fits"),
    [
        (["E11", "I10", "J45"], None, False),
        (["E11", "I10", "J45"], "icd10", True),
        (["E11.9", "I10.0", "J45", "C50"], None, True),
        (["E11.9", "I10", "J45", "C50"], None, False),
        (["A99.9", "B99.9", "Q99.9"], "icd10", True),
        (["X99.9", "U99.9", "E99.9"], "icd10", False),
        (["flu", "cold"], "icd10", False),
    ],
)
def test_diagnoses_need_dots_or_the_meaning_and_must_exist(
    values: list[str], meaning: str | None, fits: bool
) -> None:
    assert bool(SUITS["icd10"](make_domain(values, Kind.TEXT, meaning))) is fits


@pytest.mark.parametrize(
    ("values", "kind", "meaning", "fits"),
    [
        (["28013", "28014"], Kind.INTEGER, "postcode", True),
        (["28013", "8014"], Kind.INTEGER, "postcode", False),
        (["28013", "8014"], Kind.TEXT, "postcode", True),
        (["A12", "B123"], Kind.TEXT, None, False),
        (["A123", "B123"], Kind.TEXT, None, True),
        (["AB12", "CD34"], Kind.TEXT, None, False),
        (["A123", "12 4"], Kind.TEXT, None, False),
        (["ABCDE123", "ABCDF123"], Kind.TEXT, None, False),
        (["1", "2"], Kind.TEXT, "code", False),
        (["12", "23"], Kind.TEXT, "code", True),
        (["1" * 40], Kind.TEXT, "iban", True),
        (["1" * 41], Kind.TEXT, "iban", False),
        (["red", "sea"], Kind.TEXT, None, False),
        ([None], Kind.TEXT, "code", False),
    ],
)
def test_codes_are_masked(
    values: list[str | None], kind: Kind, meaning: str | None, fits: bool
) -> None:
    assert bool(SUITS["mask"](make_domain(values, kind, meaning))) is fits


@pytest.mark.parametrize(
    ("numbers", "kind", "meaning", "reason"),
    [
        (range(9), Kind.INTEGER, "income", None),
        (range(10), Kind.INTEGER, "income", "its values are amounts of money"),
        (range(10), Kind.INTEGER, "finance", "its values are amounts of money"),
        (range(10), Kind.INTEGER, None, None),
        (range(10), Kind.TEXT, "income", None),
        ([*range(100), 10_000], Kind.INTEGER, None, "a few of its numbers are far from the rest"),
        ([*range(100), -10_000], Kind.INTEGER, None, "a few of its numbers are far from the rest"),
        (range(0, 16), Kind.DECIMAL, None, "its numbers are close together"),
        (range(0, 17), Kind.DECIMAL, None, None),
        (range(0, 16), Kind.INTEGER, None, None),
    ],
)
def test_round_bands_fit_money_tails_and_narrow_decimals(
    numbers: range | list[int], kind: Kind, meaning: str | None, reason: str | None
) -> None:
    domain = make_domain([str(number) for number in numbers], kind, meaning)
    assert SUITS["rounding"](domain) == reason


@pytest.mark.parametrize(
    ("values", "kind", "reason"),
    [
        ([], Kind.TEXT, "all its values are missing"),
        ([None], Kind.TEXT, "all its values are missing"),
        (["a"], Kind.TEXT, "it has one value"),
        (["a", "b", None], Kind.TEXT, "it has two values"),
        (["a", "b", "c"], Kind.TEXT, None),
        (["true", "false", "?"], Kind.BOOLEAN, "its values are yes or no"),
    ],
)
def test_at_most_two_values_are_shown_or_hidden(
    values: list[str | None], kind: Kind, reason: str | None
) -> None:
    assert SUITS["suppress"](make_domain(values, kind)) == reason


@pytest.mark.parametrize("kind", sorted(Kind))
def test_only_numbers_fall_in_intervals(kind: Kind) -> None:
    assert bool(SUITS["interval"](make_domain(["1", "2", "3"], kind))) is kind.numeric


def test_the_first_candidate_is_chosen_and_says_why() -> None:
    domain = make_domain(with_misfits(COUNTRIES, 1), name="land")
    (best, why), *_ = candidates(domain)
    hierarchy = choose(domain)
    assert hierarchy.builder == best.name == "country"
    assert hierarchy.reason == (
        "Its values are countries: regions and continents; unknown countries, such as 'no 0', form"
        " one group."
    )
    assert why == "its values are countries"


@pytest.mark.parametrize(
    ("there", "readable", "share", "enough"),
    [
        (5, 4, ENOUGH, True),
        (5, 3, ENOUGH, False),
        (1, 0, ENOUGH, False),
        (0, 0, ENOUGH, False),
        (2, 1, 0.5, True),
        (1000, 800, ENOUGH, True),
        (1000, 799, ENOUGH, False),
    ],
)
def test_mostly_means_at_least_the_share(
    there: int, readable: int, share: float, enough: bool
) -> None:
    values = ["1"] * readable + ["x"] * (there - readable)
    assert mostly([*values, None, None], str.isdigit, share) is enough


def test_every_domain_has_a_last_resort() -> None:
    domains: list[Domain] = [
        make_domain([]),
        make_domain([None]),
        make_domain(["a", "b", "c", "d"]),
    ]
    for domain in domains:
        assert candidates(domain)[-1][0].name == "frequency"
