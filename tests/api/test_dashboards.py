"""A dashboard for another platform by one request, opened by a link that works once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from api.live_server import PEOPLE, LiveServer, is_problem, upload

SETUP = {
    "roles": {"age": "quasi", "sex": "quasi", "disease": "sensitive", "name": "identifier"},
    "hierarchies": {"age": "30;young;*\n41;middle;*\n52;old;*\n53;old;*\n"},
    "goal": {"preset": "partner", "important": [["age"], ["sex"]], "use": "statistics"},
    "step": "safe",
}


def create(client: httpx.Client, setup: object = SETUP, content: str = PEOPLE) -> httpx.Response:
    files = {"file": ("people.csv", content), "setup": (None, json.dumps(setup))}
    return client.post("/dashboards", files=files)


def begin(server: LiveServer, link: dict) -> httpx.Response:
    """What the page does with its link."""
    ticket = urlsplit(link["url"]).fragment.removeprefix("ticket=")
    headers = {"Authorization": f"Bearer {ticket}", "Origin": server.url}
    return httpx.post(f"{server.url}/api/v1/frames", headers=headers)


@pytest.fixture
def link(client: httpx.Client) -> Iterator[dict]:
    answer = create(client)
    assert answer.status_code == 201, answer.text
    yield answer.json()
    client.delete(f"/datasets/{answer.json()['id']}")


def test_one_request_makes_a_data_set_with_roles_hierarchies_and_goal(server, client, link):
    assert link["url"] == server.url + link["path"]
    assert urlsplit(link["url"]).path == f"/embed/datasets/{link['id']}/safe"
    assert server.token not in link["url"]
    view = client.get(f"/datasets/{link['id']}").json()
    roles = {each["name"]: each["role"] for each in view["attributes"]}
    assert roles == SETUP["roles"]
    hierarchy = client.get(f"/datasets/{link['id']}/hierarchies/age").json()
    assert "young" in json.dumps(hierarchy)
    goal = client.get(f"/datasets/{link['id']}/goal").json()["goal"]
    assert goal == {"preset": "partner", "important": [["age"], ["sex"]], "use": "statistics"}


def test_a_link_opens_once_and_reaches_one_data_set(server, client, link):
    other = upload(client)
    begun = begin(server, link)
    assert begun.status_code == 201, begun.text
    session = begun.json()
    assert (session["dataset"], session["seconds"]) == (link["id"], 12 * 3600)
    is_problem(begin(server, link), 401, "unauthorized")
    with server.client(session["token"]) as page:
        assert page.get(f"/datasets/{link['id']}").json()["right"] == "work"
        decision = {"kind": "generalize", "attribute": "age", "level": 1}
        assert page.post(f"/datasets/{link['id']}/decisions", json=decision).is_success
        assert page.get("/catalogue").is_success
        for method, path in (
            ("GET", "/datasets"),
            ("GET", f"/datasets/{other}"),
            ("GET", "/sources"),
            ("POST", f"/datasets/{link['id']}/link"),
            ("POST", "/dashboards"),
            ("DELETE", f"/datasets/{link['id']}"),
            ("PUT", "/presets/mine"),
        ):
            is_problem(page.request(method, path), 403, "not_allowed")
    client.delete(f"/datasets/{other}")


def test_another_link_to_the_same_data_set(server, client, link):
    again = client.post(f"/datasets/{link['id']}/link", json={"step": "take"}).json()
    assert again["id"] == link["id"]
    assert urlsplit(again["url"]).path.endswith("/take")
    assert begin(server, again).status_code == 201
    assert begin(server, link).status_code == 201, "each link opens by itself"


def test_a_ticket_is_no_token(server, link):
    ticket = urlsplit(link["url"]).fragment.removeprefix("ticket=")
    with server.client(ticket) as thief:
        is_problem(thief.get(f"/datasets/{link['id']}"), 401, "unauthorized")
    assert begin(server, link).status_code == 201, "it was not spent by that"


def test_without_a_setup_everything_is_guessed(client):
    answer = client.post("/dashboards", files={"file": ("people.csv", PEOPLE)})
    assert answer.status_code == 201
    assert urlsplit(answer.json()["url"]).path.endswith("/see")
    client.delete(f"/datasets/{answer.json()['id']}")


def test_with_nothing_to_measure_it_opens_where_roles_are_chosen(client):
    answer = create(client, {"roles": dict.fromkeys(SETUP["roles"], "insensitive")})
    assert answer.status_code == 201, answer.text
    assert urlsplit(answer.json()["url"]).path.endswith("/columns")
    client.delete(f"/datasets/{answer.json()['id']}")


def test_a_person_key(client):
    answer = create(client, {"person": "name"})
    assert answer.status_code == 201, answer.text
    view = client.get(f"/datasets/{answer.json()['id']}").json()
    roles = {each["name"]: each["role"] for each in view["attributes"]}
    assert roles["name"] == "person"
    client.delete(f"/datasets/{answer.json()['id']}")


@pytest.mark.parametrize(
    ("setup", "status", "message"),
    [
        ({"roles": {"agee": "quasi"}}, 400, "agee"),
        ({"roles": {"age": "secret"}}, 400, "not have the expected form"),
        ({"hierarchies": {"age": "30;young;*\n"}}, 400, "age"),
        ({"hierarchies": {"nobody": "30;*\n"}}, 400, "nobody"),
        ({"goal": {"preset": "mars"}}, 400, "mars"),
        ({"goal": {"important": [["nobody"]]}}, 400, "nobody"),
        ({"goal": {"use": "fun"}}, 400, "not have the expected form"),
        ({"person": "nobody"}, 400, "nobody"),
        ({"person": "name", "roles": {"age": "person"}}, 400, "one person key"),
        ({"person": "name", "roles": {"name": "quasi"}}, 400, "another role"),
        ({"reading": {"encoding": "utf-9"}}, 400, "utf-9"),
        ({"step": "start"}, 400, "not have the expected form"),
        ({"color": "red"}, 400, "not have the expected form"),
        ([], 400, "not have the expected form"),
    ],
)
def test_what_is_wrong_is_refused_in_words_and_leaves_nothing(
    server, client, setup, status, message
):
    before = client.get("/datasets").json()
    problem = is_problem(create(client, setup), status)
    assert message in problem["message"]
    assert problem["hint"]
    assert client.get("/datasets").json() == before
    home = Path(server.told["workspace"])
    assert not list((home / "uploads").iterdir())
    assert {each.name for each in (home / "datasets").iterdir()} == {each["id"] for each in before}


def test_parts_are_bounded_and_come_once(server, client):
    files = [("file", ("people.csv", PEOPLE)), ("setup", (None, "{}")), ("setup", (None, "{}"))]
    problem = is_problem(client.post("/dashboards", files=files), 400)
    assert "twice" in problem["message"]
    large = json.dumps({"hierarchies": {"age": "x" * (17 << 20)}})
    files = [("setup", (None, large)), ("file", ("people.csv", PEOPLE))]
    problem = is_problem(client.post("/dashboards", files=files), 413, "too_large")
    assert not list((Path(server.told["workspace"]) / "uploads").iterdir())
    file_alone = {"setup": (None, "{}")}
    is_problem(client.post("/dashboards", files=file_alone), 400)
    is_problem(create(client, "x", "a,b\n1,x\x00y\n"), 400)
    big = {"file": ("people.csv", "age,sex\n" + "30,f\n" * 300_000), "setup": (None, "{}")}
    is_problem(client.post("/dashboards", files=big), 413, "too_large")


def test_somebody_who_may_look_gets_a_link_to_look(server, tmp_path):
    from incrowd.workspace.tokens import Tokens
    from incrowd.workspace.users import Right

    with server.client() as owner:
        dataset = upload(owner)
        token = Tokens(Path(server.told["workspace"])).issue("vera", {dataset: Right.VIEW})
        with server.client(token) as vera:
            link = vera.post(f"/datasets/{dataset}/link").json()
        with server.client(begin(server, link).json()["token"]) as page:
            assert page.get(f"/datasets/{dataset}").json()["right"] == "view"
            decision = {"kind": "suppress", "k": 2}
            is_problem(page.post(f"/datasets/{dataset}/decisions", json=decision), 403)
        owner.delete(f"/datasets/{dataset}")
