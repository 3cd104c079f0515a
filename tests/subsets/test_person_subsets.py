"""Subsets, stand-outs and giveaways of persons agree with brute force over multisets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import chain, combinations

import pytest
from person_twin import Twin, random_rows
from small_crowds import Row, attribute, halving_hierarchy, tally

from incrowd.advice.person_giveaways import PersonGiveaways
from incrowd.advice.standout_words import rows_sharing
from incrowd.advice.standouts import StandOuts
from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.subsets.columns import Columns
from incrowd.subsets.hact import build_tree
from incrowd.subsets.matrix import build_matrix
from incrowd.subsets.maximal import find_maximal
from incrowd.subsets.minimal import find_minimal
from incrowd.table import Role

SEEDS = range(25)
SUBSETS = list(chain.from_iterable(combinations(range(3), size) for size in range(4)))


def three_columns(seed: int) -> tuple[Crowd, Twin]:
    """The sensitive attribute of the random rows is a third quasi-identifier here."""
    rows: list[Row] = [(*row[:3], row[3] or "none") for row in random_rows(seed)]
    rows += [("again", "a", "x", "flu"), ("again", "b", "x", "flu")]
    names = ["key", "q0", "q1", "q2"]
    quasi = [attribute(name) for name in names[1:]]
    crowd = build_crowd(tally(rows, names), quasi, [], attribute("key", Role.PERSON))
    crowd = crowd.with_hierarchies(
        {domain.attribute.name: halving_hierarchy(domain) for domain in crowd.by_rows.domains}
    )
    return crowd, Twin(rows, 0, [1, 2, 3])


def alike(twin: Twin, places: Sequence[int]) -> dict[Hashable, int]:
    """How many are like each person in some attributes."""
    classes = twin.classes(lambda row: tuple(row[1 + place] for place in places))
    return {person: len(members) for members in classes for person in members}


def signature(twin: Twin, person: Hashable) -> Hashable:
    return frozenset(Counter(row[1:] for row in twin.persons[person]).items())


@pytest.mark.parametrize("seed", SEEDS)
def test_every_subset_has_the_groups_of_the_twin(seed: int) -> None:
    crowd, twin = three_columns(seed)
    columns = Columns.of(crowd.at(crowd.bottom))
    matrix = build_matrix(columns)
    for places in SUBSETS:
        wanted = alike(twin, places)
        groups = columns.group(places)
        assert sum(groups.sizes) == len(wanted)
        assert groups.k == min(wanted.values())
        assert Counter(groups.sizes.tolist()) == {
            size: count // size for size, count in Counter(wanted.values()).items()
        }
        if 1 <= len(places) <= 2:
            assert matrix.k[places[0], places[-1]] == groups.k
        assert columns.only(places).group(range(len(places))).k == groups.k
    tree = build_tree(columns, matrix)
    for node in tree.nodes:
        assert node.k == min(alike(twin, node.members).values())


@pytest.mark.parametrize("threshold", [1, 2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_maximal_subsets_are_those_of_the_twin(seed: int, threshold: int) -> None:
    crowd, twin = three_columns(seed)
    columns = Columns.of(crowd.at(crowd.bottom))
    holding = {
        places for places in SUBSETS if places and min(alike(twin, places).values()) >= threshold
    }
    wanted = {
        places for places in holding if not any(set(places) < set(other) for other in holding)
    }
    found = find_maximal(columns, build_matrix(columns), threshold)
    assert {subset.members for subset in found.subsets} == wanted


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_smallest_combinations_are_those_of_the_twin(seed: int, k: int) -> None:
    crowd, twin = three_columns(seed)
    columns = Columns.of(crowd.at(crowd.bottom))
    if columns.rows < k:
        return
    sizes = {places: alike(twin, places) for places in SUBSETS if places}
    wanted: Counter[tuple[int, ...]] = Counter()
    for person in twin.persons:
        small = [set(places) for places, known in sizes.items() if known[person] < k]
        for places in small:
            if not any(other < places for other in small):
                wanted[tuple(sorted(places))] += 1
    found = find_minimal(columns, k, 3)
    assert wanted == {
        combination.attributes: int(columns.sizes[combination.entries].sum())
        for combination in found.combinations
    }
    standouts = StandOuts(found, 3)
    assert standouts.table_rows >= standouts.rows
    for combination in found.combinations:
        for entry in combination.entries.tolist():
            assert rows_sharing(standouts, entry, combination.attributes) < k


@pytest.mark.parametrize("seed", SEEDS)
def test_giveaways_are_the_fewest_attributes(seed: int) -> None:
    crowd, twin = three_columns(seed)
    classes = crowd.at(crowd.bottom)
    giveaways = PersonGiveaways(classes)
    for person, rows in twin.persons.items():
        index = giveaways.class_of(rows[0])
        found = giveaways.find(index)
        fewest = alike(twin, (0, 1, 2))[person]
        assert found.rows == fewest == classes.sizes[index]
        enough = [places for places in SUBSETS if alike(twin, places)[person] <= fewest]
        assert found.attributes == tuple(f"q{place}" for place in enough[0])
        assert giveaways.explain(index)
