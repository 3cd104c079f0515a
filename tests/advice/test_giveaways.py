"""What gives a person away, compared with trying every combination by hand."""

from __future__ import annotations

from itertools import combinations
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, published, tables

from incrowd.advice import giveaways as module
from incrowd.advice.giveaways import Giveaway, Giveaways


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


def slow_shown(rows: list[tuple], mine: tuple, names: list[str]) -> tuple[tuple[str, ...], int]:
    """The first of the shortest combinations of what is shown that no more rows share than all."""
    visible = [place for place, value in enumerate(mine) if value != "*"]

    def sharing(places) -> int:
        return sum(all(row[p] == mine[p] for p in places) for row in rows)

    for length in range(len(visible) + 1):
        for places in combinations(visible, length):
            if sharing(places) == sharing(visible):
                return tuple(names[place] for place in places), sharing(places)
    raise AssertionError


@given(
    rows=st.lists(st.tuples(*[st.sampled_from("*ab")] * 4), min_size=1, max_size=14),
    widest=st.integers(1, 4),
)
def test_what_is_hidden_gives_nobody_away(rows, widest):
    crowd = crowd_of(rows, 4)
    with patch.object(module, "WIDEST", widest):
        found = Giveaways(crowd.at(crowd.bottom), recoded=True)
        for row in rows:
            giveaway = found.find(found.class_of(row))
            fewest, sharing = slow_shown(rows, row, crowd.names)
            places = [crowd.names.index(name) for name in giveaway.attributes]
            assert "*" not in [row[place] for place in places]
            assert giveaway.rows == sharing
            assert sharing == sum(all(other[p] == row[p] for p in places) for other in rows)
            if widest == 4:
                assert (giveaway.attributes, giveaway.smallest) == (fewest, True)
            assert len(places) >= len(fewest)


def test_of_recoded_rows_only_what_they_show_is_said():
    rows = [("a", "*"), ("a", "x"), ("a", "x"), ("b", "*"), ("*", "*")]
    crowd = crowd_of(rows, 2)
    found = Giveaways(crowd.at(crowd.bottom), recoded=True)
    told = [found.explain(found.class_of(row)) for row in rows]
    assert told == [
        "Only 3 published rows show q0 = a.",
        "Only 2 published rows show q1 = x.",
        "Only 2 published rows show q1 = x.",
        "Only one published row shows q0 = b.",
        "This row shows nothing that other rows do not show.",
    ]


@given(rows=tables(4, 14), widest=st.integers(1, 3))
def test_many_attributes_are_narrowed_to_the_rarest(rows, widest):
    crowd = crowd_of(rows, 4)
    classes = crowd.at(crowd.bottom)
    with patch.object(module, "WIDEST", widest):
        found = Giveaways(classes)
        for row in rows:
            giveaway = found.find(found.class_of(row))
            places = [crowd.names.index(name) for name in giveaway.attributes]
            alike = [other for other in rows if all(other[p] == row[p] for p in places)]
            assert set(alike) == {row}
            assert len(alike) == giveaway.rows
            fewest = len(slow_giveaway(rows, row, crowd.names))
            assert len(places) == fewest if giveaway.smallest else len(places) >= fewest


def test_what_may_be_longer_than_needed_says_so(monkeypatch):
    monkeypatch.setattr(module, "WIDEST", 1)
    rows = [("a", "x", "m", "u"), ("a", "x", "n", "v"), ("a", "x", "n", "u"), ("a", "y", "m", "u")]
    found = Giveaways(crowd_of(rows, 4).at((0, 0, 0, 0)))
    assert found.find(found.class_of(rows[1])) == Giveaway(("q3",), 1)
    wide = found.find(found.class_of(rows[0]))
    assert (wide.attributes, wide.smallest) == (("q1", "q2"), False)
    told = found.explain(found.class_of(rows[0]))
    assert told == "One row has q1 = x and q2 = m. Fewer attributes may be enough."


def test_what_was_not_looked_for_says_so():
    classes = crowd_of([("a", "x"), ("a", "y"), ("b", "x")], 2).at((0, 0))
    found = Giveaways(classes, most_compared=6)
    assert found.find(0) is not None
    assert found.find(1) is None
    assert found.find(0) is not None, "what was found once stays"
    assert found.explain(1).startswith("We did not look for what gives this row away")


def test_in_words():
    rows = [("a", "x"), ("a", "y"), ("b", "x"), ("c", "z"), ("c", "z"), ("d", "w"), ("d", "w")]
    found = Giveaways(crowd_of([*rows, ("d", "w")], 2).at((0, 0)))
    told = [found.explain(found.class_of(row)) for row in rows]
    assert told[0] == "One row has q0 = a and q1 = x."
    assert told[2] == "One row has q0 = b."
    assert told[3] == "Only 2 rows have q0 = c."
    assert told[6] == "Only 3 rows have q0 = d."


def test_all_alike():
    crowd = crowd_of([("a", "x"), ("b", "y")], 2)
    found = Giveaways(crowd.at(crowd.heights))
    assert found.explain(0) == "Every published row looks the same."
