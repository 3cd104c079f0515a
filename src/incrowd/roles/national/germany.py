"""Germany: Steuer-Identifikationsnummer, eleven digits, `86 095 742 719`."""

from collections import Counter
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of


def is_steuer_id(text: str) -> bool:
    """Whether a text is a Steuer-ID: one digit repeated, check digit by ISO 7064 Mod 11,10.

    >>> is_steuer_id("86 095 742 719"), is_steuer_id("86 095 742 718")
    (True, False)
    """
    number = digits_of(text, 11)
    if number is None or number[0] == "0" or not _repeats_one(number[:10]):
        return False
    product = 10
    for digit in number[:10]:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return (11 - product) % 10 == int(number[10])


def _repeats_one(digits: str) -> bool:
    """Exactly one digit occurs two or three times, but never three times in a row."""
    repeated = [(digit, times) for digit, times in Counter(digits).items() if times > 1]
    if len(repeated) != 1:
        return False
    digit, times = repeated[0]
    return times == 2 or (times == 3 and digit * 3 not in digits)


STEUER_ID: Final = Pattern(
    Meaning.NATIONAL_ID, "valid German tax numbers", is_steuer_id, 11, 16, 0.01, CODES
)
