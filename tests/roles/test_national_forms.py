"""Official numbers as they are written: blanks, dashes, small letters, prefixes never issued."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from incrowd.roles.national.austria import is_svnr
from incrowd.roles.national.denmark import is_cpr
from incrowd.roles.national.finland import is_henkilotunnus
from incrowd.roles.national.italy import is_codice_fiscale
from incrowd.roles.national.spain import is_dni
from incrowd.roles.national.sweden import is_personnummer
from incrowd.roles.national.united_kingdom import is_nino
from incrowd.roles.national.united_states import is_ssn

Check = Callable[[str], bool]


def _name(case: object) -> str | None:
    return case.__name__ if callable(case) else None


@pytest.mark.parametrize(
    "number",
    ["DA123456C", "AO123456C", "QQ123456C", "AB12345C", "AB1234567C", "ZZ123456A", "KN123456B"],
)
def test_british_prefixes_that_were_never_issued_fail(number: str) -> None:
    assert not is_nino(number)


@pytest.mark.parametrize("number", ["219 09-9999", "219-09 9999", "2190-9-9999", "1234567890"])
def test_an_american_number_has_one_kind_of_dash(number: str) -> None:
    assert not is_ssn(number)
    assert is_ssn("219 09 9999")


@pytest.mark.parametrize("number", ["W1234567L", "123456789Z", "X12345678L", "١٢٣٤٥٦٧٨Z", "Z"])
def test_a_spanish_number_has_eight_latin_digits_or_a_letter_and_seven(number: str) -> None:
    assert not is_dni(number)


@pytest.mark.parametrize(
    ("check", "number"),
    [
        (is_dni, " 12345678Z"),
        (is_svnr, "1237-01 01/80"),
        (is_henkilotunnus, " 131052-308t "),
        (is_cpr, " 070761-4285 "),
        (is_personnummer, "19811218+9876"),
        (is_codice_fiscale, "RSS MRA 85T10 A562S"),
        (is_nino, "ab 12 34 56 c"),
        (is_ssn, " 219-09-9999 "),
    ],
    ids=_name,
)
def test_blanks_and_small_letters_do_no_harm(check: Check, number: str) -> None:
    assert check(number)
