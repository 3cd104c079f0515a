"""Places written as codes: postcodes, also masked ones (`130**`), and positions on the map."""

import re
from typing import Final

from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns.pattern import CODES, TEXTS, Pattern

_POSTCODE: Final = re.compile(
    r"""
    (?:[A-Z]{1,2}-?[ ]?)?[0-9]{1,6}[0-9*X]{2,5}   # most countries, D-10115, 130**
    | [0-9]{5}-[0-9]{3,4}                          # United States, Brazil
    | [0-9]{4}-[0-9]{3} | [0-9]{2}-[0-9]{3}        # Portugal, Poland
    | [0-9]{3}[ ][0-9]{2}                          # Sweden, Greece, Czechia
    | [0-9]{4}[ ]?[A-Z]{2}                         # Netherlands
    | [A-Z]{1,2}[0-9][0-9A-Z]?(?:[ ]?[0-9][A-Z]{2})? # United Kingdom
    | [A-Z][0-9][A-Z](?:[ -]?[0-9][A-Z][0-9])?     # Canada
    | [A-Z][0-9][0-9W][ ]?[0-9A-Z]{4}              # Ireland
    | AD[0-9]{3} | \*+
    """,
    re.ASCII | re.VERBOSE,
)
_PAIR: Final = re.compile(
    r"[(\[]?(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)[)\]]?", re.ASCII
)


def is_postcode(text: str) -> bool:
    """Whether a text has the shape of a postcode of some country.

    >>> is_postcode("28013"), is_postcode("SW1A 1AA"), is_postcode("130**"), is_postcode("0.5")
    (True, True, True, False)
    """
    return len(text) <= 12 and _POSTCODE.fullmatch(text.strip().upper()) is not None


def is_position(text: str) -> bool:
    """Whether a text is a pair of latitude and longitude with decimals.

    >>> is_position("48.8566, 2.3522"), is_position("48, 2"), is_position("98.85,2.35")
    (True, False, False)
    """
    match = _PAIR.fullmatch(text.strip())
    if match is None or text.count(".") != 2:
        return False
    return abs(float(match[1])) <= 90 and abs(float(match[2])) <= 180


POSTCODE: Final = Pattern(Meaning.POSTCODE, "possible postcodes", is_postcode, 1, 12, 1.0, CODES)
POSITION: Final = Pattern(Meaning.COORDINATES, "positions", is_position, 7, 50, 0.02, TEXTS)
