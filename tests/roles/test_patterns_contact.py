"""Phone numbers, addresses and codes by their form: what passes, and the nearest that must not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from incrowd.roles.patterns.contact import is_dialled, is_email, is_phone
from incrowd.roles.patterns.medical import is_dotted_icd10, is_icd10
from incrowd.roles.patterns.network import is_ip, is_mac, is_url, is_uuid
from incrowd.roles.patterns.pattern import digits_of, is_birthday, is_day, weighted
from incrowd.roles.patterns.place import is_position, is_postcode

Check = Callable[[str], bool]

PASSES: dict[Check, list[str]] = {
    is_email: ["a@b.de", " ana@example.org ", "josé@correo.es", "o'brien+news@sub.example.museum"],
    is_phone: [
        "+34600123456",
        "0034 600 123 456",
        "+1 (212) 555-0123",
        "212-555-0123",
        "1-212-555-0123",
        "(212)555-0123",
        "030 1234567",
        "(030) 1234567",
        "06 12 34 56 78",
    ],
    is_dialled: ["123456", "612345678", "+34600123456", "612 345 678 x12", "612345678 ext. 4"],
    is_ip: ["1.0.0.0", "255.255.255.255", "::1", "fe80::1", "::ffff:192.0.2.1"],
    is_mac: ["00-1b-44-11-3a-b7", "FF:FF:FF:FF:FF:FF"],
    is_url: ["HTTP://EXAMPLE.ORG", "ftp://a", "www.example.org/ana", " https://example.org "],
    is_uuid: ["{123E4567-E89B-12D3-A456-426614174000}", "00000000-0000-0000-0000-000000000000"],
    is_icd10: ["A00", "Z99.9", "E119", "C7A", "O9A.2", "E10.7+", "M14.2*", "G63.2†"],
    is_dotted_icd10: ["E11.9", "S72.001A", "T36.0X1A", "M14.2*"],
    is_postcode: [
        "123",
        "75001",
        "SW1A1AA",
        "M1 1AE",
        "EC1A",
        "1012AB",
        "123 45",
        "00-950",
        "1000-001",
        "01310-100",
        "K1A-0B1",
        "D02 AF30",
        "AD500",
        "476**",
        "*",
        "*****",
        "sw1a 1aa",
        " 28013 ",
    ],
    is_position: ["90.0,180.0", "-90.0 -180.0", "[48.8566,2.3522]", "0.0;0.0"],
}

FAILS: dict[Check, list[str]] = {
    is_email: ["", "a@b", "a@b.c", "a@b.123", "a b@c.de", "<a@b.de>", "a@b.de,c@d.de", "@b.de"],
    is_phone: ["+0 600 123 456", "+34 1234", "112", "(112) 555-0123", "212-155-0123", "00"],
    is_dialled: ["12345", "+", "12 34    56 78", "one two", "612345678 ext"],
    is_ip: ["0.0.0", "1.2.3.256", "01.02.03.04", "12:30:45:60", ":::", "1.2.3.4 "],
    is_mac: ["00:1B:44:11:3A:G7", "00:1B:44:11:3A:B7:00", "001B44113AB7"],
    is_url: ["http:/example.org", "www.example", "mailto:ana@example.org", "https:// example.org"],
    is_uuid: ["123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a45-6426614174000"],
    is_icd10: ["", "A0", "AA0", "A0000000", "1A0", "A00.", "A0C", "A00..1"],
    is_dotted_icd10: ["I10", "E119", "E11.", "E11.A"],
    is_postcode: ["A", "AB", "12345678901234", "1-2", "ABC 123", "12:30", "A1B2C3D", "1.5"],
    is_position: ["90.1,0.0", "0.0,180.1", "48.85", "48.85,2.35,1.0", "a.b,c.d", "48,2", "1.2.3,4"],
}


def _cases(table: dict[Check, list[str]]) -> list[object]:
    return [
        pytest.param(check, text, id=f"{check.__name__}-{text}")
        for check, texts in table.items()
        for text in texts
    ]


@pytest.mark.parametrize(("check", "text"), _cases(PASSES))
def test_the_form_is_recognised(check: Check, text: str) -> None:
    assert check(text)


@pytest.mark.parametrize(("check", "text"), _cases(FAILS))
def test_the_nearest_thing_to_it_is_not(check: Check, text: str) -> None:
    assert not check(text)


@pytest.mark.parametrize("size", range(4, 20))
def test_an_international_number_has_seven_to_fifteen_digits(size: int) -> None:
    # ITU-T E.164: at most 15 digits; fewer than seven reach nobody abroad.
    assert is_phone("+4" + "1" * (size - 1)) is (7 <= size <= 15)


@pytest.mark.parametrize("size", range(3, 20))
def test_six_to_fifteen_digits_can_be_dialled(size: int) -> None:
    assert is_dialled("6" * size) is (6 <= size <= 15)


@pytest.mark.parametrize(
    ("text", "lengths", "number"),
    [
        ("943 476 5919", (10,), "9434765919"),
        ("943-476.59/19", (9, 10), "9434765919"),
        ("943 476 5919", (9, 11), None),
        ("94347659l9", (10,), None),
        ("٩٤٣٤٧٦٥٩١٩", (10,), None),
        ("", (0,), None),
        ("1\u202f234", (4,), "1234"),
    ],
)
def test_digits_are_read_between_separators(
    text: str, lengths: tuple[int, ...], number: str | None
) -> None:
    assert digits_of(text, *lengths) == number


def test_each_digit_is_weighed_by_its_place() -> None:
    assert weighted("205", (100, 10, 1)) == 205
    assert weighted("999", (1, -1, 0)) == 0
    assert weighted("12", (5,)) == 5


@pytest.mark.parametrize(
    ("day", "exists"),
    [
        ((2000, 2, 29), True),
        ((1900, 2, 29), False),
        ((2023, 2, 29), False),
        ((2024, 2, 29), True),
        ((2024, 0, 1), False),
        ((2024, 13, 1), False),
        ((2024, 6, 31), False),
        ((0, 1, 1), False),
    ],
)
def test_a_day_exists_or_not(day: tuple[int, int, int], exists: bool) -> None:
    assert is_day(*day) is exists


def test_a_birthday_of_two_digits_may_lie_in_either_century() -> None:
    assert is_birthday(0, 2, 29)  # 2000, though not 1900
    assert is_birthday(96, 2, 29)
    assert not is_birthday(1, 2, 29)
