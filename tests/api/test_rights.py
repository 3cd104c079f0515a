"""View, work, own: what somebody may do with a data set that was shared with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.live_server import LiveServer, is_problem, upload, wait
from incrowd.api.openapi import document
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.users import Right

LOOKING = {
    ("POST", "/standouts"): {"k": 2},
    ("POST", "/hierarchies/{attribute}/preview"): {},
    ("POST", "/states"): {"levels": {}, "k": 1},
    ("POST", "/states/levels"): None,
    ("POST", "/own-attack"): None,
    ("POST", "/hierarchies/{attribute}/risk"): {"level": 0, "k": 2},
    ("POST", "/link"): None,
}
"""What asks a question, although it is no GET."""
WITH_A_RECIPE = {("POST", "/recipe/preview")}
"""What asks a question about a recipe, which has to be fetched first."""
WORKING = {
    ("POST", "/decisions"): {"kind": "suppress", "k": 2},
    ("DELETE", "/decisions/{decision_id}"): None,
    ("POST", "/decisions/{decision_id}/redo"): {},
    ("POST", "/jump"): {"revision_of_state": 0},
    ("POST", "/back"): {"decision": "d1"},
    ("POST", "/automatic"): {"k": 2},
    ("POST", "/automatic/{run_id}/adopt"): {},
    ("DELETE", "/automatic/{run_id}"): None,
    ("PATCH", "/automatic/{run_id}"): {"name": "mine"},
    ("POST", "/state"): {"levels": {}, "k": 1},
    ("POST", "/export"): {"format": "csv"},
    ("POST", "/first-levels"): {"levels": {}},
    ("POST", "/first-levels/proposal"): None,
    ("PUT", "/preset"): {"preset": "internal"},
    ("PUT", "/goal"): {"preset": "internal", "use": "lookup"},
    ("POST", "/proposals"): None,
    ("POST", "/reading"): {"header": "yes"},
    ("POST", "/recipe"): {"recipe": {"incrowd_recipe": 1}},
    ("POST", "/copies"): {"without_row": 1},
    ("POST", "/techniques/preview"): {"techniques": ["age:round=5"]},
    ("POST", "/techniques"): {"techniques": ["age:round=5"]},
    ("POST", "/front/local"): {"wish": {"k": 2, "method": "priority"}, "ks": [2]},
}
OWNING = {("DELETE", ""): None}
ALL_CHANGES = {**WORKING, **OWNING}


@pytest.fixture
def tokens(server: LiveServer) -> Tokens:
    return Tokens(Path(server.told["workspace"]))


@pytest.fixture
def theirs(client: httpx.Client) -> str:
    return upload(client)


@pytest.fixture
def viewer(server: LiveServer, tokens: Tokens, theirs: str) -> Iterator[httpx.Client]:
    with server.client(tokens.issue("vera", {theirs: Right.VIEW}, renew=True)) as person:
        yield person


@pytest.fixture
def worker(server: LiveServer, tokens: Tokens, theirs: str) -> Iterator[httpx.Client]:
    with server.client(tokens.issue("will", {theirs: Right.WORK}, renew=True)) as person:
        yield person


def ask(client: httpx.Client, dataset: str, operation: tuple[str, str], body) -> httpx.Response:
    method, path = operation
    path = path.replace("{attribute}", "age").replace("{decision_id}", "d1")
    address = f"/datasets/{dataset}{path.replace('{run_id}', '0123456789abcdef')}"
    return client.request(method, address, json=body)


def test_every_operation_on_a_data_set_needs_some_right():
    found = set()
    for path, operations in json.loads(document())["paths"].items():
        _, inside, rest = path.partition("/datasets/{dataset_id}")
        found |= {(method.upper(), rest) for method in operations if inside and method != "get"}
    assert found == {*LOOKING, *WITH_A_RECIPE, *ALL_CHANGES}


def test_whoever_may_view_changes_nothing(client, viewer, theirs):
    before = client.get(f"/datasets/{theirs}").json()
    for operation, body in ALL_CHANGES.items():
        is_problem(ask(viewer, theirs, operation, body), 403, "not_allowed")
    for operation, body in LOOKING.items():
        assert ask(viewer, theirs, operation, body).is_success
    recipe = {"recipe": client.get(f"/datasets/{theirs}/recipe").json()}
    for operation in WITH_A_RECIPE:
        assert ask(viewer, theirs, operation, recipe).is_success
    for path in ("", "/rows", "/columns", "/subsets", "/history", "/verdict", "/recommendations"):
        assert viewer.get(f"/datasets/{theirs}{path}").is_success
    assert client.get(f"/datasets/{theirs}").json() == before
    assert viewer.get(f"/datasets/{theirs}").json()["right"] == "view"
    assert [one["right"] for one in viewer.get("/datasets").json()] == ["view"]


def test_whoever_works_may_not_delete(client, worker, theirs):
    for operation, body in WORKING.items():
        assert ask(worker, theirs, operation, body).status_code != 403, operation
    problem = is_problem(ask(worker, theirs, ("DELETE", ""), None), 403, "not_allowed")
    assert problem["hint"] == "Ask them, or export a file."
    table = {"format": "csv", "table": "copy"}
    is_problem(ask(worker, theirs, ("POST", "/export"), table), 403, "not_allowed")
    assert client.get(f"/datasets/{theirs}").json()["right"] == "own"


def test_whoever_only_views_cannot_fetch_what_others_exported(client, viewer, worker, theirs):
    job = wait(worker, worker.post(f"/datasets/{theirs}/export", json={"format": "csv"}))
    download = job["result"]["download"].removeprefix("/api/v1")
    is_problem(viewer.get(download), 403, "not_allowed")
    assert client.get(download).status_code == 200


def test_the_right_to_own_covers_deleting(server, tokens, client, theirs):
    with server.client(tokens.issue("olga", {theirs: Right.OWN}, renew=True)) as person:
        assert person.delete(f"/datasets/{theirs}").status_code == 204
    is_problem(client.get(f"/datasets/{theirs}"), 404)


def test_a_right_is_lost_at_once(tokens, viewer, theirs):
    assert viewer.get(f"/datasets/{theirs}").is_success
    tokens.revoke("vera")
    is_problem(viewer.get(f"/datasets/{theirs}"), 401)


def test_presets_that_others_go_by_are_safe_from_them(client, worker):
    ours = {"title": "our clinic", "limits": {"smallest_group": 8}}
    lax = {"title": "our clinic", "limits": {"smallest_group": 2}}
    saved = client.put("/presets/shared", json=ours).json()
    try:
        is_problem(worker.put("/presets/shared", json=lax), 403, "not_allowed")
        is_problem(worker.delete("/presets/shared"), 403, "not_allowed")
        assert worker.put("/presets/mine", json=lax).is_success
        assert saved in client.get("/presets").json()
    finally:
        assert client.delete("/presets/shared").is_success
        assert client.delete("/presets/mine").is_success


def test_rights_are_kept_as_words(server, tokens, theirs):
    tokens.issue("vera", {theirs: Right.VIEW}, renew=True)
    kept = json.loads((Path(server.told["workspace"]) / "tokens.json").read_text()).values()
    assert {"user": "vera", "datasets": {theirs: "view"}} in kept
