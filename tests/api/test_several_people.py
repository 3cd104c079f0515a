"""Several people on one server: each sees the data sets that their token allows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from api.live_server import LiveServer, is_problem, upload, wait
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import Right


@pytest.fixture
def tokens(server: LiveServer) -> Tokens:
    return Tokens(Path(server.told["workspace"]))


def test_two_tokens_see_only_their_data_sets(server, client, tokens):
    with (
        server.client(tokens.issue("ana", renew=True)) as ana,
        server.client(tokens.issue("bob", renew=True)) as bob,
    ):
        hers, his = upload(ana), upload(bob)
        assert [one["id"] for one in ana.get("/datasets").json()] == [hers]
        assert [one["id"] for one in bob.get("/datasets").json()] == [his]
        assert {hers, his} <= {one["id"] for one in client.get("/datasets").json()}
        assert bob.get("/status").json()["user"] == "bob"
        for method, path in (
            ("GET", ""),
            ("DELETE", ""),
            ("GET", "/rows"),
            ("GET", "/columns"),
            ("GET", "/preview"),
            ("GET", "/recommendations"),
            ("GET", "/compare"),
            ("GET", "/population-risk?population_size=1000"),
            ("GET", "/history"),
            ("GET", "/risky-rows"),
            ("GET", "/subsets"),
            ("GET", "/standouts"),
            ("GET", "/standouts/file"),
            ("GET", "/remedy"),
            ("GET", "/hierarchies/age"),
            ("DELETE", "/decisions/d1"),
        ):
            is_problem(bob.request(method, f"/datasets/{hers}{path}"), 403, "not_allowed")
        for path, body in (
            ("/decisions", {"kind": "suppress", "k": 2}),
            ("/jump", {"revision_of_state": 0}),
            ("/decisions/d1/redo", {}),
            ("/export", {"format": "csv"}),
            ("/standouts", {"k": 2}),
            ("/hierarchies/age/preview", {}),
        ):
            is_problem(bob.post(f"/datasets/{hers}{path}", json=body), 403, "not_allowed")
        assert ana.get(f"/datasets/{hers}").json()["revision"] == 0


def test_the_work_of_others_is_theirs(server, tokens):
    with (
        server.client(tokens.issue("ana", renew=True)) as ana,
        server.client(tokens.issue("bob", renew=True)) as bob,
    ):
        dataset = upload(ana)
        started = ana.post(f"/datasets/{dataset}/export", json={"format": "csv"})
        job = wait(ana, started)
        download = job["result"]["download"].removeprefix("/api/v1")
        is_problem(bob.get(f"/jobs/{job['id']}"), 403)
        is_problem(bob.get(f"/jobs/{job['id']}/events"), 403)
        is_problem(bob.delete(f"/jobs/{job['id']}"), 403)
        is_problem(bob.get(download), 403)
        assert ana.get(download).status_code == 200


def test_a_data_set_can_be_shared(server, client, tokens):
    dataset = upload(client)
    with server.client(tokens.issue("cy", {dataset: Right.VIEW}, renew=True)) as cy:
        assert [one["id"] for one in cy.get("/datasets").json()] == [dataset]
        assert cy.get(f"/datasets/{dataset}").status_code == 200


def test_many_people_move_sliders_at_once(server, client, dataset):
    def move(number: int) -> tuple[int, float]:
        with httpx.Client(headers=client.headers, timeout=30) as person:
            asked = {"levels": f'{{"age": {number % 3}}}', "k": number % 2 + 1}
            address = f"{server.url}/api/v1/datasets/{dataset}/preview"
            found = [person.get(address, params=asked) for _ in range(3)]
            assert {one.status_code for one in found} == {200}
            return number % 6, found[0].json()["risk"]["average_risk"]

    with ThreadPoolExecutor(12) as crowd:
        seen = set(crowd.map(move, range(24)))
    assert len(seen) == 6


def test_decisions_of_many_are_all_kept_and_in_order(client, dataset):
    def decide(number: int) -> int:
        body = {"kind": "suppress", "k": number % 5 + 1}
        return client.post(f"/datasets/{dataset}/decisions", json=body).status_code

    with ThreadPoolExecutor(6) as crowd:
        assert set(crowd.map(decide, range(18))) == {200}
    events = client.get(f"/datasets/{dataset}/history").json()["events"]
    assert [one["revision"] for one in events] == list(range(1, 19))


def test_only_one_of_two_that_decide_at_once_wins(client, dataset):
    def decide(k: int) -> int:
        body = {"kind": "suppress", "k": k, "revision": 0}
        return client.post(f"/datasets/{dataset}/decisions", json=body).status_code

    with ThreadPoolExecutor(4) as crowd:
        assert sorted(crowd.map(decide, (2, 3, 4, 5))) == [200, 409, 409, 409]
