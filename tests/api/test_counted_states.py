"""One choice of levels, counted in the database where there are too many combinations to fetch."""

from __future__ import annotations

import json

import pytest
from engine_agreement import open_as
from remote_rows import NAMES, ROLES, insert_statements, keep_rows, make_rows
from servers.account import STRANGE

from api.live_server import LiveServer, wait
from api.test_remote_datasets import TYPES


@pytest.fixture(scope="module")
def talker(tmp_path_factory):
    server = LiveServer(tmp_path_factory.mktemp("states-home"), "--most-combinations", "150")
    with server.client() as client:
        yield client
    server.stop()


@pytest.fixture(scope="module")
def dataset(talker, postgresql):
    for statement in insert_statements(make_rows(), "crowded", TYPES):
        postgresql.run(statement)
    source = talker.post("/sources", json={"name": "clinic", "url": postgresql.url()}).json()["id"]
    talker.post(f"/sources/{source}/password", json={"password": STRANGE})
    body = {"schema": "public", "table": "crowded"}
    job = wait(talker, talker.post(f"/sources/{source}/datasets", json=body))
    at = f"/datasets/{job['result']['dataset']}"
    for name in NAMES:
        decision = {"kind": "role", "attribute": name, "role": ROLES.get(name, "identifier")}
        assert talker.post(at + "/decisions", json=decision).is_success, name
    return at


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """The same rows in memory, which are few enough there."""
    stored = keep_rows(make_rows(), tmp_path_factory.mktemp("stored"))
    table = open_as(stored, {**dict.fromkeys(NAMES, "identifier"), **ROLES})
    yield table
    table.close()


def count(talker, at, **choice):
    job = wait(talker, talker.post(at + "/states", json=choice))
    assert job["state"] == "done", job["error"]
    return talker.get(at + "/states").json()["state"]


def test_levels_can_be_chosen_once_the_values_were_looked_at(talker, dataset, crowd):
    shown = talker.get(dataset).json()
    assert shown["can_count"]
    assert shown["too_large"]["stopped"], "PostgreSQL counts no further than the limit"
    assert talker.get(dataset + "/states").json() == {"columns": [], "state": None}
    job = wait(talker, talker.post(dataset + "/states/levels"))
    assert job["state"] == "done", job["error"]
    answer = talker.get(dataset + "/states").json()
    assert answer["state"] is None
    assert [column["attribute"] for column in answer["columns"]] == list(crowd.hierarchies)
    for column in answer["columns"]:
        hierarchy = crowd.hierarchies[column["attribute"]]
        assert [each["level"] for each in column["levels"]] == list(range(hierarchy.height + 1))
        assert [each["title"] for each in column["levels"]] == [
            str(hierarchy.title(level)) for level in range(hierarchy.height + 1)
        ]


def test_figures_and_next_steps_are_those_of_the_crowd(talker, dataset, crowd):
    for levels, k in (({}, 1), ({"age": 1, "city": 1}, 3)):
        ours = count(talker, dataset, levels=levels, k=k)
        theirs = crowd.recommend(levels, k)
        for name, value in json.loads(json.dumps(theirs.now.to_dict())).items():
            if name != "reasons":  # roles were chosen here, and guessed there
                assert ours["risk"][name] == value, name
        known = json.loads(json.dumps(theirs.to_dict()))["generalizations"]
        assert ours["generalizations"] == known
        assert ours["levels"] == theirs.state
        assert ours["combinations"] == crowd.risk(levels).classes
        assert (ours["k"], ours["most"], ours["notes"]) == (k, 150, [])


def test_what_was_counted_opens_as_first_levels(talker, dataset):
    heights = {
        column["attribute"]: column["levels"][-1]["level"]
        for column in talker.get(dataset + "/states").json()["columns"]
    }
    chosen = {"Born": heights["Born"], "age": heights["age"], "city": 1}
    state = count(talker, dataset, levels=chosen, k=1)
    assert state["combinations"] <= 150
    job = wait(talker, talker.post(dataset + "/first-levels", json={"levels": state["levels"]}))
    assert job["state"] == "done", job["error"]
    shown = talker.get(dataset).json()
    assert shown["too_large"] is None
    assert shown["risk"]["average_risk"] == state["risk"]["average_risk"]
    columns = talker.get(dataset + "/states").json()["columns"]
    assert columns == [], "nothing was looked at since"
    again = count(talker, dataset, levels=chosen, k=1)
    assert again["risk"]["average_risk"] == state["risk"]["average_risk"]
    levels = {
        column["attribute"]: column["level"]
        for column in talker.get(dataset + "/states").json()["columns"]
    }
    assert {name: level for name, level in levels.items() if level} == chosen


def test_a_choice_that_makes_no_sense_is_refused(talker, dataset):
    for choice in ({"levels": {"nobody": 1}}, {"levels": {"age": 99}}, {"k": 401}):
        job = wait(talker, talker.post(dataset + "/states", json=choice))
        assert job["state"] == "failed"
        assert job["error"]["hint"]
    assert talker.post(dataset + "/states", json={"k": 0}).status_code == 400


def upload(talker, text: str) -> str:
    job = wait(talker, talker.post("/datasets", files={"file": ("many.csv", text)}))
    assert job["state"] == "done", job["error"]
    return f"/datasets/{job['result']['dataset']}"


def test_files_are_counted_too_but_not_protections_that_need_the_crowd(talker):
    lines = [f"{n % 90},{n % 7},{n * 37 % 1000}" for n in range(2000)]
    at = upload(talker, "age,ward,income\n" + "\n".join(lines) + "\n")
    for name, role in {"age": "quasi", "ward": "quasi", "income": "sensitive"}.items():
        decision = {"kind": "role", "attribute": name, "role": role}
        assert talker.post(at + "/decisions", json=decision).is_success
    shown = talker.get(at).json()
    assert shown["too_large"]["rows"] == 2000
    assert not shown["too_large"]["stopped"]
    assert shown["can_count"]
    assert shown["can_raise"]
    state = count(talker, at, levels={"age": 1}, k=2)
    assert state["risk"]["suppressed_rows"] == 0
    assert state["notes"] == [
        "The protection of 'income' is not checked here: that needs all combinations."
    ]


def test_people_with_several_rows_are_not_counted_one_choice_at_a_time(talker):
    lines = [f"P{n % 700},{n % 90},{n % 7}" for n in range(2000)]
    at = upload(talker, "patient,age,ward\n" + "\n".join(lines) + "\n")
    decision = {"kind": "role", "attribute": "patient", "role": "person"}
    assert talker.post(at + "/decisions", json=decision).is_success
    assert not talker.get(at).json()["can_count"]
    job = wait(talker, talker.post(at + "/states/levels"))
    assert job["error"]["code"] == "not_now"


def test_an_estimate_may_be_one_more_than_fits(talker):
    """151 combinations, counted exactly: that is no reason to say that there are more."""
    lines = [f"{n % 151},{n % 151}x" for n in range(2000)]
    at = upload(talker, "age,zip\n" + "\n".join(lines) + "\n")
    for name in ("age", "zip"):
        talker.post(at + "/decisions", json={"kind": "role", "attribute": name, "role": "quasi"})
    size = talker.get(at).json()["too_large"]
    assert (size["combinations"], size["most"], size["stopped"]) == (151, 150, False)
