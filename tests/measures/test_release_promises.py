"""What a whole release is promised, against every choice of classes and a count by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import crowd_of, slow_classes, tables

from incrowd.crowd.crowd import WHOLE_RELEASE, Protection, ReleasePromise, State
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.measures.enforcement import enforce, reach, tell_apart
from incrowd.measures.promise_checks import check_promise
from incrowd.measures.registry import promises
from incrowd.measures.release_promises import (
    broken_promises,
    cut_smallest,
    is_monotone,
    least_said_first,
    sure_k,
)
from incrowd.measures.risk.sample import Sample
from incrowd.measures.risk.zayatz import zayatz

PEOPLE = 500
MODELS = [name for name, promise in promises().items() if promise.release and promise.release.cut]
"""Those that go by sizes alone; the others are tested in `test_class_promises`."""
EXACT = ["average_risk", "uniques"]
SHARES = [0.05, 0.2, 0.34, 0.5, 0.75, 1.0]


def promise(model: str, share: float, people: int | None = PEOPLE) -> ReleasePromise:
    return ReleasePromise(WHOLE_RELEASE, model, share, people)


def share_of(model: str, sizes: list[int]) -> float:
    """The figure of a release with classes of these sizes, as its definition says."""
    alone, rows = sizes.count(1), sum(sizes)
    if model == "average_risk":
        return len(sizes) / rows
    if model == "uniques":
        return alone / rows
    if not alone:
        return 0.0
    different = sorted(set(sizes))
    sample = Sample(np.array(different), np.array([sizes.count(each) for each in different]), 500)
    return zayatz(sample) / PEOPLE


def fewest_removed(model: str, sizes: list[int], share: float) -> int:
    """The fewest rows whose removal makes it hold, of all sets of classes."""
    return min(
        sum(sizes) - sum(kept)
        for count in range(len(sizes) + 1)
        for kept in combinations(sizes, count)
        if not kept or share_of(model, list(kept)) <= share + 1e-9
    )


@settings(max_examples=scaled(150))
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=9),
    st.sampled_from(EXACT),
    st.sampled_from(SHARES),
)
def test_no_other_choice_of_classes_removes_fewer_rows(sizes, model, share):
    crowd = crowd_of([(f"v{n}",) for n, size in enumerate(sizes) for _ in range(size)], 1)
    left = cut_smallest(crowd.at(crowd.bottom), [promise(model, share)])
    assert left.suppressed_rows == fewest_removed(model, sizes, share)


@settings(max_examples=scaled(150))
@given(tables(3), st.sampled_from(MODELS), st.sampled_from(SHARES), st.integers(1, 3), st.data())
def test_the_smallest_classes_go_until_it_holds(rows, model, share, k, data):
    crowd = crowd_of(rows, 3)
    levels = data.draw(st.tuples(*[st.integers(0, height) for height in crowd.heights]))
    asked = promise(model, share)
    left = enforce(crowd, State(levels, k, (asked,)))
    sizes = sorted(each for each in slow_classes(crowd, rows, levels).values() if each >= k)
    kept = sorted(left.kept_sizes.tolist())
    assert kept == sizes[len(sizes) - len(kept) :]
    assert not kept or not broken_promises(left, [asked])
    if model in (*EXACT, "zayatz"):
        assert not kept or share_of(model, kept) <= share + 1e-9
        if len(kept) < len(sizes):  # with one more it would not hold
            assert share_of(model, sizes[len(sizes) - len(kept) - 1 :]) > share
    (held,) = reach(left, [asked])
    assert held.reached is None or held.reached <= share + 1e-9
    (by,) = tell_apart(crowd.at(levels), State(levels, k, (asked,)))
    assert by.k + by.protections[0].rows == left.suppressed_rows


@settings(max_examples=scaled(150))
@given(tables(2), st.sampled_from(EXACT), st.sampled_from(SHARES), st.integers(1, 3), st.data())
def test_a_higher_level_never_needs_more_rows_removed(rows, model, share, k, data):
    """What branch and bound relies on, and claims for these models only."""
    crowd = crowd_of(rows, 2)
    high = data.draw(st.tuples(*[st.integers(0, height) for height in crowd.heights]))
    low = tuple(data.draw(st.integers(0, level)) for level in high)
    asked = (promise(model, share),)
    assert is_monotone(asked[0])
    coarse, fine = (enforce(crowd, State(levels, k, asked)) for levels in (high, low))
    assert coarse.suppressed_rows <= fine.suppressed_rows


def test_nothing_is_concluded_from_estimates():
    assert [name for name in MODELS if is_monotone(promise(name, 0.1))] == EXACT


@settings(max_examples=scaled(80))
@given(tables(2), st.sampled_from(MODELS), st.sampled_from(SHARES))
def test_groups_of_so_many_rows_hold_it_in_any_case(rows, model, share):
    crowd, asked = crowd_of(rows, 2), promise(model, share)
    classes = crowd.at(crowd.bottom)
    left = classes.keeping(classes.sizes >= sure_k([asked]))
    assert not left.kept_rows or not broken_promises(left, [asked])


@given(tables(3), st.data())
def test_several_promises_hold_together(rows, data):
    crowd = crowd_of(rows, 2, 1)
    chosen = data.draw(st.lists(st.sampled_from(MODELS), min_size=2, max_size=4, unique=True))
    asked = tuple(promise(model, data.draw(st.sampled_from(SHARES))) for model in chosen)
    secret = Protection("s0", "distinct_l", 2)
    left = enforce(crowd, State(crowd.bottom, 1, (secret, *asked)))
    assert not left.kept_rows or not broken_promises(left, asked)


def test_of_equal_classes_those_go_that_say_least():
    """Five values become groups of two, two and one: the exact value is worth more."""
    crowd = crowd_of([("a",), ("c",), ("e",)], 1)
    groups = (np.array([0, 0, 1, 1, 2], np.int32), np.zeros(5, np.int32))
    labels = (("ab", "cd", "e"), ("*",))
    tree = Hierarchy("q0", tuple("abcde"), groups, labels, ("1", "2"), "by hand", ".")
    classes = crowd.with_hierarchies({"q0": tree}).at((1,))
    order = least_said_first(classes, np.array([2, 1, 0]))
    assert [classes.describe(place)["q0"] for place in order] == ["ab", "cd", "e"]


def test_a_population_must_be_known_and_hold_the_rows():
    with pytest.raises(InvalidParameter, match="needs the size of the population"):
        check_promise(10, promise("zayatz", 0.01, None))
    with pytest.raises(InvalidParameter, match="smaller than the table of 600 rows"):
        check_promise(600, promise("zayatz", 0.01))
    check_promise(600, promise("average_risk", 0.01, None))


def test_only_what_is_about_a_release_can_be_promised_of_it():
    crowd = crowd_of([("a",)], 1)
    with pytest.raises(InvalidParameter, match="no promise about a whole release"):
        cut_smallest(crowd.at((0,)), [promise("distinct_l", 2)])
