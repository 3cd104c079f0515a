"""Netherlands: BSN, nine digits that pass the eleven test, `111222333`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of, weighted


def is_bsn(text: str) -> bool:
    """Whether a text is a BSN: weights 9 … 2 and -1, divisible by 11.

    >>> is_bsn("111222333"), is_bsn("111222334"), is_bsn("000000000")
    (True, False, False)
    """
    number = digits_of(text, 9)
    if number is None or int(number) == 0:
        return False
    return weighted(number, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


BSN: Final = Pattern(Meaning.NATIONAL_ID, "valid Dutch BSN", is_bsn, 9, 13, 0.09, CODES)
