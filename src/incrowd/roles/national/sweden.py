"""Sweden: personnummer, a birth date and Luhn's check digit, `811218-9876`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, is_birthday, luhn

_SHAPE: Final = re.compile(r"(?:18|19|20)?([0-9]{6})[-+]?([0-9]{4})", re.ASCII)


def is_personnummer(text: str) -> bool:
    """Whether a text is a personnummer, or a coordination number (60 added to the day).

    >>> is_personnummer("811218-9876"), is_personnummer("811218-9875")
    (True, False)
    """
    match = _SHAPE.fullmatch(text.strip())
    if match is None:
        return False
    born, rest = match.groups()
    day = int(born[4:])
    real = is_birthday(int(born[:2]), int(born[2:4]), day - 60 if day > 60 else day)
    return real and luhn(born + rest)


PERSONNUMMER: Final = Pattern(
    Meaning.NATIONAL_ID, "valid Swedish personnummer", is_personnummer, 10, 13, 0.02, CODES
)
