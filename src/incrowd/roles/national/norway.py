"""Norway: fødselsnummer, a birth date and two check digits, `29029600013`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of, is_birthday, weighted

_FIRST: Final = (3, 7, 6, 1, 8, 9, 4, 5, 2, 1)
_SECOND: Final = (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)


def is_fodselsnummer(text: str) -> bool:
    """Whether a text is a fødselsnummer or D-number (40 added to the day), both sums modulo 11.

    >>> is_fodselsnummer("29029600013"), is_fodselsnummer("29029600014")
    (True, False)
    """
    number = digits_of(text, 11)
    if number is None:
        return False
    day = int(number[:2])
    if not is_birthday(int(number[4:6]), int(number[2:4]), day - 40 if day > 40 else day):
        return False
    return weighted(number, _FIRST) % 11 == 0 and weighted(number, _SECOND) % 11 == 0


FODSELSNUMMER: Final = Pattern(
    Meaning.NATIONAL_ID, "valid Norwegian fødselsnummer", is_fodselsnummer, 11, 13, 0.001, CODES
)
