"""United Kingdom: NHS number and national insurance number, `943 476 5919`, `AB123456C`."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, TEXTS, Pattern, compact, digits_of, weighted

_NINO: Final = re.compile(
    r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][0-9]{6}[A-D]", re.ASCII
)


def is_nhs_number(text: str) -> bool:
    """Whether a text is an NHS number: ten digits, the last by weights 10 … 2 modulo 11.

    >>> is_nhs_number("943 476 5919"), is_nhs_number("943 476 5918")
    (True, False)
    """
    number = digits_of(text, 10)
    if number is None or len(set(number)) == 1:
        return False
    # A result of 10 is never issued, and no single digit equals it.
    return (11 - weighted(number[:9], range(10, 1, -1)) % 11) % 11 == int(number[9])


def is_nino(text: str) -> bool:
    """Whether a text is a national insurance number, which has no checksum.

    >>> is_nino("AB 12 34 56 C"), is_nino("GB123456A")
    (True, False)
    """
    return _NINO.fullmatch(compact(text)) is not None


NHS: Final = Pattern(Meaning.NATIONAL_ID, "valid NHS numbers", is_nhs_number, 10, 14, 0.09, CODES)
NINO: Final = Pattern(
    Meaning.NATIONAL_ID, "British national insurance numbers", is_nino, 9, 14, 0.05, TEXTS
)
