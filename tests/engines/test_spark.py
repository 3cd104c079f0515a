"""Tables stay in Spark, on a Connect server or in this process, and every answer is exact."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from engine_agreement import lines
from remote_rows import keep_rows, make_rows
from servers.run import Run
from servers.spark import Spark

from incrowd.engines import connect
from incrowd.engines.contract import TableName
from incrowd.engines.remote import counted
from incrowd.engines.remote.publishing import check_target
from incrowd.engines.remote.table import RemoteTable
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import (
    Cancelled,
    Conflict,
    CrowdTooLarge,
    EngineError,
    InvalidParameter,
    MalformedData,
    NotFound,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.language import say

pytestmark = pytest.mark.cluster

KINDS = {
    "DECIMAL(10,2)": ("1.5", "1.50"),
    "DECIMAL(38,10)": ("0.0000001", "0.0000001000"),
    "TINYINT": ("1", "1"),
    "BIGINT": ("-9223372036854775808", "-9223372036854775808"),
    "DOUBLE": ("1.5e20", "1.5e+20"),
    "FLOAT": ("0.1", "0.1"),
    "BOOLEAN": ("true", "true"),
    "DATE": ("DATE'+12020-01-02'", "12020-01-02"),
    "TIMESTAMP": ("TIMESTAMP'2020-01-02 03:04:05.120+02:00'", "2020-01-02 01:04:05.12+00"),
    "TIMESTAMP_NTZ": ("TIMESTAMP_NTZ'2020-01-02 03:04:05'", "2020-01-02 03:04:05"),
    "BINARY": ("X'00FF'", "00ff"),
    "CHAR(5)": ("'a'", "a"),
    "VARCHAR(5)": ("'a '", "a "),
    "STRING COLLATE UTF8_LCASE": ("'A'", "A"),
    "ARRAY<INT>": ("array(1, NULL)", "[1,null]"),
    "MAP<STRING, BINARY>": ("map('a', X'FF', 'b', NULL)", '{"a":"/w==","b":null}'),
    "STRUCT<x: INT, t: TIMESTAMP>": (
        "named_struct('x', NULL, 't', TIMESTAMP'2020-01-02 03:04:05.000001Z')",
        '{"x":null,"t":"2020-01-02 03:04:05.000001Z"}',
    ),
    "VARIANT": ("""parse_json('{"b": "x"}')""", '{"b":"x"}'),
    "INTERVAL YEAR TO MONTH": (
        "INTERVAL '1-2' YEAR TO MONTH",
        "INTERVAL '1-2' YEAR TO MONTH",
    ),
    "INTERVAL DAY TO SECOND": (
        "INTERVAL '1 02:03:04.5' DAY TO SECOND",
        "INTERVAL '1 02:03:04.5' DAY TO SECOND",
    ),
}
STRANGE = ("back`tick", 'quo"te', "it's", "select", "a b", "ünïcode 日本", "k0", "x.y", "100%", "-")
ENDLESS = "SELECT CAST(count(*) AS STRING) AS n FROM range(100000000000) WHERE sqrt(id) = -1"


@pytest.fixture(scope="module")
def rows():
    return make_rows()


@pytest.fixture(scope="module")
def stored(rows, tmp_path_factory):
    with closing(keep_rows(rows, tmp_path_factory.mktemp("stored"))) as table:
        yield table


@pytest.fixture(scope="module", params=["connect", "local"])
def place(request, tmp_path_factory):
    """Where tables are: addresses with and without a table, and a way to make tables there."""
    if request.param == "connect":
        spark: Spark = request.getfixturevalue("spark")
        with spark.session() as session:
            yield Place(f"spark://127.0.0.1:{spark.port}/{spark.database}", session)
    else:
        session = request.getfixturevalue("spark_local")
        yield Place("spark+local://", session)


class Place:
    def __init__(self, url: str, session: object) -> None:
        self.url, self.session = url, session

    def run(self, *statements: str) -> None:
        for statement in statements:
            self.session.sql(statement).collect()

    def add(self, name: str, rows: pa.Table, folder: Path) -> None:
        """Make a table of these rows, with their types: Spark would add a time zone to moments."""
        pq.write_table(rows, folder / "rows.parquet")
        self.run(f"CREATE TABLE {name} AS SELECT * FROM parquet.`{folder}`")

    def open(self, part: str, **options: object) -> RemoteTable:
        table = connect(f"{self.url}#{part}", **options)
        assert isinstance(table, RemoteTable)
        return table


@pytest.fixture(scope="module")
def remote(rows, place, tmp_path_factory):
    place.add("rows", rows, tmp_path_factory.mktemp("rows"))
    with closing(place.open("rows")) as table:
        yield table


def test_too_many_combinations_are_refused_before_they_are_fetched(remote):
    few = RemoteTable(remote.connection, remote.place, most_tuples=50)
    with pytest.raises(CrowdTooLarge, match="at most 50"):
        few.tally(["city", "age", "Born"])
    estimate = remote.connection.count_tuples(remote._keys(remote.columns[:3]), 50)
    found = remote.connection.fetch(estimate, "estimating").column(0)[0].as_py()
    assert found == remote.tally(["city", "age", "Born"]).num_rows


def test_many_combinations_are_estimated(place):
    combinations = "SELECT id % 700000 AS a, IF(id % 3 = 0, NULL, id % 2) AS b FROM range(1000000)"
    place.run(f"CREATE OR REPLACE VIEW many AS {combinations}")
    with closing(place.open("many")) as table:
        asked = table.connection.count_tuples(table._keys(table.columns), 1_000_000)
        found = table.connection.fetch(asked, "estimating").column(0)[0].as_py()
    exact = place.session.sql(f"SELECT DISTINCT * FROM ({combinations})").count()
    assert abs(found - exact) < 0.03 * exact


def test_values_of_every_type_are_written_in_full(place):
    declared = ", ".join(f"c{i} {kind}" for i, kind in enumerate(KINDS))
    given = ", ".join(value for value, _ in KINDS.values())
    missing = ", ".join(["NULL"] * len(KINDS))
    place.run(
        f"CREATE TABLE kinds ({declared}) USING parquet",
        f"INSERT INTO kinds VALUES ({given}), ({missing})",
    )
    expected = [text for _, text in KINDS.values()]
    with closing(place.open("kinds")) as table:
        names = [column.name for column in table.columns]
        tally = lines(table.tally(names))
        assert tally == {(*expected, 1): 1, (*[None] * len(KINDS), 1): 1}
        shown = {row.cells for row in table.page(PageRequest(limit=10)).rows}
        assert shown == {tuple(expected), (None,) * len(KINDS)}
        published = pa.Table.from_batches(table.published_batches(names, {}, None))
        assert lines(published) == {tuple(expected): 1, (None,) * len(KINDS): 1}
        assert all(profile.missing == 1 for profile in table.profiles())


def test_very_many_values_of_any_type_are_profiled(place, monkeypatch):
    monkeypatch.setattr(counted, "MOST_VALUES", 10)
    values = "map('a', id) AS m, parse_json(CAST(id AS STRING)) AS v, id AS i, CAST(id AS STRING) t"
    place.run(f"CREATE TABLE very_many AS SELECT {values} FROM range(50)")
    with closing(place.open("very_many")) as table:
        profiles = table.profiles()
    assert [profile.distinct for profile in profiles] == [50] * 4
    assert [(each.minimum, each.maximum) for each in profiles] == [
        (None, None),
        (None, None),
        ("0", "49"),
        (None, None),
    ]


def test_numbers_and_moments_are_those_of_the_embedded_engine(place, tmp_path):
    path = tmp_path / "numbers.parquet"
    duckdb.sql(
        """SELECT (i % 7) / 3.0 AS third, CAST(i % 5 AS FLOAT) / 3 AS float_third,
        CASE i % 4 WHEN 0 THEN 'nan'::DOUBLE WHEN 1 THEN 'inf'::DOUBLE WHEN 2 THEN 1e-10 END AS odd,
        CASE i % 3 WHEN 0 THEN DATE '0044-03-15 (BC)' WHEN 1 THEN DATE '9999-12-31' END AS day,
        TIMESTAMP '1969-12-31 23:59:59.999999' + INTERVAL (i % 9) MICROSECOND AS moment,
        CAST(TIMESTAMP '2020-03-29 01:30:00' + INTERVAL (i % 9) HOUR AS TIMESTAMPTZ) AS in_utc,
        [i % 2, NULL] AS list, {'a': i % 2, 'b': 'x"y'} AS pair, encode('é' || i % 3) AS bytes,
        CAST(i AS DECIMAL(38, 0)) * 100000000000000000000 AS large FROM range(100) AS r(i)"""
    ).write_parquet(str(path))
    with closing(place.open(f"parquet:{path}")) as table, closing(connect(path)) as file:
        assert table.profiles() == file.profiles()
        names = [profile.name for profile in file.profiles()]
        assert lines(table.tally(names)) == lines(file.tally(names))


def test_strange_names(place):
    columns = ", ".join(f"'{i}' AS `{name.replace('`', '``')}`" for i, name in enumerate(STRANGE))
    place.run(f"CREATE TABLE strange AS SELECT {columns}")
    with closing(place.open("strange")) as table:
        assert tuple(column.name for column in table.columns) == STRANGE
        tally = lines(table.tally(STRANGE))
        assert tally == {(*(str(i) for i in range(len(STRANGE))), 1): 1}
        assert table.page(PageRequest(limit=1, sort="back`tick")).rows[0].cells[0] == "0"


def test_names_that_differ_in_case_only(place, tmp_path):
    pq.write_table(pa.table({"a": ["1", "2"], "A": ["x", "x"]}), tmp_path / "case.parquet")
    with closing(place.open(f"parquet:{tmp_path}")) as table:
        assert lines(table.tally(["A", "a"])) == {("x", "1", 1): 1, ("x", "2", 1): 1}
        assert [profile.distinct for profile in table.profiles()] == [2, 1]


def test_capitals_in_files_do_not_hide_a_column(place, tmp_path):
    pq.write_table(pa.table({"AGE": ["1", "2"]}), tmp_path / "files.parquet")
    place.run(f"CREATE TABLE capitals (age STRING) USING parquet LOCATION '{tmp_path}'")
    with closing(place.open("capitals")) as table:
        assert lines(table.tally(["age"])) == {("1", 1): 1, ("2", 1): 1}


def test_a_thousand_columns(place):
    columns = ", ".join(f"CAST(id % {i + 1} AS STRING) AS c{i}" for i in range(1000))
    place.run(f"CREATE TABLE wide AS SELECT {columns} FROM range(0, 20, 1, 1)")
    with closing(place.open("wide")) as table:
        assert len(table.columns) == 1000
        assert table.tally(["c1", "c2", "c999"]).num_rows == 20
        published = table.published_batches([column.name for column in table.columns], {}, None)
        assert sum(batch.num_rows for batch in published) == 20


def test_a_view_is_a_table(place, remote):
    del remote
    place.run("CREATE OR REPLACE VIEW cities AS SELECT city FROM rows WHERE age > 20")
    with closing(place.open("cities")) as table:
        assert table.name == "cities"
        assert 0 < table.rows < 400


def test_the_table_that_is_meant(place, remote):
    del remote
    with pytest.raises(SourceNotFound, match="no table 'rovs'") as missing:
        place.open("rovs")
    assert "rows" in str(missing.value.hint)
    with pytest.raises(SourceNotFound, match="no such table or folder"):
        place.open("parquet:/no/such/folder")
    with closing(place.open("`rows`")) as table:
        assert table.rows == 400
        assert table.connection.estimate_rows(table.place) is None
        place.run("ANALYZE TABLE rows COMPUTE STATISTICS")
        assert table.connection.estimate_rows(table.place) == 400
        assert "rows" in table.connection.tables(table.place.path[-1])
        assert table.place.path[-1] in table.connection.schemas()


def test_an_unknown_format_is_named(place):
    with pytest.raises(SourceNotFound) as refusal:
        place.open("delta:/data/people")
    assert "package" in str(refusal.value.hint)


def test_a_table_that_is_gone_is_missed(place):
    place.run("CREATE TABLE brief AS SELECT '1' AS a")
    with closing(place.open("brief")) as table:
        place.run("DROP TABLE brief")
        with pytest.raises((SourceNotFound, SourceNotReadable)) as missed:
            table.tally(["a"])
        assert missed.value.hint
    place.run("CREATE TABLE brief AS SELECT '1' AS b")
    with closing(place.open("brief")) as table:
        assert table.tally(["b"]).num_rows == 1


def test_columns_that_are_gone_are_missed(place):
    place.run("CREATE VIEW changing AS SELECT '1' AS a")
    with closing(place.open("changing")) as table:
        place.run("CREATE OR REPLACE VIEW changing AS SELECT '1' AS b")
        with pytest.raises(SourceNotFound, match="columns of the table were changed"):
            table.tally(["a"])


def test_bytes_that_are_no_text_are_refused(place):
    place.run("CREATE TABLE bytes AS SELECT CAST(X'61FF' AS STRING) AS a")
    with closing(place.open("bytes")) as table, pytest.raises(MalformedData, match="UTF-8"):
        table.tally(["a"])


def test_rows_of_ours_have_no_limit(place, remote):
    from sqlglot import exp

    connection = remote.connection
    for count in (0, 1, 300_000):
        given = connection.given_rows(
            {"k": [f"={i}" for i in range(count)], "l": [None, *"x" * (count - 1)][:count]}, "g"
        )
        query = exp.select(
            exp.alias_(exp.Count(this=exp.column("k", "g")), "n"),
            exp.alias_(exp.Count(this=exp.column("l", "g")), "m"),
        ).from_(given)
        assert connection.fetch(query, "counting").to_pylist() == [
            {"n": count, "m": max(count - 1, 0)}
        ]


def test_a_release_is_staged_and_then_takes_its_name(remote, place):
    target = TableName(remote.place.path, "released")
    names = ["city", "age", "seen at", "exact"]
    check_target(remote.connection, target)
    with remote.staged(target, names, {}, None, "key") as written:
        assert lines(written.tally(names)) == lines(remote.tally(names))
        types = [column.type for column in written.columns]
        assert types == ["string", "int", "timestamp_ntz", "decimal(10,2)"]
        assert not remote.connection.exists(target)
    with closing(place.open("released")) as table:
        assert table.rows == 400
    with pytest.raises(Conflict, match="already"):
        check_target(remote.connection, target)
    known = set(remote.connection.tables(target.path[-1]))
    with pytest.raises(Conflict), remote.staged(target, names, {}, None, "key"):
        pass
    assert set(remote.connection.tables(target.path[-1])) == known, "no staged table is left"


def test_nothing_is_left_of_a_release_that_failed(remote):
    from sqlglot import exp, parse_one

    broken = parse_one("SELECT raise_error('no') AS a FROM range(10)", dialect="spark")
    assert isinstance(broken, exp.Query)
    table = TableName(remote.place.path, "half")
    with pytest.raises(EngineError):
        remote.connection.create(table, broken, "writing")
    assert not remote.connection.exists(table)
    with pytest.raises(InvalidParameter, match="makes tables, not folders"):
        remote.connection.create(TableName(("parquet",), "/data/x"), broken, "writing")


def test_stopping_reaches_spark(place, remote):
    from sqlglot import parse_one

    del remote
    steps: list[tuple[str, float | None]] = []

    def stop_soon(step: str, done: float | None) -> None:
        steps.append((step, done))
        if len([step for step, _ in steps if step == "endless"]) > 20:
            raise Cancelled(say("Stopped."))

    with closing(place.open("rows", progress=stop_soon)) as table:
        query = parse_one(ENDLESS, dialect="spark")
        begin = time.monotonic()
        with pytest.raises(Cancelled):
            table.connection.fetch(query, "endless")
        assert time.monotonic() - begin < 20
        steps.clear()
        with pytest.raises(Cancelled):
            list(table.connection.batches(query, "endless"))
        steps.clear()
        assert table.tally(["alive"]).num_rows == 3
        active = place.session.sql("SELECT 1").collect()
        assert len(active) == 1


def test_a_closed_connection_says_so(place, remote):
    del remote
    table = place.open("rows")
    table.close()
    table.close()
    with pytest.raises(NotFound, match="closed in the meantime"):
        table.tally(["alive"])


def test_a_session_that_the_server_ended_is_opened_again(spark, rows, tmp_path):
    with spark.session() as session:
        Place(spark.url(), session).add("again", rows, tmp_path)
    with closing(connect(spark.url("again"))) as table:
        before = lines(table.tally(["city", "age"]))
        request = PageRequest(limit=5, sort="city")
        shown = table.page(request)
        table.connection._current.client.release_session()
        assert lines(table.tally(["city", "age"])) == before
        table.connection._current.client.release_session()
        assert table.page(request) == shown, "rows of ours are sent again, too"
        table.connection._current.client.release_session()
        assert sum(batch.num_rows for batch in table.published_batches(["age"], {}, None)) == 400


def test_nothing_answers():
    begin = time.monotonic()
    with pytest.raises(SourceNotReadable, match="Nothing answers on Spark"):
        connect("spark://127.0.0.1:9#people")
    with pytest.raises(SourceNotReadable, match="There is no computer"):
        connect("spark://no-such-host.invalid#people")
    assert time.monotonic() - begin < 60


def test_a_server_that_dies_while_it_is_read(tmp_path):
    from sqlglot import parse_one

    with Run(tmp_path / "run").last() as run:
        spark = Spark(run.server("spark")["port"])
        spark.run("CREATE TABLE people AS SELECT '1' AS a")
        killed: list[float] = []

        def kill(step: str, done: float | None) -> None:
            del done
            if step == "endless" and not killed:
                killed.append(time.monotonic())
                _kill_listener(spark.port)

        with closing(connect(spark.url("people"), progress=kill)) as table:
            with pytest.raises(SourceNotReadable, match="Spark at"):
                table.connection.fetch(parse_one(ENDLESS, dialect="spark"), "endless")
            assert time.monotonic() - killed[0] < 60


def _kill_listener(port: int) -> None:
    """Kill the one process that listens on a port of this computer."""
    listening = f":{port:04X} "
    tables = [Path("/proc/net/tcp"), Path("/proc/net/tcp6")]
    entries = [line.split() for table in tables for line in table.read_text().splitlines()[1:]]
    inodes = {each[9] for each in entries if f"{each[1]} ".endswith(listening) and each[3] == "0A"}
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            target = str(link.readlink())
        except OSError:
            continue
        if target.removeprefix("socket:[").removesuffix("]") in inodes:
            os.kill(int(link.parts[2]), signal.SIGKILL)
            return


def test_spark_is_started_in_this_process_and_ends_with_it(tmp_path):
    """A folder of tables is all that is needed, and nothing but the answer is written."""
    folder = tmp_path / "my warehouse" / "clinic.db" / "people"
    folder.mkdir(parents=True)
    pq.write_table(pa.table({"age": [1, 1, 2]}), folder / "part.parquet")
    script = (
        "from incrowd.engines import connect\n"
        "url = 'spark+local://{}?cores=1&memory=512m#{}'\n"
        "table = connect(url.format({!r}, 'clinic.people'))\n"
        "print(sorted(table.tally(['age']).column(1).to_pylist()))\n"
        "print(table.place.shown)\n"
        "with table.staged(table.target('release'), ['age'], {{}}, None, 'key') as written:\n"
        "    print(written.rows)\n"
        "print(connect(url.format({!r}, 'clinic.release')).rows)\n"
    ).format("{}", "{}", *[str(tmp_path / "my%20warehouse")] * 2)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["[1, 2]", "clinic.people", "3", "3"]
    assert pq.read_table(folder.parent / "release").num_rows == 3
    assert sorted(path.name for path in folder.parent.iterdir()) == ["people", "release"]
    assert done.stderr == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my warehouse"]


def test_spark_in_this_process_leaves_nothing_behind(tmp_path):
    """Without a folder for tables a folder of files can be read, and nothing be made."""
    pq.write_table(pa.table({"age": [1, 1, 2]}), tmp_path / "people.parquet")
    script = (
        "from incrowd.engines import connect\n"
        "from incrowd.engines.contract import TableName\n"
        "from incrowd.errors import InvalidParameter\n"
        f"table = connect('spark+local://?cores=1&memory=512m#parquet:{tmp_path}')\n"
        "print(table.rows)\n"
        "try:\n"
        "    with table.staged(TableName(('default',), 'x'), ['age'], {}, None, 'key'): pass\n"
        "except InvalidParameter as error: print(error.message)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert (first, "would be gone" in second) == ("3", True)
    assert [path.name for path in tmp_path.iterdir()] == ["people.parquet"]
