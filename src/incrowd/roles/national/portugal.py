"""Portugal: NIF, nine digits, `123 456 789`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of, weighted

_PREFIXES: Final = (
    "1",
    "2",
    "3",
    "45",
    "5",
    "6",
    "70",
    "71",
    "72",
    "74",
    "75",
    "77",
    "78",
    "79",
    "8",
    "9",
)


def is_nif(text: str) -> bool:
    """Whether a text is a NIF: nine digits, the last by weights 9 … 2 modulo 11.

    >>> is_nif("123 456 789"), is_nif("123 456 788")
    (True, False)
    """
    number = digits_of(text, 9)
    return number is not None and number.startswith(_PREFIXES) and _ends_well(number)


def _ends_well(number: str) -> bool:
    remainder = weighted(number[:8], range(9, 1, -1)) % 11
    return int(number[8]) == (0 if remainder < 2 else 11 - remainder)


NIF: Final = Pattern(Meaning.NATIONAL_ID, "valid Portuguese NIF", is_nif, 9, 13, 0.09, CODES)
