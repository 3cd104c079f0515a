"""Countries by region and continent: Germany -> Western Europe -> Europe -> *."""

from __future__ import annotations

from typing import Final

import numpy as np

from incrowd.hierarchies.builder import ENOUGH, Builder, mostly
from incrowd.hierarchies.builders.country_names import (
    REGIONS,
    continent_of,
    find_countries,
    is_code,
)
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.hierarchies.levels import Understood, assemble, group_by_key
from incrowd.language import say
from incrowd.table import Kind

MEANINGS: Final = frozenset({"country", "nationality"})
OTHER: Final = "other"
MOST_VALUES: Final = 1000
"""There are some 250 countries: a column with far more values is about something else."""


def suits(domain: Domain) -> str | None:
    """Texts fit of which at least 80 % of the values and of the rows are known countries.

    Codes alone are not enough: `CA`, `DE` and `AL` are also states of the USA.
    """
    present = [value for value in domain.values if value is not None]
    said = domain.attribute.meaning in MEANINGS
    if domain.attribute.kind is not Kind.TEXT or not 0 < len(present) <= MOST_VALUES:
        return None
    if not said and (len(present) < 3 or mostly(present, is_code, 0.5)):
        return None
    # names in other languages take long to load: not for a column that may be anything
    if not said and len(find_countries(present, languages=())) < ENOUGH / 2 * len(present):
        return None
    known = find_countries(present)
    rows = {v: int(n) for v, n in zip(domain.values, domain.counts, strict=True) if v is not None}
    covered = sum(rows[value] for value in known)
    enough = len(known) >= ENOUGH * len(present) and covered >= ENOUGH * sum(rows.values())
    return say("its values are countries") if enough else None


def build(domain: Domain) -> Hierarchy:
    """Look each country's region up; what is no known country goes together."""
    positions = np.array([i for i, v in enumerate(domain.values) if v is not None], np.int64)
    values = [value for value in domain.values if value is not None]
    known = find_countries(values)
    region_of = {code: region for region, codes in REGIONS.items() for code in codes.split()}
    regions = [region_of[known[value]] if value in known else OTHER for value in values]
    levels = [
        group_by_key(say("region"), regions, str),
        group_by_key(say("continent"), map(_continent, regions), str),
    ]
    unknown = [value for value in values if value not in known]
    how = say("Regions and continents.")
    if unknown:
        how = say(
            "Regions and continents; unknown ones, such as '{value}', go together.",
            value=min(unknown),
        )
    return assemble(Understood(domain, positions), levels, "country", how)


def _continent(region: str) -> str:
    return OTHER if region == OTHER else continent_of(region)


BUILDER = Builder(
    name="country",
    title="Regions and continents",
    explanation="Tells of a country only its region of the world, then only its continent.",
    citation="United Nations, Standard country or area codes for statistical use (M49)",
    suits=suits,
    build=build,
)
