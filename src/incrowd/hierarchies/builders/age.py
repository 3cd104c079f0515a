"""Ages in bands of 5, 10 and 20 years: 37 -> 35-39 -> 30-39 -> 20-39 -> *."""

from typing import Final

from incrowd.hierarchies.builder import Builder, assemble, mostly
from incrowd.hierarchies.builders.numerals import cut_bands, is_number, name_band, read_numbers
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say

WIDTHS: Final = {5: say("5-year bands"), 10: say("10-year bands"), 20: say("20-year bands")}


def suits(domain: Domain) -> str | None:
    """Numbers that are known to be ages fit; by their values alone nobody can tell."""
    attribute = domain.attribute
    known = attribute.meaning == "age"
    if known and (attribute.kind.numeric or mostly(domain.values, is_number)):
        return say("its values are ages")
    return None


def build(domain: Domain) -> Hierarchy:
    """Cut ages at multiples of 5, 10 and 20 years."""
    numbers = read_numbers(domain)
    how = say("Bands of 5, 10 and 20 years.")
    return assemble(numbers.understood, cut_bands(numbers, WIDTHS, name_band), "age", how)


BUILDER = Builder(
    name="age",
    title="Age bands",
    explanation="Shows ages in bands of 5, 10 and 20 years, as census tables do.",
    citation="United Nations, Standard international age classifications, 1982",
    suits=suits,
    build=build,
)
