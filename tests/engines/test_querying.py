"""Queries are built or written by the user; nothing but reading open tables gets through."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis_profiles import scaled
from slow_joins import NAMES, joined, slow_join

from incrowd.engines import connect
from incrowd.engines.query.builder import compile_query
from incrowd.engines.query.built_query import (
    BuiltQuery,
    ColumnMatch,
    JoinedTable,
    QueryColumn,
    QueryFilter,
    SortKey,
)
from incrowd.engines.query.guard import LONGEST, check_query
from incrowd.engines.query.query_session import Limits, QuerySession
from incrowd.errors import (
    Cancelled,
    IncrowdError,
    InvalidParameter,
    NotFound,
    RefusedQuery,
    UnknownAttribute,
    UnknownName,
)
from incrowd.progress import silent

PEOPLE = {
    "zip": ["130**", "14850", "14850", None],
    "age": ["20-30", "31", "007", "5"],
    "Age": ["a", "b", "c", "d"],
    "born": ["1990-01-31", "1980-02-01", None, "1970-12-31"],
    "alive": [True, False, None, True],
    "weight": [70.5, None, 80.25, 60.0],
}
VISITS = {"zip": ["13012", "14850", "9999*"], "cost": [10, 20, 30], 'it\'s "odd"': ["x", "y", "z"]}


@contextmanager
def open_session(**tables):
    with closing(QuerySession(Limits(rows=1_000, seconds=20, memory=1 << 30))) as session:
        for name, columns in tables.items():
            add_table(session, name, columns)
        yield session


@pytest.fixture(scope="module")
def session():
    """For tests that only read: opening a database takes longer than most of them."""
    with open_session(people=PEOPLE, visits=VISITS) as opened:
        yield opened


@pytest.fixture
def own_session():
    """For tests that add, remove or close something."""
    with open_session(people=PEOPLE, visits=VISITS) as opened:
        yield opened


@pytest.fixture(scope="module")
def typed_session():
    """With a column of every type in one table."""
    with open_session(visits=VISITS | {"new": [True, False, None]}) as opened:
        yield opened


@pytest.fixture(scope="module")
def oddly_named_session():
    """With a table that is called like one of our own."""
    with open_session(people=PEOPLE, visits=VISITS, **{"~0.0": VISITS}) as opened:
        yield opened


def add_table(session, name, columns):
    with closing(connect(pa.table(columns))) as source:
        return session.add(name, source)


def run_sql(session, sql):
    return session.run(check_query(sql, session.schema))


def run_built(session, table="people", **parts):
    return session.run(compile_query(BuiltQuery(table, **parts), session.schema))


def cells(answer):
    return answer.page(0, 10_000)


def test_types_are_taken_where_no_text_is_lost_and_names_stay_apart(session):
    assert session.schema["people"] == {
        "zip": "VARCHAR",
        "age": "VARCHAR",
        "Age_2": "VARCHAR",
        "born": "DATE",
        "alive": "BOOLEAN",
        "weight": "DOUBLE",
    }
    assert session.schema["visits"]["cost"] == "BIGINT"


def test_rows_that_stand_for_several_come_as_often(tmp_path):
    path = tmp_path / "many.csv"
    path.write_text("a,b\n" + "1,x\n" * 5_000 + "2,y\n" * 3)
    with closing(QuerySession()) as session, closing(connect(path)) as source:
        session.add("many", source)
        assert cells(
            run_sql(session, "SELECT a, count(*) AS n FROM many GROUP BY a ORDER BY a")
        ) == [
            ("1", "5000"),
            ("2", "3"),
        ]
        assert session.source("many").tally(["a"]).num_rows == 2


def test_a_query_keeps_its_order_and_tells_same_named_columns_apart(session):
    answer = run_sql(
        session, "SELECT * FROM people p JOIN visits v ON p.zip = v.zip ORDER BY age DESC"
    )
    names = [column.name for column in answer.columns]
    assert names[:3] + names[6:] == ["zip", "age", "Age_2", "zip_1", "cost", 'it\'s "odd"']
    assert [row[1] for row in cells(answer)] == ["31", "007"]
    assert answer.page(1, 1)[0][1] == "007"
    assert answer.page(5, 5) == []
    assert answer.source.tally(["zip"]).to_pylist() == [{"zip": "14850", "incrowd_rows": 2}]


def test_a_built_query_shows_its_sql_and_names_columns_by_table(session):
    on = (ColumnMatch(QueryColumn("people", "zip"), "zip"),)
    answer = run_built(
        session,
        joins=(JoinedTable("visits", "left", on, "v"),),
        columns=(
            QueryColumn("people", "age"),
            QueryColumn("v", "zip"),
            QueryColumn("v", 'it\'s "odd"'),
        ),
        filters=(QueryFilter(QueryColumn("people", "born"), ">", ("1975-01-01",)),),
        order=(SortKey(QueryColumn("people", "born")),),
        limit=5,
    )
    assert [column.name for column in answer.columns] == ["people.age", "v.zip", 'v.it\'s "odd"']
    assert cells(answer) == [("31", "14850", "y"), ("20-30", None, None)]
    assert 'LEFT JOIN "visits" AS "v"' in answer.sql
    # what is shown can be run as it is
    assert cells(run_sql(session, answer.sql)) == cells(answer)


@pytest.mark.parametrize(
    ("column", "operator", "values", "ages"),
    [
        ("age", "=", ["31"], ["31"]),
        ("age", "<>", ["31"], ["20-30", "007", "5"]),
        ("age", ">", ["6"], ["31", "007"]),
        ("age", "<=", ["7"], ["007", "5"]),
        ("zip", ">=", ["131"], ["31", "007"]),
        ("age", "between", ["5", "7"], ["007", "5"]),
        ("age", "in", ["31", "5", "nothing"], ["31", "5"]),
        ("age", "not in", ["31", "5"], ["20-30", "007"]),
        ("age", "like", ["%0%"], ["20-30", "007"]),
        ("age", "not like", ["%0%"], ["31", "5"]),
        ("zip", "null", [], ["5"]),
        ("zip", "not null", [], ["20-30", "31", "007"]),
        ("born", "<", ["1980-02-01"], ["5"]),
        ("born", "between", ["1980-02-01", "1990-01-31"], ["20-30", "31"]),
        ("born", "like", ["19%"], ["20-30", "31", "5"]),
        ("alive", "=", ["true"], ["20-30", "5"]),
        ("weight", ">", ["-1e1"], ["20-30", "007", "5"]),
        ("weight", "in", ["60", "80.25"], ["007", "5"]),
    ],
)
def test_every_operator_does_what_it_says(session, column, operator, values, ages):
    where = (QueryFilter(QueryColumn("people", column), operator, tuple(values)),)
    answer = run_built(session, columns=(QueryColumn("people", "age"),), filters=where)
    assert [row[0] for row in cells(answer)] == ages


@pytest.mark.parametrize(
    ("column", "operator", "values", "said"),
    [
        ("cost", ">", ["much"], "not a number"),
        ("cost", "=", ["1 OR 1=1"], "not a number"),
        ("cost", "=", ["1_0"], "not a number"),
        ("cost", "=", ["nan"], "not a number"),
        ("cost", "between", ["1"], "needs 2 value"),
        ("cost", "null", ["1"], "needs 0 value"),
        ("cost", "in", [], "needs 1 to"),
        ("new", "=", ["perhaps"], "neither true nor false"),
        ("zip", "=", ["a\0b"], "NUL character"),
        ("zip", "like", ["a\0b"], "NUL character"),
        ("zip", "in", ["a", "a\0b"], "NUL character"),
        ("zip", ">", ["a\0b"], "NUL character"),
        ("cost", "; DROP TABLE visits", ["1"], "no operator"),
        ('cost"; DROP TABLE visits; --', "=", ["1"], "no column"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(typed_session, column, operator, values, said):
    with pytest.raises(IncrowdError) as caught:
        run_built(
            typed_session,
            "visits",
            filters=(QueryFilter(QueryColumn("visits", column), operator, tuple(values)),),
        )
    assert said in caught.value.message
    assert caught.value.hint


INJECTIONS = [
    "x'; DROP TABLE people; --",
    'x"; DROP TABLE people; --',
    "x\\'; DROP TABLE people; --",
    "' OR '1'='1",
    "x') OR ('1'='1",
    "') UNION SELECT * FROM visits --",
    "x\"; ATTACH '/tmp/stolen.db' --",
    "/* */ read_csv('/etc/passwd')",
    "people; SELECT 1",
    "pairs.v1",
    "x\n; COPY people TO '/tmp/stolen.csv'",
    "${jndi}", "%s", "{0}", "$1", "?", "\x00", "é\u202e",
]  # fmt: skip


def visiting(match):
    return JoinedTable("visits", "inner", (match,))


@pytest.mark.parametrize("text", INJECTIONS)
def test_nothing_that_is_filled_in_becomes_sql(session, text):
    match = (ColumnMatch(QueryColumn("people", "zip"), "zip"),)
    refused = [
        BuiltQuery(text),
        BuiltQuery("people", columns=(QueryColumn("people", text),)),
        BuiltQuery("people", columns=(QueryColumn(text, "zip"),)),
        BuiltQuery("people", joins=(JoinedTable(text, "inner", match),)),
        BuiltQuery("people", joins=(JoinedTable("visits", text, match),)),
        BuiltQuery("people", joins=(visiting(ColumnMatch(QueryColumn("people", text), "zip")),)),
        BuiltQuery("people", joins=(visiting(ColumnMatch(QueryColumn(text, "zip"), "zip")),)),
        BuiltQuery("people", joins=(visiting(ColumnMatch(QueryColumn("people", "zip"), text)),)),
        BuiltQuery("people", filters=(QueryFilter(QueryColumn("people", text), "=", ("1",)),)),
        BuiltQuery("people", filters=(QueryFilter(QueryColumn("people", "zip"), text, ("1",)),)),
        BuiltQuery("people", order=(SortKey(QueryColumn("people", text)),)),
        BuiltQuery("people", order=(SortKey(QueryColumn(text, "zip")),)),
    ]  # fmt: skip
    for query in refused:
        with pytest.raises((UnknownName, UnknownAttribute)):
            compile_query(query, session.schema)
    if "\0" not in text:
        # as an alias or a value it is taken for what it is
        answer = run_built(session, alias=text, columns=(QueryColumn(text, "zip"),))
        assert [column.name for column in answer.columns] == [f"{text}.zip"]
        for operator in ("=", "like", "in", ">"):
            where = (QueryFilter(QueryColumn("people", "zip"), operator, (text,)),)
            assert len(cells(run_built(session, filters=where))) <= 4
        assert (
            cells(
                run_built(
                    session, filters=(QueryFilter(QueryColumn("people", "zip"), "=", (text,)),)
                )
            )
            == []
        )
    assert len(cells(run_sql(session, "SELECT * FROM people"))) == 4
    assert not Path("/tmp/stolen.csv").exists()  # noqa: S108
    assert not Path("/tmp/stolen.db").exists()  # noqa: S108


@pytest.mark.parametrize("kind", ["inner", "left", "right", "full"])
@pytest.mark.parametrize("alias", ["~0.0", "~", "~rows0", "~key0", "~0", "a\0b"])
def test_names_of_our_own_cannot_be_aliases(oddly_named_session, kind, alias):
    pairs = oddly_named_session.add_pairs(pa.table({"left": ["130**"], "right": ["13012"]}))
    for first, second in ((alias, None), (None, alias)):
        match = ColumnMatch(QueryColumn(first or "people", "zip"), "zip", pairs)
        with pytest.raises(InvalidParameter) as caught:
            run_built(
                oddly_named_session,
                alias=first,
                joins=(JoinedTable("visits", kind, (match,), second),),
            )
        assert caught.value.hint
    match = ColumnMatch(QueryColumn("a", "zip"), "zip", pairs)
    joins = (JoinedTable("visits", kind, (match,)),)
    with pytest.raises(InvalidParameter, match=r"cannot be called '~0\.0'"):
        run_built(oddly_named_session, "~0.0")
    assert run_built(oddly_named_session, "~0.0", alias="a", joins=joins).rows >= 0


def test_a_limit_that_is_none_is_refused(session):
    for limit in (0, -1, 2**40):
        with pytest.raises(InvalidParameter, match="limit cannot be"):
            run_built(session, limit=limit)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1; SELECT 2",
        "SELECT * FROM people; DROP TABLE people",
        "SELECT * FROM people;;; DELETE FROM people",
        "DROP TABLE people",
        "CREATE TABLE x AS SELECT 1",
        "CREATE VIEW x AS SELECT 1",
        "ALTER TABLE people ADD COLUMN x int",
        "INSERT INTO people SELECT * FROM people",
        "UPDATE people SET zip = 1",
        "DELETE FROM people",
        "MERGE INTO people USING visits ON true WHEN MATCHED THEN DELETE",
        "TRUNCATE people",
        "PRAGMA database_list",
        "ATTACH '/tmp/x.db' AS x",
        "DETACH memory",
        "COPY people TO '/tmp/x.csv'",
        "COPY people FROM '/tmp/x.csv'",
        "EXPORT DATABASE '/tmp/x'",
        "IMPORT DATABASE '/tmp/x'",
        "SET memory_limit = '1TB'",
        "RESET memory_limit",
        "USE results",
        "CALL pragma_version()",
        "LOAD httpfs",
        "INSTALL httpfs",
        "CHECKPOINT",
        "VACUUM",
        "BEGIN",
        "EXPLAIN ANALYZE SELECT 1",
        "DESCRIBE people",
        "SHOW TABLES",
        "SUMMARIZE people",
        "PREPARE x AS SELECT 1",
        "EXECUTE x",
        "CREATE SECRET s (TYPE postgres)",
        "CREATE MACRO f(x) AS x",
        "VALUES (1)",
        "SELECT * INTO x FROM people",
        "SELECT * FROM people FOR UPDATE",
        "WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone",
        "SELECT * FROM (DELETE FROM people RETURNING *)",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_csv_auto('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_blob('/etc/passwd')",
        "SELECT * FROM read_json('/etc/passwd')",
        "SELECT * FROM read_parquet('/etc/passwd')",
        "SELECT * FROM parquet_scan('/etc/passwd')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM '/etc/passwd'",
        'SELECT * FROM "/etc/passwd"',
        "SELECT * FROM 'https://example.org/x.csv'",
        "FROM '/etc/passwd'",
        "TABLE '/etc/passwd'",
        "SELECT * FROM people WHERE zip IN (SELECT * FROM read_text('/etc/passwd'))",
        "SELECT (SELECT content FROM read_text('/etc/passwd'))",
        "WITH x AS (SELECT * FROM read_csv('/etc/passwd')) SELECT * FROM x",
        "SELECT * FROM people UNION ALL SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM people, LATERAL (SELECT * FROM read_csv('/etc/passwd'))",
        "SELECT * FROM people /* */ , /**/ read_csv -- \n ('/etc/passwd')",
        "SELECT 1 -- \n; DROP TABLE people",
        "SELECT /* ; */ 1 /* */ ; /* */ DROP TABLE people",
        "SELECT * FROM query('DROP TABLE people')",
        "SELECT * FROM query_table('people')",
        "SELECT * FROM duckdb_settings()",
        "SELECT * FROM duckdb_secrets()",
        "SELECT * FROM pragma_database_list",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM main.people",
        "SELECT * FROM memory.main.people",
        "SELECT * FROM pairs.v1",
        "SELECT * FROM results.r1",
        "SELECT * FROM sqlite_master",
        "SELECT * FROM pg_class",
        "SELECT * FROM (WITH pg_class AS (SELECT 1) SELECT * FROM pg_class), pg_class",
        "SELECT * FROM postgres_query('x', 'y')",
        "SELECT * FROM postgres_scan('x', 'y', 'z')",
        "SELECT * FROM mysql_query('x', 'y')",
        "SELECT read_text('/etc/passwd')",
        "SELECT getenv('HOME')",
        "SELECT current_setting('temp_directory')",
        "SELECT nextval('s')",
        "SELECT write_log('x')",
        "SELECT pg_sleep(1)",
        "SELECT sql_auto_complete('x')",
        "SELECT $1",
        "SELECT ?",
        "SELECT * FROM people WHERE zip = $x",
        "",
        "   ",
        ";",
        "-- nothing",
        "SELEKT 1",
        "SELECT 'unfinished",
        "(((((",
        "SELECT * FROM people\0",
    ],
)
def test_everything_but_one_select_over_open_tables_is_refused(session, sql):
    with pytest.raises((RefusedQuery, UnknownName)) as caught:
        run_sql(session, sql)
    assert caught.value.hint
    assert len(cells(run_sql(session, "SELECT * FROM people"))) == 4


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT count(*) FROM people;", 1),
        ("select zip from PEOPLE", 4),
        ("FROM people", 4),
        ("WITH x AS (SELECT zip FROM people) SELECT * FROM x JOIN visits USING (zip)", 2),
        ("WITH RECURSIVE x AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM x WHERE i < 5) FROM x", 5),
        ("SELECT * FROM people p WHERE EXISTS (SELECT 1 FROM visits v WHERE v.zip = p.zip)", 2),
        ("SELECT zip FROM people UNION SELECT zip FROM visits", 5),
        ("SELECT zip, row_number() OVER (PARTITION BY zip ORDER BY age) FROM people", 4),
        ("SELECT upper(zip) || '!', length(age), substr(age, 1, 2), coalesce(zip, '-'),"
         " CASE WHEN weight > 65 THEN 'a' ELSE 'b' END, round(weight / 3, 1) FROM people", 4),
        ("SELECT year(born), date_trunc('month', born), born + INTERVAL 1 DAY, strftime(born, '%Y')"
         " FROM people", 4),
        ("SELECT sum(cost), avg(cost), median(cost), stddev(cost), min(zip), string_agg(zip, ',')"
         " FROM visits", 1),
        ("SELECT * FROM visits, unnest([1, 2]) AS t(i)", 6),
        ("SELECT * FROM range(5) AS t(i)", 5),
        ("SELECT * EXCLUDE (zip) FROM visits WHERE cost BETWEEN 10 AND 20", 2),
        ("SELECT TRY_CAST(age AS INTEGER) AS years FROM people"
         " WHERE regexp_matches(age, '^[0-9]+$')", 3),
        ("SELECT zip FROM people WHERE zip LIKE '1%' /* ; DROP TABLE people */ -- and another", 3),
        ("SELECT DISTINCT ON (zip) * FROM people", 3),
        ("SELECT * FROM (VALUES (1), (2)) AS t(x)", 2),
    ],
)  # fmt: skip
def test_queries_as_people_write_them_are_run(session, sql, rows):
    assert len(cells(run_sql(session, sql))) == rows


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT agee FROM people", "agee"),
        ("SELECT zip FROM people p JOIN visits v ON true", "mbiguous"),
        ("SELECT CAST(age AS INTEGER) FROM people", "20-30"),
        ("SELECT upper(1, 2) FROM people", "arguments"),
        ("SELECT * FROM poeple", "There is no table 'poeple'"),
        ("SELECT 1 FROM people WHERE age LIKE '2%' ESCAPE 'ab'", "scape string"),
    ],
)
def test_what_is_wrong_with_a_query_is_said(session, sql, said):
    with pytest.raises((InvalidParameter, UnknownName, RefusedQuery)) as caught:
        run_sql(session, sql)
    assert said in f"{caught.value.message} {caught.value.hint}"
    assert caught.value.hint
    assert "damaged" not in caught.value.hint


def test_columns_of_different_types_are_compared_as_texts(own_session):
    add_table(own_session, "places", {"zip": ["14850", "13012"], "age": [31, 7]})
    assert own_session.schema["places"] == {"zip": "BIGINT", "age": "BIGINT"}
    found = run_sql(own_session, "SELECT p.age FROM people p JOIN places q ON p.zip = q.zip")
    assert sorted(cells(found)) == [("007",), ("31",)]
    found = run_sql(own_session, "SELECT 1 FROM people p WHERE p.age IN (SELECT 31::TEXT)")
    assert len(cells(found)) == 1
    found = run_sql(own_session, "SELECT p.age FROM people p, places q WHERE q.age = p.age")
    assert cells(found) == [("31",)]
    joins = (JoinedTable("places", "inner", (ColumnMatch(QueryColumn("people", "zip"), "zip"),)),)
    assert run_built(own_session, joins=joins).rows == 2


def test_long_and_deep_queries_are_refused(session):
    with pytest.raises(RefusedQuery, match="characters at most"):
        run_sql(session, "SELECT " + "1," * LONGEST + "1")
    for deep in ("SELECT " + "(" * 3_000 + "1" + ")" * 3_000, "SELECT " + "- " * 9_000 + "1"):
        with pytest.raises(IncrowdError):
            run_sql(session, deep)
    assert run_sql(session, "SELECT 1 AS one").rows == 1


def test_parsing_writes_nothing_to_the_log(session, caplog):
    with caplog.at_level(logging.DEBUG), pytest.raises(RefusedQuery):
        run_sql(session, "CALL secret_value_of_somebody()")
    assert "secret_value_of_somebody" not in caplog.text


def test_the_doors_of_the_database_are_locked(session, tmp_path):
    target = tmp_path / "out.csv"
    for statement in (
        f"COPY main.people TO '{target}'",
        "SELECT * FROM read_text('/etc/passwd')",
        "SET enable_external_access = true",
        "SET memory_limit = '100GB'",
        "INSTALL httpfs",
        f"ATTACH '{tmp_path / 'x.db'}' AS x",
    ):
        with pytest.raises(Exception, match=r"disabled|locked|Cannot"):
            session._session.rows(statement)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_ten_tables_across_are_stopped_and_the_session_goes_on(own_session):
    add_table(own_session, "digits", {"d": [str(each) for each in range(50)]})
    tables = ", ".join(f"digits AS t{number}" for number in range(10))
    with pytest.raises(InvalidParameter, match="more than 1,000 rows"):
        run_sql(own_session, f"SELECT * FROM {tables}")
    assert run_sql(own_session, "SELECT count(*) FROM digits").rows == 1


@pytest.mark.slow
def test_a_query_that_takes_too_long_is_stopped():
    with closing(QuerySession(Limits(seconds=1))) as session:
        add_table(session, "digits", {"d": [str(each) for each in range(100)]})
        tables = ", ".join(f"digits AS t{number}" for number in range(10))
        start = time.monotonic()
        with pytest.raises(InvalidParameter, match="longer than 1 seconds"):
            run_sql(session, f"SELECT count(*) FROM {tables} WHERE t0.d || t1.d || t9.d = 'x'")
        assert time.monotonic() - start < 60
        assert run_sql(session, "SELECT count(*) FROM digits").rows == 1


FOLDED = "SELECT length(repeat(repeat('x', 1000000), 200)) AS n"
"""DuckDB computes this when it is asked for the type already, and that takes a while."""


def told_to_stop(step, done):
    raise Cancelled("Stopped.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sql", "seconds", "progress", "error"),
    [
        (FOLDED, 60, told_to_stop, Cancelled),
        (FOLDED, 0, silent, InvalidParameter),
        (f"SELECT 1 FROM digits WHERE d = ({FOLDED})", 60, told_to_stop, Cancelled),
        (f"SELECT 1 FROM digits WHERE d = ({FOLDED})", 0, silent, InvalidParameter),
    ],
)  # fmt: skip
def test_asking_for_types_is_stopped_as_well(sql, seconds, progress, error):
    with closing(QuerySession(Limits(seconds=seconds))) as session:
        add_table(session, "digits", {"d": ["1"]})
        with pytest.raises(error):
            session.run(check_query(sql, session.schema), progress)
        assert not list(session._folder.glob("r*"))


@pytest.mark.parametrize(
    "text",
    ["repeat(zip, 1000001)", "lpad(zip, 1000 * 1000 * 1000, '0')", "rpad(zip, 1e9, '0')",
     "repeat('x', (2000000))", "repeat('x', 1000000000)"],
)  # fmt: skip
def test_texts_that_keep_the_engine_busy_are_refused(session, text):
    with pytest.raises(RefusedQuery, match="too long") as caught:
        run_sql(session, f"SELECT length({text}) FROM people")
    assert caught.value.hint == "Ask for 1,000,000 characters at most."


def test_texts_of_any_usual_length_are_made(session):
    made = "length(repeat('*', length(zip) - 2)), length(lpad(zip, 9, '0')), repeat('x', 3)"
    found = run_sql(session, f"SELECT {made} FROM people WHERE zip = '14850' LIMIT 1")
    assert cells(found) == [("3", "9", "xxx")]
    assert cells(run_sql(session, "SELECT length(repeat('x', 1000000)) AS n")) == [("1000000",)]


@pytest.mark.slow
def test_a_query_that_needs_too_much_memory_is_stopped():
    with closing(QuerySession(Limits(memory=64 << 20, spill=1 << 20))) as session:
        add_table(session, "digits", {"d": [str(each) for each in range(100)]})
        for sql in (
            "SELECT list(a.d || b.d || c.d || e.d) FROM digits a, digits b, digits c, digits e",
            "SELECT repeat(d, 1000000000 + length(d)) FROM digits",
        ):
            with pytest.raises(IncrowdError):
                run_sql(session, sql)
        assert run_sql(session, "SELECT count(*) FROM digits").rows == 1


@pytest.mark.slow
def test_a_query_can_be_cancelled_from_another_thread(own_session):
    add_table(own_session, "digits", {"d": [str(each) for each in range(100)]})
    stop = threading.Event()

    def tell(step, done):
        if stop.is_set():
            raise Cancelled("Stopped.")

    threading.Timer(0.3, stop.set).start()
    tables = ", ".join(f"digits AS t{number}" for number in range(10))
    query = check_query(
        f"SELECT count(*) FROM {tables} WHERE t0.d || t9.d = 'x'", own_session.schema
    )
    with pytest.raises(Cancelled):
        own_session.run(query, tell)
    assert run_sql(own_session, "SELECT 1 AS one").rows == 1


def test_tables_come_and_go(own_session):
    with pytest.raises(InvalidParameter, match="already"):
        add_table(own_session, "PEOPLE", VISITS)
    own_session.remove("visits")
    with pytest.raises(UnknownName):
        run_sql(own_session, "SELECT * FROM visits")
    with pytest.raises(UnknownName):
        own_session.remove("visits")
    with pytest.raises(UnknownName):
        own_session.source("visits")
    add_table(own_session, "visits", VISITS)
    answer = run_sql(own_session, "SELECT * FROM visits")
    own_session.forget(answer)
    with pytest.raises(IncrowdError):
        answer.page(0, 1)
    with pytest.raises(InvalidParameter):
        answer.page(-1, 1)
    own_session.close()
    own_session.close()
    with pytest.raises(NotFound, match="was closed"):
        run_sql(own_session, "SELECT 1 AS one")


def test_a_full_join_by_pairs_keeps_every_row_once(own_session):
    add_table(
        own_session,
        "coarse",
        {"zip": ["130**", "13***", "999**", None], "age": ["1", "2", "3", "4"]},
    )
    add_table(
        own_session, "fine", {"zip": ["13012", "13012", "55555", None], "ill": ["a", "b", "c", "d"]}
    )
    texts = {"left": ["130**", "13***"], "right": ["13012", "13012"]}
    on = (ColumnMatch(QueryColumn("coarse", "zip"), "zip", own_session.add_pairs(pa.table(texts))),)
    answer = run_built(own_session, "coarse", joins=(JoinedTable("fine", "full", on),))
    assert Counter(cells(answer)) == Counter(
        [
            *[
                (text, age, "13012", ill)
                for text, age in (("130**", "1"), ("13***", "2"))
                for ill in "ab"
            ],
            *[("999**", "3", None, None), (None, "4", None, None)],
            *[(None, None, "55555", "c"), (None, None, None, "d")],
        ]
    )
    add_table(own_session, "odd", {"zip": ["13012"], "RowId": ["1"]})
    on = (ColumnMatch(QueryColumn("coarse", "zip"), "zip", own_session.add_pairs(pa.table(texts))),)
    with pytest.raises(InvalidParameter, match="rowid"):
        run_built(own_session, "coarse", joins=(JoinedTable("odd", "full", on),))


def test_joins_on_nothing_are_refused(session):
    pairs = session.add_pairs(pa.table({"left": ["130**"], "right": ["13012"]}))
    on = (ColumnMatch(QueryColumn("people", "zip"), "zip", pairs),)
    with pytest.raises(InvalidParameter, match="names no columns"):
        run_built(session, joins=(JoinedTable("visits", "inner", ()),))
    with pytest.raises(InvalidParameter, match="same name"):
        run_built(session, joins=(JoinedTable("people", "inner", on),))


@pytest.mark.slow
@settings(max_examples=scaled(40), deadline=None)
@given(joined())
def test_built_joins_are_those_of_all_rows(given_sources):
    sources, joins = given_sources
    if any(join.kind == "cross" for join in joins):
        return
    with closing(QuerySession()) as session:
        for place, rows in enumerate(sources):
            columns = {name: pa.array([row[name] for row in rows], pa.string()) for name in NAMES}
            add_table(session, f"t{place}", columns)
        parts = []
        for new, join in enumerate(joins, 1):
            on = tuple(
                ColumnMatch(
                    QueryColumn(f"t{one.left.source}", one.left.name),
                    one.right.name,
                    None if one.pairs is None else session.add_pairs(one.pairs),
                )
                for one in join.on
            )
            parts.append(JoinedTable(f"t{new}", join.kind, on))
        answer = run_built(session, "t0", joins=tuple(parts))
        expected = Counter(
            tuple(row.get(name) for row in combined for name in NAMES)
            for combined in slow_join(sources, joins)
        )
        assert Counter(cells(answer)) == expected
