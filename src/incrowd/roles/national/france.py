"""France: NIR, the social security number with its key, `2 55 08 14 168 025 38`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, compact

_SHAPE: Final = re.compile(
    r"[123478][0-9]{2}(?:0[1-9]|1[0-2]|20|3[0-9]|4[0-2]|[5-9][0-9])"
    r"(?:[0-9]{2}|2[AB])[0-9]{6}[0-9]{2}",
    re.ASCII,
)


def is_nir(text: str) -> bool:
    """Whether a text is a NIR: its key is 97 minus the number modulo 97 (Corsica: 2A 19, 2B 18).

    >>> is_nir("2 55 08 14 168 025 38"), is_nir("2 55 08 14 168 025 39")
    (True, False)
    """
    number = compact(text)
    if _SHAPE.fullmatch(number) is None:
        return False
    digits = number.replace("2A", "19").replace("2B", "18")
    return int(digits[13:]) == 97 - int(digits[:13]) % 97


NIR: Final = Pattern(Meaning.NATIONAL_ID, "valid French NIR", is_nir, 15, 21, 0.01, CODES)
