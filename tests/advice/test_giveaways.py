"""What gives a person away, compared with trying every combination by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, published, tables

from incrowd.advice import giveaways as module
from incrowd.advice.giveaways import Giveaways


def slow_giveaway(rows: list[tuple], mine: tuple, names: list[str]) -> tuple[str, ...]:
    """The first of the shortest combinations that nobody else shares."""
    for length in range(len(names) + 1):
        for places in combinations(range(len(names)), length):
            if all(row == mine for row in rows if all(row[p] == mine[p] for p in places)):
                return tuple(names[place] for place in places)
    raise AssertionError


@given(rows=tables(3, 12), k=st.integers(1, 3), data=st.data())
def test_the_fewest_attributes_are_found(rows, k, data):
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    raw = crowd.at(levels)
    classes = raw.keeping(raw.sizes >= k)
    shown = {row: published(crowd, row, levels) for row in rows}
    sizes = {one: sum(other == one for other in shown.values()) for one in shown.values()}
    found = Giveaways(classes)
    for row in rows:
        index = found.class_of(row)
        mine = shown[row]
        assert tuple(classes.describe(index).values()) == tuple(
            "*missing*" if cell is None else cell for cell in mine
        )
        count = sum(shown[other] == mine for other in rows)
        assert classes.sizes[index] == count
        kept = [shown[other] for other in rows if classes.kept[found.class_of(other)]]
        giveaway = found.find(index)
        assert giveaway.attributes == slow_giveaway([*kept, mine], mine, crowd.names)
        assert giveaway.rows == count
    assert sizes


def test_in_words():
    rows = [("a", "x"), ("a", "y"), ("b", "x"), ("c", "z"), ("c", "z"), ("d", "w"), ("d", "w")]
    found = Giveaways(crowd_of([*rows, ("d", "w")], 2).at((0, 0)))
    told = [found.explain(found.class_of(row)) for row in rows]
    assert told[0] == "Nobody else has q0 = a and q1 = x."
    assert told[2] == "Nobody else has q0 = b."
    assert told[3] == "Only 1 other person has q0 = c."
    assert told[6] == "Only 2 others have q0 = d."


def test_all_alike():
    crowd = crowd_of([("a", "x"), ("b", "y")], 2)
    found = Giveaways(crowd.at(crowd.heights))
    assert found.explain(0) == "Every published row looks the same."


def test_many_attributes_are_narrowed_to_the_rarest(monkeypatch):
    monkeypatch.setattr(module, "WIDEST", 1)
    rows = [("a", "x", "m", "u"), ("a", "x", "n", "v"), ("a", "x", "n", "u"), ("a", "y", "m", "u")]
    classes = crowd_of(rows, 4).at((0, 0, 0, 0))
    found = Giveaways(classes)
    assert found.find(found.class_of(rows[1])).attributes == ("q3",)
    assert found.find(found.class_of(rows[0])).attributes == ("q0", "q1", "q2", "q3")
    assert np.all(classes.sizes == 1)
