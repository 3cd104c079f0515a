"""Belgium: national register number, `85.07.30-033.28`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of


def is_register_number(text: str) -> bool:
    """Whether a text is a register number: 97 minus the rest modulo 97.

    Those born since 2000 put a 2 in front before they compute.

    >>> is_register_number("85.07.30-033.28"), is_register_number("85.07.30-033.29")
    (True, False)
    """
    number = digits_of(text, 11)
    if number is None:
        return False
    # Foreigners' numbers (bis) add 20 or 40 to the month; an unknown birthday is written 00.
    month, day = int(number[2:4]) % 20, int(number[4:6])
    if month > 12 or int(number[2:4]) > 52 or day > 31:
        return False
    stem, check = number[:9], int(number[9:])
    return check in (97 - int(stem) % 97, 97 - int("2" + stem) % 97)


REGISTER: Final = Pattern(
    Meaning.NATIONAL_ID, "valid Belgian register numbers", is_register_number, 11, 15, 0.01, CODES
)
