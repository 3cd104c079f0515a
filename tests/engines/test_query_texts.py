"""Where texts and other things have to be equal they are compared as texts: 7 is not 007."""

from __future__ import annotations

from collections import Counter
from contextlib import closing

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.engines import connect
from incrowd.engines.query.builder import compile_query
from incrowd.engines.query.built_query import BuiltQuery, ColumnMatch, JoinedTable, QueryColumn
from incrowd.engines.query.guard import check_query
from incrowd.engines.query.query_session import Limits, QuerySession
from incrowd.errors import IncrowdError, RefusedQuery

TABLES = {
    "a": {"zip": ["7", "8"], "a": ["p", "q"]},
    "b": {"zip": ["007", "8", "x"], "b": ["r", "s", "t"]},
    "c": {"zip": ["007", "8"], "c": ["u", "v"]},
    "days": {"born": ["2020-01-01", "2021-01-01"], "day": ["2020-01-01", "soon"]},
}


@pytest.fixture(scope="module")
def session():
    with closing(QuerySession(Limits(seconds=60))) as session:
        for name, columns in TABLES.items():
            add(session, name, columns)
        assert [session.schema[name]["zip"] for name in "abc"] == ["BIGINT", "VARCHAR", "VARCHAR"]
        assert session.schema["days"] == {"born": "DATE", "day": "VARCHAR"}
        yield session


def add(session, name, columns):
    with closing(connect(pa.table(columns))) as source:
        session.add(name, source)


def run(session, sql):
    return session.run(check_query(sql, session.schema)).page(0, 1_000)


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT a, b FROM a JOIN b ON a.zip = b.zip", [("q", "s")]),
        ("SELECT a, b FROM a JOIN b ON a.zip == b.zip", [("q", "s")]),
        ("SELECT a, b FROM a JOIN b ON a.zip IS NOT DISTINCT FROM b.zip", [("q", "s")]),
        ("SELECT a, b FROM a JOIN b ON a.zip IS DISTINCT FROM b.zip AND b <> 't' AND a = 'q'",
         [("q", "r")]),
        ("SELECT a, b FROM a, b WHERE a.zip = b.zip", [("q", "s")]),
        ("SELECT b FROM a, b WHERE a.zip <> b.zip AND a = 'q'", [("r",), ("t",)]),
        ("SELECT a, b FROM (SELECT * FROM a) x JOIN b ON x.zip = b.zip", [("q", "s")]),
        ("SELECT a, b FROM a JOIN (SELECT upper(zip) AS z, b FROM b) y ON a.zip = z", [("q", "s")]),
        ("SELECT a FROM a JOIN (SELECT zip AS z FROM b UNION SELECT zip FROM c) u ON u.z = a.zip",
         [("q",)]),
        ("WITH x AS (SELECT zip AS z, a FROM a) SELECT a, b FROM x, b WHERE z = b.zip",
         [("q", "s")]),
        ("WITH a AS (SELECT * FROM a WHERE zip IN (SELECT zip FROM b)) "
         "SELECT a.a, b.b FROM a JOIN b ON a.zip = b.zip", [("q", "s")]),
        ("WITH x AS (SELECT zip FROM a), y AS (SELECT zip AS z FROM x) "
         "SELECT b FROM y AS n(m) JOIN b ON b.zip = n.m", [("s",)]),
        ("WITH RECURSIVE r AS (SELECT 7 AS z UNION ALL SELECT z + 1 FROM r WHERE z < 9) "
         "SELECT r.z FROM r JOIN b ON r.z = b.zip", [("8",)]),
        ("SELECT a FROM a WHERE zip IN (SELECT zip FROM b)", [("q",)]),
        ("SELECT a FROM a WHERE zip NOT IN (SELECT zip FROM b)", [("p",)]),
        ("SELECT a FROM a WHERE zip = ANY (SELECT zip FROM b)", [("q",)]),
        ("SELECT a FROM a WHERE zip <> ALL (SELECT zip FROM b)", [("p",)]),
        ("SELECT a FROM a WHERE (zip, a) IN (SELECT zip, 'q' FROM b)", [("q",)]),
        ("SELECT a FROM a WHERE zip IN (SELECT zip FROM b ORDER BY zip DESC LIMIT 2)", [("q",)]),
        ("SELECT a FROM a WHERE zip IN (SELECT b.zip FROM b WHERE b.b > a.a)", [("q",)]),
        ("SELECT a FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.zip = a.zip)", [("q",)]),
        ("SELECT a FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.zip = a.zip + 0)", [("q",)]),
        ("SELECT a FROM a WHERE zip = (SELECT max(zip) FROM b WHERE zip < 'x')", [("q",)]),
        ("SELECT a FROM a WHERE zip = (SELECT max(b.zip) FROM b WHERE b.b = 's' AND b.b > a.a)",
         [("q",)]),
        ("SELECT a FROM a, b WHERE (a.zip, 1) = (b.zip, 1)", [("q",)]),
        ("SELECT a FROM a, b WHERE (a.zip, b.b) IN ((b.zip, 's'), (8, 'r'))", [("q",), ("q",)]),
        ("SELECT b, CASE 8 WHEN zip THEN 'same' ELSE 'other' END FROM b ORDER BY b",
         [("r", "other"), ("s", "same"), ("t", "other")]),
        ("SELECT b FROM b WHERE zip = 7", []),
        ("SELECT b FROM b WHERE zip = 8", [("s",)]),
        ("SELECT b FROM b WHERE zip IN (7, 8)", [("s",)]),
        ("SELECT a FROM a JOIN b ON a.zip + 0 = lower(b.zip)", [("q",)]),
        ("SELECT a.a FROM a, LATERAL (SELECT b.zip AS z FROM b WHERE b.b >= a.a) l"
         " WHERE l.z = a.zip", [("q",)]),
        ("SELECT a FROM a, unnest(['007', '8']) AS t(z) WHERE t.z = zip", [("q",)]),
        ("SELECT a FROM a, (VALUES ('007'), ('8')) AS t(z) WHERE t.z = a.zip", [("q",)]),
        ("SELECT a FROM (a JOIN b ON a.zip = b.zip)", [("q",)]),
        ("SELECT a.a FROM a SEMI JOIN b ON a.zip = b.zip", [("q",)]),
        ("SELECT a.a FROM a ANTI JOIN b ON a.zip = b.zip", [("p",)]),
        ("SELECT a.zip AS q FROM a, b WHERE q = b.zip", [("8",)]),
        ("SELECT zip FROM a INTERSECT SELECT zip FROM b", [("8",)]),
        ("SELECT a.a FROM a JOIN b ON a.zip = b.zip AND b.zip IN (SELECT zip FROM c)", [("q",)]),
        ("SELECT count(*) FROM a GROUP BY zip HAVING zip = (SELECT min(zip) FROM b)", []),
        ("SELECT born FROM days WHERE born = day", [("2020-01-01",)]),
        ("SELECT x.a FROM a x JOIN a y ON x.zip = y.zip JOIN b ON b.zip = x.zip", [("q",)]),
    ],
)  # fmt: skip
def test_texts_are_compared_as_texts(session, sql, found):
    assert sorted(run(session, sql)) == sorted(found)


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT b.b, c FROM b JOIN c USING (zip)", 2),
        ("SELECT b.b, c FROM b NATURAL JOIN c", 2),
        ("SELECT a.a FROM a JOIN (b JOIN c USING (zip)) ON a.zip = b.zip", 1),
        ("SELECT b, a FROM b JOIN c USING (zip) JOIN a ON a.zip = b.zip", 1),
        ("SELECT zip FROM b JOIN c USING (zip) WHERE zip = '007'", 1),
        ("SELECT born FROM days WHERE born = '2020-01-01'", 1),
        ("SELECT born FROM days WHERE born IN ('2020-01-01', '2021-01-01')", 2),
        ("SELECT a FROM a WHERE zip = 7.0", 1),
        ("SELECT a FROM a WHERE zip = '8'", 1),
        ("SELECT a FROM a WHERE zip = NULL", 0),
        ("SELECT b, row_number() OVER (ORDER BY b) AS r FROM b QUALIFY r = 1", 1),
        ("SELECT list_filter(['007', '8'], x -> x = '8') AS l", 1),
        ("SELECT list_filter(['007', '8'], x -> CAST(x AS TEXT) = CAST(8 AS TEXT)) AS l", 1),
        ("SELECT a FROM a WHERE zip IN (SELECT x.zip FROM a x)", 2),
        ("SELECT nullif(zip, 'x') FROM b", 3),
    ],
)
def test_what_is_of_one_kind_is_compared_as_ever(session, sql, rows):
    assert len(run(session, sql)) == rows


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT a, b FROM a JOIN b USING (zip)", "'zip' that are joined are texts in one"),
        ("SELECT a, c FROM a JOIN c USING (zip)", "'zip' that are joined are texts in one"),
        ("SELECT a, c FROM a NATURAL JOIN c", "'zip' that are joined are texts in one"),
        ("SELECT a, c FROM a LEFT JOIN c USING (zip)", "'zip' that are joined are texts in one"),
        ("SELECT * FROM (SELECT zip FROM a) SEMI JOIN b USING (zip)", "'zip' that are joined"),
        ("SELECT b FROM b JOIN c USING (zip) JOIN a USING (zip)", "'zip' that are joined"),
        ("SELECT nullif(a.zip, c.zip) FROM a, c", "We cannot tell"),
        ("SELECT list_filter(['007', '8'], x -> x = 8) AS l", "We cannot tell"),
        ("SELECT c FROM c WHERE [zip] = [7]", "We cannot tell"),
    ],
)
def test_what_would_not_be_compared_as_texts_is_refused(session, sql, said):
    with pytest.raises(RefusedQuery) as caught:
        run(session, sql)
    assert said in caught.value.message
    assert "ON" in caught.value.hint or "CAST" in caught.value.hint


def test_a_list_of_numbers_holds_no_text(session):
    with pytest.raises(IncrowdError):
        run(session, "SELECT b FROM b WHERE zip = ANY([7, 8])")


def test_what_duckdb_has_against_a_query_is_said_first(session):
    with pytest.raises(IncrowdError, match="agee"):
        run(session, "SELECT a FROM a WHERE agee = zip")


def test_a_query_is_not_changed_by_running_it(session):
    query = check_query("SELECT a FROM a WHERE zip IN (SELECT zip FROM b)", session.schema)
    before = query.sql("duckdb")
    shown = session.run(query).sql
    assert query.sql("duckdb") == before
    assert "CAST" in shown


CELLS = st.lists(st.sampled_from(["7", "07", "8", "10", "x", None]), min_size=1, max_size=5)
PAIRED = {
    "SELECT l.v, r.v FROM l JOIN r ON l.v = r.v": lambda x, y: x is not None and x == y,
    "SELECT l.v, r.v FROM l, r WHERE NOT l.v = r.v": lambda x, y: None not in (x, y) and x != y,
    "SELECT l.v, r.v FROM l JOIN r ON l.v <> r.v": lambda x, y: None not in (x, y) and x != y,
    "SELECT l.v, r.v FROM l JOIN r ON l.v IS NOT DISTINCT FROM r.v": lambda x, y: x == y,
    "SELECT l.v, r.v FROM l JOIN r ON l.v IS DISTINCT FROM r.v": lambda x, y: x != y,
    "SELECT x.v, r.v FROM (SELECT * FROM l) x JOIN r ON x.v = r.v": (
        lambda x, y: x is not None and x == y
    ),
    "WITH y AS (SELECT v AS w FROM r) SELECT l.v, w FROM l JOIN y ON w = l.v": (
        lambda x, y: x is not None and x == y
    ),
    # within rows of several values DuckDB takes nothing for equal to nothing
    "SELECT l.v, r.v FROM l, r WHERE (l.v, 1) = (r.v, 1)": lambda x, y: x == y,
    "SELECT l.v, r.v FROM l, r WHERE CASE l.v WHEN r.v THEN true ELSE false END": (
        lambda x, y: x is not None and x == y
    ),
}
"""Queries over pairs of rows, and the slow twin that looks at each pair of texts."""
SOUGHT = {
    "SELECT v FROM l WHERE v IN (SELECT v FROM r)": True,
    "SELECT v FROM l WHERE v = ANY (SELECT v FROM r)": True,
    "SELECT v FROM l WHERE EXISTS (SELECT 1 FROM r WHERE r.v = l.v)": True,
    "SELECT l.v FROM l SEMI JOIN r ON l.v = r.v": True,
    "SELECT v FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.v = l.v)": False,
    "SELECT l.v FROM l ANTI JOIN r ON l.v = r.v": False,
}


@pytest.mark.slow
@settings(max_examples=scaled(25))
@given(left=CELLS, right=CELLS)
def test_every_way_to_compare_agrees_with_comparing_texts(left, right):
    with closing(QuerySession()) as session:
        add(session, "l", {"v": pa.array(left, pa.string())})
        add(session, "r", {"v": pa.array(right, pa.string())})
        for sql, equal in PAIRED.items():
            found = Counter(run(session, sql))
            assert found == Counter((x, y) for x in left for y in right if equal(x, y)), sql
        for sql, wanted in SOUGHT.items():
            found = Counter(run(session, sql))
            there = [x for x in left if (x is not None and x in right) is wanted]
            assert found == Counter((x,) for x in there), sql
        match = (JoinedTable("r", "inner", (ColumnMatch(QueryColumn("l", "v"), "v"),)),)
        built = session.run(compile_query(BuiltQuery("l", joins=match), session.schema))
        assert Counter(built.page(0, 100)) == Counter(
            (x, y) for x in left for y in right if x is not None and x == y
        )
