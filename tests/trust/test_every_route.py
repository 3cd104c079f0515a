"""Every route of the description, with every kind of wrong access and with another's token."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from api.linked_tables import HOSPITAL_A, HOSPITAL_B, question
from api.live_server import PEOPLE, LiveServer, upload, wait

from incrowd.api.openapi import document
from incrowd.workspace.tokens import Tokens

PATHS = json.loads(document())["paths"]
ROUTES = [
    (method.upper(), path)
    for path, operations in sorted(PATHS.items())
    for method in sorted(operations)
    if method in ("get", "post", "put", "patch", "delete")
]
WRONG: dict[str, dict[str, str]] = {
    "no token": {},
    "a wrong one": {"Authorization": "Bearer wrong"},
    "an empty one": {"Authorization": "Bearer"},
    "another scheme": {"Authorization": "Basic aW5jcm93ZDppbmNyb3dk"},
    "a wrong cookie": {"Cookie": "incrowd_token=wrong"},
    "a foreign page": {"Origin": "https://evil.example", "Authorization": "Bearer TOKEN"},
    "a foreign name": {"Host": "evil.example", "Authorization": "Bearer TOKEN"},
}

KEPT = {"export", "attack", "advice", "repairs", "scan", "query"}
"""Kinds of things of which all that can be fetched is there for whoever asked for it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("home"))
    yield server
    assert server.stop() == ("", "")


def result(client: httpx.Client, path: str, **body: object) -> dict[str, str]:
    """What a job comes to."""
    job = wait(client, client.post(path, json=body))
    assert job["state"] == "done", job
    return {**job["result"], "job": job["id"]}


@pytest.fixture(scope="module")
def ids(server: LiveServer) -> dict[str, str]:
    """Things of the owner, by the names that paths have for their ids."""
    with server.client() as client:
        dataset = upload(client)
        body = {"kind": "suppress", "k": 2}
        assert client.post(f"/datasets/{dataset}/decisions", json=body).is_success
        export = result(client, f"/datasets/{dataset}/export", format="csv")
        run = result(client, f"/datasets/{dataset}/automatic", k=2, max_suppression=1)["run"]
        people = upload(client, "name,age,sex\nAna,30,f\nBob,41,m\n", "voters.csv")
        attack = result(client, "/attacks", release=dataset, people=people)["attack"]
        source = client.post("/sources", json={"name": "far", "url": "postgresql://ann@db/clinic"})
        return {
            **leaks_of(client),
            **answers_of(client),
            "dataset_id": dataset,
            "decision_id": "d1",
            "job_id": export["job"],
            "export_id": export["download"].split("/")[-2],
            "run_id": run,
            "attack_id": attack,
            "person": "0",
            "source_id": source.json()["id"],
            "attribute": "age",
            "name": "public",
        }


def leaks_of(client: httpx.Client) -> dict[str, str]:
    """What was asked of two linked releases."""
    hospitals = (upload(client, HOSPITAL_A, "a.csv"), upload(client, HOSPITAL_B, "b.csv"))
    asked = question(*hospitals)
    leak = {**asked, "know": {"Age": "20-30", "Nationality": "European"}, "threshold": 0.3}
    return {
        "linked/scans": result(client, "/linked/scan", **asked)["scan"],
        "advice_id": result(client, "/linked/advice", **asked)["advice"],
        "repairs_id": result(client, "/linked/repairs", **leak)["repairs"],
    }


def answers_of(client: httpx.Client) -> dict[str, str]:
    """A query, and a scan of what it answered."""
    result(client, "/queries/tables", name="people", dataset=upload(client, PEOPLE, "queried.csv"))
    query = result(client, "/queries", sql="SELECT age, sex, disease FROM people")["query"]
    scan = result(client, f"/queries/{query}/scan", sensitive="disease")["scan"]
    return {"query_id": query, "queries/scans": scan}


def address(server: LiveServer, path: str, ids: dict[str, str]) -> str:
    for kind in ("linked/scans", "queries/scans"):
        path = path.replace(f"{kind}/{{scan_id}}", f"{kind}/{ids.get(kind, '{scan_id}')}")
    filled = re.sub(r"\{(\w+)\}", lambda found: ids.get(found[1], "0123456789abcdef"), path)
    return server.url + (filled if filled.startswith("/api/v1") else f"/api/v1{filled}")


def test_the_description_has_all_routes() -> None:
    assert len(ROUTES) >= 82


@pytest.mark.parametrize("kind", list(WRONG))
def test_no_route_answers_to_wrong_access(
    kind: str, server: LiveServer, ids: dict[str, str]
) -> None:
    headers = {name: text.replace("TOKEN", server.token) for name, text in WRONG[kind].items()}
    open_routes = []
    with httpx.Client(timeout=30) as client:
        for method, path in ROUTES:
            answer = client.request(method, address(server, path, ids), headers=headers, json={})
            if answer.status_code not in (401, 403):
                open_routes.append((method, path, answer.status_code))
            assert ids["dataset_id"] not in answer.text
    assert open_routes == []
    with server.client() as owner:
        assert owner.get(f"/datasets/{ids['dataset_id']}").json()["revision"] == 1


def test_somebody_else_sees_and_changes_nothing(server: LiveServer, ids: dict[str, str]) -> None:
    token = Tokens(Path(server.told["workspace"])).issue("eve")
    leaks = []
    with httpx.Client(timeout=30, headers={"Authorization": f"Bearer {token}"}) as eve:
        for method, path in ROUTES:
            if not set(re.findall(r"\{(\w+_id)\}", path)):
                continue
            answer = eve.request(method, address(server, path, ids), json={})
            if answer.status_code == 400:  # a bad request is one whatever it is about
                unknown = eve.request(method, address(server, path, {}), json={})
                assert answer.text == unknown.text
            elif answer.status_code not in (403, 404):
                leaks.append((method, path, answer.status_code))
        assert eve.get(f"{server.url}/api/v1/datasets").json() == []
    assert leaks == []
    with server.client() as owner:
        assert owner.get(f"/datasets/{ids['dataset_id']}").json()["revision"] == 1
        for method, path in ROUTES:
            if method == "GET" and set(re.findall(r"\{(\w+)_id\}", path)) & KEPT:
                answer = owner.get(address(server, path, ids).removeprefix(f"{server.url}/api/v1"))
                assert answer.is_success, path
