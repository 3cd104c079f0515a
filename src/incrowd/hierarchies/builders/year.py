"""Years in bands: 1987 -> 1985-1989 -> 1980s -> 1980-1999 -> *."""

from typing import Final

from incrowd.hierarchies.builder import Builder, assemble, mostly
from incrowd.hierarchies.builders.numerals import cut_bands, is_number, name_band, read_numbers
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say

WIDTHS: Final = {5: say("5-year bands"), 10: say("decade"), 20: say("20-year bands")}


def suits(domain: Domain) -> str | None:
    """Numbers that are known to be years fit."""
    attribute = domain.attribute
    known = attribute.meaning == "year"
    if known and (attribute.kind.numeric or mostly(domain.values, is_number)):
        return say("its values are years")
    return None


def build(domain: Domain) -> Hierarchy:
    """Cut years at multiples of 5, 10 and 20."""
    numbers = read_numbers(domain)
    how = say("Bands of 5 and 20 years, and decades.")
    return assemble(numbers.understood, cut_bands(numbers, WIDTHS, _name), "year", how)


def _name(width: int, start: int) -> str:
    return f"{start}s" if width == 10 and start > 0 else name_band(width, start)


BUILDER = Builder(
    name="year",
    title="Years",
    explanation="Shows years in bands of 5 years, decades and bands of 20 years.",
    citation="ISO 8601-1, Date and time, 2019",
    suits=suits,
    build=build,
)
