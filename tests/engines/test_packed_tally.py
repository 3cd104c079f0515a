"""A tally that comes as packed keys is the one that comes as texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from incrowd.engines.contract import ROWS, Engine, EngineColumn, TableName
from incrowd.engines.remote import counted
from incrowd.engines.remote.counted import CountedTable
from incrowd.engines.remote.counting import packed
from incrowd.engines.remote.counting.packed import NumbersValues, Packing, choose_packed

PLACE = TableName(("main",), "people")
TYPES = {"sex": "VARCHAR", "age": "INTEGER", "weight": "DOUBLE", "town": "VARCHAR"}
ROWS_OF_PEOPLE = [
    (None if n % 7 == 0 else "fm"[n % 2], None if n % 11 == 0 else n % 5, n % 3 / 4, f"t'{n % 13}")
    for n in range(400)
]


class DuckDBConnection:
    """As much of a connection as a tally needs, with an engine that is at hand."""

    engine = Engine("duckdb", "DuckDB", "duckdb", "", "", "")
    place = "here"

    def __init__(self, rows: Sequence[tuple[object, ...]]) -> None:
        self.database = duckdb.connect()
        columns = ", ".join(f"{name} {type_}" for name, type_ in TYPES.items())
        self.database.execute(f"CREATE TABLE people ({columns})")
        self.database.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", rows)
        self.queries: list[str] = []

    def columns(self, table: TableName) -> list[EngineColumn]:
        return [EngineColumn(name, type_.lower(), type_) for name, type_ in TYPES.items()]

    def text(self, column: EngineColumn, value: exp.Expression) -> exp.Expression:
        return exp.cast(value, "text")

    def exact(self, text: exp.Expression) -> exp.Expression:
        return text

    def readable(self, exact: exp.Expression) -> exp.Expression:
        return exact

    def fetch(self, query: exp.Query, step: str) -> pa.Table:
        self.queries.append(query.sql("duckdb"))
        return self.database.execute(self.queries[-1]).to_arrow_table()

    def close(self) -> None:
        self.database.close()


class NumberingConnection(DuckDBConnection):
    """The same, where values can be numbered."""

    def number(
        self, column: EngineColumn, value: exp.Expression, texts: Sequence[str]
    ) -> exp.Expression:
        listed = exp.Array(expressions=[exp.Literal.string(text) for text in texts])
        place = exp.Anonymous(this="list_position", expressions=[listed, exp.cast(value, "text")])
        known = exp.cast(exp.Nullif(this=place, expression=exp.convert(0)), "bigint")
        return exp.Case().when(value.copy().is_(exp.null()), exp.convert(0)).else_(known)


@pytest.fixture
def table() -> Iterator[CountedTable]:
    result = CountedTable(NumberingConnection(ROWS_OF_PEOPLE), PLACE)
    result.profiles()
    yield result
    result.close()


def counts(tally: pa.Table) -> Counter[tuple[str | None, ...]]:
    columns = [column.to_pylist() for column in tally.columns]
    return Counter({tuple(row[:-1]): row[-1] for row in zip(*columns, strict=True)})


def plain_tally(columns: Sequence[str]) -> pa.Table:
    plain = CountedTable(DuckDBConnection(ROWS_OF_PEOPLE), PLACE)
    plain.profiles()
    result = plain.tally(columns)
    assert not isinstance(plain.connection, NumbersValues)
    plain.close()
    return result


def last_query(table: CountedTable) -> str:
    assert isinstance(table.connection, DuckDBConnection)
    return table.connection.queries[-1]


@pytest.mark.parametrize("columns", [["sex", "age"], ["town", "weight", "sex"], [*TYPES]])
def test_keys_say_what_texts_say(table: CountedTable, columns: list[str]) -> None:
    tally = table.tally(columns)
    assert "p0" in last_query(table)
    expected = plain_tally(columns)
    assert counts(tally) == counts(expected)
    assert tally.num_rows == expected.num_rows
    assert tally.schema == expected.schema
    assert sum(tally.column(ROWS).to_pylist()) == len(ROWS_OF_PEOPLE)


def test_one_column_alone_is_not_packed(table: CountedTable) -> None:
    table.tally(["sex"])
    assert "p0" not in last_query(table)


def test_nothing_is_packed_before_the_values_are_known() -> None:
    fresh = CountedTable(NumberingConnection(ROWS_OF_PEOPLE), PLACE)
    assert counts(fresh.tally(["sex", "age"])) == counts(plain_tally(["sex", "age"]))
    assert "p0" not in last_query(fresh)
    fresh.close()


def test_a_value_that_came_later_is_counted_all_the_same(table: CountedTable) -> None:
    assert isinstance(table.connection, DuckDBConnection)
    table.connection.database.execute("INSERT INTO people VALUES ('x', 99, 1, 'new')")
    tally = counts(table.tally(["sex", "age"]))
    assert tally["x", "99"] == 1
    assert "p0" not in last_query(table)


def test_columns_with_many_values_stay_beside_the_key(
    table: CountedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "MOST_VALUES", 6)
    tally = table.tally([*TYPES])
    assert "k0" in last_query(table)
    assert "p0" in last_query(table)
    assert counts(tally) == counts(plain_tally([*TYPES]))
    assert tally.column_names == [*TYPES, ROWS]


def test_many_columns_take_several_keys(
    table: CountedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "_LARGEST_KEY", 50)
    tally = table.tally([*TYPES])
    assert "p1" in last_query(table)
    assert counts(tally) == counts(plain_tally([*TYPES]))


def test_values_are_remembered_only_where_they_can_be_numbered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counted, "MOST_NUMBERED", 5)
    few = CountedTable(NumberingConnection(ROWS_OF_PEOPLE), PLACE)
    few.profiles()
    assert set(few._domains) == {"sex", "weight"}
    few.close()


def test_the_smallest_columns_are_chosen_while_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    domains = {"long": ["x" * 60] * 3, "unknown": None, "b": ["y"] * 2, "a": ["z"] * 3}
    monkeypatch.setattr(packed, "_MOST_LETTERS", 60)
    assert choose_packed(domains) == ["b", "a"]


@given(st.lists(st.integers(0, 2**40), min_size=1, max_size=6), st.data())
def test_every_key_is_taken_apart_again(sizes: list[int], data: st.DataObject) -> None:
    packing = Packing.of([(str(place), size) for place, size in enumerate(sizes)])
    numbers = {str(place): data.draw(st.integers(0, size)) for place, size in enumerate(sizes)}
    wide = {name: exp.cast(exp.convert(number), "bigint") for name, number in numbers.items()}
    keys = packing.pack(wide)
    values = [duckdb.execute(f"SELECT {key.sql()}").fetchall()[0][0] for key in keys]
    unpacked = packing.unpack([np.array([value]) for value in values])
    assert {name: int(found[0]) for name, found in unpacked.items()} == numbers


def test_no_two_combinations_share_a_key() -> None:
    packing = Packing.of([("a", 2), ("b", 1), ("c", 3)])
    every = product(range(3), range(2), range(4))
    keys = set()
    for row in every:
        numbers = dict(zip("abc", map(exp.convert, row), strict=True))
        keys.add(duckdb.execute(f"SELECT {packing.pack(numbers)[0].sql()}").fetchall()[0][0])
    assert len(keys) == 24
