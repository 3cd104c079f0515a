"""Files of DuckDB and SQLite: taken if they are whole, refused in words if they are not."""

from __future__ import annotations

import os
import sqlite3
import struct
from contextlib import closing

import duckdb
import pytest

from incrowd.engines import connect
from incrowd.engines.catalogue import CatalogueColumn, check_database, find_kind, open_catalogue
from incrowd.errors import Cancelled, MalformedData, SourceNotFound, SourceNotReadable

HIDDEN = "nobody else may read this"


@pytest.fixture
def duck(tmp_path):
    path = tmp_path / "clinic.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "CREATE TABLE people AS SELECT i AS id, 'person ' || i AS name FROM range(50000) r(i);"
            "CREATE VIEW grown AS SELECT * FROM people WHERE id > 17 ORDER BY id DESC;"
            "CREATE SCHEMA far; CREATE VIEW far.away AS SELECT name FROM people WHERE id < 3;"
            'CREATE SCHEMA other; CREATE TABLE other.people (a int); CREATE TABLE "other.people" '
            "AS SELECT 'main' AS where_am_i; INSERT INTO other.people VALUES (1)"
        )
    return path


@pytest.fixture
def lite(tmp_path):
    path = tmp_path / "clinic.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("CREATE TABLE people (id int, name text)")
        connection.executemany(
            "INSERT INTO people VALUES (?, ?)", [(i, f"person {i}") for i in range(20_000)]
        )
        connection.execute("CREATE VIEW grown AS SELECT * FROM people WHERE id > 17")
    return path


def test_whole_files_are_taken_by_what_they_are_and_not_by_their_name(duck, lite):
    assert (check_database(duck), check_database(lite)) == ("duckdb", "sqlite")
    swapped = lite.rename(lite.with_name("x.duckdb"))
    assert (find_kind(swapped), check_database(swapped)) == ("sqlite", "sqlite")


@pytest.mark.parametrize("content", [b"", b"age,sex\n1,2\n", b"SQLite format 3", b"\0" * 4000])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "people.db"
    path.write_bytes(content)
    with pytest.raises((MalformedData, SourceNotReadable), match=r"people\.db") as told:
        check_database(path)
    assert ".duckdb, .db or .sqlite" in told.value.hint
    assert str(tmp_path) not in told.value.message


@pytest.mark.parametrize("which", ["duck", "lite"])
@pytest.mark.parametrize("how", ["cut", "overwritten"])
def test_damaged_files_are_refused(request, which, how):
    path = request.getfixturevalue(which)
    whole = bytearray(path.read_bytes())
    middle = len(whole) // 2
    if how == "overwritten":
        whole[middle : middle + 9000] = os.urandom(9000)
    path.write_bytes(whole if how == "overwritten" else whole[:middle])
    with pytest.raises(MalformedData, match="damaged or incomplete"):
        check_database(path)


def test_an_encrypted_file_is_told_as_such(tmp_path):
    path = tmp_path / "locked.duckdb"
    with duckdb.connect() as connection:
        connection.execute("SET force_mbedtls_unsafe = true")
        connection.execute(f"ATTACH '{path}' AS locked (ENCRYPTION_KEY 'secret')")
        connection.execute("CREATE TABLE locked.t AS SELECT 1 AS a")
    with pytest.raises(SourceNotReadable, match=r"'locked\.duckdb' is encrypted") as told:
        check_database(path)
    assert "without encryption" in told.value.hint


@pytest.mark.parametrize("version", [39, 200])
def test_a_file_of_another_version_is_told_as_such(duck, version):
    content = bytearray(duck.read_bytes())
    content[12] = version
    content[:8] = struct.pack("<Q", _checksum(bytes(content[8:4096])))
    duck.write_bytes(content)
    with pytest.raises(SourceNotReadable, match="a version of DuckDB that cannot be read here"):
        check_database(duck)


def _checksum(block: bytes) -> int:
    """As DuckDB computes it, so that only the version is wrong."""
    found = 5381
    for (word,) in struct.iter_unpack("<Q", block):
        found ^= word * 0xBF58476D1CE4E5B9 % 2**64
    return found


def test_files_without_tables_are_refused(tmp_path):
    duckdb.connect(str(tmp_path / "a.duckdb")).close()
    with closing(sqlite3.connect(tmp_path / "b.db")) as connection, connection:
        connection.execute("PRAGMA user_version = 3")
    for name in ("a.duckdb", "b.db"):
        with pytest.raises(SourceNotFound, match=f"There is no table in '{name}'"):
            check_database(tmp_path / name)


def test_checking_can_be_stopped(lite):
    with closing(sqlite3.connect(lite)) as connection, connection:
        connection.executemany("INSERT INTO people VALUES (?, 'x')", [(i,) for i in range(200_000)])

    def stop(step, done):
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        check_database(lite, stop)


def test_columns_are_listed_without_reading_rows(lite, monkeypatch):
    monkeypatch.setattr("incrowd.engines.files.sqlite_file.read", None)
    with open_catalogue(f"sqlite:///{lite}") as found:
        assert found.tables("") == ["grown", "people"]
        assert found.columns("", "people") == [
            CatalogueColumn("id", "INT"),
            CatalogueColumn("name", "TEXT"),
        ]


def test_no_cell_is_told_where_text_is_not_utf8(tmp_path):
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE people (id int, illness text)")
        connection.execute("INSERT INTO people VALUES (1, CAST(x'686976ff' AS text))")  # hiv and ÿ
        connection.execute("CREATE VIEW seen AS SELECT illness FROM people")
    for table in ("people", "seen"):
        with pytest.raises(SourceNotReadable) as caught:
            connect(path, table=table)
        assert "has text in 'illness' that is not UTF-8." in caught.value.message
        assert "hiv" not in str(caught.value.to_dict())
        assert "UTF-8" in caught.value.hint


@pytest.mark.slow
def test_tables_are_told_apart_by_their_schema(duck):
    for table, column in [
        ("people", "id"),
        ("main.people", "id"),
        ("other.people", "a"),
        ("main.other.people", "where_am_i"),
    ]:
        with closing(connect(duck, table=table)) as source:
            assert source.profiles()[0].name == column, table


@pytest.mark.slow
def test_a_view_is_computed_in_its_order_and_as_it_is(duck):
    with closing(connect(duck, table="grown")) as source:
        assert source.rows == 50_000 - 18
        assert [one.name for one in source.profiles()] == ["id", "name"]
        found = source.tally(["id"]).column(0).to_pylist()
    assert sorted(map(int, found)) == list(range(18, 50_000))


@pytest.mark.slow
def test_a_view_finds_the_tables_of_its_file_from_any_schema(duck):
    with closing(connect(duck, table="far.away")) as source:
        assert source.rows == 3
    with open_catalogue(str(duck)) as found:
        assert found.columns("far", "away") == [CatalogueColumn("name", "VARCHAR")]


def lying(tmp_path, *statements):
    """A file of DuckDB in which people are, and what else is made there."""
    path = tmp_path / "views.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE people AS SELECT 7 AS id, 'Ann' AS name, [1, 2] AS marks")
        connection.execute('CREATE SCHEMA far; CREATE TABLE far."pg_settings" AS SELECT 1 AS a')
        connection.execute("CREATE TABLE days AS SELECT DATE '2020-01-02' AS d, 7 AS id")
        for statement in statements:
            connection.execute(statement)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "SELECT path FROM duckdb_databases()",
        "SELECT * FROM duckdb_databases",
        "SELECT name, value FROM duckdb_settings()",
        "SELECT * FROM pragma_database_list",
        "SELECT * FROM system.main.duckdb_databases",
        "SELECT * FROM pg_settings",
        "SELECT * FROM pg_catalog.pg_settings",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM sqlite_master",
        "SELECT id FROM people WHERE name = (SELECT max(path) FROM duckdb_databases())",
        "SELECT current_setting('temp_directory') AS a",
        "SELECT id, \"current_setting\" /* of */ ('temp_directory') AS a FROM people",
        "SELECT system.main.current_setting('temp_directory') AS a",
        "SELECT * FROM query('SELECT path FROM duckdb_databases()')",
        "SELECT * FROM query_table('duckdb_databases')",
        "SELECT id, l.path FROM people, LATERAL (SELECT path FROM duckdb_databases()) AS l",
        "WITH people AS (SELECT path FROM duckdb_databases()) SELECT * FROM people",
        "SELECT (WITH pg_views AS (SELECT 1 AS a) SELECT a FROM pg_views) AS a, * FROM pg_views",
        "SELECT * FROM pragma_user_agent()",
        "SELECT id, name FROM people UNION ALL SELECT 1, path FROM duckdb_databases()",
    ],
)
def test_a_view_tells_nothing_of_where_it_is_read(tmp_path, query):
    path = lying(tmp_path, f"CREATE VIEW v AS {query}", "CREATE VIEW w AS SELECT * FROM main.v")
    assert check_database(path) == "duckdb"
    for view in "vw":
        with pytest.raises(SourceNotReadable) as caught:
            connect(path, table=view)
        assert caught.value.message == f"The view '{view}' reads something outside of its file."
        with open_catalogue(str(path)) as found, pytest.raises(SourceNotReadable, match="outside"):
            found.columns("main", view)
    with closing(connect(path, table="people")) as source:
        assert source.rows == 1


def test_a_view_that_cannot_be_understood_is_refused(tmp_path):
    path = lying(tmp_path, "CREATE VIEW v AS FROM (SHOW ALL TABLES)")
    with pytest.raises(SourceNotReadable) as caught:
        connect(path, table="v")
    assert caught.value.message == "We cannot see what the view 'v' reads."
    assert "keep what the view shows as a table" in caught.value.hint


@pytest.mark.parametrize(
    ("macro", "query"),
    [
        ("m() AS TABLE SELECT path FROM duckdb_databases()", "SELECT * FROM m()"),
        ("m() AS (SELECT max(path) FROM duckdb_databases())", "SELECT m() AS a"),
        ("m(x) AS current_setting(x)", "SELECT m('temp_directory') AS a"),
        ('"~~"(a, b) AS (SELECT max(path) FROM duckdb_databases())', "SELECT 'a' LIKE 'b' AS a"),
        ("date_part(a, b) AS current_setting('temp_directory')", "SELECT d AS a FROM days"),
    ],
)
def test_a_macro_opens_no_way_out_for_a_view(tmp_path, macro, query):
    path = lying(tmp_path, f"CREATE MACRO {macro}", f"CREATE VIEW v AS {query}")
    with pytest.raises(SourceNotReadable, match="reads something outside"):
        connect(path, table="v")


def test_a_computed_column_tells_nothing_of_where_it_is_read(tmp_path):
    made = "VARCHAR GENERATED ALWAYS AS"
    path = lying(
        tmp_path,
        f"CREATE TABLE t (a int, b {made} (current_setting('temp_directory')))",
        f"CREATE TABLE u (a int, b {made} (upper(CAST(a AS VARCHAR)) || 'x'))",
        "INSERT INTO t (a) VALUES (1); INSERT INTO u (a) VALUES (1)",
    )
    with pytest.raises(SourceNotReadable, match="reads something outside"):
        connect(path, table="t")
    with closing(connect(path, table="u")) as source:
        assert source.tally(["b"]).column(0).to_pylist() == ["1x"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM people",
        "SELECT p.name, d.d FROM main.people AS p JOIN days d USING (id) WHERE p.id < 9",
        "SELECT * EXCLUDE (id) FROM people ORDER BY ALL LIMIT 5",
        "WITH a AS (SELECT id FROM people), b AS (SELECT id AS i FROM a) SELECT * FROM b, a",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) FROM r",
        "SELECT name, count(*) AS n, sum(id) FILTER (id > 1) AS s FROM people GROUP BY name",
        "SELECT id, row_number() OVER (PARTITION BY name) AS n FROM people QUALIFY n = 1",
        "SELECT unnest(marks) AS m FROM people",
        "SELECT u.m FROM people, unnest(marks) AS u(m)",
        "SELECT r.n FROM range(3) AS r(n), generate_series(1, 2) AS g(m)",
        "SELECT [x * 2 FOR x IN marks IF x > 1] AS l, {'a': id} AS s FROM people",
        "SELECT CASE WHEN name LIKE 'A%' THEN 1 ELSE 0 END AS c, name ILIKE '%n' AS i FROM people",
        "SELECT regexp_replace(name, 'a', 'b', 'g') AS r, strftime(d, '%Y') AS y FROM people, days",
        "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(a, b)",
        "SELECT * FROM people WHERE EXISTS (SELECT 1 FROM days WHERE days.id = people.id)",
        "SELECT l.y FROM people AS p, LATERAL (SELECT p.id + 1 AS y) AS l",
        "SELECT twice(id) AS t FROM people",
        "SELECT * FROM several(3)",
        "SELECT p.id FROM people AS p ASOF JOIN days AS d ON p.id >= d.id",
        "SELECT today() AS t, now() > d AS n FROM days",
        "SELECT 'duckdb_databases()' AS a, 'FROM ''x'' ' AS b, 'it''s \\' AS c",
    ],
)
def test_views_that_only_read_their_file_are_shown(tmp_path, query):
    path = lying(
        tmp_path,
        "CREATE MACRO twice(x) AS x * 2",
        "CREATE MACRO several(n) AS TABLE SELECT id, i FROM people, range(n) AS r(i)",
        f"CREATE VIEW v AS {query}",
    )
    with closing(connect(path, table="v")) as source:
        assert source.rows > 0


@pytest.mark.slow
def test_a_view_cannot_read_other_files_of_the_computer(tmp_path):
    other = tmp_path / "other.csv"
    other.write_text(f"a\n{HIDDEN}\n")
    path = tmp_path / "trap.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            f"CREATE VIEW v AS SELECT * FROM read_csv('{other}');"
            f"CREATE VIEW w AS SELECT * FROM '{other}';"
            f"CREATE VIEW x AS SELECT content FROM read_text('{other}');"
            f"CREATE MACRO m() AS TABLE SELECT * FROM read_text('{other}');"
            "CREATE VIEW y AS SELECT * FROM m(); CREATE TABLE harmless AS SELECT 1 AS a"
        )
    assert check_database(path) == "duckdb"
    for view in "vwxy":
        with pytest.raises(SourceNotReadable, match="reads something outside") as told:
            connect(path, table=view)
        assert HIDDEN not in str(told.value)
        with (
            open_catalogue(str(path)) as found,
            pytest.raises(SourceNotReadable, match="reads something outside"),
        ):
            found.columns("main", view)
    with closing(connect(path, table="harmless")) as source:
        assert source.rows == 1
