"""Bank accounts and cards: issuers' first and last prefixes, and the lengths beside theirs."""

from __future__ import annotations

from string import digits

import pytest

from incrowd.roles.patterns.bank import IBAN_LENGTHS, is_card, is_iban

ISSUERS = {
    "visa": ["4", (13, 16, 19)],
    "mastercard": ["51", (16,)],
    "mastercard, last of the fifties": ["55", (16,)],
    "mastercard, first of the twos": ["2221", (16,)],
    "mastercard, last of the twos": ["2720", (16,)],
    "american express 34": ["34", (15,)],
    "american express 37": ["37", (15,)],
    "diners 300": ["300", (14, 16)],
    "diners 305": ["305", (14, 16)],
    "diners 36": ["36", (14, 16)],
    "diners 39": ["39", (14, 16)],
    "discover 6011": ["6011", (16, 17, 18, 19)],
    "discover 644": ["644", (16, 17, 18, 19)],
    "discover 659": ["659", (16, 17, 18, 19)],
    "jcb, first": ["3528", (16, 17, 18, 19)],
    "jcb, last": ["3589", (16, 17, 18, 19)],
    "union pay": ["62", (16, 17, 18, 19)],
    "maestro": ["6304", tuple(range(13, 20))],
}
"""Prefixes with the lengths of their numbers, as ISO/IEC 7812 and the issuers publish them."""

NOBODY = ["50", "56", "2220", "2721", "35", "3527", "3590", "306", "643", "660", "6012", "63", "7"]


def card(prefix: str, length: int) -> str:
    """A number that starts so and passes Luhn's check, by trying the last digit."""
    stem = prefix.ljust(length - 1, "1")
    return next(stem + last for last in digits if passes_luhn(stem + last))


def passes_luhn(number: str) -> bool:
    """The check written out: every second digit from the right counts twice, less 9 above 9."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number))]
    return sum(digit - 9 if digit > 9 else digit for digit in doubled) % 10 == 0


@pytest.mark.parametrize("issuer", ISSUERS)
def test_a_card_has_one_of_the_lengths_of_its_issuer(issuer: str) -> None:
    prefix, lengths = ISSUERS[issuer]
    accepted = [length for length in range(12, 21) if is_card(card(str(prefix), length))]
    assert accepted == list(lengths)


@pytest.mark.parametrize("prefix", NOBODY)
def test_a_number_of_no_issuer_is_no_card(prefix: str) -> None:
    assert not any(is_card(card(prefix, length)) for length in range(13, 20))


@pytest.mark.parametrize("issuer", ISSUERS)
def test_one_digit_more_spoils_the_check(issuer: str) -> None:
    prefix, lengths = ISSUERS[issuer]
    number = card(str(prefix), lengths[0])
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert not is_card(wrong)


def iban(country: str, account: str) -> str:
    """An account number with its check digits, as ISO 13616 tells: 98 minus the rest modulo 97."""
    spelt = "".join(
        str(digits.find(sign) if sign.isdigit() else ord(sign) - 55) for sign in account
    )
    letters = "".join(str(ord(sign) - 55) for sign in country)
    return f"{country}{98 - int(spelt + letters + '00') % 97:02}{account}"


@pytest.mark.parametrize("country", sorted(IBAN_LENGTHS))
def test_an_account_number_has_the_length_of_its_country(country: str) -> None:
    length = IBAN_LENGTHS[country]
    fitting = [size for size in range(11, 34) if is_iban(iban(country, "7" * (size - 4)))]
    assert fitting == [length]


@pytest.mark.parametrize(
    ("country", "length"),
    [("NO", 15), ("BE", 16), ("NL", 18), ("AT", 20), ("CH", 21), ("DE", 22), ("GB", 22)]
    + [("ES", 24), ("SE", 24), ("PT", 25), ("FR", 27), ("IT", 27), ("PL", 28), ("MT", 31)],
)
def test_lengths_are_those_of_the_register(country: str, length: int) -> None:
    assert IBAN_LENGTHS[country] == length


def test_letters_in_an_account_count_as_numbers_from_ten() -> None:
    # The register's example for Malta: MT84 MALT 0110 0001 2345 MTLC AST0 01S
    assert is_iban("MT84MALT011000012345MTLCAST001S")
    assert not is_iban("MT84MALT011000012345MTLCAST001T")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "DE",
        "DE89",
        "XX89370400440532013000",
        "89DE370400440532013000",
        "DE8937040044053201300O",
    ],
)
def test_what_has_not_the_form_is_no_account(text: str) -> None:
    assert not is_iban(text)
