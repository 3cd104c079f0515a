"""United States: social security number, by its shape alone, `219-09-9999`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import TEXTS, Pattern

_SHAPE: Final = re.compile(r"(?!000|666|9)[0-9]{3}([- ])(?!00)[0-9]{2}\1(?!0000)[0-9]{4}", re.ASCII)


def is_ssn(text: str) -> bool:
    """Whether a text is shaped like a social security number, with its dashes.

    >>> is_ssn("219-09-9999"), is_ssn("666-09-9999"), is_ssn("219099999")
    (True, False, False)
    """
    return _SHAPE.fullmatch(text.strip()) is not None


SSN: Final = Pattern(Meaning.NATIONAL_ID, "US social security numbers", is_ssn, 11, 13, 0.05, TEXTS)
