"""Answers tell names, never where the files of the server lie."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx

from api.live_server import LiveServer, is_problem, upload, wait


def home(server: LiveServer) -> Path:
    return Path(server.told["workspace"])


def test_the_status_names_the_folder_only(server, client):
    assert client.get("/status").json()["workspace"] == home(server).name


def test_a_damaged_journal_is_named_without_its_path(tmp_path):
    place = tmp_path / "home"
    first = LiveServer(place)
    with first.client() as owner:
        dataset = upload(owner)
    first.stop()
    (place / "datasets" / dataset / "journal.jsonl").write_text("no journal\n" * 2)
    again = LiveServer(place)
    try:
        place_of = f"{again.url}/api/v1/datasets/{dataset}"
        answer = httpx.get(place_of, headers={"Authorization": f"Bearer {again.token}"}, timeout=30)
        problem = is_problem(answer, 500, "damaged_journal")
    finally:
        again.stop()
    assert str(tmp_path) not in str(problem)
    assert "'journal.jsonl'" in problem["message"]


def test_damaged_parquet_is_named_without_its_path(server, client):
    files = {"file": ("people.parquet", b"PAR1" + bytes(1000) + b"PAR1")}
    job = wait(client, client.post("/datasets", files=files))
    assert job["state"] == "failed"
    assert "people.parquet" in job["error"]["message"]
    assert "/" not in job["error"]["message"]


def test_a_view_of_sqlite_cannot_ask_where_its_file_lies(client, tmp_path):
    path = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE t (a)")
        database.execute("INSERT INTO t VALUES (1)")
        database.execute("CREATE VIEW ours AS SELECT a FROM t")
        database.execute("CREATE VIEW told AS SELECT file FROM pragma_database_list")
        database.commit()
    states = {}
    for table in ("ours", "told"):
        files = {"file": (path.name, path.read_bytes())}
        states[table] = wait(client, client.post(f"/datasets?table={table}", files=files))
    assert states["ours"]["state"] == "done"
    assert states["told"]["state"] == "failed"
    assert "not authorized" in states["told"]["error"]["message"]
