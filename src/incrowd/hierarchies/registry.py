"""All built-in builders, and choosing one: `choose(domain).builder` is `age` for ages."""

from dataclasses import replace
from typing import Final

from incrowd.errors import UnknownName
from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.builders import (
    age,
    country,
    date,
    economic_sector,
    education,
    email,
    frequency,
    icd10,
    interval,
    ip_address,
    marital_status,
    mask,
    occupation,
    religion,
    rounding,
    shared_words,
    spoken_language,
    suppress,
    year,
)
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import as_message, say

BUILT_IN: Final[tuple[Builder, ...]] = (
    age.BUILDER,
    date.BUILDER,
    year.BUILDER,
    icd10.BUILDER,
    spoken_language.BUILDER,
    country.BUILDER,
    ip_address.BUILDER,
    email.BUILDER,
    suppress.BUILDER,
    mask.BUILDER,
    marital_status.BUILDER,
    religion.BUILDER,
    education.BUILDER,
    occupation.BUILDER,
    economic_sector.BUILDER,
    rounding.BUILDER,
    interval.BUILDER,
    shared_words.BUILDER,
    frequency.BUILDER,
)
"""In order of preference: the first that suits is chosen, and `frequency` suits everything."""


def choose(domain: Domain) -> Hierarchy:
    """Build the hierarchy that fits the attribute best; it says why."""
    for builder in BUILT_IN:
        why = builder.suits(domain)
        if why:
            return _explained(builder.build(domain), why)
    return frequency.build(domain)


def candidates(domain: Domain) -> list[tuple[Builder, str]]:
    """All builders that fit the attribute, the best first, each with the reason."""
    fitting = ((builder, builder.suits(domain)) for builder in BUILT_IN)
    return [(builder, reason) for builder, reason in fitting if reason]


def build(name: str, domain: Domain) -> Hierarchy:
    """Build a hierarchy with the builder that has this name."""
    for builder in BUILT_IN:
        if builder.name == name:
            return _explained(builder.build(domain), say("chosen by you"))
    raise UnknownName.among("hierarchy builder", name, [builder.name for builder in BUILT_IN])


def _explained(hierarchy: Hierarchy, why: str) -> Hierarchy:
    """Say why before how: "Its values are ages: bands of 5, 10 and 20 years"."""
    how = as_message(hierarchy.reason)
    return replace(hierarchy, reason=say("{why!c}: {how!l}", why=as_message(why), how=how))
