"""Official numbers: published examples hold, and every slip of one digit is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.roles.national import BUILT_IN
from incrowd.roles.national.austria import is_svnr
from incrowd.roles.national.belgium import is_register_number
from incrowd.roles.national.brazil import is_cpf
from incrowd.roles.national.denmark import is_cpr
from incrowd.roles.national.finland import is_henkilotunnus
from incrowd.roles.national.france import is_nir
from incrowd.roles.national.germany import is_steuer_id
from incrowd.roles.national.italy import is_codice_fiscale
from incrowd.roles.national.netherlands import is_bsn
from incrowd.roles.national.norway import is_fodselsnummer
from incrowd.roles.national.poland import is_pesel
from incrowd.roles.national.portugal import is_nif
from incrowd.roles.national.spain import is_dni
from incrowd.roles.national.sweden import is_personnummer
from incrowd.roles.national.switzerland import is_ahv
from incrowd.roles.national.united_kingdom import is_nhs_number, is_nino
from incrowd.roles.national.united_states import is_ssn
from incrowd.roles.patterns.pattern import Pattern

Check = Callable[[str], bool]

VALID: list[tuple[Check, str]] = [
    (is_svnr, "1237 010180"),
    (is_register_number, "85.07.30-033.28"),
    (is_register_number, "93051822361"),
    (is_register_number, "17073003384"),
    (is_cpf, "529.982.247-25"),
    (is_cpf, "11144477735"),
    (is_cpr, "070761-4285"),
    (is_henkilotunnus, "131052-308T"),
    (is_nir, "255081416802538"),
    (is_nir, "2 55 08 14 168 025 38"),
    (is_steuer_id, "86095742719"),
    (is_steuer_id, "47036892816"),
    (is_codice_fiscale, "RSSMRA85T10A562S"),
    (is_codice_fiscale, "mrtmtt25d09f205z"),
    (is_bsn, "111222333"),
    (is_bsn, "123456782"),
    (is_fodselsnummer, "29029600013"),
    (is_pesel, "44051401359"),
    (is_pesel, "02070803628"),
    (is_nif, "123456789"),
    (is_dni, "12345678Z"),
    (is_dni, "12345678-z"),
    (is_dni, "X1234567L"),
    (is_dni, "Y1234567X"),
    (is_dni, "Z1234567R"),
    (is_personnummer, "811218-9876"),
    (is_personnummer, "198112189876"),
    (is_ahv, "756.9217.0769.85"),
    (is_nhs_number, "943 476 5919"),
    (is_nino, "AB123456C"),
    (is_ssn, "219-09-9999"),
]

INVALID: list[tuple[Check, str]] = [
    (is_svnr, "1237 320180"),
    (is_register_number, "85.13.30-033.28"),
    (is_cpf, "111.111.111-11"),
    (is_cpr, "310261-4285"),
    (is_henkilotunnus, "310252-308T"),
    (is_nir, "555081416802538"),
    (is_steuer_id, "12345678901"),
    (is_steuer_id, "06095742719"),
    (is_codice_fiscale, "RSSMRA85T10A562"),
    (is_bsn, "000000000"),
    (is_fodselsnummer, "31029600013"),
    (is_pesel, "44053201359"),
    (is_nif, "023456789"),
    (is_dni, "1234567Z"),
    (is_personnummer, "811318-9876"),
    (is_ahv, "7559217076985"),
    (is_nhs_number, "1111111111"),
    (is_nino, "GB123456A"),
    (is_nino, "AB123456E"),
    (is_ssn, "000-12-3456"),
    (is_ssn, "666-12-3456"),
    (is_ssn, "219-00-9999"),
    (is_ssn, "219-09-0000"),
    (is_ssn, "900-12-3456"),
]

NOTICES_EVERY_SLIP: list[tuple[Check, str]] = [
    (is_svnr, "1237010180"),
    (is_cpf, "52998224725"),
    (is_nir, "255081416802538"),
    (is_steuer_id, "86095742719"),
    (is_bsn, "111222333"),
    (is_fodselsnummer, "29029600013"),
    (is_pesel, "44051401359"),
    (is_nif, "123456789"),
    (is_dni, "12345678Z"),
    (is_personnummer, "8112189876"),
    (is_ahv, "7569217076985"),
    (is_nhs_number, "9434765919"),
    (is_henkilotunnus, "131052-308T"),
    (is_codice_fiscale, "RSSMRA85T10A562S"),
    (is_register_number, "85073003328"),
]


def _label(case: object) -> str:
    return getattr(case, "__name__", str(case))


@pytest.mark.parametrize(("check", "number"), VALID, ids=_label)
def test_published_examples_hold(check: Check, number: str) -> None:
    assert check(number)


@pytest.mark.parametrize(("check", "number"), INVALID, ids=_label)
def test_impossible_numbers_fail(check: Check, number: str) -> None:
    assert not check(number)


@pytest.mark.parametrize(("check", "number"), NOTICES_EVERY_SLIP, ids=_label)
def test_a_wrong_digit_is_noticed(check: Check, number: str) -> None:
    slips = [
        number[:place] + digit + number[place + 1 :]
        for place, old in enumerate(number)
        if old.isdigit()
        for digit in "0123456789"
        if digit != old
    ]
    assert not [slip for slip in slips if check(slip)]


@given(st.integers(0, 99_999_999))
def test_exactly_one_letter_fits_a_spanish_number(number: int) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert sum(is_dni(f"{number:08}{letter}") for letter in letters) == 1


@given(st.integers(1, 9_999_999), st.integers(1, 12))
def test_exactly_one_key_fits_a_french_number(rest: int, month: int) -> None:
    stem = f"185{month:02}{rest:08}"
    fitting = [key for key in range(100) if is_nir(f"{stem}{key:02}")]
    assert len(fitting) == 1
    assert (int(stem) + fitting[0]) % 97 == 0


def test_corsica_counts_as_19_and_18() -> None:
    for department, digits in (("2A", "19"), ("2B", "18")):
        stem, plain = f"18505{department}123456", f"18505{digits}123456"
        key = 97 - int(plain) % 97
        assert is_nir(f"{stem}{key:02}")
        assert not is_nir(f"{stem}{key % 97 + 1:02}")


@given(st.integers(10_000_000, 99_999_999))
def test_at_most_one_check_digit_fits_a_dutch_number(stem: int) -> None:
    assert sum(is_bsn(f"{stem}{digit}") for digit in range(10)) <= 1


@given(st.integers(0, 999_999_999))
def test_a_british_number_is_divisible_by_eleven(stem: int) -> None:
    for digit in range(10):
        number = f"{stem:09}{digit}"
        total = sum(
            int(sign) * weight for sign, weight in zip(number, range(10, 0, -1), strict=True)
        )
        expected = total % 11 == 0 and len(set(number)) > 1
        assert is_nhs_number(number) == expected


@given(st.sampled_from(BUILT_IN), st.text(max_size=30))
def test_no_text_breaks_a_check(pattern: Pattern, text: str) -> None:
    assert pattern.matches(text) in (True, False)


def test_every_country_describes_itself() -> None:
    titles = [pattern.title for pattern in BUILT_IN]
    assert len(set(titles)) == len(titles)
    assert all(0 < pattern.chance < 1 for pattern in BUILT_IN)
    assert all(pattern.shortest <= pattern.longest for pattern in BUILT_IN)
