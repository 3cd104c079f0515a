"""People of a population are counted in the classes of a sample, at any level."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
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
    with pytest.raises(HierarchyError, match="misses the value 'z'"):
        population_sizes(sample.at((0,)), people)
