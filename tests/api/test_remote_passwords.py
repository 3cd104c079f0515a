"""Who is asked for the password of a database, and that a changed one is asked for anew."""

from __future__ import annotations

import pytest

from api.live_server import LiveServer, is_problem, wait
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import Right

PEOPLE = """
CREATE TABLE people AS SELECT i AS id, i % 90 AS age, i % 2 AS sex FROM generate_series(1, 300) i;
CREATE ROLE bea LOGIN PASSWORD 'first'; GRANT SELECT ON people TO bea;
"""
CHANGED = """
ALTER ROLE bea PASSWORD 'second';
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bea';
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("password-home")


@pytest.fixture(scope="module")
def live(home):
    server = LiveServer(home)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def dataset(live, postgresql):
    postgresql.run(PEOPLE)
    with live.client() as client:
        source = client.post("/sources", json={"name": "a", "url": postgresql.url(user="bea")})
        at = f"/sources/{source.json()['id']}"
        assert client.post(at + "/password", json={"password": "first"}).status_code == 204
        body = {"schema": "public", "table": "people"}
        job = wait(client, client.post(at + "/datasets", json=body))
        return source.json()["id"], job["result"]["dataset"]


def test_a_changed_password_is_asked_for_and_then_used(live, dataset, postgresql):
    source, identity = dataset
    with live.client() as client:
        at = f"/datasets/{identity}"
        assert client.get(at + "/rows", params={"limit": 5}).json()["total"] == 300
        postgresql.run(CHANGED)
        problem = is_problem(client.get(at + "/rows", params={"limit": 5, "sort": "age"}), 400)
        assert (problem["code"], problem["source"]) == ("password_needed", source)
        answer = client.post(f"/sources/{source}/password", json={"password": "second"})
        assert answer.status_code == 204, answer.text
        assert client.get(at + "/rows", params={"limit": 5, "sort": "age"}).json()["total"] == 300


def test_whoever_may_not_use_the_source_is_not_told_of_it(home, live, dataset):
    source, identity = dataset
    live.stop()
    token = Tokens(home).issue("cleo", {identity: Right.VIEW}, renew=True)
    server = LiveServer(home)
    try:
        with server.client(token) as guest:
            problem = is_problem(guest.get(f"/datasets/{identity}"), 404)
            assert "source" not in problem
            assert source not in problem["message"] + problem["hint"]
            assert "its source was removed, or is not yours" in problem["message"]
    finally:
        server.stop()
