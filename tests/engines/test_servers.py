"""Tables of real database servers are read; what goes wrong is said in words, without passwords."""

from __future__ import annotations

import os
import socket
import sys
import time
import traceback
from contextlib import closing
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from engine_rows import names_of, rows_of
from fake_servers import silent_mysql
from patience import SOON
from servers.account import STRANGE
from servers.processes import free_port

from incrowd.engines import connect
from incrowd.engines.duckdb.session import Session
from incrowd.engines.servers import connection as server_connection
from incrowd.engines.servers.address import BUILT_IN, parse_server
from incrowd.engines.servers.connection import attach_server, find_extension
from incrowd.engines.servers.errors import explain_error
from incrowd.engines.servers.passwords import (
    GivenPasswordOnly,
    known_password,
    password_prompt,
    password_variable,
)
from incrowd.engines.servers.tables import ServerListing
from incrowd.engines.stored.storage import store
from incrowd.errors import (
    Cancelled,
    EngineError,
    IncrowdError,
    InvalidParameter,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
    UnknownName,
)
from incrowd.progress import silent
from incrowd.table import Kind


@pytest.fixture(scope="module")
def clinic(postgresql):
    """A database with tables of every sort."""
    for statement in (
        'CREATE SCHEMA "odd.schema"',
        "CREATE TABLE people (id int, name text, born date, worth numeric, exact numeric(10, 2),"
        ' seen timestamptz, alive bool, photo bytea, tags int[], "A" int, a text)',
        "INSERT INTO people VALUES (1, 'Ann', '1970-01-02', 12345678901234567890.123, 1.50,"
        " '2020-01-02 03:04:05+02', true, '\\x00ff', '{1,2}', 5, 'x'),"
        " (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),"
        " (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        'CREATE TABLE "odd.schema"."ta""ble; drop" ("co""l\'umn" int)',
        'INSERT INTO "odd.schema"."ta""ble; drop" VALUES (7)',
        "CREATE TABLE nobody (a int)",
        "CREATE TABLE secret (a int); INSERT INTO secret VALUES (1)",
        "CREATE VIEW slow AS SELECT g AS a, pg_sleep(0.002)::text AS b"
        " FROM generate_series(1, 100000) g",
        "CREATE ROLE guest LOGIN PASSWORD 'guest'; GRANT SELECT ON people TO guest",
    ):
        postgresql.run(statement)
    return postgresql


@pytest.fixture(autouse=True)
def no_passwords(monkeypatch):
    """Nothing of the developer's own environment is used."""
    for name in [*os.environ]:
        if name.startswith(("INCROWD_PASSWORD", "PGPASS", "MYSQL_PWD")):
            monkeypatch.delenv(name)
    monkeypatch.setitem(sys.modules, "keyring", None)


def failing(url, password=STRANGE, **options):
    with pytest.raises(IncrowdError) as caught:
        connect(url, password=password, **options)
    written = "".join(traceback.format_exception(caught.value))
    told = str(caught.value.to_dict())
    assert STRANGE not in written + told
    assert "p\\'w" not in written + told
    return caught.value


def test_a_table_is_read_as_it_is(clinic, opened):
    source = opened(clinic.url("people"), password=STRANGE)
    assert source.name == "people"
    assert names_of(source) == [
        "id",
        "name",
        "born",
        "worth",
        "exact",
        "seen",
        "alive",
        "photo",
        "tags",
        "A",
        "a",
    ]
    whole = (
        "1",
        "Ann",
        "1970-01-02",
        "12345678901234567890.123",
        "1.50",
        "2020-01-02 01:04:05+00",
        "true",
        "00ff",
        "[1,2]",
        "5",
        "x",
    )
    assert rows_of(source) == {whole: 1, ("2", *[None] * 10): 2}
    kinds = {profile.name: profile.kind for profile in source.profiles()}
    assert kinds["born"] is Kind.DATE
    assert kinds["alive"] is Kind.BOOLEAN


def test_no_server_and_no_secret_is_left_in_the_session(clinic, opened):
    source = opened(clinic.url("people"), password=STRANGE)
    assert source.session.rows("SELECT * FROM duckdb_secrets()") == []
    databases = source.session.rows("SELECT database_name FROM duckdb_databases()")
    assert "remote" not in {name for (name,) in databases}


def test_names_that_need_quoting_are_names(clinic, opened):
    source = opened(clinic.url(), table='odd.schema.ta"ble; drop', password=STRANGE)
    assert rows_of(source) == {("7",): 1}
    assert names_of(source) == ["co\"l'umn"]


def test_a_table_is_stored_in_the_order_of_the_server(clinic, tmp_path, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", STRANGE)
    assert store(clinic.url("people"), tmp_path / "data.parquet") == 3


def test_the_connection_can_only_read(clinic):
    server, _ = parse_server(clinic.url())
    with closing(Session(silent)) as session, attach_server(session, server, STRANGE) as connection:
        from sqlglot import parse_one

        told = "SELECT current_setting('transaction_read_only') AS a"
        assert connection.rows(parse_one(told, dialect="postgres")) == [("on",)]
        with pytest.raises(Exception, match="read-only"):
            session.rows("DROP TABLE remote.public.people")
        with pytest.raises(EngineError):
            connection.rows(parse_one("SELECT lo_create(0) AS a", dialect="postgres"))


def test_what_a_server_holds_is_listed_step_by_step(clinic):
    server, _ = parse_server(clinic.url())
    with closing(Session(silent)) as session, attach_server(session, server, STRANGE) as connection:
        listing = ServerListing(connection)
        assert listing.schemas() == ["odd.schema", "public"]
        assert listing.tables("public") == ["nobody", "people", "secret", "slow"]
        assert listing.tables("x' OR 'a' = 'a") == []
        columns = listing.columns("public", "people")
        assert [column.name for column in columns][:3] == ["id", "name", "born"]
        assert columns[4].precision == 10


def test_a_wrong_or_missing_password_is_asked_for(clinic, monkeypatch):
    wrong = failing(clinic.url("people"), "wrong")
    assert isinstance(wrong, PasswordNeeded)
    assert "does not accept this password for 'ann'" in wrong.message
    missing = failing(clinic.url("people"), None)
    assert isinstance(missing, PasswordNeeded)
    assert "asks for the password of 'ann'" in missing.message
    asked = []
    with (
        password_prompt(lambda url: asked.append(url) or STRANGE),
        closing(connect(clinic.url("people"))) as source,
    ):
        assert source.rows == 3
    assert asked == [clinic.url()]


def test_the_environment_and_the_keyring_are_looked_at(clinic, monkeypatch):
    server, _ = parse_server(clinic.url())
    assert known_password(server) is None
    kept = {("incrowd", server.url): "from the keyring"}
    ring = SimpleNamespace(get_password=lambda service, name: kept.get((service, name)))
    monkeypatch.setitem(sys.modules, "keyring", ring)
    assert known_password(server) == "from the keyring"
    monkeypatch.setenv("PGPASSWORD", "of the tools")
    assert known_password(server) == "of the tools"
    monkeypatch.setenv(password_variable(server), STRANGE)
    with closing(connect(clinic.url("people"))) as source:
        assert source.rows == 3


def test_a_broken_keyring_knows_nothing(clinic, monkeypatch):
    def fail(service, name):
        raise RuntimeError("locked")

    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_password=fail))
    assert known_password(parse_server(clinic.url())[0]) is None


@pytest.mark.parametrize(
    ("part", "error", "said"),
    [
        ("poeple", SourceNotFound, "Did you mean 'people'?"),
        ("nowhere.people", SourceNotFound, "has no table 'nowhere.people'"),
        ("nobody", IncrowdError, "no rows"),
        ("", SourceNotFound, "several tables"),
    ],
)
def test_a_table_that_is_not_there_is_said(clinic, part, error, said):
    caught = failing(clinic.url(part))
    assert isinstance(caught, error)
    assert said in f"{caught.message} {caught.hint}"


def test_connection_errors_are_said_in_words(clinic):
    nobody = failing(f"postgresql://ann@127.0.0.1:{free_port()}/clinic#people")
    assert isinstance(nobody, SourceNotReadable)
    assert "refused" in nobody.message
    assert "no database 'clinik'" in failing(clinic.url("people", "clinik")).message
    host = failing("postgresql://ann@no-such-host.invalid/clinic#people")
    assert "There is no computer 'no-such-host.invalid'" in host.message
    secret = failing(clinic.url("secret", user="guest"), "guest")
    assert isinstance(secret, (SourceNotFound, SourceNotReadable))


def test_a_server_that_dies_while_it_is_read_is_said(clinic):
    def kill(step, done):
        if step.startswith("counting"):
            clinic.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE 'incrowd%' AND datname = current_database()"
            )

    with pytest.raises(SourceNotReadable, match="was lost while it was read"):
        connect(clinic.url("slow"), kill, password=STRANGE)
    with closing(connect(clinic.url("people"), password=STRANGE)) as source:
        assert source.rows == 3


def test_stopping_does_not_wait_for_the_server(clinic):
    def stop(step, done):
        if step.startswith("counting"):
            raise Cancelled("Stopped.")

    start = time.monotonic()
    with pytest.raises(Cancelled):
        connect(clinic.url("slow"), stop, password=STRANGE)
    assert time.monotonic() - start < 100  # all of it would take 200 seconds


def test_options_of_files_mean_nothing_to_a_server(clinic):
    assert isinstance(failing(clinic.url("people"), encoding="utf-8"), InvalidParameter)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://ann:hunter2@host/db#t", "must not contain a password"),
        ("postgresql://ann@host/#t", "needs a host and a database"),
        ("postgresql:///db#t", "needs a host and a database"),
        ("postgresql://ann@host:port/db", "not a server address"),
        ("postgresql://ann@host/db?service=x", "no PostgreSQL option 'service'"),
        ("postgresql://ann@host/db?sslmode=a%20b", "cannot be 'a b'"),
        ("postgresql://ann@host/db?sslmode=", "The option 'sslmode' cannot be ''"),
        *(
            (f"postgresql://ann@{where}", "control characters")
            for where in (
                "ho\0st/db#t",
                "host/d%00b#t",
                "host/d\nb#t",
                "ho%0Ast/db",
                "host/db?sslmode=a%7f",
                "host/db\ud800",
                "host/db#t\0",
            )
        ),
    ],
)
def test_addresses_that_make_no_sense_are_refused(url, said):
    with pytest.raises((InvalidParameter, UnknownName)) as caught:
        connect(url)
    assert said in caught.value.message
    assert "hunter2" not in str(caught.value.to_dict())
    assert caught.value.hint


def test_a_name_of_a_table_may_hold_what_a_server_lets_it_hold():
    assert parse_server("postgresql://ann@host/db#a%0Ab")[1] == "a\nb"


@pytest.mark.parametrize("given", ["geheim\0x", GivenPasswordOnly("geheim\0x")])
@pytest.mark.parametrize("which", ["postgresql", "mysql"])
def test_nothing_of_a_password_with_a_nul_character_comes_back(which, given, monkeypatch):
    monkeypatch.setattr(server_connection, "_wait_for_greeting", lambda server: None)
    url = f"{which}://ann@127.0.0.1:{free_port()}/clinic#people"
    caught = failing(url, given)
    assert isinstance(caught, InvalidParameter)
    assert caught.message == "A password cannot contain a NUL character."
    assert "geheim" not in str(caught.to_dict()) + "".join(traceback.format_exception(caught))


def test_a_password_of_two_lines_is_taken_out_of_errors():
    server = parse_server("postgresql://ann@host/db")[0]
    told = explain_error(ValueError("near 'ab\ncd': what"), server, "ab\ncd")
    assert told.message == "PostgreSQL at host:5432 failed: near '…': what."


def test_addresses_are_read_as_they_are_written():
    server, part = parse_server("mysql://a%40b@[::1]/my%2Fdb?ssl_mode=required#s.t%20x")
    assert (server.user, server.host, server.port, server.database) == ("a@b", "::1", 3306, "my/db")
    assert server.options == (("ssl_mode", "required"),)
    assert part == "s.t x"
    assert parse_server(server.url)[0].database == "my/db"


@pytest.mark.parametrize(
    "kind", [kind for kind in BUILT_IN if kind.extension], ids=lambda kind: kind.name
)
def test_extensions_come_in_the_version_of_duckdb(kind, monkeypatch):
    assert find_extension(kind).is_file()
    monkeypatch.setattr("duckdb.__version__", "1.5.99")
    with pytest.raises(EngineError, match="not for DuckDB 1") as caught:
        find_extension(kind)
    assert caught.value.hint.startswith("pip install duckdb-extension-")


@pytest.mark.parametrize(
    "kind", [kind for kind in BUILT_IN if not kind.extension], ids=lambda kind: kind.name
)
def test_a_server_with_a_driver_of_its_own_has_no_extension(kind):
    with pytest.raises(EngineError, match=f"{kind.title} cannot be queried together"):
        find_extension(kind)


def test_mariadb_is_read_without_losing_a_digit(mariadb, opened):
    source = opened(mariadb.url("people"), password=STRANGE)
    long = "12345678901234567890123456789012345678901.25000"
    first = ("1", "Ann", "1970-01-02", long, "7", "18446744073709551615")
    assert rows_of(source) == {first: 1, ("2", *[None] * 5): 1}


def test_mariadb_has_names_that_need_quoting(mariadb, opened):
    source = opened(mariadb.url(), table="odd `name", password=STRANGE)
    assert names_of(source) == ["a `\"'b"]
    assert rows_of(source) == {("5",): 1}


def test_errors_of_mariadb_are_said_in_words(mariadb):
    assert isinstance(failing(mariadb.url("people"), "wrong"), PasswordNeeded)
    assert isinstance(failing(mariadb.url("people"), None), PasswordNeeded)
    assert "no database 'mysql'" in failing(mariadb.url("user", "mysql")).message
    assert "refused" in failing(f"mysql://ann@127.0.0.1:{free_port()}/clinic#people").message
    assert "no computer" in failing("mysql://ann@no-such-host.invalid/clinic#people").message
    assert "Did you mean 'people'?" in failing(mariadb.url("poeple")).hint


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
def test_a_server_that_accepts_and_says_nothing_is_given_up(scheme, monkeypatch):
    monkeypatch.setattr(server_connection, "GREETING_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
        caught = failing(f"{scheme}://ann@127.0.0.1:{port}/clinic#people")
    assert isinstance(caught, SourceNotReadable)
    assert "cannot be reached" in caught.message
    assert "firewall" in caught.hint


def test_a_mysql_that_greets_and_falls_silent_is_given_up(monkeypatch):
    """Its library would wait forever; another connection of ours to the same place stays."""
    monkeypatch.setattr(server_connection, "CONNECTING_SECONDS", 1.0)
    with silent_mysql() as url:
        port = urlsplit(url).port
        with socket.create_connection(("127.0.0.1", port)) as other:
            other.settimeout(5)
            greeting = other.recv(1000)
            begun = time.monotonic()
            caught = failing(f"{url}#people")
            assert time.monotonic() - begun < SOON
            other.sendall(b"still there")
        assert b"mysql_native_password" in greeting
    assert isinstance(caught, SourceNotReadable)
    assert "cannot be reached" in caught.message


def test_whoever_may_use_only_their_password_comes_over_the_network(mariadb):
    """By the name localhost the driver takes a socket, on which the server knows our account."""
    url = mariadb.url("people").replace("127.0.0.1", "localhost")
    with closing(connect(url, password=GivenPasswordOnly(STRANGE))) as source:
        assert source.rows == 2


def test_somebody_at_the_terminal_is_asked_where_only_what_is_given_counts(clinic, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", "of the tools")
    asked = []
    with (
        password_prompt(lambda url: asked.append(url) or STRANGE),
        closing(connect(clinic.url("people"), password=GivenPasswordOnly())) as source,
    ):
        assert source.rows == 3
    assert asked == [clinic.url()]


def test_whoever_may_use_only_their_password_hears_of_no_other_way(clinic, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", STRANGE)
    caught = failing(clinic.url("people"), GivenPasswordOnly())
    assert isinstance(caught, PasswordNeeded)
    assert "asks for the password of 'ann'" in caught.message
    assert caught.hint.startswith("Give it when asked")
    assert "environment" not in caught.hint
    assert "keyring" not in caught.hint
    monkeypatch.delenv("PGPASSWORD")
    assert "keyring" in failing(clinic.url("people"), None).hint


def test_the_port_is_part_of_who_a_password_is_for():
    names = [
        password_variable(parse_server(f"postgresql://ann@db.example{port}/d")[0])
        for port in ("", ":5432", ":5433")
    ]
    assert names[0] == names[1] == "INCROWD_PASSWORD_ANN_DB_EXAMPLE_D"
    assert names[2] == "INCROWD_PASSWORD_ANN_DB_EXAMPLE_5433_D"
