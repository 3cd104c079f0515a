"""Small random joins, and how they are done row by row."""

from __future__ import annotations

from itertools import product

import pyarrow as pa
from hypothesis import strategies as st

from incrowd.engines.joins.join import Column, Join, JoinCondition

VALUES = st.sampled_from(["1", "2", "3", None])
NAMES = ("a", "b", "c")


@st.composite
def tables(draw):
    rows = draw(st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=7))
    return [dict(zip(NAMES, row, strict=True)) for row in rows]


@st.composite
def conditions(draw, new):
    left = Column(draw(st.integers(0, new - 1)), draw(st.sampled_from(NAMES)))
    right = Column(new, draw(st.sampled_from(NAMES)))
    pairs = draw(st.none() | st.lists(st.tuples(VALUES, VALUES), max_size=8))
    if pairs is None:
        return JoinCondition(left, right)
    lefts, rights = [one for one, _ in pairs], [one for _, one in pairs]
    both = {"left": pa.array(lefts, pa.string()), "right": pa.array(rights, pa.string())}
    return JoinCondition(left, right, pa.table(both))


@st.composite
def joined(draw):
    sources = draw(st.lists(tables(), min_size=1, max_size=3))
    joins = []
    for new in range(1, len(sources)):
        kind = draw(st.sampled_from(["inner", "left", "right", "full", "cross"]))
        on = () if kind == "cross" else draw(st.lists(conditions(new), min_size=1, max_size=3))
        joins.append(Join(kind, tuple(on)))
    return sources, joins


def together(on, left, right):
    one, other = left[on.left.source].get(on.left.name), right.get(on.right.name)
    if one is None or other is None:
        return False
    if on.pairs is None:
        return one == other
    return {"left": one, "right": other} in on.pairs.to_pylist()


def slow_join(sources, joins):
    """Every row beside every other: lists of one row per source, {} where there is no partner."""
    found = [[row] for row in sources[0]]
    for new, join in enumerate(joins, 1):
        before, rows = found, sources[new]
        partners = [
            (i, j)
            for (i, left), (j, right) in product(enumerate(before), enumerate(rows))
            if all(together(on, left, right) for on in join.on)
        ]
        found = [[*before[i], rows[j]] for i, j in partners]
        if join.kind in ("left", "full"):
            matched = {i for i, _ in partners}
            found += [[*left, {}] for i, left in enumerate(before) if i not in matched]
        if join.kind in ("right", "full"):
            matched = {j for _, j in partners}
            alone = [{} for _ in range(new)]
            found += [[*alone, right] for j, right in enumerate(rows) if j not in matched]
    return found
