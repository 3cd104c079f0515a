"""Italy: codice fiscale, `RSSMRA85T10A562S`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import TEXTS, Pattern, compact

# Digits may be replaced by the letters LMNPQRSTUV where two people would share a code.
_DIGIT: Final = "[0-9LMNPQRSTUV]"
_SHAPE: Final = re.compile(
    rf"[A-Z]{{6}}{_DIGIT}{{2}}[ABCDEHLMPRST]{_DIGIT}{{2}}[A-Z]{_DIGIT}{{3}}[A-Z]", re.ASCII
)
_ODD: Final = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22)
_ODD_VALUES: Final = _ODD + (25, 24, 23)


def is_codice_fiscale(text: str) -> bool:
    """Whether a text is a codice fiscale: its last letter is the sum of the others modulo 26.

    >>> is_codice_fiscale("RSSMRA85T10A562S"), is_codice_fiscale("RSSMRA85T10A562T")
    (True, False)
    """
    code = compact(text)
    if _SHAPE.fullmatch(code) is None:
        return False
    odd = sum(_ODD_VALUES[_value(character)] for character in code[0:15:2])
    even = sum(_value(character) for character in code[1:15:2])
    return chr(ord("A") + (odd + even) % 26) == code[15]


def _value(character: str) -> int:
    return int(character) if character.isdigit() else ord(character) - ord("A")


CODICE_FISCALE: Final = Pattern(
    Meaning.NATIONAL_ID, "valid Italian codici fiscali", is_codice_fiscale, 16, 21, 1e-4, TEXTS
)
