"""A data set with too many combinations: figures and choices, and a choice that is kept."""

from __future__ import annotations

import pytest
from remote_rows import NAMES, ROLES, insert_statements, make_rows
from servers.account import STRANGE

from api.live_server import PEOPLE, LiveServer, is_problem, wait
from api.test_remote_datasets import TYPES


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("first-levels-home")


@pytest.fixture(scope="module")
def live(home):
    server = LiveServer(home, "--most-combinations", "150")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def talker(live):
    with live.client() as client:
        yield client


@pytest.fixture(scope="module")
def dataset(talker, postgresql):
    for statement in insert_statements(make_rows(), "crowded", TYPES):
        postgresql.run(statement)
    source = talker.post("/sources", json={"name": "clinic", "url": postgresql.url()}).json()["id"]
    talker.post(f"/sources/{source}/password", json={"password": STRANGE})
    body = {"schema": "public", "table": "crowded"}
    job = wait(talker, talker.post(f"/sources/{source}/datasets", json=body))
    assert job["state"] == "done", job["error"]
    return job["result"]["dataset"]


def test_the_page_gets_figures_and_what_can_be_done(talker, dataset):
    shown = talker.get(f"/datasets/{dataset}").json()
    assert shown["risk"] is None
    assert shown["too_large"]["most"] == 150
    assert shown["too_large"]["combinations"] > 150
    assert set(shown["too_large"]["columns"]) <= set(NAMES)
    assert shown["can_raise"]
    refused = talker.get(f"/datasets/{dataset}/verdict")
    assert is_problem(refused, 400, "crowd_too_large")


def test_roles_can_be_chosen_where_nothing_is_counted(talker, dataset):
    at = f"/datasets/{dataset}"
    assert talker.get(at + "/columns").is_success
    for name in NAMES:
        decision = {"kind": "role", "attribute": name, "role": ROLES.get(name, "identifier")}
        assert talker.post(at + "/decisions", json=decision).is_success, name
    shown = talker.get(at).json()
    assert shown["too_large"]["columns"] == ["city", "age", "Born", "alive", "select"]


def test_levels_are_proposed_chosen_and_kept(talker, dataset, live, home):
    at = f"/datasets/{dataset}"
    assert talker.get(at + "/first-levels").json() == {
        "found": False,
        "levels": [],
        "combinations": None,
    }
    sought = wait(talker, talker.post(at + "/first-levels/proposal"))
    assert sought["state"] == "done", sought["error"]
    proposal = talker.get(at + "/first-levels").json()
    assert proposal["found"]
    assert 0 < proposal["combinations"] <= 150
    levels = {each["attribute"]: each["level"] for each in proposal["levels"]}
    assert levels
    chosen = wait(talker, talker.post(at + "/first-levels", json={"levels": levels}))
    assert chosen["state"] == "done", chosen["error"]
    shown = talker.get(at).json()
    assert shown["too_large"] is None
    assert shown["risk"]["original_rows"] == 400
    assert len(shown["beginnings"]) == len(levels)
    assert talker.get(at + "/rows", params={"limit": 5}).json()["total"] == 400
    assert talker.post(at + "/decisions", json={"kind": "suppress", "k": 2}).is_success
    exported = wait(talker, talker.post(at + "/export", json={"format": "csv"}))
    assert exported["state"] == "done", exported["error"]
    assert exported["result"]["verified"]


def test_a_choice_that_makes_no_sense_is_refused(talker, dataset):
    at = f"/datasets/{dataset}/first-levels"
    for levels in ({"nobody": 1}, {"age": 99}):
        job = wait(talker, talker.post(at, json={"levels": levels}))
        assert job["state"] == "failed"
        assert job["error"]["hint"]
    decision = {"kind": "generalize", "attribute": "city", "level": 1}
    taken = talker.post(f"/datasets/{dataset}/decisions", json=decision)
    assert taken.is_success, taken.text
    job = wait(talker, talker.post(at, json={"levels": {}}))
    assert job["error"]["code"] == "not_now"
    assert talker.get(f"/datasets/{dataset}").json()["beginnings"]


def test_an_uploaded_file_says_so_too(talker):
    lines = "name,age,sex,disease\n" + "".join(
        f"P{n},{n % 90},{'fm'[n % 2]}{n % 7},flu{n % 3}\n" for n in range(2000)
    )
    job = wait(talker, talker.post("/datasets", files={"file": ("many.csv", lines)}))
    assert job["state"] == "done", job["error"]
    shown = talker.get(f"/datasets/{job['result']['dataset']}").json()
    assert shown["too_large"]["rows"] == 2000
    assert not shown["can_raise"]
    few = wait(talker, talker.post("/datasets", files={"file": ("few.csv", PEOPLE)}))
    assert talker.get(f"/datasets/{few['result']['dataset']}").json()["too_large"] is None
