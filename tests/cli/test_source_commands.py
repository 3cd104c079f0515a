"""`incrowd source`: databases kept by name, used by every command, passwords nowhere."""

from __future__ import annotations

import json
import os
import pty
import sqlite3
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from api.live_server import LiveServer
from command_line import incrowd
from servers.account import STRANGE

ROWS = [("Ann", "13012", "flu"), ("Bob", "13053", "hiv"), ("Cy", "14850", "flu")]
RELEASE = "zip,age,disease\n130**,20-30,flu\n148**,20-30,flu\n130**,30-40,cold\n"


class Terminal:
    """A workspace, and a person who types commands in it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.workspace = folder / "workspace"
        self._patch = patch
        patch.chdir(folder)
        patch.setenv("INCROWD_WORKSPACE", str(self.workspace))
        for name in ("PGPASSWORD", "MYSQL_PWD"):
            patch.delenv(name, raising=False)
        (folder / "release.csv").write_text(RELEASE, "utf-8")

    def run(self, *words: object, **environment: str) -> tuple[int, str, str]:
        """What a command answers: its exit code, and what it writes."""
        done = incrowd(*words, **environment)
        assert STRANGE not in done.stdout + done.stderr
        return done.returncode, done.stdout, done.stderr

    def answer(self, *words: object, **environment: str) -> dict:
        code, out, err = self.run(*words, "--json", **environment)
        assert code == 0, err
        return json.loads(out)

    def refusal(self, *words: object, **environment: str) -> dict:
        code, out, err = self.run(*words, "--json", **environment)
        assert code == 2, out
        assert "Traceback" not in err
        return json.loads(out)


@pytest.fixture
def terminal(tmp_path, monkeypatch) -> Terminal:
    return Terminal(tmp_path, monkeypatch)


def _written(rows, quote="'"):
    return ", ".join(f"({', '.join(quote + cell + quote for cell in row)})" for row in rows)


@pytest.fixture(scope="module")
def clinic(postgresql):
    postgresql.run(
        "CREATE TABLE people (name text, zip text, disease text);"
        f"INSERT INTO people VALUES {_written(ROWS)};"
        'CREATE SCHEMA "odd %# schema";'
        f'CREATE TABLE "odd %# schema"."my table" AS SELECT * FROM people'
    )
    return postgresql


@pytest.fixture(scope="module")
def duck(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("duck") / "a file.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE people (name text, zip text, disease text)")
        connection.execute(f"INSERT INTO people VALUES {_written(ROWS)}")
        connection.execute('CREATE TABLE "my table" AS SELECT * FROM people')
    return path


@pytest.fixture(scope="module")
def lite(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("lite") / "people.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE people (name text, zip text, disease text)")
    connection.executemany("INSERT INTO people VALUES (?, ?, ?)", ROWS)
    connection.execute('CREATE TABLE "my table" AS SELECT * FROM people')
    connection.commit()
    connection.close()
    return path


EXPECTED = {"people": 3, "certain": 1, "matched": 3}


def used_everywhere(terminal: Terminal, address: str, **environment: str) -> None:
    """Three commands that read the same three people."""
    risk = terminal.answer("risk", address, "--qi", "zip", **environment)
    assert (risk["rows"], risk["uniques"]) == (3, 3)
    attack = terminal.answer("attack", "release.csv", address, "--on", "zip", **environment)
    assert {name: attack[name] for name in EXPECTED} == EXPECTED
    asked = ["--on", "zip=zip:covers", "--sensitive", "disease", "--know", "2.zip=14850"]
    linked = terminal.answer("link", "release.csv", address, *asked, **environment)
    assert (linked["n"], linked["rule"], linked["values"][0]["value"]) == (1, 1, "flu")


def test_a_postgresql_database_by_name(terminal, clinic):
    variable = {"CLINIC_SECRET": STRANGE}
    added = terminal.answer(
        "source", "add", "clinic", clinic.url(), "--password-env", "CLINIC_SECRET", **variable
    )
    assert (added["kind"], added["password_env"]) == ("postgresql", "CLINIC_SECRET")
    assert terminal.answer("source", "list")["sources"] == [added]
    tested = terminal.answer("source", "test", "clinic", **variable)
    assert set(tested["schemas"]) >= {"public", "odd %# schema"}
    tables = terminal.answer("source", "tables", "clinic", **variable)["tables"]
    addresses = {(one["schema"], one["table"]): one["address"] for one in tables}
    assert addresses["public", "people"] == "source://clinic#public.people"
    used_everywhere(terminal, "source://clinic#people", **variable)
    used_everywhere(terminal, addresses["odd %# schema", "my table"], **variable)
    columns = terminal.answer("source", "columns", "clinic", "people", **variable)["columns"]
    assert [one["name"] for one in columns] == ["name", "zip", "disease"]
    error = terminal.refusal("risk", "source://clinic#people")
    assert error["code"] == "password_needed"
    for path in terminal.workspace.rglob("*"):
        assert path.is_dir() or STRANGE not in path.read_text("utf-8")
    assert terminal.answer("source", "remove", "clinic") == {"removed": "clinic"}
    assert "no source 'clinic'" in terminal.refusal("risk", "source://clinic#people")["message"]


def test_a_mysql_database_by_name(terminal, mariadb):
    terminal.answer("source", "add", "my clinic", mariadb.url())
    tables = terminal.answer("source", "tables", "my clinic", MYSQL_PWD=STRANGE)["tables"]
    (address,) = [one["address"] for one in tables if one["table"] == "people"]
    assert address == "source://my%20clinic#clinic.people"
    assert terminal.answer("risk", address, "--qi", "born", MYSQL_PWD=STRANGE)["rows"] == 2
    (odd,) = [one["address"] for one in tables if one["table"].startswith("odd")]
    assert terminal.answer("risk", odd, "--qi", "a `\"'b", MYSQL_PWD=STRANGE)["rows"] == 1


@pytest.mark.parametrize("written", ["{path}", "{scheme}:///{path}"])
@pytest.mark.parametrize("kind", ["duck", "lite"])
def test_files_by_name(terminal, kind, written, request):
    path = request.getfixturevalue(kind)
    scheme = {"duck": "duckdb", "lite": "sqlite"}[kind]
    url = written.format(path=os.path.relpath(path, terminal.folder), scheme=scheme)
    terminal.answer("source", "add", "registry", url)
    tables = terminal.answer("source", "tables", "registry")["tables"]
    assert {one["table"] for one in tables} == {"people", "my table"}
    for one in tables:
        used_everywhere(terminal, one["address"])
    used_everywhere(terminal, "source://registry#people")


def test_a_file_that_is_one_table(terminal):
    terminal.answer("source", "add", "release", "release.csv")
    (table,) = terminal.answer("source", "tables", "release")["tables"]
    for address in (table["address"], "source://release"):
        assert terminal.answer("risk", address, "--qi", "zip")["rows"] == 3


def test_settings_are_used_and_not_changed(terminal, duck):
    terminal.workspace.mkdir()
    settings = f"[[source]]\nname = 'lake'\nurl = '{duck}'\n"
    (terminal.workspace / "sources.toml").write_text(settings, "utf-8")
    assert [one["configured"] for one in terminal.answer("source", "list")["sources"]] == [True]
    used_everywhere(terminal, "source://lake#people")
    assert "sources.toml" in terminal.refusal("source", "remove", "lake")["hint"]
    assert (terminal.workspace / "sources.toml").read_text("utf-8") == settings
    (terminal.workspace / "sources.toml").write_text("[[source]]\nname = 3", "utf-8")
    assert "[[source]]" in terminal.refusal("source", "list")["hint"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("a", "postgresql://ann:hunter2@127.0.0.1/x"), "must not contain a password"),
        (("a", "postgresql://ann@127.0.0.1"), "needs a host and a database"),
        (("a", "postgresql://ann@127.0.0.1/x#people"), "whole database"),
        (("a", "nowhere.duckdb"), "no file"),
        (("a", "release.csv", "--password-env", "X"), "no password"),
        (("a/b", "release.csv"), "cannot be called"),
        (("", "release.csv"), "cannot be called"),
        (("a", "oracle://host/x"), "no engine 'oracle'"),
    ],
)
def test_what_cannot_be_added(terminal, words, message):
    error = terminal.refusal("source", "add", *words)
    assert message in error["message"]
    assert error["hint"]
    assert "hunter2" not in json.dumps(error)
    assert terminal.answer("source", "list") == {"sources": []}


def test_a_name_is_given_once(terminal):
    terminal.answer("source", "add", "release", "release.csv")
    error = terminal.refusal("source", "add", "release", "release.csv")
    assert "no other source has" in error["hint"]
    error = terminal.refusal("source", "tables", "relaese")
    assert error["hint"] == "Did you mean 'release'?"
    assert "no table 'x'" in terminal.refusal("source", "columns", "release", "x")["message"]
    error = terminal.refusal("source", "tables", "release", "--schema", "x")
    assert "no schema 'x'" in error["message"]


def test_the_password_is_asked_for_at_a_terminal(terminal, clinic):
    terminal.answer("source", "add", "clinic", clinic.url())
    leader, follower = pty.openpty()
    started = subprocess.Popen(
        [sys.executable, "-m", "incrowd", "source", "test", "clinic"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
    )
    os.close(follower)
    seen = b""
    while b"Password for postgresql://ann@" not in seen:
        seen += os.read(leader, 4096)
    os.write(leader, STRANGE.encode() + b"\n")
    while True:
        try:
            seen += os.read(leader, 4096)
        except OSError:  # the other side has closed the terminal
            break
    os.close(leader)
    assert started.wait(120) == 0, seen
    assert b"clinic answers" in seen
    assert STRANGE.encode() not in seen


def test_a_running_server_sees_what_is_added_and_the_other_way_round(terminal, clinic):
    server = LiveServer(terminal.workspace)
    with server.client() as client:
        terminal.answer("source", "add", "release", "release.csv")
        terminal.answer("source", "add", "clinic", clinic.url())
        sources = client.get("/sources").json()
        assert [(source["name"], source["kind"]) for source in sources] == [
            ("release", "file"),
            ("clinic", "postgresql"),
        ]
        assert client.get(f"/sources/{sources[0]['id']}/tables").json() == ["release.csv"]
        client.post("/sources", json={"name": "other", "url": clinic.url()})
        names = [one["name"] for one in terminal.answer("source", "list")["sources"]]
        assert names == ["release", "clinic", "other"]
    server.stop()
