"""Linking end to end against a walk through all pairs of rows: any join, condition and fact."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from joined_rows import may_be, slow_composition

from incrowd.errors import InvalidParameter
from incrowd.linking.values.published_value import covers, overlaps
from incrowd.service.linked.link import link

ZIPS = st.sampled_from(["130**", "13012", "13***", "14001", "*", None])
AGES = st.sampled_from(["20-30", "25-35", "[30-40[", "28", None])
ILLS = st.sampled_from(["flu", "HIV", "cold", None])
JOBS = st.sampled_from(["cook", "nurse", None])
LEFT = st.lists(st.tuples(ZIPS, AGES, ILLS), min_size=1, max_size=7)
RIGHT = st.lists(st.tuples(ZIPS, JOBS, ILLS), min_size=1, max_size=7)
CONDITIONS = {"equal": str.__eq__, "overlaps": overlaps, "covers": covers}


def table(rows, names) -> pa.Table:
    return pa.table(
        {
            name: pa.array([row[place] for row in rows], pa.string())
            for place, name in enumerate(names)
        }
    )


def walk(left, right, kind: str, condition: str, same: bool):
    """Joined rows: pairs, and those without a partner where the join keeps them."""

    def together(one, two) -> bool:
        if one[0] is None or two[0] is None or not CONDITIONS[condition](one[0], two[0]):
            return False
        return not same or (one[2] is not None and one[2] == two[2])

    pairs = [(one, two) for one in left for two in right if together(one, two)]
    if kind in ("left", "full"):
        pairs += [(one, None) for one in left if not any(together(one, two) for two in right)]
    if kind in ("right", "full"):
        pairs += [(None, two) for two in right if not any(together(one, two) for one in left)]
    return pairs


@pytest.mark.slow
@settings(max_examples=scaled(40), suppress_health_check=[HealthCheck.filter_too_much])
@given(
    left=LEFT,
    right=RIGHT,
    kind=st.sampled_from(["inner", "left", "right", "full"]),
    condition=st.sampled_from(list(CONDITIONS)),
    same=st.booleans(),
    age=st.sampled_from([None, "28", "20-30", "33-50"]),
    job=st.sampled_from([None, "cook"]),
)
def test_any_join_and_any_facts(left, right, kind, condition, same, age, job) -> None:
    # a row of nothing cannot be told from one that found no partner
    assume(all(any(cell is not None for cell in row) for row in (*left, *right)))
    ages = {row[1] for row in left}
    know = {name: value for name, value in (("age", age), ("job", job)) if value}
    pairs = walk(left, right, kind, condition, same)
    kept = [
        (one, two)
        for one, two in pairs
        if (age is None or may_be(one and one[1], age, ages))
        and (job is None or (two is not None and two[1] == job))
    ]
    values = [
        one[2] if one and one[2] is not None else same and two and two[2] for one, two in kept
    ]
    values = [value or None for value in values]
    tables = table(left, ("zip", "age", "ill")), table(right, ("zip", "job", "ill"))
    asked = {
        "sensitive": "ill" if same else "1.ill",
        "on": [f"zip:{condition}"],
        "join": kind,
        "know": know,
        "threshold": 0.4,
    }
    zips = [[row[0] for row in rows if row[0] is not None] for rows in (left, right)]
    if not any(CONDITIONS[condition](one, two) for one in zips[0] for two in zips[1]):
        with pytest.raises(InvalidParameter, match="goes with any value"):
            link(*tables, **asked)
        return
    found = link(*tables, **asked)
    assert found.joined_rows == len(pairs)
    one = found.what_if.main
    assert (one.n, one.v, one.p, one.rule, one.breach) == slow_composition(values, 0.4)
    assert found.what_if.without_value == sum(value is None for value in values)
