"""Promises that say which classes stay, against counting by hand: combinations, people, profit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from promised_people import (
    ALL,
    CHOOSY,
    as_rows,
    asked_of,
    bind,
    common_rows,
    kept_classes,
    population_crowd,
    populations,
    subset_counts,
)
from small_crowds import any_levels, crowd_of, slow_classes, tables

from incrowd.crowd.crowd import WHOLE_RELEASE, ReleasePromise, State
from incrowd.crowd.people import People
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.kernels.combinations import Demand, Lines, find_rarest, make_room, remove_rare
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Question
from incrowd.measures.privacy.k_map import sure_people
from incrowd.measures.privacy.k_subsets import rarest_combinations
from incrowd.measures.promise_checks import check_people, check_promise
from incrowd.measures.release_promises import (
    broken_promises,
    hold_release,
    is_monotone,
    lost_to,
    sure_k,
)


def set_apart(hierarchy: Hierarchy) -> Hierarchy:
    """The same hierarchy with labels that say their level."""
    labels = [
        tuple(f"{level}{label}" for label in each) for level, each in enumerate(hierarchy.labels)
    ]
    return replace(hierarchy, labels=(*labels[:-1], ("*",)))


def shown(row: tuple[str | None, ...]) -> tuple[str, ...]:
    return tuple("missing" if value is None else value for value in row)


@settings(max_examples=scaled(200), deadline=None)
@given(tables(3), asked_of(CHOOSY), st.integers(1, 3), st.data())
def test_what_stays_is_what_stays_by_hand(rows, asked, k, data):
    crowd = crowd_of(rows, 3)
    people = data.draw(populations(rows, 3))
    levels = data.draw(any_levels(crowd))
    promise = bind(crowd, asked, people)
    left = enforce(crowd, State(levels, k, (promise,)))
    by_hand = kept_classes(crowd, rows, people, levels, asked, k)
    assert {shown(row) for row in as_rows(crowd, left)} == {shown(row) for row in by_hand}
    assert not left.kept_rows or not broken_promises(left, [promise])


@settings(max_examples=scaled(60), deadline=None)
@given(tables(3, 12), st.integers(1, 3), st.sampled_from([2, 3]))
def test_no_larger_table_holds_every_combination(rows, m, k):
    """Of all sets of rows that hold it the one that stays is the largest."""
    best = 0
    for flags in product([False, True], repeat=min(len(rows), 8)):
        some = [row for row, chosen in zip(rows, flags, strict=False) if chosen]
        if all(count >= k for count in subset_counts(some, m).values()):
            best = max(best, len(some))
    assert len(common_rows(rows[:8], m, k)) == best
    crowd = crowd_of(rows[:8], 3)
    asked = ReleasePromise(WHOLE_RELEASE, "k_subsets", k, None, (("m", m),))
    assert hold_release(crowd.at(crowd.bottom), [asked]).kept_rows == best


@settings(max_examples=scaled(150), deadline=None)
@given(tables(2), asked_of(CHOOSY), st.integers(1, 3), st.data())
def test_a_higher_level_never_needs_more_rows_removed(rows, asked, k, data):
    """What branch and bound relies on; δ-presence claims less, see below."""
    crowd = crowd_of(rows, 2)
    promise = bind(crowd, asked, data.draw(populations(rows, 2)))
    high = data.draw(any_levels(crowd))
    low = tuple(data.draw(st.integers(0, level)) for level in high)
    assert is_monotone(promise) == (asked.model != "delta_presence")
    coarse, fine = (enforce(crowd, State(levels, k, (promise,))) for levels in (high, low))
    if is_monotone(promise):
        assert coarse.suppressed_rows <= fine.suppressed_rows
    classes = crowd.at(high)
    large = classes.keeping(classes.sizes >= k)
    lost = lost_to(large, [promise], crowd.rows)
    assert fine.suppressed_rows >= classes.rows - large.kept_rows + lost


@settings(max_examples=scaled(150), deadline=None)
@given(tables(2), st.sampled_from([0.2, 0.5, 0.8]), st.data())
def test_classes_that_hold_presence_hold_it_merged(rows, share, data):
    """Rows by people of two classes lie between those of each, which is called convex."""
    crowd = crowd_of(rows, 2)
    people = data.draw(populations(rows, 2))
    asked = ReleasePromise(WHOLE_RELEASE, "delta_presence", share, None, (), True)
    promise = bind(crowd, asked, people)
    high = data.draw(any_levels(crowd))
    low = tuple(data.draw(st.integers(0, level)) for level in high)
    assume(not enforce(crowd, State(low, 1, (promise,))).suppressed_rows)
    assert not enforce(crowd, State(high, 1, (promise,))).suppressed_rows


def test_presence_may_be_lost_to_a_class_that_breaks_it():
    """So nothing follows for states above where rows are removed."""
    rows = [("a",)] * 3 + [("b",)]
    crowd = crowd_of(rows, 1)
    asked = ReleasePromise(WHOLE_RELEASE, "delta_presence", 0.5, None, (), True)
    promise = bind(crowd, asked, [*rows, ("b",)])
    lost = [enforce(crowd, State((level,), 1, (promise,))).suppressed_rows for level in (0, 1)]
    assert lost == [3, 4]


@settings(max_examples=scaled(80), deadline=None)
@given(tables(2), asked_of([name for name in ALL if name != "delta_presence"]), st.data())
def test_groups_of_so_many_rows_hold_it_in_any_case(rows, asked, data):
    crowd = crowd_of(rows, 2)
    promise = bind(crowd, asked, data.draw(populations(rows, 2)))
    classes = crowd.at(crowd.bottom)
    left = classes.keeping(classes.sizes >= sure_k([promise]))
    assert not left.kept_rows or not broken_promises(left, [promise])


@settings(max_examples=scaled(120), deadline=None)
@given(
    tables(3), st.lists(asked_of(), min_size=2, max_size=5, unique_by=lambda p: p.model), st.data()
)
def test_several_promises_hold_together(rows, asked, data):
    crowd = crowd_of(rows, 3)
    people = data.draw(populations(rows, 3))
    bound = tuple(bind(crowd, each, people) for each in asked)
    left = enforce(crowd, State(crowd.bottom, data.draw(st.integers(1, 3)), bound))
    assert not left.kept_rows or not broken_promises(left, bound)
    limit = data.draw(st.integers(0, crowd.rows))
    limited = hold_release(crowd.at(crowd.bottom), bound, limit)
    assert limited.kept_rows == 0 or limited.suppressed_rows <= limit


@settings(max_examples=scaled(60), deadline=None)
@given(st.integers(1, 6), st.integers(1, 30), st.integers(1, 4), st.integers(1, 4), st.data())
def test_owners_are_counted_once_for_each_combination(columns, count, m, k, data):
    """Owners of several lines, as people with several rows are; large codes are hashed."""
    m = min(m, columns)
    width = data.draw(st.sampled_from([2, 3, 5000]))
    owners = np.sort(data.draw(st.lists(st.integers(0, count), min_size=count, max_size=count)))
    owners = np.unique(owners, return_inverse=True)[1].astype(np.int32)
    chosen = st.lists(st.integers(0, width - 1), min_size=count, max_size=count)
    codes = np.array([data.draw(chosen) for _ in range(columns)], np.int32)
    sizes = np.array(data.draw(st.lists(st.integers(1, 3), min_size=count, max_size=count)))
    sizes = sizes[: owners.max() + 1].astype(np.int64)
    lines = Lines(codes, np.full(columns, width, np.int64), owners)
    alive = set(range(len(sizes)))

    def people(left: set[int]) -> dict[object, set[int]]:
        found: dict[object, set[int]] = {}
        for line, owner in enumerate(owners.tolist()):
            for columns_of in combinations(range(columns), m):
                if owner in left:
                    key = (columns_of, tuple(codes[list(columns_of), line].tolist()))
                    found.setdefault(key, set()).add(owner)
        return found

    rarest = np.full(len(sizes), 99, np.int64)
    find_rarest(lines, make_room(lines, m), np.ones(len(sizes), np.bool_), sizes, m, rarest)
    for owner in alive:
        own = [sum(sizes[list(who)]) for who in people(alive).values() if owner in who]
        assert rarest[owner] == min(own)
    while True:
        rare = [who for who in people(alive).values() if sum(sizes[list(who)]) < k]
        if not rare:
            break
        alive -= set().union(*rare)
    flags = np.ones(len(sizes), np.bool_)
    gone = remove_rare(lines, make_room(lines, m), flags, sizes, Demand(m, k, 1 << 40))
    assert set(np.flatnonzero(flags).tolist()) == alive
    assert gone == sizes[~flags].sum()
    limit = data.draw(st.integers(0, int(sizes.sum())))
    flags = np.ones(len(sizes), np.bool_)
    assert (remove_rare(lines, make_room(lines, m), flags, sizes, Demand(m, k, limit)) > limit) == (
        gone > limit
    )


@settings(max_examples=scaled(100), deadline=None)
@given(tables(2), st.data())
def test_people_at_levels_are_those_whose_texts_match(rows, data):
    """The same by codes, by boxes of values, and by hand, where every text means one thing."""
    crowd = crowd_of(rows, 2)
    crowd = crowd.with_hierarchies({each.attribute: set_apart(each) for each in crowd.hierarchies})
    everyone = data.draw(populations(rows, 2))
    people = People.of(crowd, population_crowd(everyone, 2))
    classes = crowd.at(data.draw(any_levels(crowd)))
    by_hand = slow_classes(crowd, everyone, classes.levels)
    expected = {shown(row): count for row, count in by_hand.items()}
    named = [shown(tuple(classes.describe(place).values())) for place in range(classes.count)]
    as_boxes = people.read_as(people.reading)
    for sizes in (people.sizes(classes), as_boxes.sizes(classes)):
        assert sizes.tolist() == [expected[row] for row in named]
    assert as_boxes.presence(classes) == pytest.approx(people.presence(classes))


def test_people_in_several_boxes_may_be_in_the_table_for_certain():
    """One row of {a, b} and one of b: whoever is b alone, or a alone, is in the table."""
    crowd = crowd_of([("a",), ("b",)], 1)
    people = People.of(crowd, population_crowd([("a",), ("b",)], 1))

    def read(place, texts, values):
        meant = {"a": {"a", "b"}, "b": {"b"}}
        return np.array([[value in meant[text] for value in values] for text in texts])

    classes = crowd.at(crowd.bottom)
    overlapping = people.read_as(read)
    assert overlapping.sizes(classes).tolist() == [2, 1]
    assert overlapping.presence(classes).tolist() == [1.0, 1.0]


@settings(max_examples=scaled(60), deadline=None)
@given(st.data())
def test_nobody_is_likelier_in_the_table_than_bounded(data):
    """All ways to fill overlapping boxes, each with as many different people as it has rows."""
    count = data.draw(st.integers(2, 6))
    boxes = data.draw(
        st.lists(
            st.sets(st.integers(0, count - 1), min_size=1), min_size=1, max_size=3, unique_by=str
        )
    )
    rows = [data.draw(st.integers(1, min(2, len(box)))) for box in boxes]
    ways = [()]
    for box, size in zip(boxes, rows, strict=True):
        ways = [
            (*way, *some) for way in ways for some in combinations(sorted(box - set(way)), size)
        ]
    assume(ways)
    names = [chr(97 + person) for person in range(count)]
    labels = [f"box{place}" for place in range(len(boxes))]
    pairs = zip(labels, rows, strict=True)
    crowd = crowd_of([(label,) for label, size in pairs for _ in range(size)], 1)

    def read(place, texts, values):
        inside = [boxes[labels.index(text)] for text in texts]
        return np.array([[names.index(value) in box for value in values] for box in inside])

    people = People(population_crowd([(name,) for name in names], 1), (), read)
    classes = crowd.at(crowd.bottom)
    bounds = people.presence(classes)
    for place in range(classes.count):
        box = boxes[labels.index(classes.describe(place)["q0"])]
        highest = max(sum(person in way for way in ways) / len(ways) for person in box)
        assert highest <= bounds[place] + 1e-9


@pytest.mark.parametrize(("rows", "fraction"), [(2, 0.02), (3, 0.02), (4, 0.1), (8, 0.1)])
def test_an_estimate_is_rarely_too_high(rows, fraction):
    """Of classes just smaller than said, a sample has so many rows in 1 of 100 draws at most."""
    people = sure_people(rows, fraction, 0.01)
    chance = np.random.default_rng(7)
    drawn = chance.binomial(max(people - 1, 1), fraction, 400_000)
    seen = drawn[drawn > 0]
    assert (seen >= rows).mean() <= 0.01 or people == rows


def test_rare_combinations_are_told_for_each_class():
    crowd = crowd_of([("a", "x"), ("a", "y"), ("b", "y")], 2)
    one = Question(crowd.at(crowd.bottom), parameters={"m": 1})
    assert sorted(rarest_combinations(one).tolist()) == [1, 1, 2]


@pytest.mark.parametrize(
    ("promise", "rows", "attributes", "message"),
    [
        (("k_subsets", 5, None, (("m", 0),)), 10, 3, "Facts known about a person is 0"),
        (("k_subsets", 5, None, (("m", 9),)), 10, 3, "Facts known about a person is 9"),
        (("k_subsets", 5, None, (("m", 2.5),)), 10, 3, "Facts known about a person is 2.5"),
        (("k_subsets", 11, None, ()), 10, 3, "k = 11 is more than the 10 rows"),
        (("k_subsets", 5, None, (("m", 4),)), 10, 40, "91,390 combinations of 4"),
        (("k_map", 5, None, ()), 10, 3, "'k-map' needs the size of the population"),
        (("k_map", 5, 9, ()), 10, 3, "9 people is smaller than the table of 10 rows"),
        (("delta_presence", 0.5, None, (), True), 10, 3, "needs a table of the population"),
        (("profit_prosecutor", 0, None, (("gain", 0),)), 10, 3, "Gain of finding a person is 0"),
        (("profit_prosecutor", 0, None, (("cost", -4),)), 10, 3, "Cost of an attempt is -4"),
    ],
)
def test_what_cannot_be_meant_is_refused(promise, rows, attributes, message):
    with pytest.raises(InvalidParameter, match=message):
        check_promise(rows, ReleasePromise(WHOLE_RELEASE, *promise), attributes)


def test_a_population_must_have_the_rows_of_the_table():
    crowd = crowd_of([("a",), ("a",), ("b",)], 1)
    promise = bind(crowd, ReleasePromise("", "k_map", 2, None, (), True), [*"abb"])
    with pytest.raises(InvalidParameter, match=r"has 1 people like .*'a'.*, the table 2"):
        check_people(crowd.at(crowd.bottom), [promise])
    check_people(crowd.at(crowd.bottom), [replace(promise, population=None)])
