"""What Trino is asked, and what its answers mean, without a Trino."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa
import pytest
from sqlglot import exp, parse_one

from incrowd.engines.contract import EngineColumn, Limits, TableName
from incrowd.engines.remote.trino import Connection
from incrowd.engines.remote.trino import connection as module
from incrowd.engines.remote.trino.errors import explain_trino_error
from incrowd.engines.remote.trino.given_rows import StagedRows
from incrowd.engines.remote.trino.statements import AnswerPage, Statements
from incrowd.engines.remote.trino.types import as_text, plain_type
from incrowd.engines.servers.address import parse_server
from incrowd.engines.servers.passwords import GivenPasswordOnly
from incrowd.errors import (
    Conflict,
    EngineError,
    IncrowdError,
    InvalidParameter,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.progress import silent

SERVER = parse_server("trino://ann@h/hive/clinic")[0]


class FakeStatements:
    """Notes what it is asked, and answers what it was given for that."""

    def __init__(self, answers: Mapping[str, list[list[Any]]]) -> None:
        self.answers, self.asked = answers, list[str]()
        self.settings: dict[str, str] = {}
        self.closed = False

    def pages(
        self, sql: str, step: str, settings: Mapping[str, str] | None = None
    ) -> Iterator[AnswerPage]:
        self.asked.append(sql)
        rows = next((rows for part, rows in self.answers.items() if part in sql), [])
        width = len(rows[0]) if rows else 1
        names = ["Name", "Value"] if "SHOW SESSION" in sql else [f"c{n}" for n in range(width)]
        yield AnswerPage([{"name": name, "type": "varchar"} for name in names[:width]], rows)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeStatements:
    result = FakeStatements({})
    monkeypatch.setattr(module, "open_statements", lambda *_: (result, None))
    return result


@pytest.mark.parametrize(
    ("type_", "plain", "text"),
    [
        ("varchar", "VARCHAR", "x"),
        ("varchar(5)", "VARCHAR", "CAST(x AS VARCHAR)"),
        ("char(4)", "VARCHAR", "TRIM(TRAILING ' ' FROM CAST(x AS VARCHAR))"),
        ("tinyint", "SMALLINT", "CAST(x AS VARCHAR)"),
        ("bigint", "BIGINT", "CAST(x AS VARCHAR)"),
        ("real", "FLOAT", "CAST(x AS VARCHAR)"),
        ("double", "DOUBLE", "CAST(x AS VARCHAR)"),
        ("decimal(38,0)", "DECIMAL(38,0)", "CAST(x AS VARCHAR)"),
        ("boolean", "BOOLEAN", "CAST(x AS VARCHAR)"),
        ("date", "DATE", "CAST(x AS VARCHAR)"),
        ("time(3)", "VARCHAR", "CAST(x AS VARCHAR)"),
        ("timestamp(6)", "TIMESTAMP", "CAST(x AS VARCHAR)"),
        ("timestamp(9)", "VARCHAR", "CAST(x AS VARCHAR)"),
        (
            "timestamp(3) with time zone",
            "TIMESTAMPTZ",
            "CAST(CAST(AT_TIMEZONE(x, 'UTC') AS TIMESTAMP(3)) AS VARCHAR) || '+00'",
        ),
        ("varbinary", "VARCHAR", "LOWER(TO_HEX(x))"),
        ("json", "VARCHAR", "JSON_FORMAT(x)"),
        ("uuid", "VARCHAR", "CAST(x AS VARCHAR)"),
        ("interval day to second", "VARCHAR", "CAST(x AS VARCHAR)"),
        ("geometry", "VARCHAR", "ST_ASTEXT(x)"),
        ("hyperloglog", "VARCHAR", "LOWER(TO_HEX(CAST(x AS VARBINARY)))"),
        ("array(varchar)", "VARCHAR", "JSON_FORMAT(CAST(x AS JSON))"),
        (
            "array(uuid)",
            "VARCHAR",
            "JSON_FORMAT(CAST(CAST(x AS ARRAY(VARCHAR)) AS JSON))",
        ),
        (
            "map(date, bigint)",
            "VARCHAR",
            "JSON_FORMAT(CAST(CAST(x AS MAP(VARCHAR, BIGINT)) AS JSON))",
        ),
        (
            'row("a b" bigint, c timestamp(3) with time zone)',
            "VARCHAR",
            'JSON_FORMAT(CAST(CAST(x AS ROW("a b" BIGINT, c VARCHAR)) AS JSON))',
        ),
    ],
)
def test_every_type_becomes_text(type_: str, plain: str, text: str) -> None:
    written = as_text(type_, exp.column("x"))
    assert written is not None
    assert (plain_type(type_), written.sql("trino")) == (plain, text)


@pytest.mark.parametrize("type_", ["array(varbinary)", "map(varchar, varbinary)", "color"])
def test_types_that_cannot_be_written_are_known(type_: str) -> None:
    assert as_text(type_, exp.column("x")) is None


def test_a_column_that_cannot_be_written_is_named(fake: FakeStatements) -> None:
    fake.answers = {"columns": [["a", "varchar"], ["b", "array(varbinary)"]]}
    with pytest.raises(EngineError, match=r"cannot write 'b' .* array\(varbinary\)") as refusal:
        Connection(SERVER, None, silent).columns(TableName(("hive", "clinic"), "t"))
    assert refusal.value.hint


def test_combinations_are_estimated_in_one_pass(fake: FakeStatements) -> None:
    keys = parse_one("SELECT sex AS k0, age AS k1 FROM people GROUP BY sex, age", dialect="trino")
    assert isinstance(keys, exp.Query)
    query = Connection(SERVER, None, silent).count_tuples(keys, 5)
    assert query.sql("trino") == (
        "SELECT APPROX_DISTINCT(ROW(k0, k1), 0.01) AS n"
        " FROM (SELECT sex AS k0, age AS k1 FROM people) AS counted"
    )
    assert keys.args["group"] is not None


def test_values_are_numbered_by_a_map(fake: FakeStatements) -> None:
    connection = Connection(SERVER, None, silent)
    text, whole = EngineColumn("a", "varchar"), EngineColumn("b", "integer", "INTEGER")
    assert connection.number(text, exp.column("a"), ["it's", 'ü"']).sql("trino") == (
        "CASE WHEN a IS NULL THEN 0 ELSE ELEMENT_AT(CAST("
        """JSON_PARSE('{"it''s":1,"ü\\"":2}') AS MAP(VARCHAR, BIGINT)), a) END"""
    )
    assert connection.number(whole, exp.column("b"), ["7"]).sql("trino") == (
        "CASE WHEN b IS NULL THEN 0 ELSE ELEMENT_AT(CAST("
        """JSON_PARSE('{"7":1}') AS MAP(BIGINT, BIGINT)), CAST(b AS BIGINT)) END"""
    )


def test_rows_of_ours_travel_as_one_text(fake: FakeStatements) -> None:
    connection = Connection(SERVER, None, silent)
    given = connection.given_rows({"k": ["=it's", "7", "07"], "l": ["a", None, '"']}, "r0")
    assert given.sql("trino") == (
        """(SELECT k, l FROM UNNEST(CAST(JSON_PARSE('[["=it''s","a"],[7,null],["07","\\""]]')"""
        " AS ARRAY(ROW(k VARCHAR, l VARCHAR)))) AS given(k, l)) AS r0"
    )


def test_rows_that_do_not_fit_are_refused_with_a_hint(fake: FakeStatements) -> None:
    connection = Connection(SERVER, None, silent)
    with pytest.raises(EngineError, match=r"at most 1,000,000 characters") as refusal:
        connection.given_rows({"k": ["x" * 100] * 20_000}, "r0")
    assert "staging=" in refusal.value.hint


def test_a_statement_that_is_too_long_is_not_sent(fake: FakeStatements) -> None:
    query = exp.select(exp.Literal.string("x" * 1_000_000))
    with pytest.raises(EngineError, match=r"at most 1,000,000 characters"):
        Connection(SERVER, None, silent).fetch(query, "asking")
    assert fake.asked == []


def test_many_rows_are_staged_in_pieces_and_dropped_at_the_end(fake: FakeStatements) -> None:
    server = parse_server("trino://ann@h/hive/clinic?staging=lake.scratch")[0]
    connection = Connection(server, None, silent)
    rows = {"k": [f"'{n}" * 10 for n in range(40_000)]}
    first = connection.given_rows(rows, "r0").sql("trino")
    made, *added = fake.asked
    assert made.startswith('CREATE TABLE "lake"."scratch"."incrowd_given_')
    assert len(added) == 2
    assert all(one.startswith('INSERT INTO "lake"."scratch"."incrowd_given_') for one in added)
    assert max(map(len, fake.asked)) <= 1_000_000
    assert first.startswith('"lake"."scratch"."incrowd_given_')
    again = connection.given_rows(rows, "r1").sql("trino")
    assert (again.removesuffix("r1"), len(fake.asked)) == (first.removesuffix("r0"), 3)
    connection.close()
    assert fake.asked[-1].startswith('DROP TABLE IF EXISTS "lake"."scratch"."incrowd_given_')
    assert fake.closed


def test_a_table_that_cannot_be_filled_is_dropped() -> None:
    dropped: list[TableName] = []

    def fail(statement: exp.Expression, step: str) -> None:
        raise SourceNotReadable(SERVER.url)  # type: ignore[arg-type]

    staged = StagedRows(fail, dropped.append, Limits(), ("lake", "scratch"))
    with pytest.raises(SourceNotReadable):
        staged.give({"k": ["x" * 300_000]}, "r0")
    assert [table.path for table in dropped] == [("lake", "scratch")]


@pytest.mark.parametrize("staging", ["scratch", "lake.", ".scratch"])
def test_a_place_for_tables_needs_both_names(fake: FakeStatements, staging: str) -> None:
    server = parse_server(f"trino://ann@h/hive/clinic?staging={staging}")[0]
    with pytest.raises(InvalidParameter, match="'staging' cannot be"):
        Connection(server, None, silent)


def test_a_table_is_found_by_each_of_its_names(fake: FakeStatements) -> None:
    fake.answers = {"table_schema = 'clinic' AND table_name = 'people'": [["people"]]}
    connection = Connection(SERVER, None, silent)
    wanted = TableName(("hive", "clinic"), "people")
    for part in ("people", "People", "clinic.people", "hive.clinic.people"):
        assert connection.find(part) == wanted


def test_the_only_table_needs_no_name(fake: FakeStatements) -> None:
    fake.answers = {"table_schema, table_name": [["clinic", "people"]]}
    assert Connection(SERVER, None, silent).find(None).shown == "hive.clinic.people"


@pytest.mark.parametrize(
    ("tables", "part", "message"),
    [
        ([["clinic", "a"], ["clinic", "b"]], None, "has several tables: a, b"),
        ([["clinic", "people"]], "pepole", "has no table 'pepole'"),
        ([["information_schema", "tables"]], None, "has no table that you may read"),
    ],
)
def test_a_table_that_is_not_there_is_said(
    fake: FakeStatements, tables: list[list[Any]], part: str | None, message: str
) -> None:
    fake.answers = {"table_schema, table_name": tables}
    with pytest.raises(SourceNotFound, match=message):
        Connection(SERVER, None, silent).find(part)


@pytest.mark.parametrize(("value", "shown"), [("IGNORE", True), ("CONVERT_TO_VARCHAR", False)])
def test_columns_that_a_catalogue_hides_are_shown(
    fake: FakeStatements, value: str, shown: bool
) -> None:
    setting = "hive.unsupported_type_handling"
    fake.answers = {"table_name = 'people'": [["people"]], "SHOW SESSION": [[setting, value]]}
    Connection(SERVER, None, silent).find("people")
    assert fake.settings == ({setting: "CONVERT_TO_VARCHAR"} if shown else {})


def test_a_release_is_made_in_order_and_renamed(fake: FakeStatements) -> None:
    connection = Connection(SERVER, None, silent)
    stage = TableName(("hive", "clinic"), "stage")
    ordered = exp.select("a").from_("t").order_by(exp.Ordered(this=exp.column("a")))
    connection.create(stage, ordered, "writing")
    connection.rename(stage, 'the "end"')
    connection.drop(stage)
    assert fake.asked == [
        'CREATE TABLE "hive"."clinic"."stage" AS SELECT a FROM t ORDER BY a',
        'ALTER TABLE "hive"."clinic"."stage" RENAME TO "hive"."clinic"."the ""end"""',
        'DROP TABLE IF EXISTS "hive"."clinic"."stage"',
    ]


def test_a_page_of_an_answer_becomes_arrow() -> None:
    columns = [("a", "varchar"), ("n", "bigint"), ("b", "boolean"), ("d", "double")]
    described = [{"name": name, "type": type_} for name, type_ in columns]
    page = AnswerPage(described, [["x", 1, True, 0.5], [None, None, None, None]])
    assert page.batch.to_pylist() == [
        {"a": "x", "n": 1, "b": True, "d": "0.5"},
        {"a": None, "n": None, "b": None, "d": None},
    ]
    assert AnswerPage(described, []).batch.schema == page.batch.schema
    assert page.batch.schema.field("n").type == pa.int64()


class FakeQueryError(Exception):
    """Looks as errors of the driver do."""

    def __init__(self, error_name: str, message: str) -> None:
        super().__init__(f"TrinoUserError(name={error_name}, message={message!r})")
        self.error_name, self.message = error_name, message


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (FakeQueryError("REMOTE_HOST_GONE", "x"), EngineError, "lost a worker"),
        (FakeQueryError("PAGE_TRANSPORT_TIMEOUT", "x"), EngineError, "lost a worker"),
        (FakeQueryError("NO_NODES_AVAILABLE", "x"), EngineError, "still starting"),
        (
            FakeQueryError("GENERIC_INTERNAL_ERROR", "nodes is empty"),
            EngineError,
            "still starting",
        ),
        (
            FakeQueryError("TABLE_NOT_FOUND", "line 1:5: Table 'a' does not exist"),
            SourceNotFound,
            "cannot find this: Table 'a' does not exist.",
        ),
        (
            FakeQueryError("PERMISSION_DENIED", "Access Denied: Cannot select"),
            SourceNotReadable,
            "'ann' may not do this on Trino at h:8080: Access Denied: Cannot select.",
        ),
        (
            FakeQueryError("JDBC_ERROR", "ERROR: permission denied for table x"),
            SourceNotReadable,
            "'ann' may not do this",
        ),
        (FakeQueryError("USER_CANCELED", "x"), SourceNotReadable, "stopped the query"),
        (FakeQueryError("EXCEEDED_LOCAL_MEMORY_LIMIT", "x"), EngineError, "ran out of memory"),
        (FakeQueryError("TABLE_ALREADY_EXISTS", "x"), Conflict, "already such a table"),
        (FakeQueryError("QUERY_TEXT_TOO_LARGE", "x"), EngineError, "statement that long"),
        (FakeQueryError("JDBC_ERROR", "No space left on device"), EngineError, "no room left"),
        (OSError("error 401: b'x'"), PasswordNeeded, "asks for the password of 'ann'"),
        (OSError("error 503: service unavailable"), EngineError, "still starting"),
        (OSError("Connection refused"), SourceNotReadable, "Nothing answers on Trino at h:8080"),
        (OSError("Failed to resolve 'h'"), SourceNotReadable, "no computer 'h'"),
        (OSError("SSLError: x"), SourceNotReadable, "do not agree on encryption"),
        (OSError("Read timed out"), SourceNotReadable, "cannot be reached"),
        (FakeQueryError("SYNTAX_ERROR", "line 1:2: odd"), EngineError, "failed: odd."),
    ],
)
def test_what_goes_wrong_is_said_in_words(
    error: Exception, kind: type[IncrowdError], message: str
) -> None:
    explained = explain_trino_error(error, SERVER, None)
    assert type(explained) is kind
    assert message in explained.message
    assert explained.hint


def test_a_wrong_password_is_not_repeated() -> None:
    explained = explain_trino_error(OSError("error 401: secret"), SERVER, "secret")
    assert isinstance(explained, PasswordNeeded)
    assert "secret" not in f"{explained.message}{explained.hint}"


@pytest.mark.parametrize(
    ("url", "password", "message"),
    [
        ("trino://ann@h/c/s", "secret", "only over an encrypted connection"),
        ("trino://ann@h/c/s?http_scheme=ftp", None, "'http_scheme' cannot be 'ftp'"),
        ("trino://ann@h/c/s?verify=/nowhere.pem", None, "no file '/nowhere.pem'"),
        ("trino://%C3%A9@h/c/s", None, "ASCII user names"),
        ("trino://ann@h/c/s?http_scheme=https", "secret€", "Western European letters"),
    ],
)
def test_what_cannot_work_is_refused_before_anything_is_sent(
    url: str, password: str | None, message: str
) -> None:
    with pytest.raises(InvalidParameter, match=message) as refusal:
        Statements(parse_server(url)[0], password, silent)
    assert refusal.value.hint
    assert "secret" not in f"{refusal.value.message}{refusal.value.hint}"


def test_whoever_must_give_a_password_needs_encryption() -> None:
    with pytest.raises(InvalidParameter, match="asks for no password"):
        Connection(SERVER, GivenPasswordOnly("secret"), silent)
    encrypted = parse_server("trino://ann@h/c/s?http_scheme=https")[0]
    with pytest.raises(PasswordNeeded, match="asks for the password of 'ann'"):
        Connection(encrypted, GivenPasswordOnly(None), silent)
