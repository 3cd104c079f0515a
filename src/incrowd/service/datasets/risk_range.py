"""A range of risk as people write it, in sizes of classes: "20-50" -> classes of 3 to 5."""

import re
from fractions import Fraction
from math import floor
from typing import Final

from incrowd.engines.stored.page import SizeRange
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.risk.distribution import BANDS

_NUMBER: Final = r"[0-9]{1,3}(?:\.[0-9]{1,9})?"
_RANGE: Final = re.compile(rf"\s*({_NUMBER})\s*[-–]\s*({_NUMBER})\s*%?\s*")


def read_risk_range(text: str) -> SizeRange:
    """The classes whose risk lies in a bar of the distribution, or from LOW to below HIGH percent.

    Up to 100 includes 100. Sizes are exact where shares would be rounded.

    >>> read_risk_range("30–50"), read_risk_range("20-50")
    (SizeRange(smallest=3, largest=3), SizeRange(smallest=3, largest=5))
    >>> read_risk_range("0-100")
    SizeRange(smallest=1, largest=None)
    """
    for name, smallest, largest in BANDS:
        if text.strip() == name:
            return SizeRange(smallest, largest)
    match = _RANGE.fullmatch(text)
    low, high = (Fraction(each) for each in match.groups()) if match else (Fraction(1), Fraction(0))
    if not low < high <= 100:
        raise InvalidParameter(
            say("'{text}' is no range of risk.", text=text),
            say(
                "Give two percentages, as in 20-50, or a bar of the distribution: {bands}.",
                bands=", ".join(name for name, _, _ in BANDS),
            ),
        )
    largest_size = floor(100 / low) if low else None
    return SizeRange(1 if high == 100 else floor(100 / high) + 1, largest_size)
