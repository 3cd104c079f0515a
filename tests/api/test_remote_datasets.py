"""A data set that stays in PostgreSQL: what the page asks for, and a release beside the data."""

from __future__ import annotations

import pytest
from remote_rows import NAMES, ROLES, insert_statements, make_rows
from servers.account import STRANGE

from api.live_server import LiveServer, is_problem, wait

TYPES = {
    "text": "text",
    "int": "int",
    "date": "date",
    "timestamp": "timestamp",
    "double": "double precision",
    "decimal": "numeric(10,2)",
    "bool": "boolean",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("remote-home")


@pytest.fixture(scope="module")
def live(home):
    server = LiveServer(home)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def talker(live):
    with live.client() as client:
        yield client


@pytest.fixture(scope="module")
def source(talker, postgresql):
    for statement in insert_statements(make_rows(), "people", TYPES):
        postgresql.run(statement)
    kept = talker.post("/sources", json={"name": "clinic", "url": postgresql.url()}).json()
    opened = talker.post(f"/sources/{kept['id']}/password", json={"password": STRANGE})
    assert opened.status_code == 204, opened.text
    return kept["id"]


@pytest.fixture(scope="module")
def dataset(talker, source):
    body = {"schema": "public", "table": "people"}
    job = wait(talker, talker.post(f"/sources/{source}/datasets", json=body))
    assert job["state"] == "done", job["error"]
    return job["result"]["dataset"]


def test_only_the_address_is_kept_here(talker, dataset, home, postgresql):
    listed = next(each for each in talker.get("/datasets").json() if each["id"] == dataset)
    assert listed["place"] == f"PostgreSQL at 127.0.0.1:{postgresql.port}, public.people"
    shown = talker.get(f"/datasets/{dataset}", headers={"Accept-Language": "es"}).json()["place"]
    assert shown == f"PostgreSQL en 127.0.0.1:{postgresql.port}, public.people"
    folder = home / "datasets" / dataset
    assert not (folder / "data.parquet").exists()
    assert STRANGE not in "".join(
        path.read_text("utf-8") for path in folder.iterdir() if path.suffix == ".json"
    )


def test_the_page_gets_all_it_asks_for(talker, dataset):
    at = f"/datasets/{dataset}"
    for name in ("", "/columns", "/risky-rows", "/preview", "/recommendations", "/verdict"):
        answer = talker.get(at + name)
        assert answer.is_success, (name, answer.text)
    assert talker.get(at).json()["rows"] == 400
    page = talker.get(at + "/rows", params={"limit": 50, "sort": "age"}).json()
    assert page["total"] == 400
    assert len(page["rows"]) == 50


def test_decisions_show_in_the_rows(talker, dataset):
    at = f"/datasets/{dataset}"
    name = "age"
    decision = {"kind": "generalize", "attribute": name, "level": 1}
    assert talker.post(at + "/decisions", json=decision).is_success
    rows = talker.get(at + "/rows", params={"limit": 5}).json()
    place = [column["name"] for column in rows["columns"]].index(name)
    assert any(row["changed"][place] for row in rows["rows"])


def test_a_release_becomes_a_table_in_the_database(talker, dataset, postgresql):
    at = f"/datasets/{dataset}"
    for name in NAMES:
        role = ROLES.get(name, "insensitive")
        decision = {"kind": "role", "attribute": name, "role": role}
        assert talker.post(at + "/decisions", json=decision).is_success
    assert talker.post(at + "/decisions", json={"kind": "suppress", "k": 2}).is_success
    job = wait(talker, talker.post(at + "/export", json={"table": "open_people"}))
    assert job["state"] == "done", job["error"]
    assert job["result"]["verified"]
    assert job["result"]["table"] == "open_people"
    again = wait(talker, talker.post(at + "/export", json={"table": "open_people"}))
    assert again["state"] == "failed"
    assert "already" in again["error"]["message"]
    file = wait(talker, talker.post(at + "/export", json={"format": "csv"}))
    assert file["result"]["rows"] == job["result"]["rows"]


def test_after_a_restart_the_password_is_asked_for(home, live, dataset, source):
    live.stop()
    server = LiveServer(home)
    try:
        with server.client() as client:
            problem = is_problem(client.get(f"/datasets/{dataset}"), 400)
            assert (problem["code"], problem["source"]) == ("password_needed", source)
            job = wait(client, client.post(f"/datasets/{dataset}/export", json={"format": "csv"}))
            assert job["error"]["source"] == source
            client.post(f"/sources/{source}/password", json={"password": STRANGE})
            assert client.get(f"/datasets/{dataset}").json()["rows"] == 400
    finally:
        server.stop()
