"""Spain: DNI and NIE, a number and its letter, `12345678Z`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import TEXTS, Pattern, compact

_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"
_SHAPE: Final = re.compile(r"(?:[0-9]{8}|[XYZ][0-9]{7})[A-Z]", re.ASCII)


def is_dni(text: str) -> bool:
    """Whether a text is a DNI or NIE: the number modulo 23 gives the letter.

    >>> is_dni("12345678-Z"), is_dni("X1234567L"), is_dni("12345678A")
    (True, True, False)
    """
    number = compact(text)
    if _SHAPE.fullmatch(number) is None:
        return False
    digits = number[:-1].translate(str.maketrans("XYZ", "012"))
    return _LETTERS[int(digits) % 23] == number[-1]


DNI: Final = Pattern(Meaning.NATIONAL_ID, "valid Spanish DNI or NIE", is_dni, 9, 14, 0.01, TEXTS)
