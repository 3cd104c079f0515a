"""Facts and compositions against a walk through the rows, and what they refuse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from joined_rows import Row, joined_of, may_be, slow_composition

from incrowd.engines.contract import ROWS
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.linking.joins.joined_rows import JoinedRows
from incrowd.linking.scan.composition import (
    DEFAULT_THRESHOLD,
    THRESHOLDS,
    Target,
    compose,
    composition,
)
from incrowd.linking.scan.facts import Fact, matching, select

AGES = st.sampled_from(["20-30", "30-40", "25", "2*", "*", ">=30", None])
SEXES = st.sampled_from(["f", "m", "*", None])
ILLS = st.sampled_from(["flu", "HIV", "cold", None])
LABELS = ["1.age", "2.age", "1.sex", "1.ill", "2.ill"]
ROWS_OF = st.lists(st.tuples(AGES, AGES, SEXES, ILLS, ILLS), max_size=30)


@given(
    rows=ROWS_OF,
    age=st.sampled_from(["25", "30", "20-30", "22-28", "*", "x"]),
    sex=st.sampled_from(["f", None]),
    threshold=st.sampled_from([0.05, 0.33, 0.5, 1.0]),
)
def test_what_if_against_a_walk(rows: list[Row], age: str, sex: str | None, threshold: float):
    joined = joined_of(rows, LABELS)
    facts = [Fact(("1.age",), age), Fact(("2.age",), age)]
    facts += [Fact(("1.sex",), sex)] if sex else []
    published = [{row[place] for row in rows} for place in range(3)]
    kept = [
        row
        for row in rows
        if may_be(row[0], age, published[0])
        and may_be(row[1], age, published[1])
        and (sex is None or may_be(row[2], sex, published[2]))
    ]
    target = Target.of("ill", joined, [joined.column("1.ill")])
    found = compose(joined, target, select(joined, facts), threshold)
    wanted = slow_composition([row[3] for row in kept], threshold)
    assert (found.n, found.v, found.p, found.rule, found.breach) == wanted
    one, two = target, Target.of("ill", joined, [joined.column("2.ill")])
    for ordered in (True, False):
        pair = compose(joined, one.paired(two, ordered), select(joined, facts), threshold)
        pairs = [
            " - ".join(row[3:] if ordered else sorted(row[3:]))
            for row in kept
            if None not in row[3:] and row[3] != row[4]
        ]
        told = (pair.n, pair.v, pair.p, pair.rule, pair.breach)
        assert told == slow_composition(pairs, threshold)


def test_an_outer_row_without_partner_is_decided_by_the_other_side() -> None:
    rows: list[Row] = [("a", "a", "flu"), ("a", None, "HIV"), ("b", None, "cold"), ("a", "b", "x")]
    met = joined_of(rows, ["1.zip", "2.zip", "1.ill"])
    zips = met.column("2.zip")
    joined = replace(met, without={1: zips.codes == zips.missing})
    target = Target.of("ill", joined, [joined.column("1.ill")])
    missing = compose(met, target, select(met, [Fact(("1.zip", "2.zip"), "a")]))
    assert {one.value for one in missing.values} == {"flu"}  # a missing value matches nothing
    both = compose(joined, target, select(joined, [Fact(("1.zip", "2.zip"), "a")]))
    assert {one.value for one in both.values} == {"flu", "HIV"}
    right = compose(joined, target, select(joined, [Fact(("2.zip",), "a")]))
    assert {one.value for one in right.values} == {"flu"}


def test_values_come_from_the_first_column_that_has_one() -> None:
    joined = joined_of([("flu", None), (None, "flu"), (None, None)], ["1.ill", "2.ill"])
    target = Target.of("ill", joined, list(joined.columns))
    found = compose(joined, target, np.ones(len(joined), np.bool_))
    assert (found.n, found.v, found.rule) == (2, 1, 1)


def test_nobody_matches_is_not_safe() -> None:
    found = composition([], np.zeros(0, np.int64), 0.5)
    assert (found.n, found.v, found.p, found.rule, found.breach) == (0, 0, None, None, False)
    empty = JoinedRows.from_tally(
        pa.table({"1.a": pa.array([], pa.string()), ROWS: pa.array([], pa.int64())})
    )
    target = Target.of("a", empty, list(empty.columns))
    assert compose(empty, target, select(empty, [Fact(("1.a",), "x")])).n == 0


@pytest.mark.parametrize("threshold", [0, -1, 1.01, float("nan")])
def test_impossible_thresholds(threshold: float) -> None:
    with pytest.raises(InvalidParameter, match="is not possible"):
        composition(["a"], np.array([1]), threshold)


def test_thresholds_to_choose_from() -> None:
    assert [one.value for one in THRESHOLDS] == [0.05, 0.20, 0.33, 0.50]
    assert THRESHOLDS[-1].value == DEFAULT_THRESHOLD
    assert all(one.explanation.endswith(".") for one in THRESHOLDS)


def test_unknown_columns() -> None:
    joined = joined_of([("a",)], ["1.zip"])
    with pytest.raises(UnknownAttribute, match=r"'2\.zip'") as refusal:
        select(joined, [Fact(("2.zip",), "a")])
    assert "1.zip" in refusal.value.hint


def test_a_value_that_is_not_published_matches_what_it_overlaps() -> None:
    texts = ["20-30", "30-40", "50-60", "*"]
    assert matching(texts, "25-35").tolist() == [True, True, False, True]
    assert matching(texts, "30").tolist() == [True, True, False, True]
    assert matching(texts, "30-40").tolist() == [False, True, False, True]
