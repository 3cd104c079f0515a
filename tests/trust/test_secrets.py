"""Passwords and tokens stand nowhere but in the files that are meant to hold them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from api.live_server import LiveServer, wait
from command_line import incrowd_process
from fake_servers import fake_postgresql
from servers.postgresql import PostgreSQL

from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import Right

RIGHT = "Recognisable-Passw0rd-8431"
WRONG = "Mistyped-Passw0rd-2207"
STRANGER = "Unknown-Token-5519"
PEOPLE = f"""
CREATE TABLE people AS
SELECT i % 4 AS age, i % 2 AS sex, 'illness ' || i % 3 AS illness FROM generate_series(1, 300) i;
DROP ROLE IF EXISTS discreet;
CREATE ROLE discreet LOGIN PASSWORD '{RIGHT}';
GRANT SELECT ON people TO discreet;
"""
ROLES = ("--qi", "age,sex", "--sensitive", "illness")


@dataclass
class Heard:
    """Everything that was answered, and the secrets that must not be in it."""

    secrets: dict[str, str]
    texts: list[str] = field(default_factory=list)

    def told(self, answer: httpx.Response) -> httpx.Response:
        answer.read()
        self.texts.append(f"{answer.status_code} {dict(answer.headers)} {answer.text}")
        return answer

    def run(self, *words: object, **environment: str) -> int:
        done = incrowd_process(*words, **environment)
        self.texts += [done.stdout, done.stderr]
        return done.returncode

    def check_texts(self) -> None:
        for name, secret in self.secrets.items():
            assert not [text for text in self.texts if secret in text], name

    def check_files(self, folder: Path, allowed: dict[str, str]) -> None:
        """`allowed` names, by secret, the one file that holds it."""
        for path in (path for path in folder.rglob("*") if path.is_file()):
            held = path.read_bytes()
            for name, secret in self.secrets.items():
                if allowed.get(name) != str(path.relative_to(folder)):
                    assert secret.encode() not in held, (name, path)


@pytest.fixture(scope="module")
def database(postgresql: PostgreSQL) -> Iterator[PostgreSQL]:
    postgresql.run(PEOPLE)
    yield postgresql
    postgresql.run("DROP OWNED BY discreet; DROP ROLE discreet")


def unlock(client: httpx.Client, url: str, password: str) -> tuple[str, int]:
    """Keep a source and give its password: where it is, and what was answered."""
    kept = client.post("/sources", json={"name": "a", "url": url})
    assert kept.status_code == 201, kept.text
    at = f"/sources/{kept.json()['id']}"
    return at, client.post(at + "/password", json={"password": password}).status_code


def work(client: httpx.Client, at: str) -> str:
    """Import, decide and export: the data set."""
    body = {"schema": "public", "table": "people"}
    job = wait(client, client.post(at + "/datasets", json=body))
    assert job["state"] == "done", job
    dataset = f"/datasets/{job['result']['dataset']}"
    for name, role in {"age": "quasi", "sex": "quasi", "illness": "sensitive"}.items():
        decision = {"kind": "role", "attribute": name, "role": role}
        assert client.post(dataset + "/decisions", json=decision).is_success
    job = wait(client, client.post(dataset + "/export", json={}))
    assert job["state"] == "done", job
    assert client.get(job["result"]["download"].removeprefix("/api/v1")).is_success
    for path in ("", "/rows", "/history", "/verdict", "/recommendations", "/goal"):
        assert client.get(dataset + path).is_success, path
    return dataset


def test_the_server_tells_no_secret(database: PostgreSQL, tmp_path: Path) -> None:
    home = tmp_path / "workspace"
    home.mkdir(mode=0o700)
    ana = Tokens(home).issue("ana", {"all": Right.VIEW})
    server = LiveServer(home)
    heard = Heard(
        {
            "password": RIGHT,
            "wrong": WRONG,
            "stranger": STRANGER,
            "ana": ana,
            "owner": server.token,
        }
    )
    url = database.url(user="discreet")
    try:
        with server.client() as client, server.client(ana) as guest, fake_postgresql() as fake:
            client.event_hooks["response"].append(heard.told)
            guest.event_hooks["response"].append(heard.told)
            inside = url.replace("discreet@", f"discreet:{RIGHT}@")
            client.post("/sources", json={"name": "a", "url": inside})
            assert unlock(client, url, WRONG)[1] == 400
            assert unlock(client, fake.url(), RIGHT)[1] >= 400
            assert fake.passwords == [RIGHT]
            closed = "postgresql://discreet@127.0.0.1:1/clinic"
            assert unlock(client, closed, RIGHT)[1] >= 400
            at, status = unlock(client, url, RIGHT)
            assert status == 204
            dataset = work(client, at)
            guest.get(dataset)
            guest.post(at + "/password", json={"password": RIGHT})
            client.post(at + "/password", json={"password": [RIGHT]})
            client.post(at + "/password", content=f'{{"password": "{RIGHT}"')
            database.run("ALTER TABLE people RENAME TO gone")
            client.get(dataset + "/rows", params={"sort": "age", "limit": 3})
            database.run("ALTER TABLE gone RENAME TO people")
        for address in ("/api/v1/status", f"/api/v1/{STRANGER}", "/api/v1/datasets"):
            headers = {"Authorization": f"Bearer {STRANGER}"}
            heard.told(httpx.get(server.url + address, headers=headers))
            heard.told(httpx.get(server.url + address, params={"token": ana}))
        heard.check_files(home, {"owner": "token"})
    finally:
        heard.texts += server.stop()
    assert len(heard.texts) > 25
    heard.check_texts()
    heard.check_files(home, {"owner": "token"})


def test_the_command_line_tells_no_secret(database: PostgreSQL, tmp_path: Path) -> None:
    heard = Heard({"password": RIGHT, "wrong": WRONG})
    home, url = tmp_path / "workspace", database.url("people", user="discreet")
    known = {"INCROWD_WORKSPACE": str(home), "CLINIC": RIGHT}
    whole = url.partition("#")[0]
    added = ("source", "add", "clinic", whole, "--password-env", "CLINIC")
    assert heard.run(*added, **known) == 0
    assert heard.run("source", "list", "--json", **known) == 0
    named = "source://clinic#people"
    assert heard.run("risk", named, "--explain", *ROLES, **known) == 0
    assert "SELECT" in "".join(heard.texts)
    assert heard.run("risk", url, "--explain", "--json", *ROLES, PGPASSWORD=RIGHT) == 0
    release = ("-k", 2, "-o", tmp_path / "out.csv", "--recipe", tmp_path / "recipe.json")
    assert heard.run("anonymize", named, *ROLES, *release, "--explain", **known) == 0
    again = ("apply", tmp_path / "recipe.json", named, "-o", tmp_path / "again.csv")
    assert heard.run(*again, **known) == 0
    assert heard.run("risk", named, **{**known, "CLINIC": WRONG}) == 2
    assert heard.run("risk", url, "--json", PGPASSWORD=WRONG) == 2
    with fake_postgresql() as fake:
        assert heard.run("risk", f"{fake.url()}#people", PGPASSWORD=RIGHT) == 2
    refused = heard.run("risk", url.replace("discreet@", f"discreet:{RIGHT}@"), "--json")
    assert refused == 2
    assert json.loads((tmp_path / "recipe.json").read_text())
    heard.check_texts()
    heard.check_files(tmp_path, {})
