"""Poland: PESEL, a birth date and a check digit, `44051401359`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of, is_day, weighted

_CENTURIES: Final = (1900, 2000, 2100, 2200, 1800)


def is_pesel(text: str) -> bool:
    """Whether a text is a PESEL: the month tells the century, the weights are 1, 3, 7, 9.

    >>> is_pesel("44051401359"), is_pesel("44051401358")
    (True, False)
    """
    number = digits_of(text, 11)
    if number is None:
        return False
    century, month = divmod(int(number[2:4]), 20)
    if not is_day(_CENTURIES[century] + int(number[:2]), month, int(number[4:6])):
        return False
    return weighted(number, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


PESEL: Final = Pattern(Meaning.NATIONAL_ID, "valid Polish PESEL", is_pesel, 11, 11, 0.02, CODES)
