"""Tables that lie in an engine and here, and what it means that a join of both is the same.

check_join([one, two], [same_one, same_two], joins, columns, ranges)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager

import pyarrow as pa
from hypothesis import strategies as st
from slow_joins import VALUES

from incrowd.engines import connect
from incrowd.engines.contract import ROWS, Source
from incrowd.engines.joins.join import Column, Join, JoinCondition, JoinedTally, Range
from incrowd.engines.joins.joined_sources import JoinedSources

TABLES = {
    "first": {
        "a": ["1", "2", "2", None, "1", "", "Ulm", "ulm", "it's \\", "x "],
        "b": ["1", "1", "2", "2", None, "1", "3", "Ulm", "1", "x"],
        "n": [1, 2, 2, None, 3, 1, 1, 10, 2, 1],
        "w": [0.5, 1.0, None, 2.0, 2.0, 1e-7, 1.0, 1.0, 3.0, 1.0],
        "low": [20, 30, None, None, 1, 1, 2, 20, 20, 20],
        "high": [29, None, 17, None, 2, 2, 3, 29, 29, 30],
    },
    "second": {
        "a": ["2", "2", "1", None, "3", "ULM", "ulm", "it's \\", "", "x"],
        "b": [None, "2", "1", "1", "1", "Ulm", "x ", "1", "20-29", "1-2"],
        "n": [2, 2, 1, 1, None, 7, 1, 2, 3, 3],
        "w": [1.0, 1.0, 2.0, None, 0.5, 2.0, 3.0, 1.0, 1.0, 1.0],
        "low": [1, 1, None, 20, 30, 20, 20, 20, 1, 2],
        "high": [2, 2, 17, 29, None, 30, 29, 29, 2, 3],
    },
    "third": {
        "a": ["1", "2", "", None],
        "b": ["2", "2", "1", "1"],
        "n": [1, 2, 2, 3],
        "w": [1.0, 2.0, 2.0, None],
        "low": [20, 1, 1, None],
        "high": [29, 2, 2, None],
    },
}
NAMES = ("a", "b", "n", "w", "range")
TYPES = {
    "a": pa.string(),
    "b": pa.string(),
    "n": pa.int32(),
    "w": pa.float64(),
    "low": pa.int32(),
    "high": pa.int32(),
}
_TEXTS = st.sampled_from(["1", "2", "", "Ulm", "ulm", "1.0", "2.0", "20-29", "1-2", "x", "x "])

KINDS = ["inner", "left", "right", "full", "cross"]


def arrow(name: str) -> pa.Table:
    """One of the tables."""
    return pa.table(
        {column: pa.array(TABLES[name][column], kind) for column, kind in TYPES.items()}
    )


def ranges(sources: int) -> list[Range]:
    """A range in every source."""
    return [Range(source, "range", "low", "high") for source in range(sources)]


@st.composite
def conditions(draw: st.DrawFn, new: int) -> JoinCondition:
    left = Column(draw(st.integers(0, new - 1)), draw(st.sampled_from(NAMES)))
    right = Column(new, draw(st.sampled_from(NAMES)))
    pairs = draw(st.none() | st.lists(st.tuples(_TEXTS | VALUES, _TEXTS | VALUES), max_size=12))
    if pairs is None:
        return JoinCondition(left, right)
    lefts, rights = ([pair[side] for pair in pairs] for side in (0, 1))
    both = {"left": pa.array(lefts, pa.string()), "right": pa.array(rights, pa.string())}
    return JoinCondition(left, right, pa.table(both))


@st.composite
def joins_of(draw: st.DrawFn, sources: int, kinds: Sequence[str]) -> list[Join]:
    joins = []
    for new in range(1, sources):
        kind = draw(st.sampled_from(kinds))
        on = () if kind == "cross" else draw(st.lists(conditions(new), min_size=1, max_size=3))
        joins.append(Join(kind, tuple(on)))
    return joins


def columns_of(sources: int) -> st.SearchStrategy[list[Column]]:
    """Some columns of all sources."""
    every = [Column(source, name) for source in range(sources) for name in NAMES]
    return st.lists(st.sampled_from(every), min_size=1, max_size=4, unique=True)


def check_join(
    inside: Sequence[Source],
    here: Sequence[Source],
    joins: Sequence[Join],
    columns: Sequence[Column],
    made: Sequence[Range] = (),
) -> None:
    """Whatever is asked of joined sources, the engine answers what is answered here."""
    with closing(JoinedSources(inside, made)) as one, closing(JoinedSources(here, made)) as two:
        assert lines(one.tally(joins, columns)) == lines(two.tally(joins, columns))
        assert one.count(joins) == two.count(joins)
        for numbered in (False, True):
            ours, theirs = (
                each.tally_with_partners(joins, columns, numbered=numbered) for each in (one, two)
            )
            assert ours.place is not None
            assert ours.place.engine is not None, ours.place.reason
            assert theirs.place is not None
            assert theirs.place.engine is None
            check_same(ours, theirs)


def check_same(ours: JoinedTally, theirs: JoinedTally) -> None:
    """Lines, partners, and which lines share a combination of a source, with its rows."""
    assert ours.table.column_names == theirs.table.column_names
    assert ours.table.num_rows == theirs.table.num_rows
    assert set(ours.combination) == set(theirs.combination)
    assert [int(rows.sum()) for rows in ours.rows] == [int(rows.sum()) for rows in theirs.rows]
    for source in ours.combination:
        assert parts(ours, source) == parts(theirs, source)


def parts(joined: JoinedTally, source: int) -> Counter[object]:
    """The lines in which each combination of a source stands, and its rows."""
    by_number: dict[int, list[object]] = {}
    rows = [tuple(row.values()) for row in joined.table.to_pylist()]
    for number, row in zip(joined.combination[source].tolist(), rows, strict=True):
        by_number.setdefault(number, []).append(row)
    return Counter(
        (
            number < 0,
            int(joined.rows[source][number]) if joined.rows and number >= 0 else None,
            tuple(sorted(map(repr, each))),
        )
        for number, each in by_number.items()
    )


def lines(table: pa.Table) -> dict[tuple[object, ...], int]:
    """The rows of each combination."""
    names = [name for name in table.column_names if name != ROWS]
    return {tuple(row[name] for name in names): row[ROWS] for row in table.to_pylist()}


def check_any_join(data: st.DataObject, inside: Sequence[Source], here: Sequence[Source]) -> None:
    """Join some of the tables in some way, in the engine and here."""
    number = data.draw(st.sampled_from([2, 2, 3]))
    joins = data.draw(joins_of(number, KINDS))
    columns = data.draw(columns_of(number))
    check_join(inside[:number], here[:number], joins, columns, ranges(number))


@contextmanager
def open_here() -> Iterator[list[Source]]:
    """The tables in the embedded engine."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(connect(arrow(name)))) for name in TABLES]
