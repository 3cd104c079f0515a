"""Denmark: CPR number, a birth date and four digits, `070761-4285`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import TEXTS, Pattern, is_birthday

_SHAPE: Final = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})-[0-9]{4}", re.ASCII)


def is_cpr(text: str) -> bool:
    """Whether a text is shaped like a CPR number; since 2007 it need not pass the eleven test.

    >>> is_cpr("070761-4285"), is_cpr("320761-4285")
    (True, False)
    """
    match = _SHAPE.fullmatch(text.strip())
    return match is not None and is_birthday(int(match[3]), int(match[2]), int(match[1]))


CPR: Final = Pattern(Meaning.NATIONAL_ID, "Danish CPR numbers", is_cpr, 11, 11, 0.05, TEXTS)
