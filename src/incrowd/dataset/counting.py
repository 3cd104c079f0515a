"""From a source to a crowd with hierarchies: one GROUP BY, then no rows any more."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.engines.contract import Source
from incrowd.engines.joins.persons import count_people
from incrowd.hierarchies import choose, from_csv
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.table import Attribute

Given = Hierarchy | Path | str
"""A hierarchy, or the file or text of one."""


def count_crowd(
    source: Source,
    quasi: Sequence[Attribute],
    sensitive: Sequence[Attribute],
    given: Mapping[str, Given],
    population: Crowd | None = None,
    person: Attribute | None = None,
) -> Crowd:
    """Count a source, and give each quasi-identifier the hierarchy that was given or suits it.

    With a person key persons are counted; hierarchies are chosen by the values in the rows.
    """
    key = [] if person is None else [person]
    tally = source.tally([attribute.name for attribute in (*quasi, *sensitive, *key)])
    crowd = build_crowd(tally, quasi, sensitive, person)
    rows = crowd.by_rows
    others = population.by_rows.domains if population else (None,) * len(rows.domains)
    pairs = zip(rows.domains, others, strict=True)
    domains = [_join_values(domain, other) for domain, other in pairs]
    guarded = [attribute.domain for attribute in rows.sensitive if attribute.name in given]
    return crowd.with_hierarchies(
        {domain.attribute.name: find_hierarchy(domain, given) for domain in (*domains, *guarded)}
    )


def regrade(crowd: Crowd, before: Mapping[str, Given], given: Mapping[str, Given]) -> Crowd:
    """Give the attributes of a counted crowd other hierarchies; automatic ones are kept."""
    automatic = {
        hierarchy.attribute: hierarchy
        for hierarchy in crowd.hierarchies
        if hierarchy.attribute not in {*before, *given}
    }
    plain = _without_hierarchies(crowd)
    rows = plain.by_rows
    guarded = [attribute.domain for attribute in rows.sensitive if attribute.name in given]
    domains = (*rows.domains, *guarded)
    chosen = {**automatic, **given}
    return plain.with_hierarchies(
        {domain.attribute.name: find_hierarchy(domain, chosen) for domain in domains}
    )


def _without_hierarchies(crowd: Crowd) -> Crowd:
    """The crowd with no hierarchy for its sensitive attributes."""
    plain = tuple(replace(attribute, hierarchy=None) for attribute in crowd.sensitive)
    unfolded = crowd.unfolded and _without_hierarchies(crowd.unfolded)
    return replace(crowd, sensitive=plain, unfolded=unfolded)


def find_hierarchy(domain: Domain, given: Mapping[str, Given]) -> Hierarchy:
    """Take what was given, a file or text read only now that the values are known, or choose."""
    chosen = given.get(domain.attribute.name)
    if chosen is None:
        return choose(domain)
    return chosen if isinstance(chosen, Hierarchy) else from_csv(chosen, domain)


def count_population(
    source: Source, quasi: Sequence[Attribute], person: Attribute | None = None
) -> Crowd:
    """Count the people of a population by the quasi-identifiers of a sample.

    With the person key of the sample, if the population has such a column, rows with the same key
    are one person's; else each row is a person.
    """
    key = _find_key(source, person)
    columns = [*quasi, *([] if key is None else [key])]
    return build_crowd(source.tally([attribute.name for attribute in columns]), quasi, [], key)


def count_people_in(source: Source, person: Attribute | None) -> int:
    """How many people a population has, by the person key of a sample if there is one."""
    key = _find_key(source, person)
    return source.rows if key is None else count_people(source.tally([key.name]), key.name)


def _find_key(source: Source, person: Attribute | None) -> Attribute | None:
    names = [] if person is None else [profile.name for profile in source.profiles()]
    return person if person is not None and person.name in names else None


def _join_values(domain: Domain, other: Domain | None) -> Domain:
    """Add the values of the population, so that one hierarchy knows everybody."""
    if other is None:
        return domain
    known = set(domain.values)
    extra = [index for index, value in enumerate(other.values) if value not in known]
    return Domain(
        domain.attribute,
        (*domain.values, *(other.values[index] for index in extra)),
        np.concatenate([domain.counts, other.counts[extra]]),
    )
