"""What is asked of Spark and how its errors are told, without any Spark."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pyarrow as pa
import pytest

from incrowd.engines.contract import EngineColumn, TableName
from incrowd.engines.remote import spark
from incrowd.engines.remote.literals import rows_literal, text_literal
from incrowd.engines.remote.spark_driver import types
from incrowd.engines.remote.spark_driver.errors import explain_error, is_session_gone, words
from incrowd.engines.remote.spark_driver.given import GivenRows
from incrowd.engines.remote.spark_driver.statement import Statement
from incrowd.engines.remote.spark_driver.tables import find_table, is_folder, parse_folder
from incrowd.engines.servers.address import parse_server
from incrowd.engines.servers.passwords import GivenPasswordOnly
from incrowd.errors import (
    Cancelled,
    Conflict,
    DiskFull,
    EngineError,
    InvalidParameter,
    MalformedData,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.language import say
from incrowd.progress import silent

SERVER, _ = parse_server("spark://ann@db.example#people")
INSIDE, _ = parse_server("spark+local://#people")


class FakeError(Exception):
    """An error as pyspark raises it."""

    __module__ = "pyspark.errors"

    def __init__(self, text: str, condition: str | None = None) -> None:
        super().__init__(text)
        self._condition = condition

    def getCondition(self) -> str | None:  # noqa: N802 - pyspark's name
        return self._condition


@pytest.mark.parametrize(
    ("type_", "plain", "sql"),
    [
        ("int", "INTEGER", "CAST(`a` AS STRING)"),
        ("decimal(10,2)", "DECIMAL(10,2)", "CAST(`a` AS STRING)"),
        ("string", "VARCHAR", "`a`"),
        ("char(5)", "VARCHAR", "RTRIM(`a`)"),
        ("string collate UTF8_LCASE", "VARCHAR", "COLLATE(`a`, 'UTF8_BINARY')"),
        ("binary", "VARCHAR", "LOWER(HEX(`a`))"),
        ("timestamp_ntz", "TIMESTAMP", "LTRIM('+', CAST(`a` AS STRING))"),
        ("timestamp", "TIMESTAMPTZ", "CONCAT(LTRIM('+', CAST(`a` AS STRING)), '+00')"),
        ("geometry(4326)", "VARCHAR", "LOWER(HEX(ST_ASBINARY(`a`)))"),
        ("interval day to second", "VARCHAR", "CAST(`a` AS STRING)"),
        ("void", "VARCHAR", "CAST(`a` AS STRING)"),
    ],
)
def test_how_a_value_becomes_text(type_: str, plain: str, sql: str) -> None:
    from sqlglot import exp

    field = SimpleNamespace(
        name="a", metadata={}, dataType=SimpleNamespace(simpleString=lambda: type_)
    )
    column = types.describe(field)
    assert (column.name, column.plain) == ("a", plain)
    assert types.text(column, exp.column("a", quoted=True)).sql("spark") == sql


@pytest.mark.parametrize("type_", ["array<int>", "map<string,int>", "struct<a:int>", "variant"])
def test_nested_values_are_json_with_all_that_they_hold(type_: str) -> None:
    from sqlglot import exp

    sql = types.text(EngineColumn("a", type_), exp.column("a")).sql("spark")
    assert sql.startswith("TO_JSON(a, MAP('ignoreNullFields', 'false'")
    assert "ss.SSSSSS" in sql


def test_the_length_of_a_text_is_known_from_what_spark_notes() -> None:
    noted = {"__CHAR_VARCHAR_TYPE_STRING": "char(5)"}
    field = SimpleNamespace(
        name="a", metadata=noted, dataType=SimpleNamespace(simpleString=lambda: "string")
    )
    assert types.describe(field).type == "char(5)"


def test_combinations_are_estimated_without_grouping() -> None:
    from sqlglot import parse_one

    keys = parse_one("SELECT `a` AS k0, `b` AS k1 FROM t GROUP BY `a`, `b`", dialect="spark")
    asked = spark.Connection.count_tuples(object(), keys, 5_000_000)  # type: ignore[arg-type]
    assert asked.sql("spark") == (
        "SELECT COUNT(DISTINCT h) * 128 AS n"
        " FROM (SELECT XXHASH64(k0, k0 IS NULL, k1, k1 IS NULL) AS h"
        " FROM (SELECT `a` AS k0, `b` AS k1 FROM t) AS keys) AS hashed WHERE (h & 127) = 0"
    )
    few = spark.Connection.count_tuples(object(), keys, 5)  # type: ignore[arg-type]
    assert "COUNT(DISTINCT h) * 1 AS n" in few.sql("spark"), "few are counted one by one"
    assert "GROUP BY" in keys.sql("spark"), "what was given is left as it is"


def test_texts_and_rows_within_a_statement() -> None:
    assert "unbase64('w6kn')" in text_literal(spark.ENGINE, "é'").sql("spark")
    table = rows_literal(spark.ENGINE, {"k": ["a"], "l": [None]}, "g").sql("spark")
    assert "inline(from_json(" in table
    assert "struct<k:string, l:string>" in table


@pytest.mark.parametrize(
    ("text", "condition", "kind", "words_"),
    [
        ("StatusCode.UNAUTHENTICATED", None, PasswordNeeded, "does not accept this token"),
        ("StatusCode.PERMISSION_DENIED", None, SourceNotReadable, "'ann' may not read"),
        ("StatusCode.UNAVAILABLE: Connection refused", None, SourceNotReadable, "Nothing answers"),
        ("StatusCode.UNAVAILABLE: DNS resolution failed", None, SourceNotReadable, "no computer"),
        ("StatusCode.UNAVAILABLE: SSL_ERROR", None, SourceNotReadable, "encryption"),
        ("StatusCode.UNAVAILABLE: Socket closed", None, SourceNotReadable, "was lost"),
        ("x", "INVALID_HANDLE.SESSION_CLOSED", SourceNotReadable, "was lost"),
        ("x", "OPERATION_CANCELED", SourceNotReadable, "stopped the query"),
        ("x", "TABLE_OR_VIEW_ALREADY_EXISTS", Conflict, "already"),
        ("x", "TABLE_OR_VIEW_NOT_FOUND", SourceNotFound, "no such table"),
        ("x", "PATH_NOT_FOUND", SourceNotFound, "no such table or folder"),
        ("x", "UNRESOLVED_COLUMN.WITH_SUGGESTION", SourceNotFound, "were changed"),
        ("x", "FAILED_READ_FILE.FILE_NOT_EXIST", SourceNotReadable, "could not read a file"),
        ("java.io.IOException: No space left on device", None, DiskFull, "is full"),
        ("java.lang.OutOfMemoryError", None, EngineError, "out of memory"),
        ("[DIVIDE_BY_ZERO] Odd. SQLSTATE: 1\n\nJVM stacktrace", "X", EngineError, "failed: .*Odd"),
    ],
)
def test_errors_are_told_in_words(
    text: str, condition: str | None, kind: type[Exception], words_: str
) -> None:
    told = explain_error(FakeError(text, condition), SERVER)
    assert type(told) is kind
    with pytest.raises(kind, match=words_) as raised, words(SERVER):
        raise FakeError(text, condition)
    assert raised.value.hint
    assert "JVM" not in str(raised.value)
    assert "SQLSTATE" not in str(raised.value)


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), words(SERVER):
        raise ZeroDivisionError
    with pytest.raises(Cancelled), words(SERVER):
        raise Cancelled(say("Stopped."))
    assert is_session_gone(FakeError("x", "INVALID_HANDLE.SESSION_NOT_FOUND"))
    assert not is_session_gone(ValueError())


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ("parquet:/data/people", "parquet./data/people"),
        ("parquet./data/people", "parquet./data/people"),
        ("parquet.`/data/people`", "parquet./data/people"),
        ("iceberg:s3a://lake/people", "iceberg.s3a://lake/people"),
        ("orc:hdfs:/data", "orc.hdfs:/data"),
    ],
)
def test_folders_are_tables(part: str, place: str) -> None:
    folder = parse_folder(part)
    assert folder is not None
    assert folder.shown == place
    assert is_folder(folder)


@pytest.mark.parametrize("part", ["parquet.people", "clinic.people", "csv:/data", "parquet:people"])
def test_what_is_no_folder(part: str) -> None:
    assert parse_folder(part) is None


class FakeTables:
    """Tables of a server, without one."""

    def __init__(self, *known: tuple[str, ...], server: object = SERVER) -> None:
        self.server, self.known, self.database = server, known, ("default",)

    def exists(self, table: TableName) -> bool:
        return (*table.path, table.table) in self.known

    def schemas(self) -> list[str]:
        return sorted({each[-2] for each in self.known})

    def tables(self, schema: str) -> list[str]:
        return sorted(each[-1] for each in self.known if each[-2] == schema)


@pytest.mark.parametrize(
    ("part", "known"),
    [
        ("people", ("default", "people")),
        ("clinic.people", ("clinic", "people")),
        ("lake.clinic.people", ("lake", "clinic", "people")),
        ("`a.b`.`c``d`", ("a.b", "c`d")),
        ("a.b.c", ("a.b", "c")),
        ("a.b.c", ("a", "b.c")),
        ("a.b", ("default", "a.b")),
        (None, ("clinic", "people")),
    ],
)
def test_names_with_and_without_dots(part: str | None, known: tuple[str, ...]) -> None:
    table = find_table(FakeTables(known), part)  # type: ignore[arg-type]
    assert (*table.path, table.table) == known


def test_tables_that_are_not_there() -> None:
    known = FakeTables(("default", "people"), ("clinic", "visits"))
    with pytest.raises(SourceNotFound, match="no table 'poeple'") as missing:
        find_table(known, "poeple")  # type: ignore[arg-type]
    assert "'people'" in str(missing.value.hint)
    with pytest.raises(SourceNotFound, match=r"several tables: clinic\.visits, people"):
        find_table(known, None)  # type: ignore[arg-type]
    with pytest.raises(SourceNotFound, match="no table that you may read"):
        find_table(FakeTables(), None)  # type: ignore[arg-type]


class FakeFrame:
    def __init__(self, session: FakeSession, table: pa.Table) -> None:
        self.session, self.table, self.hints = session, table, []

    def hint(self, name: str) -> FakeFrame:
        self.hints.append(name)
        return self

    def createOrReplaceTempView(self, name: str) -> None:  # noqa: N802 - pyspark's name
        self.session.views[name] = self


class FakeSession:
    """A session that keeps views and can be interrupted."""

    def __init__(self) -> None:
        self.views: dict[str, FakeFrame] = {}
        self.tags: list[str] = []
        self.stopped: list[str] = []
        self.sparkContext = SimpleNamespace(
            addJobTag=self.tags.append, cancelJobsWithTag=self.stopped.append
        )
        self.catalog = SimpleNamespace(dropTempView=self.views.pop)

    def createDataFrame(self, table: pa.Table, schema: str) -> FakeFrame:  # noqa: N802
        assert schema == ", ".join(f"{name} string" for name in table.column_names)
        return FakeFrame(self, table)


def test_rows_of_ours_are_sent_once_and_only_when_they_are_read() -> None:
    given, session = GivenRows(), FakeSession()
    name = given.add({"k": ["a", None], "l": ["x", "y"]})
    assert given.add({"k": ["a", None], "l": ["x", "y"]}) == name
    assert given.add({"k": ["a", ""], "l": ["x", "y"]}) != name
    assert given.add({"k": ["a", None, "x"], "l": ["x", "y", "z"]}) != name
    given.register(session, "SELECT 1")
    assert not session.views
    given.register(session, f"SELECT * FROM {name}")
    first = session.views[name]
    assert first.hints == ["broadcast"]
    given.register(session, f"SELECT * FROM {name}")
    assert session.views == {name: first}
    given.forget_session()
    given.register(FakeSession(), f"SELECT * FROM {name}")
    for number in range(100):
        given.register(session, given.add({"k": [str(number)]}))
    assert len(session.views) <= 65
    given.drop_all(session)
    assert set(session.views) <= {name}, "the view of a session that is gone is not ours"


def test_many_rows_of_ours_are_not_sent_to_every_worker() -> None:
    given, session = GivenRows(), FakeSession()
    name = given.add({"k": ["a"] * 200_001})
    given.register(session, name)
    assert session.views[name].hints == []


def test_a_statement_that_is_stopped_is_stopped_in_spark() -> None:
    from threading import Event

    session, ended = FakeSession(), Event()

    def interrupt(tag: str) -> None:
        session.stopped.append(tag)
        ended.set()

    def stop(step: str, done: float | None) -> None:
        raise Cancelled(say("Stopped."))

    session.sparkContext.cancelJobsWithTag = interrupt
    with pytest.raises(Cancelled), Statement(session, stop, "counting") as statement:
        statement.do(lambda: ended.wait(20))
    assert session.stopped == session.tags
    assert len(session.tags) == 1


def test_how_far_a_statement_is_never_falls() -> None:
    statement = Statement(FakeSession(), silent, "counting")
    statement._begin()
    half = SimpleNamespace(num_tasks=4, num_completed_tasks=2)
    new = SimpleNamespace(num_tasks=16, num_completed_tasks=0)
    statement._listen([half], 1, "op", False)
    assert statement._share == 0.5
    statement._listen([half, new], 1, "op", False)
    statement._listen([], 1, "op", False)
    statement._listen(None, 1, "op", True)
    assert statement._share == 0.5


@pytest.fixture
def without_pyspark(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "pyspark"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspark", None)


@pytest.mark.usefixtures("without_pyspark")
@pytest.mark.parametrize("server", [SERVER, INSIDE])
def test_a_missing_package_is_named(server: object) -> None:
    with pytest.raises(EngineError, match="not installed") as missing:
        spark.Connection(server, None, silent)  # type: ignore[arg-type]
    assert missing.value.hint == "pip install 'incrowd[spark]'"


@pytest.mark.parametrize(
    ("url", "token", "error"),
    [
        ("spark://ann@db.example?use_ssl=true#t", None, PasswordNeeded),
        ("spark://ann@db.example#t", "secret", PasswordNeeded),
        ("spark://db.example?use_ssl=true#t", "secret", InvalidParameter),
        ("spark+local:///etc#t", None, InvalidParameter),
    ],
)
def test_people_who_share_a_computer_need_tokens_of_their_own(
    url: str, token: str | None, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPARK_CONNECT_AUTHENTICATE_TOKEN", "that of the computer")
    server, _ = parse_server(url)
    with pytest.raises(error) as refused:
        spark.Connection(server, GivenPasswordOnly(token), silent)
    assert "secret" not in str(refused.value.to_dict())


def test_bytes_that_are_no_text_are_refused() -> None:
    broken = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff")]
    )
    with pytest.raises(MalformedData, match="UTF-8"):
        spark._check_texts(pa.table({"a": broken}))
    spark._check_texts(pa.table({"a": ["é"]}))
