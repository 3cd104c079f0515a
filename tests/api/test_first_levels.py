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


def upload(talker, name, text):
    job = wait(talker, talker.post("/datasets", files={"file": (name, text)}))
    assert job["state"] == "done", job["error"]
    return f"/datasets/{job['result']['dataset']}"


def choose_proposal(talker, at):
    """Take the levels that incrowd proposes for a data set; what was chosen."""
    sought = wait(talker, talker.post(at + "/first-levels/proposal"))
    assert sought["state"] == "done", sought["error"]
    proposal = talker.get(at + "/first-levels").json()
    levels = {each["attribute"]: each["level"] for each in proposal["levels"]}
    chosen = wait(talker, talker.post(at + "/first-levels", json={"levels": levels}))
    assert chosen["state"] == "done", chosen["error"]
    return levels


def give_roles(talker, at, roles):
    for name, role in roles.items():
        decision = {"kind": "role", "attribute": name, "role": role}
        assert talker.post(at + "/decisions", json=decision).is_success, name


MANY = [(n * 37 % 90, "fm"[n % 2] + str(n % 7), f"flu{n * n // 7 % 5}") for n in range(2000)]


@pytest.fixture
def uploaded(talker):
    lines = "".join(f"{age},{sex},{disease}\n" for age, sex, disease in MANY)
    at = upload(talker, "many.csv", f"age,sex,disease\n{lines}")
    give_roles(talker, at, {"age": "quasi", "sex": "quasi", "disease": "sensitive"})
    return at


def rows_of(talker, at):
    answer = talker.get(at + "/rows", params={"limit": 500})
    assert answer.is_success, answer.text
    return answer.json()["rows"]


def test_a_few_combinations_of_an_uploaded_file_need_no_levels(talker):
    assert talker.get(upload(talker, "few.csv", PEOPLE)).json()["too_large"] is None


def test_an_uploaded_file_is_generalised_first_as_well(talker, uploaded):
    shown = talker.get(uploaded).json()
    assert shown["too_large"]["rows"] == 2000
    assert shown["can_raise"]
    assert choose_proposal(talker, uploaded)
    shown = talker.get(uploaded).json()
    assert shown["too_large"] is None
    assert shown["risk"]["original_rows"] == 2000
    assert shown["beginnings"]
    assert talker.post(uploaded + "/decisions", json={"kind": "suppress", "k": 3}).is_success
    exported = wait(talker, talker.post(uploaded + "/export", json={"format": "csv"}))
    assert exported["state"] == "done", exported["error"]
    assert exported["result"]["verified"]
    assert exported["result"]["k"] >= 3


def test_rows_of_a_generalised_upload_stay_in_their_places(talker, uploaded):
    levels = choose_proposal(talker, uploaded)
    after = rows_of(talker, uploaded)
    assert [row["row"] for row in after] == list(range(1, 501))
    places = {"age": 0, "sex": 1, "disease": 2}
    labels: dict[tuple[str, str], set[str]] = {}
    for (*values,), row in zip(MANY[:500], after, strict=True):
        for name, place in places.items():
            text, shown = str(values[place]), row["cells"][place]
            if name in levels:
                labels.setdefault((name, text), set()).add(shown)
            else:
                assert shown == text
    assert all(len(each) == 1 for each in labels.values()), "a value has one label"
    assert any(label != {text} for (_, text), label in labels.items())


def test_the_levels_of_an_upload_can_be_taken_back(talker, uploaded):
    choose_proposal(talker, uploaded)
    undone = wait(talker, talker.post(uploaded + "/first-levels", json={"levels": {}}))
    assert undone["state"] == "done", undone["error"]
    shown = talker.get(uploaded).json()
    assert shown["too_large"]["rows"] == 2000
    assert shown["beginnings"] == []


def test_people_of_an_upload_are_counted_at_its_first_levels(talker):
    lines = "".join(f"P{n // 2},{n // 2 * 37 % 90},{n % 14}\n" for n in range(2000))
    at = upload(talker, "visits.csv", f"patient,age,ward\n{lines}")
    give_roles(talker, at, {"patient": "person", "age": "quasi", "ward": "quasi"})
    heights = {"age": 4}
    chosen = wait(talker, talker.post(at + "/first-levels", json={"levels": heights}))
    assert chosen["state"] == "done", chosen["error"]
    shown = talker.get(at).json()
    assert shown["beginnings"]
