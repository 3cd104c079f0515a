"""People of a population are counted in the classes of a sample, at any level."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from person_twin import Twin, crowd_of_persons, publish_at, random_rows
from small_crowds import (
    any_levels,
    attribute,
    crowd_of,
    halving_hierarchy,
    published,
    tables,
    tally,
)

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.population import population_sizes
from incrowd.errors import HierarchyError, InvalidParameter
from incrowd.hierarchies.hierarchy import Domain
from incrowd.table import Role


def sample_of(rows, everyone):
    """A crowd of the sample whose hierarchies know everyone's values."""
    names = ["q0", "q1"]
    people = build_crowd(tally(everyone, names), [attribute(name) for name in names], [])
    sample = build_crowd(tally(rows, names), [attribute(name) for name in names], [])
    hierarchies = {
        domain.attribute.name: halving_hierarchy(
            Domain(domain.attribute, domain.values, domain.counts)
        )
        for domain in people.domains
    }
    return sample.with_hierarchies(hierarchies), people


@given(tables(2), tables(2), st.data())
def test_counts_equal_the_twin(rows, others, data):
    everyone = rows + others
    crowd, people = sample_of(rows, everyone)
    levels = data.draw(any_levels(crowd))
    classes = crowd.at(levels)
    twin = Counter(published(crowd, row, levels) for row in everyone)
    for index, size in enumerate(population_sizes(classes, people).tolist()):
        assert size == twin[tuple(classes.describe(index).values())]
        assert size >= classes.sizes[index]


def test_a_population_with_other_columns_is_refused():
    with pytest.raises(InvalidParameter, match="does not have the quasi-identifiers"):
        population_sizes(crowd_of([("a",)], 1).at((0,)), crowd_of([("a", "b")], 2))


def test_a_value_that_the_hierarchy_does_not_know_is_named():
    sample, people = crowd_of([("a",)], 1), crowd_of([("a",), ("z",)], 1)
    with pytest.raises(HierarchyError, match="lacks the value 'z'"):
        population_sizes(sample.at((0,)), people)


@given(st.integers(0, 2**32), st.integers(0, 2**32), st.data())
def test_people_with_several_rows_are_counted_by_all_of_them(seed, other, data):
    """Twin: multisets of what is published of each person's rows, in sample and population."""
    rows = random_rows(seed, most=12)
    more = [
        (None if row[0] is None else f"{row[0]} of others", *row[1:])
        for row in random_rows(other, most=20)
    ]
    everyone = [*rows, *more]
    hierarchies = crowd_of_persons(everyone, sensitive=False).by_rows
    known = {each.attribute: each for each in hierarchies.hierarchies}
    crowd = crowd_of_persons(rows, sensitive=False).with_hierarchies(known)
    people = crowd_of_persons(everyone, sensitive=False)
    levels = data.draw(any_levels(crowd))
    publish = publish_at(hierarchies, levels)
    twin = Counter(
        frozenset(Counter(map(publish, own)).items())
        for own in Twin(everyone, key=0, quasi=[1, 2]).persons.values()
    )
    mine = Counter(
        frozenset(Counter(map(publish, own)).items())
        for own in Twin(rows, key=0, quasi=[1, 2]).persons.values()
    )
    classes = crowd.at(levels)
    found = population_sizes(classes, people).tolist()
    assert Counter(zip(classes.sizes.tolist(), found, strict=True)) == Counter(
        (size, twin[alike]) for alike, size in mine.items()
    )


def test_a_population_without_the_key_is_one_of_rows():
    names, quasi = ["key", "q0"], [attribute("q0")]
    people = build_crowd(tally([("a",), ("a",), ("b",)], ["q0"]), quasi, [])
    key = attribute("key", Role.PERSON)
    hierarchies = {"q0": halving_hierarchy(people.domains[0])}
    single = build_crowd(tally([("p", "a"), ("q", "b")], names), quasi, [], key)
    classes = single.with_hierarchies(hierarchies).at((0,))
    sizes = population_sizes(classes, people).tolist()
    assert [(classes.describe(at)["q0"], size) for at, size in enumerate(sizes)] == [
        ("a", 2),
        ("b", 1),
    ]
    several = build_crowd(tally([("p", "a"), ("p", "b")], names), quasi, [], key)
    with pytest.raises(InvalidParameter, match="cannot be looked up") as caught:
        population_sizes(several.with_hierarchies(hierarchies).at((0,)), people)
    assert "person key 'key'" in caught.value.hint
