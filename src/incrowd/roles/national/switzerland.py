"""Switzerland: AHV number, `756.9217.0769.85`."""

from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, Pattern, digits_of, weighted


def is_ahv(text: str) -> bool:
    """Whether a text is an AHV number: 756 and an EAN-13 check digit.

    >>> is_ahv("756.9217.0769.85"), is_ahv("756.9217.0769.84")
    (True, False)
    """
    number = digits_of(text, 13)
    if number is None or not number.startswith("756"):
        return False
    return weighted(number, (1, 3) * 6 + (1,)) % 10 == 0


AHV: Final = Pattern(Meaning.NATIONAL_ID, "valid Swiss AHV numbers", is_ahv, 13, 17, 0.01, CODES)
