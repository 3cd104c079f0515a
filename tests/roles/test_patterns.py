"""Values with a form of their own: right ones, wrong ones, and those that only look alike."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.roles.evidence import BUILT_IN
from incrowd.roles.patterns.bank import IBAN_LENGTHS, is_card, is_iban
from incrowd.roles.patterns.contact import is_dialled, is_email, is_phone
from incrowd.roles.patterns.medical import is_icd10
from incrowd.roles.patterns.network import is_ip, is_mac, is_url, is_uuid
from incrowd.roles.patterns.pattern import Pattern, compact, luhn
from incrowd.roles.patterns.place import is_position, is_postcode

RIGHT: dict[Callable[[str], bool], list[str]] = {
    is_iban: [
        "GB82 WEST 1234 5698 7654 32",
        "DE89370400440532013000",
        "FR1420041010050500013M02606",
        "ES91 2100 0418 4502 0005 1332",
        "IT60X0542811101000000123456",
        "PT50000201231234567890154",
        "nl91abna0417164300",
        "NO9386011117947",
    ],
    is_card: [
        "4111111111111111",
        "5555 5555 5555 4444",
        "2223-0031-2200-3222",
        "378282246310005",
        "6011111111111117",
        "3530111333300000",
        "30569309025904",
    ],
    is_email: ["ana@example.org", "a.b+c@sub.example.co.uk", "jürgen@exämple.de"],
    is_phone: [
        "+34 600 123 456",
        "+49 (0)30 123456",
        "0049 30 1234567",
        "(212) 555-0123",
        "212-555-0123",
        "030 12345678",
        "01 42 68 53 00",
    ],
    is_dialled: ["612 345 678", "612345678", "555-0123 ext 4"],
    is_ip: ["192.0.2.1", "255.255.255.255", "2001:db8::1", "::1"],
    is_mac: ["00:1B:44:11:3A:B7", "00-1b-44-11-3a-b7"],
    is_url: ["https://example.org/x?y=1", "www.example.org", "http://localhost:8000"],
    is_uuid: ["123e4567-e89b-12d3-a456-426614174000", "{123E4567-E89B-12D3-A456-426614174000}"],
    is_icd10: ["E11.9", "I10", "S72.001A", "U07.1", "C50.-", "a09"],
    is_postcode: ["28013", "D-10115", "SW1A 1AA", "1012 AB", "K1A 0B1", "90210-1234", "130**"],
    is_position: ["48.8566, 2.3522", "-33.86 151.20", "(40.4168; -3.7038)"],
}

WRONG: dict[Callable[[str], bool], list[str]] = {
    is_iban: ["GB82 WEST 1234 5698 7654 33", "DE8937040044053201300", "ZZ82WEST12345698765432", ""],
    is_card: ["4111111111111112", "1234567812345670", "411111111111", "9999999999999995"],
    is_email: ["ana", "@example.org", "ana@home", "ana @example.org", "a@b@c.org"],
    is_phone: [
        "0",
        "1",
        "2012-05-06",
        "01.02.2012",
        "1234567",
        "10 000-20 000",
        "612345678",
        "3.14",
    ],
    is_dialled: ["0", "12345", "phone"],
    is_ip: ["256.0.0.1", "1.2.3", "10:30", "12:30:45", "1.2.3.4.5", "..."],
    is_mac: ["00:1B:44:11:3A", "00:1B-44:11:3A:B7", "12:30:45"],
    is_url: ["example", "http://", "a www.example.org"],
    is_uuid: ["123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"],
    is_icd10: ["Flu", "11.9", "E1", "EE1.9", "E11.99999"],
    is_postcode: ["", "0", "12", "3.14", "yes", "Madrid", "2020-01-01"],
    is_position: ["48, 2", "98.85,2.35", "48.85", "3.5-4.5"],
}


@pytest.mark.parametrize(
    ("check", "value"), [(check, value) for check, values in RIGHT.items() for value in values]
)
def test_right_values_are_recognised(check: Callable[[str], bool], value: str) -> None:
    assert check(value)


@pytest.mark.parametrize(
    ("check", "value"), [(check, value) for check, values in WRONG.items() for value in values]
)
def test_wrong_values_are_not(check: Callable[[str], bool], value: str) -> None:
    assert not check(value)


@given(st.sampled_from(sorted(IBAN_LENGTHS)), st.data())
def test_exactly_one_pair_of_check_digits_makes_an_iban(country: str, data: st.DataObject) -> None:
    length = IBAN_LENGTHS[country] - 4
    account = data.draw(st.text("0123456789", min_size=length, max_size=length))
    # ISO 13616 computes them with the pair set to 00: 98 minus the remainder.
    letters = "".join(str(ord(letter) - 55) for letter in country)
    pair = 98 - int(f"{account}{letters}00") % 97
    assert is_iban(f"{country}{pair:02}{account}")
    assert not is_iban(f"{country}{pair % 97 + 1:02}{account}")


@given(st.text("0123456789", min_size=1, max_size=20))
def test_one_check_digit_of_ten_passes_luhn(stem: str) -> None:
    assert sum(luhn(f"{stem}{digit}") for digit in range(10)) == 1


@given(st.text("0123456789", min_size=15, max_size=15).map(lambda stem: "4" + stem))
def test_cards_agree_with_luhn_written_out(number: str) -> None:
    total = 0
    for place, digit in enumerate(reversed(number)):
        worth = int(digit) * (2 if place % 2 else 1)
        total += worth - 9 if worth > 9 else worth
    assert is_card(number) == (total % 10 == 0)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**128 - 1))
def test_every_address_is_recognised(four: int, six: int) -> None:
    assert is_ip(str(IPv4Address(four)))
    assert is_ip(str(IPv6Address(six)))


@given(st.sampled_from(BUILT_IN), st.text(max_size=60))
def test_no_text_breaks_a_pattern(pattern: Pattern, text: str) -> None:
    assert pattern.matches(text) in (True, False)


def test_lengths_let_every_right_value_through() -> None:
    for check, values in RIGHT.items():
        pattern = next(pattern for pattern in BUILT_IN if pattern.matches is check)
        for value in values:
            assert pattern.shortest <= len(value) <= pattern.longest


def test_enough_matches_prove_a_pattern_and_few_do_not() -> None:
    weak = Pattern(BUILT_IN[0].meaning, "eleventh numbers", str.isdigit, 1, 9, 1 / 11)
    assert not weak.proves(0)
    assert not weak.proves(3)
    assert weak.proves(4)
    assert not Pattern(weak.meaning, "anything", str.isdigit, 1, 9, 1.0).proves(10**6)


def test_separators_are_dropped() -> None:
    assert compact("a 1-2.3/4\u00a05") == "A12345"
