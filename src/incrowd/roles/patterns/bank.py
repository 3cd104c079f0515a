"""Bank accounts and payment cards, by their checksums: `GB82 WEST 1234 5698 7654 32`."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, TEXTS, Pattern, compact, digits_of, luhn

_LENGTHS: Final = (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 "
    "DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 "
    "GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 "
    "LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 "
    "PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 "
    "SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
)
IBAN_LENGTHS: Final[Mapping[str, int]] = MappingProxyType(
    {entry[:2]: int(entry[2:]) for entry in _LENGTHS.split()}
)

_ALPHANUMERIC: Final = re.compile(r"[A-Z]{2}[0-9]{2}[0-9A-Z]+", re.ASCII)


def is_iban(text: str) -> bool:
    """Whether a text is an IBAN: the country's length, and remainder 1 modulo 97 (ISO 13616).

    >>> is_iban("GB82 WEST 1234 5698 7654 32"), is_iban("GB83 WEST 1234 5698 7654 32")
    (True, False)
    """
    number = compact(text)
    if IBAN_LENGTHS.get(number[:2]) != len(number) or not _ALPHANUMERIC.fullmatch(number):
        return False
    rotated = number[4:] + number[:4]
    return int("".join(str(int(character, 36)) for character in rotated)) % 97 == 1


def is_card(text: str) -> bool:
    """Whether a text is a payment card number: an issuer's prefix and length, and Luhn's check.

    >>> is_card("4111 1111 1111 1111"), is_card("4111 1111 1111 1112")
    (True, False)
    """
    number = digits_of(text, 13, 14, 15, 16, 17, 18, 19)
    return number is not None and _has_issuer(number) and luhn(number)


def _has_issuer(number: str) -> bool:
    length, two, three, four = len(number), int(number[:2]), int(number[:3]), int(number[:4])
    visa = number[0] == "4" and length in (13, 16, 19)
    mastercard = (51 <= two <= 55 or 2221 <= four <= 2720) and length == 16
    amex = two in (34, 37) and length == 15
    diners = (300 <= three <= 305 or two in (36, 38, 39)) and length in (14, 16)
    discover = (four == 6011 or 644 <= three <= 659) and length >= 16
    jcb = 3528 <= four <= 3589 and length >= 16
    unionpay = two == 62 and length >= 16
    maestro = four in (5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763)
    return any((visa, mastercard, amex, diners, discover, jcb, unionpay, maestro))


IBAN: Final = Pattern(Meaning.IBAN, "valid IBANs", is_iban, 15, 42, 1e-3, TEXTS)
CARD: Final = Pattern(Meaning.CARD_NUMBER, "valid card numbers", is_card, 13, 25, 0.03, CODES)
