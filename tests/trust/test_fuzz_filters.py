"""Conditions on rows, however they are written: rows that fit, or words."""

from __future__ import annotations

from contextlib import suppress

import duckdb
import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines.query import built_query
from incrowd.engines.query.builder import compile_query
from incrowd.engines.query.built_query import BuiltQuery, QueryColumn, QueryFilter
from incrowd.engines.stored.page import OPERATORS, Filter, Page, PageRequest, Recoding
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import StoredTable, open_stored
from trust.hostile_input import TEXTS, read_or_refuse

COLUMNS = {
    "age": ["20", "21", None, "1000000000000"],
    "size": ["0.5", "1e3", "2", None],
    "seen": ["2020-01-02", "2021-02-03", None, "1999-12-31"],
    "word; DROP TABLE x --": ["a", "'", '"', None],
}
RECODED = {"age": Recoding(("20", "21", "1000000000000", None), ("low", "low", "high", "*"))}
VALUES = st.one_of(
    st.none(),
    TEXTS,
    st.sampled_from(["' OR 1=1 --", "2020-02-30", "99999-01-01", "1e400", "9" * 40, "-9" * 40]),
    st.integers().map(str),
    st.floats().map(str),
    st.dates().map(str),
)
Wanted = tuple[str, str, str | None]
FILTERS = st.tuples(
    st.one_of(st.sampled_from(list(COLUMNS)), TEXTS),
    st.one_of(st.sampled_from(OPERATORS), TEXTS),
    VALUES,
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> StoredTable:
    target = tmp_path_factory.mktemp("stored") / "data.parquet"
    store(pa.table({name: pa.array(cells, pa.string()) for name, cells in COLUMNS.items()}), target)
    return open_stored(target)


@given(
    filters=st.lists(FILTERS, max_size=3),
    sort=st.one_of(st.none(), st.sampled_from(list(COLUMNS)), TEXTS),
    offset=st.sampled_from([0, 1, 10**15]),
    recoded=st.booleans(),
)
@settings(max_examples=scaled(200))
@example(filters=[("age", "at_least", "9" * 36)], sort=None, offset=0, recoded=False)
@example(filters=[("age", "equals", "9" * 37)], sort=None, offset=0, recoded=False)
@example(filters=[("size", "at_most", "1e308")], sort="size", offset=0, recoded=False)
@example(filters=[("seen", "at_most", "0000-00-00")], sort=None, offset=0, recoded=False)
@example(filters=[("seen", "at_least", "٢٠٢٠-٠١-٠٢")], sort=None, offset=0, recoded=False)
@example(filters=[("age", "contains", "\ud800")], sort=None, offset=0, recoded=False)
@example(filters=[("age", "contains", "\0")], sort=None, offset=0, recoded=False)
@example(filters=[("age", "at_least", "low")], sort="age", offset=0, recoded=True)
def test_rows_that_fit_or_words(
    table: StoredTable, filters: list[Wanted], sort: str | None, offset: int, recoded: bool
) -> None:
    def read() -> Page:
        wanted = tuple(Filter(*each) for each in filters)
        recodings = RECODED if recoded else {}
        return table.page(PageRequest(offset, 10, recodings, sort=sort, filters=wanted))

    page = read_or_refuse(read)
    if page is not None:
        assert len(page.rows) <= page.total <= 4
        assert table.page(PageRequest(limit=10)).total == 4


TYPES = {
    "whole": "BIGINT",
    "part": "DOUBLE",
    "day": "DATE",
    'a "word"': "VARCHAR",
    "yes": "BOOLEAN",
}
BUILT = st.tuples(
    st.one_of(st.sampled_from(list(TYPES)), TEXTS),
    st.one_of(st.sampled_from(built_query.OPERATORS), TEXTS),
    st.lists(VALUES.filter(lambda value: value is not None), max_size=3),
)


@pytest.fixture(scope="module")
def database() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in TYPES.items())
    connection.execute(f"CREATE TABLE people ({columns})")
    connection.execute("INSERT INTO people VALUES (1, 0.5, '2020-01-02', '''', true)")
    return connection


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@given(wanted=st.lists(BUILT, max_size=3), limit=st.sampled_from([None, 1, 0, -1, 2**63]))
@settings(max_examples=scaled(200))
@example(wanted=[('a "word"', "=", ["' OR true; DROP TABLE people; --"])], limit=None)
@example(wanted=[('a "word"', "like", ["\\", "%"])], limit=None)
@example(wanted=[("whole", "in", ["9" * 30, "1e5"])], limit=None)
@example(wanted=[("part", "between", ["-1e400", "nan"])], limit=None)
@example(wanted=[("day", ">", ["2020-02-30"])], limit=None)
@example(wanted=[("day", "<", ["294248-01-01"])], limit=None)
@example(wanted=[('a "word"', "=", ["\0"])], limit=None)
def test_a_built_query_is_one_select_that_runs_or_words(
    database: duckdb.DuckDBPyConnection,
    wanted: list[tuple[str, str, list[str]]],
    limit: int | None,
) -> None:
    filters = tuple(
        QueryFilter(QueryColumn("people", column), operator, tuple(values))
        for column, operator, values in wanted
    )
    built = BuiltQuery("people", filters=filters, limit=limit)
    tree = read_or_refuse(lambda: compile_query(built, {"people": TYPES}))
    if tree is not None:
        (statement,) = database.extract_statements(tree.sql("duckdb"))
        assert statement.type == duckdb.StatementType.SELECT
        # what only shows as rows are read is said in words by the process that runs queries
        with suppress(duckdb.ConversionException, duckdb.OutOfRangeException):
            assert len(database.execute(statement).fetchall()) <= 1
        assert database.execute("SELECT count(*) FROM people").fetchone() == (1,)
