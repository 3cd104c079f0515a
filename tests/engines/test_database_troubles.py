"""What goes wrong in PostgreSQL and MariaDB is said in words, and nothing half-written remains."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from secrets import token_hex

import pytest
from command_line import hear_control_c
from engine_agreement import lines
from engine_places import open_place
from remote_rows import make_rows
from servers.account import STRANGE
from servers.mariadb import WRITER
from servers.small_disk import small_disk

import incrowd
from incrowd.engines import connect
from incrowd.engines.catalogue import open_catalogue
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import (
    Cancelled,
    Conflict,
    EngineError,
    IncrowdError,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
)

pytestmark = pytest.mark.process

ROLES = {"quasi": ["city", "age"], "sensitive": ["select"]}
READER = "reader"


class Database:
    """A database of the tests' own, its people, and an account with few rights."""

    def __init__(self, place, server, engine):
        self.place, self.server, self.engine = place, server, engine
        self.run = server.run
        self.reader = f"{READER}_{token_hex(3)}"

    def url(self, table, user=None):
        url = self.place.url(table)
        return url.replace(f"//{url.split('//')[1].split('@')[0]}@", f"//{user}@") if user else url

    def add_reader(self, *rights):
        """An account that may do little; its password is its name."""
        if self.engine == "postgresql":
            self.run(f"CREATE ROLE {self.reader} LOGIN PASSWORD '{self.reader}'")
        else:
            self.run(f"CREATE USER {self.account} IDENTIFIED BY '{self.reader}'")
            self.run(f"GRANT SELECT ON `{self.server.database}`.nothing TO {self.account}")
        for right in rights:
            self.grant(right)

    @property
    def account(self):
        postgresql = self.engine == "postgresql"
        return self.reader if postgresql else f"'{self.reader}'@'127.0.0.1'"

    def grant(self, right):
        self.run(f"GRANT {right} TO {self.account}")

    def revoke(self, right):
        self.run(f"REVOKE {right} FROM {self.account}")

    def running(self, part):
        """Queries of ours that the server still works on."""
        listed = {
            "postgresql": "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active'"
            f" AND query LIKE '%{part}%' AND pid <> pg_backend_pid()",
            "mariadb": "SELECT count(*) AS n FROM information_schema.processlist"
            f" WHERE info LIKE '%{part}%' AND id <> connection_id() AND command <> 'Sleep'",
        }
        from sqlglot import parse_one

        with closing(connect(self.url("people"))) as table:
            query = parse_one(listed[self.engine], dialect=table.connection.engine.dialect)
            return int(table.connection.fetch(query, "looking").column(0)[0].as_py())


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def database(request, tmp_path_factory):
    with open_place(request.param, request, tmp_path_factory.mktemp("place")) as place:
        place.add("people", make_rows(120))
        server = request.getfixturevalue(request.param)
        if request.param == "mariadb":
            from dataclasses import replace

            server = replace(server, database=place.home)
        server.run("CREATE TABLE nothing (a int)")
        yield Database(place, server, request.param)


@pytest.fixture
def reader(database, monkeypatch):
    """The database, and a new account that may see `people` only."""
    database.reader = f"{READER}_{token_hex(3)}"
    database.add_reader()
    return database


def opened_by_reader(database, table="people", **roles):
    url = database.url(table, database.reader)
    return incrowd.open(url, password=database.reader, **(roles or ROLES))


def select_on(database, table):
    quoted = f"`{database.server.database}`.`{table}`" if database.engine == "mariadb" else table
    return f"SELECT ON {quoted}"


def test_a_password_that_is_wrong_is_asked_for(reader):
    with pytest.raises(PasswordNeeded) as refusal:
        connect(reader.url("people", reader.reader), password="wrong")  # noqa: S106
    assert refusal.value.hint


def test_without_the_right_to_read_there_is_nothing_to_see(reader):
    with pytest.raises((SourceNotFound, SourceNotReadable)) as refusal:
        opened_by_reader(reader)
    assert refusal.value.hint


def test_a_right_that_is_lost_while_a_table_is_open(reader):
    reader.grant(select_on(reader, "people"))
    with opened_by_reader(reader) as data:
        assert data.table.rows == 120
        reader.revoke(select_on(reader, "people"))
        with pytest.raises(SourceNotReadable, match="may not read this") as refusal:
            data.risk()
        assert "SELECT" in refusal.value.hint
        reader.grant(select_on(reader, "people"))
        assert data.risk().rows == 120


def rights_to_write(database):
    """What SECURITY.md asks for where a release becomes a table."""
    if database.engine == "postgresql":
        return "CREATE ON SCHEMA public"
    return f"CREATE, ALTER, INSERT, DROP, SELECT ON `{database.server.database}`.*"


def test_the_least_rights_are_enough(reader, tmp_path):
    """Reading one table lets people count, be advised and write a file; a table needs more."""
    reader.grant(select_on(reader, "people"))
    with opened_by_reader(reader) as data:
        assert data.risk().rows == 120
        assert data.recommend()
        outcome = data.anonymize(k=3, max_suppression=0.9)
        outcome.write(tmp_path / "out.csv")
        assert (tmp_path / "out.csv").exists()
        with pytest.raises(SourceNotReadable, match="may not make tables"):
            outcome.write(reader.url("least", reader.reader))
    reader.grant(rights_to_write(reader))
    with opened_by_reader(reader) as data:  # MariaDB heeds new rights in new connections
        data.anonymize(k=3, max_suppression=0.9).write(reader.url("least", reader.reader))
    assert "least" in reader.place.tables()
    reader.run("DROP TABLE least")


def test_a_right_that_is_lost_before_a_release_is_written(reader):
    everything = rights_to_write(reader)
    reader.grant(select_on(reader, "people"))
    reader.grant(everything)
    with opened_by_reader(reader) as data:
        outcome = data.anonymize(k=3, max_suppression=0.9)
        before = reader.place.tables()
        reader.revoke(everything)
        with pytest.raises(SourceNotReadable, match="may not make tables") as refusal:
            outcome.write(reader.url("mine", reader.reader))
        assert "write a file" in refusal.value.hint
    assert reader.place.tables() == before


def test_a_column_that_is_dropped_while_its_table_is_open(database):
    database.place.add("narrower", make_rows(30))
    with incrowd.open(database.url("narrower"), **ROLES) as data:
        database.run("ALTER TABLE narrower DROP COLUMN city")
        with pytest.raises(SourceNotFound, match="A column of the table") as refusal:
            data.risk()
        assert "open it again" in refusal.value.hint


SLOW = {
    "postgresql": "CREATE VIEW slow{n} AS SELECT i AS age FROM generate_series(1, 400) i"
    " WHERE pg_sleep(0.5) IS NOT NULL",
    "mariadb": "CREATE VIEW slow{n} AS SELECT age FROM people WHERE sleep(0.5) = 0",
}


def test_a_slow_server_is_watched_and_stopping_reaches_it(database):
    number = token_hex(3)
    database.run(SLOW[database.engine].format(n=number))
    steps: list[str] = []

    def stop(step, done):
        steps.append(step)
        if steps.count("counting rows") > 5:
            raise Cancelled("Stopped.")

    begin = time.monotonic()
    with pytest.raises(Cancelled):
        connect(database.url(f"slow{number}"), stop)
    assert steps.count("counting rows") == 6
    assert time.monotonic() - begin < 20  # all of it would take minutes
    assert database.running(f"slow{number}") == 0


def test_control_c_reaches_the_server(database):
    number = token_hex(3)
    database.run(SLOW[database.engine].format(n=number))
    url = database.url(f"slow{number}")
    command = subprocess.Popen(
        [sys.executable, "-m", "incrowd", "risk", url, "--qi", "age"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=hear_control_c,  # noqa: PLW1509 - it takes no lock
    )
    end = time.monotonic() + 60
    while not database.running(f"slow{number}"):
        assert time.monotonic() < end
        time.sleep(0.2)
    command.send_signal(signal.SIGINT)
    _, said = command.communicate(timeout=20)
    assert command.returncode != 0
    assert "Traceback" not in said
    assert database.running(f"slow{number}") == 0


def test_of_two_writers_to_one_target_one_wins(database):
    ready = threading.Barrier(2)
    errors: list[IncrowdError] = []
    written: list[int] = []
    url = database.url("wanted")

    def write(k):
        with incrowd.open(database.url("people"), **ROLES) as data:
            outcome = data.anonymize(k=k, max_suppression=0.9)
            ready.wait(30)
            try:
                written.append(outcome.write(url).rows)
            except IncrowdError as error:
                errors.append(error)

    writers = [threading.Thread(target=write, args=[k]) for k in (2, 5)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [type(error) for error in errors] == [Conflict]
    assert errors[0].hint
    with closing(connect(url)) as winner:
        assert [winner.rows] == written
    assert not [name for name in database.place.tables() if name.startswith("incrowd_")]


def add_wide_table(database, width=1000):
    names = ", ".join(f"c{i} smallint" for i in range(width))
    values = ", ".join("1" for _ in range(width))
    database.run(f"CREATE TABLE IF NOT EXISTS wide ({names})")
    database.run("DELETE FROM wide")
    database.run(f"INSERT INTO wide VALUES ({values}), ({values.replace('1', '2', 1)})")


def test_a_thousand_columns_are_counted_and_shown(database):
    add_wide_table(database)
    with closing(connect(database.url("wide"))) as table:
        assert len(table.columns) == 1000
        assert lines(table.tally(["c0", "c999"])) == {("1", "1", 1): 1, ("2", "1", 1): 1}
        (row, _) = table.page(PageRequest(limit=2, sort="c0")).rows
        assert row.cells == ("1",) * 1000


@pytest.mark.slow
def test_a_table_of_a_thousand_columns_is_opened_whole(database):
    add_wide_table(database)
    with incrowd.open(database.url("wide"), quasi=["c0", "c999"]) as data:
        assert len(data.table.names) == 1000
        assert data.risk().classes == 2


ROWS = 40_000
"""So many rows with a long text do not fit into some megabytes."""


@pytest.fixture(scope="module")
def large(postgresql):
    note = "repeat(md5(i::text), 8)"
    numbers = f"generate_series(1, {ROWS}) i"
    postgresql.run(f"CREATE TABLE large AS SELECT i % 7 AS age, {note} AS note FROM {numbers}")
    return postgresql


@contextmanager
def setting(server, **settings):
    """Let these settings hold for whoever connects to the database within the block."""
    for name, value in settings.items():
        server.run(f'ALTER DATABASE "{server.database}" SET {name} = {value}')
    try:
        yield
    finally:
        for name in settings:
            server.run(f'ALTER DATABASE "{server.database}" RESET {name}')


def publish_in_vain(url, full):
    """Write a release for which there is no room."""
    roles = {"quasi": ["age"], "insensitive": ["note"]}
    with incrowd.open(f"{url}#large", password=STRANGE, **roles) as data, full:
        before = list_tables(url)
        with pytest.raises(EngineError, match="no room left") as refusal:
            data.anonymize(k=2).write(f"{url}#huge")
        assert "Nothing half-written" in refusal.value.hint
        assert list_tables(url) == before


def list_tables(url):
    with open_catalogue(url, STRANGE) as catalogue:
        return [(each, catalogue.tables(each)) for each in catalogue.schemas()]


def test_no_room_to_sort_leaves_nothing_half_written(large):
    publish_in_vain(large.url(), setting(large, temp_file_limit="'64kB'", work_mem="'64kB'"))


def test_a_full_disk_of_postgresql_leaves_nothing_half_written(large):
    folder = Path(tempfile.mkdtemp(prefix="small-disk-"))  # which PostgreSQL can enter
    with small_disk(folder, 4):
        shutil.chown(folder, "nobody")
        large.run(f"CREATE TABLESPACE small LOCATION '{folder}'")
        publish_in_vain(large.url(), setting(large, default_tablespace="small"))
        large.run("CHECKPOINT")
        assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) == 0
        large.run("DROP TABLESPACE small")
    folder.rmdir()


def test_a_full_disk_of_mariadb_leaves_nothing_half_written(mariadb):
    server = mariadb.with_database(f"small_{token_hex(3)}")
    folder = mariadb.folder / "data" / server.database
    with small_disk(folder, 24):
        columns = "seq % 7 AS age, repeat(md5(seq), 8) AS note"
        server.run(f"CREATE TABLE large AS SELECT {columns} FROM seq_1_to_{ROWS}")
        publish_in_vain(server.url(user=WRITER), nullcontext())
        assert [path.name for path in folder.glob("*.ibd")] == ["large.ibd"]
        server.run("DROP TABLE large")
    server.run(f"DROP DATABASE {server.database}")


STRANGE_NAMES = (
    'quo"te',
    "back`tick",
    "it's",
    "a b",
    "ünïcode 日本",
    "select",
    "k0",
    "x.y",
    "100%",
    "-",
)


def test_names_with_everything_in_them(database):
    """Columns and tables whose names need quoting, and one that is a word of SQL."""

    def quoted(name):
        mark = '"' if database.engine == "postgresql" else "`"
        return f"{mark}{name.replace(mark, 2 * mark)}{mark}"

    for place, table in enumerate(STRANGE_NAMES):
        names = ", ".join(f"{quoted(name)} int" for name in STRANGE_NAMES)
        database.run(f"CREATE TABLE {quoted(table)} ({names})")
        values = ", ".join(map(str, range(len(STRANGE_NAMES))))
        database.run(f"INSERT INTO {quoted(table)} VALUES ({values}), ({values})")
        if place % 3:
            continue
        with incrowd.open(database.place.address, table=table, quasi=list(STRANGE_NAMES)) as data:
            outcome = data.anonymize(k=2)
            target = f"open {place} {table}".replace("%", "%25").replace(".", "")
            released = outcome.write(f"{database.place.address}#{target}")
        assert (released.rows, released.verified) == (2, True)
        with closing(connect(released.path)) as again:
            assert tuple(column.name for column in again.columns) == STRANGE_NAMES


def test_names_that_differ_in_capitals_only(database):
    if database.engine == "postgresql":
        database.run('CREATE TABLE twins ("Age" int, "age" int, "AGE" text)')
        database.run("INSERT INTO twins VALUES (1, 2, 'x'), (1, 2, 'x'), (3, 2, 'y')")
        with incrowd.open(database.url("twins"), quasi=["Age", "age", "AGE"]) as data:
            assert data.risk().class_sizes == {1: 1, 2: 1}
            url = database.url("twins_open")
            assert data.anonymize(k=2, max_suppression=0.9).write(url).rows == 2
        with closing(connect(url)) as table:
            assert lines(table.tally(["Age", "age", "AGE"])) == {("1", "2", "x", 2): 1}
    else:  # MySQL knows no two columns of a table that differ so; tables are told apart
        database.run("CREATE TABLE Twins (a int); INSERT INTO Twins VALUES (1)")
        database.run("CREATE TABLE twins (a int); INSERT INTO twins VALUES (1), (2)")
        for name, rows in (("Twins", 1), ("twins", 2)):
            with closing(connect(database.url(name))) as table:
                assert table.rows == rows


KINDS = {
    "postgresql": {
        "json": ("""'{"a": [1, null]}'""", '{"a": [1, null]}'),
        "jsonb": ("""'{"b":1,"a":2}'""", '{"a": 2, "b": 1}'),
        "uuid": ("'0000000000000000000000000000000A'", "00000000-0000-0000-0000-00000000000a"),
        "int[]": ("'{1,NULL,3}'", "[1,null,3]"),
        "text[]": ("ARRAY['a b', 'c\"d']", '["a b","c\\"d"]'),
        "point": ("'(1,2.5)'", "(1,2.5)"),
        "box": ("'((0,0),(1,1))'", "(1,1),(0,0)"),
        "timestamptz": ("'2020-01-02 03:04:05.5+02'", "2020-01-02 01:04:05.5+00"),
        "timetz": ("'03:04:05+02'", "03:04:05+02"),
        "time": ("'03:04:05.25'", "03:04:05.25"),
        "bytea": (r"'\x00ff'", "00ff"),
        "mood": ("'sad'", "sad"),
        "interval": ("'1 year 2 days 03:04:05'", "1 year 2 days 03:04:05"),
        "money": ("'12.34'", "$12.34"),
        "inet": ("'192.0.2.1'", "192.0.2.1/32"),
        "int4range": ("'[1,5)'", "[1,5)"),
        "bit(3)": ("B'101'", "101"),
        "numeric": ("1.5000000000000000000000000000000000000000001",) * 2,
        "char(4)": ("'ab'", "ab"),
    },
    "mariadb": {
        "json": ("""'{"a": [1, null]}'""", '{"a": [1, null]}'),
        "uuid": ("'00000000-0000-0000-0000-00000000000a'", "00000000-0000-0000-0000-00000000000a"),
        "point": ("POINT(1, 2)", "POINT(1 2)"),
        "timestamp(3)": ("'2020-01-02 03:04:05.500'", "2020-01-02 03:04:05.5"),
        "time(2)": ("'-103:04:05.25'", "-103:04:05.25"),
        "varbinary(4)": ("x'00ff'", "00ff"),
        "bit(3)": ("b'101'", "5"),
        "enum('sad','Sad ok')": ("'sad'", "sad"),
        "set('a','b','c')": ("'a,c'", "a,c"),
        "year": ("2020", "2020"),
        "inet6": ("'::1'", "::1"),
        "bigint unsigned": ("18446744073709551615", "18446744073709551615"),
        "decimal(50,5)": ("1.5", "1.50000"),
        "char(4)": ("'ab'", "ab"),
    },
}


def test_values_of_every_type_are_texts_that_say_what_they_are(database):
    kinds = KINDS[database.engine]
    if database.engine == "postgresql":
        database.run("CREATE TYPE mood AS ENUM ('sad', 'ok')")
    declared = ", ".join(f"c{place} {kind} NULL" for place, kind in enumerate(kinds))
    given = ", ".join(value for value, _ in kinds.values())
    missing = ", ".join(["NULL"] * len(kinds))
    database.run(f"CREATE TABLE kinds ({declared})")
    database.run(f"INSERT INTO kinds VALUES ({given}), ({given}), ({missing})")
    with incrowd.open(database.url("kinds"), quasi=[f"c{n}" for n in range(len(kinds))]) as data:
        (known,) = (row for row in lines(data.source.tally(data.table.names)) if row[-1] == 2)
        for place, (kind, (_, expected)) in enumerate(kinds.items()):
            assert known[place] == expected, kind
        assert all(attribute.profile.missing == 1 for attribute in data.table.attributes)
        url = database.url("kinds_open")
        assert data.anonymize(k=2, max_suppression=0.9).write(url).rows == 2
    with closing(connect(url)) as table:
        (again,) = lines(table.tally([column.name for column in table.columns]))
        assert again == known
