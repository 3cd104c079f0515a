"""Official numbers at their borders: days that do not exist, foreigners' numbers, check digits.

What a number must look like is progress here by trying every ending: the sum of a country is never
computed a second time, only how many endings it lets pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from string import ascii_uppercase, digits

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.roles.national.austria import is_svnr
from incrowd.roles.national.belgium import is_register_number
from incrowd.roles.national.brazil import is_cpf
from incrowd.roles.national.denmark import is_cpr
from incrowd.roles.national.finland import is_henkilotunnus
from incrowd.roles.national.france import is_nir
from incrowd.roles.national.germany import is_steuer_id
from incrowd.roles.national.italy import is_codice_fiscale
from incrowd.roles.national.norway import is_fodselsnummer
from incrowd.roles.national.poland import is_pesel
from incrowd.roles.national.portugal import is_nif
from incrowd.roles.national.sweden import is_personnummer
from incrowd.roles.national.switzerland import is_ahv

Check = Callable[[str], bool]


def endings(check: Check, stem: str, length: int, alphabet: str = digits) -> list[str]:
    """The endings of a length that make a stem a valid number."""
    tails = ("".join(signs) for signs in product(alphabet, repeat=length))
    return [tail for tail in tails if check(stem + tail)]


def _austrian(year: int, month: int, day: int) -> Iterator[str]:
    return (f"{number}{day:02}{month:02}{year % 100:02}" for number in range(1000, 1100))


def _danish(year: int, month: int, day: int) -> Iterator[str]:
    yield f"{day:02}{month:02}{year % 100:02}-4285"


def _finnish(year: int, month: int, day: int) -> Iterator[str]:
    sign = {18: "+", 19: "-", 20: "A"}[year // 100]
    stem = f"{day:02}{month:02}{year % 100:02}{sign}308"
    return (stem + last for last in digits + ascii_uppercase)


def _norwegian(year: int, month: int, day: int) -> Iterator[str]:
    return (f"{day:02}{month:02}{year % 100:02}{rest:05}" for rest in range(0, 3000))


def _polish(year: int, month: int, day: int) -> Iterator[str]:
    shifted = month + {18: 80, 19: 0, 20: 20, 21: 40, 22: 60}[year // 100]
    return (f"{year % 100:02}{shifted:02}{day:02}{rest:05}" for rest in range(10))


def _swedish(year: int, month: int, day: int) -> Iterator[str]:
    return (f"{year % 100:02}{month:02}{day:02}-{rest:04}" for rest in range(10))


BORN: dict[Check, Callable[[int, int, int], Iterator[str]]] = {
    is_svnr: _austrian,
    is_cpr: _danish,
    is_henkilotunnus: _finnish,
    is_fodselsnummer: _norwegian,
    is_pesel: _polish,
    is_personnummer: _swedish,
}


def _name(case: object) -> str | None:
    return case.__name__ if callable(case) else None


@pytest.mark.parametrize("check", BORN, ids=_name)
@pytest.mark.parametrize(
    ("born", "exists"),
    [
        ((1996, 2, 29), True),
        ((1997, 2, 28), True),
        ((1997, 2, 29), False),
        ((1996, 2, 30), False),
        ((1999, 12, 31), True),
        ((1999, 4, 31), False),
        ((1985, 1, 1), True),
        ((1985, 1, 0), False),
        ((1985, 0, 10), False),
        ((1985, 1, 32), False),
    ],
)
def test_nobody_is_born_on_a_day_that_does_not_exist(
    check: Check, born: tuple[int, int, int], exists: bool
) -> None:
    assert any(check(number) for number in BORN[check](*born)) is exists


@pytest.mark.parametrize("check", [is_henkilotunnus, is_pesel], ids=_name)
@pytest.mark.parametrize(
    ("year", "leap"), [(1800, False), (1896, True), (1900, False), (2000, True)]
)
def test_a_number_that_tells_the_century_knows_its_leap_years(
    check: Check, year: int, leap: bool
) -> None:
    assert any(check(number) for number in BORN[check](year, 2, 29)) is leap


@pytest.mark.parametrize(("signs", "issued"), [("-UVWXY", True), ("ABCDEF", True), ("GZ/", False)])
def test_finnish_centuries_have_several_signs(signs: str, issued: bool) -> None:
    # since 2023 the signs U … Y stand beside the dash, and B … F beside the A
    assert all(is_henkilotunnus(f"131052{sign}308T") is issued for sign in signs)


@pytest.mark.parametrize("year", [2100, 2200])
def test_polish_numbers_reach_into_coming_centuries(year: int) -> None:
    assert any(is_pesel(number) for number in _polish(year, 3, 1))
    assert not any(is_pesel(number) for number in _polish(year, 2, 29))


def test_without_a_century_the_29th_of_february_1900_may_be_in_2000() -> None:
    assert is_cpr("290200-4285")
    assert not is_cpr("290201-4285")


@pytest.mark.parametrize(
    ("check", "numbers"),
    [
        (is_fodselsnummer, [f"{41 + 28}0296{rest:05}" for rest in range(3000)]),
        (is_personnummer, [f"9602{60 + 29}-{rest:04}" for rest in range(10)]),
        (is_svnr, [f"{number}011380" for number in range(1000, 1100)]),
        (is_register_number, [f"852730033{rest:02}" for rest in range(97)]),
        (is_register_number, [f"854730033{rest:02}" for rest in range(97)]),
    ],
    ids=["D-number", "coordination number", "thirteenth month", "bis", "bis with known sex"],
)
def test_numbers_of_foreigners_and_of_full_days_hold(check: Check, numbers: list[str]) -> None:
    assert any(map(check, numbers))


@pytest.mark.parametrize(
    ("check", "numbers"),
    [
        (is_fodselsnummer, [f"{40 + 32}0196{rest:05}" for rest in range(3000)]),
        (is_personnummer, [f"9601{60 + 32}-{rest:04}" for rest in range(10)]),
        (is_svnr, [f"0{number}010180" for number in range(100, 1000)]),
        (is_register_number, [f"851330033{rest:02}" for rest in range(100)]),
        (is_register_number, [f"855330033{rest:02}" for rest in range(100)]),
        (is_register_number, [f"850732033{rest:02}" for rest in range(100)]),
        (is_ahv, [f"7579217076{rest:03}" for rest in range(1000)]),
        (is_nif, [f"4{number:08}" for number in range(0, 5000)]),
    ],
    ids=[
        "day 32 shifted by 40",
        "day 32 shifted by 60",
        "number that starts with 0",
        "month 13",
        "month 53",
        "day 32",
        "country 757",
        "kind 40",
    ],
)
def test_no_ending_helps_a_number_that_starts_wrong(check: Check, numbers: list[str]) -> None:
    assert not any(map(check, numbers))


@pytest.mark.parametrize(
    ("check", "stem", "length", "fitting"),
    [
        (is_cpf, "529982247", 2, ["25"]),
        (is_cpf, "111444777", 2, ["35"]),
        (is_nir, "2550814168025", 2, ["38"]),
        (is_steuer_id, "8609574271", 1, ["9"]),
        (is_pesel, "4405140135", 1, ["9"]),
        (is_nif, "12345678", 1, ["9"]),
        (is_ahv, "756921707698", 1, ["5"]),
        (is_personnummer, "811218987", 1, ["6"]),
        (is_register_number, "850730033", 2, ["28", "57"]),
    ],
    ids=_name,
)
def test_only_the_published_ending_fits(
    check: Check, stem: str, length: int, fitting: list[str]
) -> None:
    result = endings(check, stem, length)
    assert set(result) <= set(fitting)
    assert result[0] == fitting[0]


ONE_ENDING = st.sampled_from(
    [
        (is_cpf, 9, 2, ""),
        (is_ahv, 9, 1, "756"),
        (is_nif, 7, 1, "2"),
        (is_personnummer, 3, 1, "811218"),
        (is_pesel, 4, 1, "440514"),
    ]
)


@settings(max_examples=scaled(60))
@given(ONE_ENDING, st.data())
def test_exactly_one_ending_fits_any_stem(
    country: tuple[Check, int, int, str], data: st.DataObject
) -> None:
    check, free, length, start = country
    rest = data.draw(st.text(digits, min_size=free, max_size=free))
    stem = start + rest
    same = len(set(stem)) == 1  # a CPF of one digit only is never issued
    assert len(endings(check, stem, length)) == (0 if same and check is is_cpf else 1)


@given(st.integers(0, 999))
def test_exactly_one_letter_fits_a_finnish_or_italian_code(number: int) -> None:
    finnish = f"131052-{number:03}"
    italian = f"RSSMRA85T10A{number:03}"
    assert len(endings(is_henkilotunnus, finnish, 1, digits + ascii_uppercase)) == 1
    assert len(endings(is_codice_fiscale, italian, 1, ascii_uppercase)) == 1


@pytest.mark.parametrize(
    ("stem", "issued"),
    [
        ("1123456789", True),
        ("1213145678", True),
        ("1112345678", False),
        ("1234567890", False),
        ("1122345678", False),
        ("1111234567", False),
    ],
    ids=["twice", "thrice apart", "thrice in a row", "none twice", "two twice", "four times"],
)
def test_one_digit_of_a_german_tax_number_repeats(stem: str, issued: bool) -> None:
    assert bool(endings(is_steuer_id, stem, 1)) is issued


@pytest.mark.parametrize(
    "prefix", [*"1235689", "45", "70", "71", "72", "74", "75", "77", "78", "79"]
)
def test_every_kind_of_portuguese_taxpayer_is_known(prefix: str) -> None:
    assert endings(is_nif, prefix.ljust(8, "1"), 1)


@pytest.mark.parametrize("prefix", ["0", "40", "44", "46", "73", "76"])
def test_other_kinds_of_portuguese_taxpayer_do_not_exist(prefix: str) -> None:
    assert not endings(is_nif, prefix.ljust(8, "1"), 1)


@pytest.mark.parametrize(
    ("month", "issued"),
    [("01", True), ("12", True), ("20", True), ("30", True), ("42", True), ("50", True)]
    + [("99", True), ("00", False), ("13", False), ("19", False), ("21", False), ("43", False)],
)
def test_french_months_may_be_unknown_but_not_impossible(month: str, issued: bool) -> None:
    assert bool(endings(is_nir, f"255{month}14168025", 2)) is issued


def test_letters_may_stand_for_digits_in_an_italian_code() -> None:
    # Omocodia: the last digit 2 of RSSMRA85T10A562S becomes N, so the last letter changes.
    assert endings(is_codice_fiscale, "RSSMRA85T10A56N", 1, ascii_uppercase)
    assert not endings(is_codice_fiscale, "RSSMRA85T10A56A", 1, ascii_uppercase)
    assert not endings(is_codice_fiscale, "RSSMRA85F10A562", 1, ascii_uppercase)
