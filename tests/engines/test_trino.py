"""A table of a real Trino agrees with the same rows in a file, and trouble is said in words."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from servers.mongodb import MongoDB
from servers.postgresql import PostgreSQL
from servers.trino import DATABASE, Trino
from servers.trino_settings import GUEST
from sqlglot import exp, parse_one

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.contract import RowSource, TableName
from incrowd.engines.opening import open_file
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.engines.remote.table import RemoteTable
from incrowd.engines.remote.trino import Connection, given_rows
from incrowd.engines.servers.address import parse_server
from incrowd.engines.servers.passwords import GivenPasswordOnly, Password
from incrowd.engines.stored.page import Filter, KeptTuples, PageRequest, Recoding
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import open_stored
from incrowd.errors import (
    Conflict,
    CrowdTooLarge,
    EngineError,
    IncrowdError,
    NothingToMeasure,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.measures.enforcement import enforce
from incrowd.progress import Progress, silent
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.roles import guess
from incrowd.table import Table

pytestmark = pytest.mark.cluster

TOWNS = ["Ulm", "Köln", "it's", 'a "b"', "x\\y", "", None, "línea\ntwo", "ulm", "日本"]
TYPES = {
    "sex": ("varchar", pa.string()),
    "age": ("integer", pa.int32()),
    "weight": ("double", pa.float64()),
    "height": ("decimal(5,2)", pa.decimal128(5, 2)),
    "born": ("date", pa.date32()),
    "seen": ("timestamp(6)", pa.timestamp("us")),
    "smoker": ("boolean", pa.bool_()),
    "town": ("varchar", pa.string()),
    "visits": ("bigint", pa.int64()),
}
Row = tuple[object, ...]
ENDLESS = "SELECT count(*) AS n FROM tpch.sf3000.lineitem WHERE length(comment) = -1"


def make_rows(count: int = 600) -> list[Row]:
    chance = Random(13)
    return [
        (
            chance.choice("fm"),
            chance.choice([None, *range(20, 60)]),
            chance.choice([0.25, 1.0, 1e-7]),
            chance.choice([Decimal("150.50"), Decimal("160.00"), None]),
            date(1960, 1, 1) + timedelta(days=chance.randrange(2)),
            datetime(2020, 1, 1) + timedelta(milliseconds=500 * chance.randrange(8)),
            chance.choice([True, False, None]),
            chance.choice(TOWNS),
            chance.choice([0, 10**12]),
        )
        for _ in range(count)
    ]


def select_rows(rows: Sequence[Row]) -> str:
    """Rows as a query of Trino."""
    names = ", ".join(TYPES)
    texts = ", ".join(f"{name} varchar" for name in TYPES)
    cells = [[None if cell is None else str(cell) for cell in row] for row in rows]
    document = json.dumps(cells).replace("'", "''")
    cast = ", ".join(f"CAST({name} AS {type_}) AS {name}" for name, (type_, _) in TYPES.items())
    read = f"CAST(json_parse('{document}') AS array(row({texts})))"
    return f"SELECT {cast} FROM UNNEST({read}) AS t({names})"


def connect(
    trino: Trino, catalog: str = "memory", password: Password = None, progress: Progress = silent
) -> Connection:
    server, _ = parse_server(trino.url("", catalog))
    return Connection(server, password, progress)


def open_table(trino: Trino, name: str, catalog: str = "memory") -> RemoteTable:
    connection = connect(trino, catalog)
    return RemoteTable(connection, connection.find(name))


def sorted_rows(table: pa.Table) -> list[str]:
    columns = [column.to_pylist() for column in table.columns]
    return sorted(map(repr, zip(*columns, strict=True)))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "people.parquet"
    columns = list(zip(*make_rows(), strict=True))
    arrays = [
        pa.array(cells, type_) for cells, (_, type_) in zip(columns, TYPES.values(), strict=True)
    ]
    pq.write_table(pa.table(arrays, list(TYPES)), path)
    return path


@pytest.fixture(scope="module")
def people(trino: Trino) -> Trino:
    """The same rows in three catalogues."""
    for catalog in ("memory", "pg", "lake"):
        trino.run(f'CREATE TABLE {catalog}."{trino.schema}".people AS {select_rows(make_rows())}')
    return trino


@pytest.fixture(params=["memory", "pg", "lake"])
def table(people: Trino, request: pytest.FixtureRequest) -> Iterator[RemoteTable]:
    with closing(open_table(people, "people", request.param)) as result:
        yield result


def test_profiles_and_tallies_agree_with_those_of_a_file(table: RemoteTable, file: Path) -> None:
    with closing(open_file(str(file), silent, {})) as embedded:
        assert table.rows == embedded.rows
        assert table.profiles() == embedded.profiles()
        for names in ([*TYPES], ["sex", "age"], ["town"], ["seen", "weight"]):
            assert sorted_rows(table.tally(names)) == sorted_rows(embedded.tally(names))


def test_packed_keys_say_what_texts_say(table: RemoteTable) -> None:
    names = list(TYPES)
    plain = table.tally(names)
    table.profiles()
    told: list[Statement] = []
    with watch_statements(told.append):
        packed = table.tally(names)
    assert [statement.sql.startswith("SELECT p0") for statement in told] == [True]
    assert sorted_rows(packed) == sorted_rows(plain)
    assert packed.schema == plain.schema


def test_a_new_value_is_counted_though_it_was_not_known(people: Trino) -> None:
    room = f'memory."{people.schema}"'
    people.run(
        f"CREATE TABLE {room}.growing AS"
        " SELECT CAST('a' AS varchar) AS x, CAST('b' AS varchar) AS y"
    )
    with closing(open_table(people, "growing")) as growing:
        growing.profiles()
        people.run(f"INSERT INTO {room}.growing VALUES ('new', NULL)")
        assert sorted_rows(growing.tally(["x", "y"])) == ["('a', 'b', 1)", "('new', None, 1)"]


@dataclass(frozen=True)
class State:
    """A state in which both tables are shown."""

    remote: RemoteTable
    stored: RowSource
    recodings: dict[str, Recoding]
    kept: KeptTuples


@pytest.fixture(scope="module")
def state(people: Trino, file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[State]:
    path = tmp_path_factory.mktemp("stored") / "rows.parquet"
    store(str(file), path)
    with closing(open_table(people, "people")) as remote, closing(open_stored(path)) as stored:
        table = OpenTable(remote, Table("people", remote.rows, guess(remote.profiles())))
        crowd = table.protected_crowd
        levels = tuple(
            len(ladder.codes) - 1 if n % 2 else 0 for n, ladder in enumerate(crowd.ladders)
        )
        chosen = table.state(dict(zip(crowd.names, levels, strict=True)), 3)
        yield State(remote, stored, recodings(crowd, levels), kept_tuples(enforce(crowd, chosen)))


@pytest.mark.parametrize(
    "request_",
    [
        PageRequest(limit=5),
        PageRequest(limit=5, sort="age", descending=True),
        PageRequest(limit=9, include_suppressed=True, filters=(Filter("town", "contains", "l"),)),
        PageRequest(limit=7, sort="town", filters=(Filter("sex", "equals", "f"),)),
    ],
)
def test_pages_have_the_rows_that_a_stored_table_has(state: State, request_: PageRequest) -> None:
    asked = replace(request_, recodings=state.recodings, kept=state.kept)
    ours, theirs = state.remote.page(asked), state.stored.page(asked)
    assert (ours.total, len(ours.rows)) == (theirs.total, len(theirs.rows))
    whole = replace(asked, limit=1_000)
    cells = [
        sorted((repr(row.cells), row.size, row.suppressed, row.changed) for row in page.rows)
        for page in (state.remote.page(whole), state.stored.page(whole))
    ]
    assert cells[0] == cells[1]


def test_what_is_published_agrees_with_a_stored_table(state: State) -> None:
    names = list(TYPES)
    asked = (state.recodings, state.kept)
    assert state.remote.count_published(*asked) == state.stored.count_published(*asked) > 0
    for kept in (state.kept, None):
        ours = state.remote.count_texts(names, state.recodings, kept)
        assert ours == state.stored.count_texts(names, state.recodings, kept)
    tables = [
        pa.Table.from_batches(source.published_batches(names, *asked))
        for source in (state.remote, state.stored)
    ]
    assert sorted_rows(tables[0]) == sorted_rows(tables[1])
    sizes = [
        [row.size for row in source.risky(20, state.kept)]
        for source in (state.remote, state.stored)
    ]
    assert sizes[0] == sizes[1]


def test_every_type_is_read_as_text(trino: Trino) -> None:
    values = {
        "padded": ("CAST('c ' AS char(4))", "c"),
        "bytes": ("X'00ff'", "00ff"),
        "moment": ("TIMESTAMP '2020-01-01 02:00:00.5 +02:00'", "2020-01-01 00:00:00.5+00"),
        "nanos": ("TIMESTAMP '2020-01-01 00:00:00.123456789'", "2020-01-01 00:00:00.123456789"),
        "clock": ("TIME '01:02:03.5'", "01:02:03.5"),
        "document": ("JSON '{\"a\": 1}'", '{"a":1}'),
        "key": (
            "UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'",
            "12151fd2-7586-11e9-8f9e-2a86e4085a59",
        ),
        "address": ("IPADDRESS '10.0.0.1'", "10.0.0.1"),
        "span": ("INTERVAL '2' DAY", "2 00:00:00.000"),
        "list": ("ARRAY[1, NULL]", "[1,null]"),
        "keys": (
            "ARRAY[UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59']",
            '["12151fd2-7586-11e9-8f9e-2a86e4085a59"]',
        ),
        "map": ("MAP(ARRAY[DATE '2020-01-01'], ARRAY[1])", '{"2020-01-01":1}'),
        "nested": ("CAST(ROW(1, 'x') AS ROW(a bigint, \"b c\" varchar))", '{"a":1,"b c":"x"}'),
        "huge": (
            "DECIMAL '12345678901234567890123456789012345678'",
            "12345678901234567890123456789012345678",
        ),
        "real": ("REAL '0.1'", "0.1"),
        "small": ("TINYINT '7'", "7"),
        "shape": ("ST_Point(1, 2)", "POINT (1 2)"),
        "sketch": ("CAST(NULL AS HyperLogLog)", None),
    }
    chosen = ", ".join(f'{sql} AS "{name}"' for name, (sql, _) in values.items())
    trino.run(f'CREATE TABLE memory."{trino.schema}".kinds AS SELECT {chosen}')
    with closing(open_table(trino, "kinds")) as kinds:
        profiles = kinds.profiles()
        assert [profile.name for profile in profiles] == list(values)
        (row,) = kinds.tally(list(values)).drop(["incrowd_rows"]).to_pylist()
    assert row == {name: text for name, (_, text) in values.items()}


def test_a_column_that_cannot_be_text_is_refused_by_name(trino: Trino) -> None:
    trino.run(f"CREATE TABLE memory.\"{trino.schema}\".blobs AS SELECT ARRAY[X'00'] AS raw")
    with pytest.raises(EngineError, match=r"cannot write 'raw' as text"):
        open_table(trino, "blobs")


def test_strange_names_are_no_trouble(trino: Trino) -> None:
    name = 'we\'ird ""na.me'
    trino.run(
        f'CREATE TABLE memory."{trino.schema}"."{name}" AS'
        ' SELECT 1 AS "select", 2 AS "a b", 3 AS "ü\'x", 4 AS "q""z"'
    )
    with closing(open_table(trino, name.replace('""', '"'))) as odd:
        names = [profile.name for profile in odd.profiles()]
        assert names == ["select", "a b", "ü'x", 'q"z']
        assert sorted_rows(odd.tally(names)) == ["('1', '2', '3', '4', 1)"]


def test_a_thousand_columns_are_no_trouble(trino: Trino) -> None:
    columns = ", ".join(f"'v{n}' AS c{n}" for n in range(1_000))
    trino.run(f'CREATE TABLE memory."{trino.schema}".wide AS SELECT {columns}')
    with closing(open_table(trino, "wide")) as wide:
        assert wide.tally([column.name for column in wide.columns]).shape == (1, 1_001)


def test_names_that_differ_in_capitals_only_are_an_error_in_words(
    trino: Trino, postgresql_server: PostgreSQL
) -> None:
    where = f'"{trino.schema}".twins'
    postgresql_server.run(f'CREATE TABLE {where} AS SELECT 1 AS "Name", 2 AS "name"', DATABASE)
    with pytest.raises(IncrowdError) as refusal:
        open_table(trino, "twins", "pg").tally(["name"])
    assert refusal.value.hint


def test_documents_of_mongodb_are_counted_through_trino(trino: Trino, mongodb: MongoDB) -> None:
    mongodb.insert("patients", [{"sex": "fm"[n % 2], "age": n % 3} for n in range(12)])
    with closing(connect(trino, "mongo")) as connection:
        table = RemoteTable(connection, connection.find(f"mongo.{mongodb.database}.patients"))
        assert table.tally(["sex", "age"]).to_pylist()[0]["incrowd_rows"] == 2
        assert table.tally(["sex", "age"]).num_rows == 6


def test_too_many_combinations_are_estimated_before_they_are_fetched(people: Trino) -> None:
    with closing(connect(people)) as connection:
        table = RemoteTable(connection, connection.find("people"), most_tuples=100)
        with pytest.raises(CrowdTooLarge, match=r"about \d{3} different"):
            table.tally(list(TYPES))
        assert table.tally(["sex"]).num_rows == 2


def test_the_size_is_estimated_where_the_catalogue_knows_it(people: Trino) -> None:
    with closing(connect(people)) as connection:
        assert connection.estimate_rows(connection.find("people")) == 600


def test_what_is_not_there_is_said(trino: Trino) -> None:
    with closing(connect(trino)) as connection:
        with pytest.raises(SourceNotFound, match="has no table 'peple'"):
            connection.find("peple")
        trino.run(f'CREATE TABLE memory."{trino.schema}".gone AS SELECT 1 AS a')
        gone = RemoteTable(connection, connection.find("gone"))
        trino.run(f'DROP TABLE memory."{trino.schema}".gone')
        with pytest.raises(SourceNotFound, match="cannot find this"):
            gone.tally(["a"])
    missing = pytest.raises(SourceNotFound, match="'nowhere' not found")
    with closing(connect(trino, "nowhere")) as connection, missing:
        connection.find(None)


def test_a_folder_behind_a_link_is_said_to_be_empty_with_a_hint(trino: Trino) -> None:
    trino.run(f"CREATE TABLE files.{trino.schema}.real AS SELECT 33 AS age, 'flu' AS disease")
    [[path]] = trino.run(f'SELECT "$path" FROM files.{trino.schema}.real')
    real = Path(str(path).removeprefix("local://")).parent
    link = trino.folder / "linked"
    link.symlink_to(real, target_is_directory=True)
    trino.run(
        f"CREATE TABLE files.{trino.schema}.linked (age integer, disease varchar)"
        f" WITH (external_location = 'local://{link}')"
    )
    with closing(connect(trino, "files")) as connection:
        table = RemoteTable(connection, connection.find("linked"))
        with pytest.raises(NothingToMeasure, match="no rows") as caught:
            table.tally(["age"])
    assert "symbolic link" in str(caught.value.hint)


def test_a_server_that_is_down_is_said() -> None:
    with pytest.raises(SourceNotReadable, match=r"Nothing answers on Trino at 127\.0\.0\.1:9"):
        Connection(parse_server("trino://ann@127.0.0.1:9/c/s")[0], None, silent)


def test_a_guest_may_count_but_neither_look_at_secrets_nor_write(people: Trino) -> None:
    people.run(f'CREATE TABLE memory."{people.schema}".secret AS SELECT 1 AS a')
    address = people.url("").replace(f"{people.user}@", f"{GUEST}@")
    with closing(Connection(parse_server(address)[0], None, silent)) as connection:
        table = RemoteTable(connection, connection.find("people"))
        assert table.tally(["sex"]).num_rows == 2
        place = TableName(table.place.path, "copied")
        with pytest.raises(SourceNotReadable, match="'guest' may not do this"):
            connection.create(place, exp.select("sex").from_(table.relation), "writing")
        secret = TableName(table.place.path, "secret")
        with pytest.raises(IncrowdError):
            RemoteTable(connection, secret).tally(["a"])


def https(trino: Trino) -> str:
    address = f"trino://{trino.user}@127.0.0.1:{trino.https_port}/memory/{trino.schema}"
    return f"{address}?http_scheme=https&verify={trino.certificate}"


def test_a_password_opens_an_encrypted_server(
    people: Trino, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = parse_server(https(people))[0]
    with closing(Connection(server, people.password, silent)) as connection:
        assert RemoteTable(connection, connection.find("people")).rows == 600
    with pytest.raises(PasswordNeeded, match="does not accept this password") as refusal:
        Connection(server, "wrong", silent)
    assert "wrong" not in refusal.value.message
    with pytest.raises(PasswordNeeded, match="asks for the password"):
        Connection(server, None, silent)
    monkeypatch.setenv("TRINO_PASSWORD", people.password)
    Connection(server, None, silent).close()


def test_whoever_may_use_only_their_own_password_gets_in_by_that_alone(
    people: Trino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(people.certificate))
    monkeypatch.setenv("TRINO_PASSWORD", people.password)
    server = parse_server(https(people).partition("&")[0])[0]
    with closing(Connection(server, GivenPasswordOnly(people.password), silent)) as connection:
        assert RemoteTable(connection, connection.find("people")).rows == 600
    with pytest.raises(PasswordNeeded, match="cannot be opened by 'ann' with this password"):
        Connection(server, GivenPasswordOnly("wrong"), silent)
    with pytest.raises(PasswordNeeded, match="asks for the password of 'ann'"):
        Connection(server, GivenPasswordOnly(None), silent)


def test_a_certificate_that_nobody_knows_is_not_trusted(trino: Trino) -> None:
    server = parse_server(https(trino).partition("&")[0])[0]
    with pytest.raises(SourceNotReadable, match="do not agree on encryption"):
        Connection(server, trino.password, silent)


class StopNow(Exception):
    """Somebody does not want to wait any longer."""


def running(trino: Trino, part: str) -> list[object]:
    listed = (
        "SELECT state FROM system.runtime.queries WHERE source = 'incrowd'"
        f" AND query LIKE '%{part}%' AND state NOT IN ('FAILED', 'FINISHED')"
    )
    return [state for (state,) in trino.run(listed)]


def test_stopping_reaches_the_server(trino: Trino) -> None:
    calls: list[str] = []

    def stop(step: str, done: float | None) -> None:
        calls.append(step)
        if calls.count("counting") > 3:
            raise StopNow

    query = parse_one(ENDLESS.replace("-1", "-11"), dialect="trino")
    assert isinstance(query, exp.Query)
    with closing(connect(trino, progress=stop)) as connection, pytest.raises(StopNow):
        connection.fetch(query, "counting")
    assert running(trino, "-11") == []


def test_closing_stops_what_still_runs(trino: Trino) -> None:
    query = parse_one(ENDLESS.replace("-1", "-12"), dialect="trino")
    assert isinstance(query, exp.Query)
    connection = connect(trino)

    def ask() -> None:
        with suppress(IncrowdError):
            connection.fetch(query, "counting")

    thread = threading.Thread(target=ask)
    thread.start()
    while not running(trino, "-12"):
        time.sleep(0.1)
    connection.close()
    thread.join(30)
    assert not thread.is_alive()
    assert running(trino, "-12") == []


def test_an_answer_that_is_not_read_to_its_end_is_stopped(trino: Trino) -> None:
    query = parse_one("SELECT comment, '-13' AS x FROM tpch.sf10.lineitem", dialect="trino")
    assert isinstance(query, exp.Query)
    with closing(connect(trino)) as connection:
        batches = connection.batches(query, "reading")
        assert next(batches).num_rows > 0
        batches.close()  # type: ignore[attr-defined]
        assert running(trino, "-13") == []


def test_more_labels_than_a_statement_holds_are_staged_and_removed(trino: Trino) -> None:
    labels = {
        "k": [f"=it's {n} {'x' * 20}" for n in range(40_000)],
        "l": [None if n % 7 else str(n) for n in range(40_000)],
    }
    server = parse_server(f"{trino.url('').rstrip('#')}?staging=memory.{trino.schema}")[0]
    counted = [exp.Count(this=exp.Star()), exp.Count(this=exp.column("l"))]
    too_long = pytest.raises(EngineError, match="at most 1,000,000 characters")
    with closing(connect(trino)) as connection, too_long:
        connection.given_rows(labels, "r0")
    with closing(Connection(server, None, silent)) as connection:
        given = connection.given_rows(labels, "r0")
        names = [exp.alias_(each, f"n{place}") for place, each in enumerate(counted)]
        answer = connection.fetch(exp.select(*names).from_(given), "counting")
        assert answer.to_pylist() == [{"n0": 40_000, "n1": 5_715}]
    left = trino.run(f"SHOW TABLES FROM memory.\"{trino.schema}\" LIKE 'incrowd%'")
    assert left == []


@pytest.mark.parametrize("catalog", ["memory", "pg", "lake"])
def test_a_release_is_written_where_the_data_is(people: Trino, catalog: str) -> None:
    with closing(open_table(people, "people", catalog)) as table:
        target = table.target("Released")
        with table.staged(target, ["sex", "age", "town"], {}, None, "seed") as written:
            assert not table.connection.exists(target)
            names = ["town", "sex"]
            assert sorted_rows(written.tally(names)) == sorted_rows(table.tally(names))
        assert table.connection.exists(target)
        taken = pytest.raises(Conflict, match="already")
        with taken, table.staged(target, ["sex"], {}, None, "seed"):
            pass
        with taken:
            table.connection.rename(table.place, "released")
        never = table.target("never")
        with pytest.raises(StopNow), table.staged(never, ["sex"], {}, None, "seed"):
            raise StopNow
        assert table.rows == 600
    left = people.run(f'SHOW TABLES FROM {catalog}."{people.schema}"')
    assert ["released"] in left
    assert ["never"] not in left
    assert not [name for (name,) in left if str(name).startswith("incrowd_")]


def test_many_labels_are_brought_along_when_a_release_is_written(
    people: Trino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(given_rows, "_MOST_WITHIN", 100)
    towns = tuple(TOWNS)
    labels = tuple("missing" if town is None else f"{town}!" for town in towns)
    seen: list[Statement] = []
    with closing(open_table(people, "people")) as table, watch_statements(seen.append):
        target, recoding = table.target("labelled"), {"town": Recoding(towns, labels)}
        with table.staged(target, ["town"], recoding, None, "seed") as written:
            assert written.rows == 600
            assert sorted(written.values("town")) == sorted(labels)
    assert any("incrowd_given_" in each.sql and "CREATE" in each.sql for each in seen)
    assert people.run(f"SHOW TABLES FROM memory.\"{people.schema}\" LIKE 'incrowd%'") == []


def test_a_worker_that_dies_is_said_and_the_next_try_works(trino_workers: Trino) -> None:
    query = parse_one(ENDLESS, dialect="trino")
    again = parse_one("SELECT count(*) AS n FROM tpch.sf1.orders", dialect="trino")
    assert isinstance(query, exp.Query)
    assert isinstance(again, exp.Query)
    with closing(connect(trino_workers)) as connection:
        timer = threading.Timer(5, trino_workers.kill_worker)
        timer.start()
        with pytest.raises(EngineError, match="lost a worker") as failure:
            connection.fetch(query, "counting")
        timer.join()
        assert "Try again" in failure.value.hint
        assert connection.fetch(again, "counting").to_pylist() == [{"n": 1_500_000}]
