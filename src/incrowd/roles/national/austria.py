"""Austria: Sozialversicherungsnummer, a number, its check digit and a birth date, `1237 010180`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of, is_birthday, weighted

_WEIGHTS: Final = (3, 7, 9, 0, 5, 8, 4, 2, 1, 6)


def is_svnr(text: str) -> bool:
    """Whether a text is a social insurance number: the weighted sum modulo 11 is the fourth digit.

    >>> is_svnr("1237 010180"), is_svnr("1238 010180")
    (True, False)
    """
    number = digits_of(text, 10)
    if number is None or number[0] == "0":
        return False
    # A month above 12 is issued where the numbers of a birthday have run out.
    month = min(int(number[6:8]), 12)
    real = is_birthday(int(number[8:]), month, int(number[4:6]))
    return real and weighted(number, _WEIGHTS) % 11 == int(number[3])


SVNR: Final = Pattern(
    Meaning.NATIONAL_ID, "valid Austrian insurance numbers", is_svnr, 10, 14, 0.02, CODES
)
