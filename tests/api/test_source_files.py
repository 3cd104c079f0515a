"""Files of DuckDB and SQLite as sources: uploaded, looked into, read from, gone when removed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import httpx
import pytest

from api.live_server import LiveServer, is_problem, wait
from incrowd.workspace.tokens import Tokens

PEOPLE = [("13012", "Diabetes"), ("13053", "HIV"), ("14850", "Flu")]


@pytest.fixture
def client(server) -> Iterator[httpx.Client]:
    token = Tokens(Path(server.told["workspace"])).issue("fay", renew=True)
    with server.client(token) as found:
        yield found
        for one in found.get("/sources").json():
            found.delete(f"/sources/{one['id']}")
        for one in found.get("/queries/tables").json():
            found.delete(f"/queries/tables/{one['name']}")


@pytest.fixture
def lite(tmp_path) -> Path:
    path = tmp_path / "clinic 50% #1.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute('CREATE TABLE "the people" (zip text, illness text)')
        connection.executemany('INSERT INTO "the people" VALUES (?, ?)', PEOPLE)
        connection.execute("CREATE TABLE other (a int)")
    return path


@pytest.fixture
def duck(tmp_path) -> Path:
    path = tmp_path / "clinic.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE people (zip text, illness text)")
        connection.executemany("INSERT INTO people VALUES (?, ?)", PEOPLE)
        connection.execute("CREATE SCHEMA more; CREATE VIEW more.zips AS SELECT zip FROM people")
    return path


def sent(client, path: Path, **asked) -> dict:
    return wait(
        client,
        client.post(
            "/sources/files",
            params=asked,
            files={"file": (path.name, path.read_bytes())},
        ),
    )


def lies(server: LiveServer) -> set[str]:
    """What lies in the workspace of uploaded files, on its way or for good."""
    home = Path(server.told["workspace"])
    (home / "sources").mkdir(exist_ok=True)
    return {
        str(one.relative_to(home))
        for folder in ("sources", "uploads")
        for one in (home / folder).rglob("*")
    }


def test_a_sqlite_file_is_a_source_and_goes_with_it(server, client, lite):
    before = lies(server)
    job = sent(client, lite, name="clinic")
    assert job["state"] == "done", job
    source = job["result"]["source"]
    (told,) = client.get("/sources").json()
    assert told == {
        "id": source,
        "name": "clinic",
        "url": "clinic 50% #1.db",
        "kind": "sqlite",
        "configured": False,
        "uploaded": True,
    }
    path = f"/sources/{source}"
    assert client.get(f"{path}/schemas").json() == [""]
    assert client.get(f"{path}/tables").json() == ["other", "the people"]
    columns = client.get(f"{path}/columns", params={"table": "the people"}).json()
    assert columns == [{"name": "zip", "type": "TEXT"}, {"name": "illness", "type": "TEXT"}]
    unknown = is_problem(client.get(f"{path}/columns", params={"table": "peple"}), 400)
    assert "no table 'peple'" in unknown["message"]
    place = {"name": "p", "source": source, "table": "the people"}
    assert wait(client, client.post("/queries/tables", json=place))["state"] == "done"
    assert client.get("/queries/tables").json()[0]["rows"] == 3
    assert client.delete(path).status_code == 204
    assert client.get("/sources").json() == []
    assert lies(server) == before


def test_tables_and_views_of_a_duckdb_file_are_read(client, duck):
    source = sent(client, duck)["result"]["source"]
    path = f"/sources/{source}"
    assert client.get("/sources").json()[0]["name"] == "clinic.duckdb"
    assert client.get(f"{path}/schemas").json() == ["main", "more"]
    for schema, table, column in [("main", "people", "illness"), ("more", "zips", "zip")]:
        place = {"schema": schema, "table": table}
        assert client.get(f"{path}/tables", params=place).json() == [table]
        listed = client.get(f"{path}/columns", params=place).json()
        assert listed[-1] == {"name": column, "type": "VARCHAR"}
        laid = wait(
            client, client.post("/queries/tables", json={**place, "name": table, "source": source})
        )
        assert laid["state"] == "done", laid
    job = wait(client, client.post(f"{path}/datasets", json={"schema": "main", "table": "people"}))
    kept = client.get(f"/datasets/{job['result']['dataset']}").json()
    assert (kept["name"], kept["rows"]) == ("people", 3)
    client.delete(f"/datasets/{job['result']['dataset']}")
    gone = wait(
        client,
        client.post("/queries/tables", json={"name": "x", "source": source, "table": "nothing"}),
    )
    assert gone["state"] == "failed"
    assert "/sources/" not in str(gone["error"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"zip,illness\n1,2\n", "not a DuckDB or SQLite file, or it is encrypted"),
        (b"SQLite format 3\0" + b"\x10\0" * 3000, "damaged or incomplete"),
        (b"\0" * 8 + b"DUCK" + b"\1" * 9000, "damaged or incomplete"),
    ],
)
def test_other_files_are_refused_in_words_and_nothing_stays(
    server, client, tmp_path, content, said
):
    before = lies(server)
    path = tmp_path / "people.db"
    path.write_bytes(content)
    job = sent(client, path)
    assert job["state"] == "failed"
    assert "'people.db' is " in job["error"]["message"]
    assert said in job["error"]["message"]
    assert job["error"]["hint"]
    assert "uploads" not in str(job["error"])
    assert lies(server) == before
    assert client.get("/sources").json() == []


def test_refusals_are_told_in_spanish(client, tmp_path):
    path = tmp_path / "people.db"
    path.write_bytes(b"zip\n1\n")
    started = client.post("/sources/files", files={"file": (path.name, path.read_bytes())})
    wait(client, started)
    told = client.get(
        f"/jobs/{started.json()['job']['id']}", headers={"Accept-Language": "es"}
    ).json()["error"]
    assert told["message"].startswith("«people.db» no es un archivo de DuckDB")
    assert told["hint"].startswith("Elija un archivo")


def test_a_file_above_the_limit_is_refused(server, client):
    before = lies(server)
    large = b"SQLite format 3\0" + b"\0" * (2 << 20)
    answer = client.post("/sources/files", files={"file": ("large.db", large)})
    is_problem(answer, 413, "too_large")
    assert lies(server) == before


def test_files_of_others_are_neither_seen_nor_removed(server, client, lite):
    source = sent(client, lite)["result"]["source"]
    with server.client(Tokens(Path(server.told["workspace"])).issue("eve", renew=True)) as eve:
        assert eve.get("/sources").json() == []
        is_problem(eve.get(f"/sources/{source}/tables"), 404)
        is_problem(eve.delete(f"/sources/{source}"), 404)
        place = {"name": "p", "source": source, "table": "other"}
        assert wait(eve, eve.post("/queries/tables", json=place))["state"] == "failed"
    assert client.get(f"/sources/{source}/tables").status_code == 200


def test_files_stay_over_a_restart_and_a_move_and_strays_do_not(duck, tmp_path):
    home = tmp_path / "home"
    first = LiveServer(home)
    with first.client() as client:
        source = sent(client, duck)["result"]["source"]
    first.kill()
    (home / "sources" / "0123456789abcdef").mkdir()
    moved = home.rename(tmp_path / "elsewhere")
    second = LiveServer(moved)
    with second.client() as client:
        place = {"schema": "main"}
        assert client.get(f"/sources/{source}/tables", params=place).json() == ["people"]
        assert [one.name for one in (moved / "sources").iterdir()] == [source]
    second.stop()


def test_a_view_that_reads_the_computer_reads_nothing_here(client, tmp_path):
    path = tmp_path / "trap.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "CREATE VIEW v AS SELECT content FROM read_text('/etc/hostname');"
            "CREATE TABLE t AS SELECT 1 AS a"
        )
    source = sent(client, path)["result"]["source"]
    where = {"schema": "main", "table": "v"}
    told = is_problem(client.get(f"/sources/{source}/columns", params=where), 400)
    assert "reads something outside" in told["message"]
    job = wait(
        client, client.post("/queries/tables", json={**where, "name": "v", "source": source})
    )
    assert "reads something outside" in job["error"]["message"]
    job = wait(
        client, client.post("/datasets?table=v", files={"file": (path.name, path.read_bytes())})
    )
    assert "reads something outside" in job["error"]["message"]
