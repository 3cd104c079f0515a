"""Whether a table holds k, l and t: every class against the rows in it, counted one by one."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import Row, open_rows

from incrowd.errors import InvalidParameter
from incrowd.service.datasets.check import SHOWN, Promise, check_table

NAMES = ["age", "ill"]
ROWS: list[Row] = [("30", "flu"), ("30", "hiv"), ("41", "flu"), ("41", "flu"), ("52", "flu")]


def check(promise: Promise, rows: list[Row] = ROWS, sensitive: tuple[str, ...] = ("ill",)):
    return check_table(open_rows(rows, NAMES, ["age"], sensitive), promise)


@settings(max_examples=scaled(50))
@given(
    rows=st.lists(
        st.tuples(st.sampled_from(["30", "41", None]), st.sampled_from(["flu", "hiv", None])),
        min_size=1,
        max_size=12,
    ),
    k=st.integers(1, 4),
    l=st.none() | st.integers(1, 3),
    t=st.none() | st.floats(0, 1),
)
def test_a_table_holds_what_every_class_holds(
    rows: list[Row], k: int, l: int | None, t: float | None
) -> None:
    """DESIGN.md, 5: t is measured against the whole table."""
    k = min(k, len(rows))
    groups = {age: [ill for other, ill in rows if other == age] for age, _ in rows}
    whole = Counter(ill for _, ill in rows)

    def distance(ills: list[str | None]) -> float:
        own = Counter(ills)
        return sum(abs(own[ill] / len(ills) - whole[ill] / len(rows)) for ill in whole) / 2

    failing = [
        ills
        for ills in groups.values()
        if len(ills) < k
        or (l is not None and len(set(ills) - {None}) < l)
        or (t is not None and distance(ills) > t + 1e-9)
    ]
    answer = check(Promise(k, l, t), rows)
    assert answer.k == min(map(len, groups.values()))
    assert answer.t == pytest.approx(max(map(distance, groups.values())), abs=1e-9)
    if t is None or all(abs(distance(ills) - t) > 1e-6 for ills in groups.values()):
        assert answer.holds == (not failing)
        assert answer.failing_count == len(failing)
        assert answer.failing_rows == sum(map(len, failing))


@pytest.mark.parametrize(
    ("promise", "why"),
    [
        (Promise(1), "holds; k = 1 (asked: at least 1)"),
        (Promise(2), "does not hold: 1 class fails; k = 1 (asked: at least 2)"),
        (
            Promise(1, l=2),
            "does not hold: 2 classes fail; k = 1 (asked: at least 1), l = 1 (asked: at least 2)",
        ),
        (Promise(1, t=0.5), "holds; k = 1 (asked: at least 1), t = 0.3 (asked: at most 0.5)"),
    ],
    ids=["holds", "k", "l", "t"],
)
def test_one_line_says_why(promise: Promise, why: str) -> None:
    """Class 30 has flu and hiv, one of two each: 0.3 from the four and one of five in all."""
    assert check(promise).why == why


def test_the_smallest_failing_classes_are_listed_with_their_figures() -> None:
    answer = check(Promise(2, l=2))
    assert [each.values["age"] for each in answer.failing_classes] == ["52", "41"]
    first, second = answer.failing_classes
    assert (first.size, first.l, first.t) == (1, 1, pytest.approx(0.2))
    assert (second.size, second.l) == (2, 1)
    assert answer.asked == {"k": 2, "l": 2}


def test_of_many_failing_classes_some_are_listed_and_all_are_counted() -> None:
    many = [(str(number), "flu") for number in range(SHOWN + 5)]
    answer = check(Promise(2), many)
    assert len(answer.failing_classes) == SHOWN
    assert (answer.failing_count, answer.failing_rows) == (SHOWN + 5, SHOWN + 5)


def test_levels_are_looked_at_instead_of_the_raw_data() -> None:
    table = open_rows(ROWS, NAMES, ["age"], ["ill"])
    top = {"age": table.hierarchies["age"].height}
    answer = check_table(table, Promise(5, l=2), top)
    assert answer.holds
    assert (answer.k, answer.l, answer.t) == (5, 2, pytest.approx(0))


@pytest.mark.parametrize(
    ("promise", "message", "hint"),
    [
        (Promise(6), "k = 6 is not possible", "Choose a k from 1 to 5."),
        (Promise(0), "k = 0 is not possible", "Choose a k from 1 to 5."),
        (Promise(1, l=0), "l = 0 is not possible", "Choose an l of 1 or more."),
        (Promise(1, t=-0.5), "t = -0.5 is not possible", "Choose a t from 0 to 1."),
        (Promise(1, t=1.01), "t = 1.01 is not possible", "Choose a t from 0 to 1."),
        (Promise(1, t=float("nan")), "t = nan is not possible", "Choose a t from 0 to 1."),
    ],
)
def test_what_cannot_be_promised(promise: Promise, message: str, hint: str) -> None:
    with pytest.raises(InvalidParameter, match=message) as refusal:
        check(promise)
    assert refusal.value.hint == hint


def test_l_and_t_need_a_sensitive_attribute() -> None:
    assert check(Promise(1), sensitive=()).l is None
    for promise in (Promise(1, l=2), Promise(1, t=0.2)):
        with pytest.raises(InvalidParameter, match="the table has none") as refusal:
            check(promise, sensitive=())
        assert refusal.value.hint == "Name the sensitive columns."


def test_a_missing_diagnosis_is_no_diagnosis() -> None:
    rows: list[Row] = [("30", "flu"), ("30", None), ("41", None), ("41", None)]
    answer = check(Promise(2, l=2), rows)
    assert (answer.holds, answer.l, answer.failing_rows) == (False, 0, 4)
    assert [failing.l for failing in answer.failing_classes] == [1, 0]
