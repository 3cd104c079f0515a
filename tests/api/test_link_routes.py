"""Linked data sets over HTTP on a real server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.linked_tables import HOSPITAL_A, HOSPITAL_B, RANGES, question
from api.live_server import is_problem, upload, wait

MARRIED = {"1.ZipCode": "130**", "MaritalStatus": "Married"}


@pytest.fixture
def pair(client) -> Iterator[tuple[str, str]]:
    found = upload(client, HOSPITAL_A, "a.csv"), upload(client, HOSPITAL_B, "b.csv")
    yield found
    for dataset in found:
        client.delete(f"/datasets/{dataset}")


@pytest.fixture
def ranges(client) -> Iterator[str]:
    found = upload(client, RANGES, "ranges.csv")
    yield found
    client.delete(f"/datasets/{found}")


def test_a_proposal_says_what_belongs_together_and_why(client, pair):
    told = client.post("/linked/proposal", json={"datasets": pair}).json()
    assert [(one["number"], one["name"], one["rows"]) for one in told["sources"]] == [
        (1, "a.csv", 7),
        (2, "b.csv", 6),
    ]
    assert told["sensitive"] == ["1.HealthCondition", "2.HealthCondition"]
    (only,) = told["pairs"]
    assert (only["left"], only["right"], only["condition"]) == ("1.ZipCode", "2.ZipCode", "equal")
    assert "same name" in only["reason"]
    columns = {one["label"]: one for one in told["sources"][0]["columns"]}
    assert columns["1.MaritalStatus"]["values"] == ["Married", "Single"]
    assert columns["1.HealthCondition"]["role"] == "sensitive"


def test_a_proposal_makes_ranges_of_two_columns(client, pair, ranges):
    told = client.post("/linked/proposal", json={"datasets": [pair[0], ranges]}).json()
    assert told["ranges"] == [{"source": 2, "name": "age", "low": "LowerAge", "high": "UpperAge"}]
    pairs = {(one["left"], one["right"]): one["condition"] for one in told["pairs"]}
    assert pairs["1.Age", "2.age"] == "overlaps"
    (made,) = [one for one in told["sources"][1]["columns"] if one["kind"] == "range"]
    assert (made["label"], made["values"]) == ("2.age", ["20-30", "22-32", "31-40"])


def test_what_if_is_the_golden_case(client, pair):
    told = client.post("/linked/what-if", json=question(*pair, know=MARRIED)).json()
    assert (told["n"], told["v"], told["p"], told["rule"], told["breach"]) == (1, 1, 1.0, 1, True)
    (only,) = told["compositions"]
    assert only["values"] == [{"value": "Diabetes", "rows": 1, "share": 1.0}]
    assert "Diabetes" in told["sentences"][0]


def test_a_left_join_keeps_who_has_no_partner(client, pair):
    body = question(*pair, know=MARRIED, join="left")
    told = client.post("/linked/what-if", json=body).json()
    assert (told["n"], told["v"], told["p"], told["rule"]) == (2, 2, 0.5, 2)


def test_nobody_matches_is_not_safe(client, pair):
    body = question(*pair, know={"MaritalStatus": "Widowed"})
    told = client.post("/linked/what-if", json=body).json()
    assert (told["n"], told["p"], told["rule"], told["breach"]) == (0, None, None, False)
    assert "Nobody matches" in told["sentences"][0]
    spanish = client.post("/linked/what-if", json=body, headers={"Accept-Language": "es"}).json()
    assert spanish["sentences"][0] != told["sentences"][0]


def test_values_that_differ_have_a_composition_each(client, pair):
    body = question(*pair, know={"1.ZipCode": "130**"}, different=True)
    told = client.post("/linked/what-if", json=body).json()
    assert [one["about"] for one in told["compositions"]] == ["1", "2", "pair", "unordered"]
    pairs = next(one for one in told["compositions"] if one["about"] == "pair")
    assert told["n"] == pairs["n"] == sum(one["rows"] for one in pairs["values"])


def test_rows_that_match_come_first_and_are_as_many_as_n(client, pair):
    told = client.post("/linked/rows", json=question(*pair, know=MARRIED)).json()
    assert told["matching"] == 1
    assert told["total"] == len(told["rows"]) == 6
    assert [row["matches"] for row in told["rows"]] == [True] + [False] * 5
    first = dict(zip(told["columns"], told["rows"][0]["cells"], strict=True))
    assert first["1.MaritalStatus"] == "Married"
    assert first["1.HealthCondition"] == first["2.HealthCondition"] == "Diabetes"
    page = question(*pair, know=MARRIED, offset=2, limit=3)
    assert client.post("/linked/rows", json=page).json()["rows"] == told["rows"][2:5]


def test_numbers_are_found_inside_ranges(client, pair, ranges):
    body = {
        "datasets": [pair[0], ranges],
        "on": [{"left": "1.Age", "right": "2.age", "condition": "overlaps"}],
        "ranges": [{"source": 2, "name": "age", "low": "LowerAge", "high": "UpperAge"}],
        "sensitive": ["2.disease"],
        "know": {"2.age": "25", "2.postcode": "13012"},
    }
    told = client.post("/linked/what-if", json=body).json()
    assert (told["n"], told["v"], told["p"]) == (8, 2, 0.5)
    assert {row["value"] for row in told["compositions"][0]["values"]} == {"flu", "hiv"}


def test_a_scan_is_a_job_with_a_result(client, pair):
    started = client.post("/linked/scan", json=question(*pair, facts=2))
    job = wait(client, started)
    assert job["state"] == "done", job
    told = client.get(f"/linked/scans/{job['result']['scan']}").json()
    assert [one["facts"] for one in told["growth"]] == [0, 1, 2]
    certain = [one["certain"]["sources"][0]["rows"] for one in told["growth"]]
    assert certain == sorted(certain)
    assert told["breached"] >= told["certain"] > 0
    worst = told["findings"][0]
    assert worst["rule"] == 1
    again = client.post("/linked/what-if", json=question(*pair, know=worst["know"])).json()
    assert (again["n"], again["v"], again["rule"]) == (worst["n"], worst["v"], 1)
    is_problem(client.get("/linked/scans/0000000000000000"), 404, "not_found")


def told_by(client, path: str, body: dict) -> dict:
    """What a job found that a question has started."""
    job = wait(client, client.post(f"/linked/{path}", json=body))
    assert job["state"] == "done", job
    found: dict = client.get(f"/linked/{path}/{job['result'][path]}").json()
    return found


def test_a_leak_comes_with_what_closes_it(client, pair):
    told = told_by(client, "repairs", question(*pair, know=MARRIED))
    assert told["know"] == MARRIED
    closing = [one for one in told["repairs"] if one["closes"]]
    assert closing
    assert [one["cost"] for one in closing] == sorted(one["cost"] for one in closing)
    assert {one["source"] for one in told["repairs"]} <= {1, 2}
    single = question(*pair, know={"1.ZipCode": "130**"}, threshold=1)
    job = wait(client, client.post("/linked/repairs", json=single))
    assert (job["state"], job["error"]["code"]) == ("failed", "nothing_to_measure")
    is_problem(client.get("/linked/repairs/0000000000000000"), 404, "not_found")


def test_advice_on_what_the_releases_share(client, pair):
    told = told_by(client, "advice", question(*pair))
    assert told["facts"] == 2
    assert told["now"]["exposed"] >= told["now"]["certain"] > 0
    assert [one["columns"] for one in told["shared"]] == [["1.ZipCode", "2.ZipCode"]]
    assert told["sentences"]
    is_problem(client.post("/linked/advice", json=question("0" * 16, pair[1])), 404, "not_found")
    is_problem(client.get("/linked/advice/0000000000000000"), 404, "not_found")


@pytest.mark.parametrize(
    ("path", "more"), [("advice", {}), ("repairs", {"know": MARRIED, "threshold": 0.7})]
)
def test_advice_and_repairs_are_kept_while_nothing_changes(client, pair, path, more):
    def asked(**changed: float) -> str:
        body = {**question(*pair, **more), **changed}
        job = wait(client, client.post(f"/linked/{path}", json=body))
        assert job["state"] == "done", job
        name: str = job["result"][path]
        return name

    first = asked()
    assert asked() == first
    assert asked(threshold=0.6) != first
    raised = {"kind": "generalize", "attribute": "Gender", "level": 1}
    assert client.post(f"/datasets/{pair[1]}/decisions", json=raised).status_code < 300
    assert asked() != first


def test_sample_hospitals_are_safe_alone_and_can_be_linked(client):
    job = wait(client, client.post("/linked/sample"))
    assert job["state"] == "done", job
    datasets = job["result"]["datasets"]
    proposal = client.post("/linked/proposal", json={"datasets": datasets}).json()
    assert proposal["sensitive"] == ["1.diagnosis", "2.diagnosis"]
    assert proposal["pairs"]
    for source in (1, 2):
        body = {"datasets": datasets, "sensitive": ["diagnosis"], "source": source, "k": 3, "l": 2}
        told = client.post("/linked/check", json=body).json()
        assert told["k"] >= 3
        assert {one["attribute"]: one["l"] for one in told["attributes"]}["diagnosis"] >= 2
    for dataset in datasets:
        client.delete(f"/datasets/{dataset}")


def test_a_check_tells_every_sensitive_attribute(client, pair):
    joined = client.post("/linked/check", json=question(*pair, k=2, l=2)).json()
    assert not joined["holds"]
    assert joined["rows"] == 6
    assert [one["attribute"] for one in joined["attributes"]] == ["1.HealthCondition"]
    assert sum(one["size"] for one in joined["failing_classes"]) == joined["failing_rows"]
    alone = client.post("/linked/check", json=question(*pair, source=2, k=2, l=2)).json()
    assert (alone["k"], alone["rows"]) == (1, 6)
    assert alone["attributes"][0]["attribute"] == "HealthCondition"
    three = question(*pair, source=3)
    is_problem(client.post("/linked/check", json=three), 400, "invalid_parameter")


def test_a_data_set_is_linked_as_its_decisions_leave_it(client, pair):
    body = {"kind": "generalize", "attribute": "MaritalStatus", "level": 1}
    assert client.post(f"/datasets/{pair[0]}/decisions", json=body).status_code < 300
    told = client.post("/linked/proposal", json={"datasets": pair}).json()
    assert [one["changed"] for one in told["sources"]] == [True, False]
    answer = client.post("/linked/what-if", json=question(*pair, know=MARRIED)).json()
    assert (answer["n"], answer["v"]) == (3, 2)  # the star stands for anything


def test_bad_questions(client, pair):
    post = client.post
    no_sensitive = question(*pair, sensitive=[])
    told = is_problem(post("/linked/what-if", json=no_sensitive), 400, "invalid_parameter")
    assert "sensitive" in told["message"]
    apart = question(*pair, on=[{"left": "1.MaritalStatus", "right": "2.Gender"}])
    told = is_problem(post("/linked/what-if", json=apart), 400, "invalid_parameter")
    assert "MaritalStatus" in told["message"]
    nothing = question(*pair, on=[], sensitive=["1.HealthCondition"])
    is_problem(post("/linked/what-if", json=nothing), 400, "invalid_parameter")
    unknown = question(*pair, know={"Salary": "1"})
    is_problem(post("/linked/what-if", json=unknown), 400, "unknown_attribute")
    for wrong in ({"datasets": pair[:1]}, {"datasets": []}, {"datasets": pair, "more": 1}):
        assert post("/linked/proposal", json=wrong).status_code == 400
    for wrong in ({"threshold": 0}, {"join": "sideways"}, {"on": [{"left": "", "right": "2.x"}]}):
        assert post("/linked/what-if", json=question(*pair, **wrong)).status_code == 400
    gone = ["0000000000000000", pair[0]]
    for path in ("proposal", "what-if", "rows", "scan", "check", "advice", "repairs"):
        body = {"datasets": gone} if path == "proposal" else question(*gone)
        is_problem(post(f"/linked/{path}", json=body), 404, "not_found")


def test_nothing_is_kept_of_a_deleted_data_set(client, pair):
    mine = upload(client, HOSPITAL_A, "mine.csv")
    body = question(mine, pair[1], know=MARRIED)
    assert client.post("/linked/what-if", json=body).status_code == 200
    made = {}
    for path, more in ("scan", {}), ("advice", {}), ("repairs", {"know": MARRIED}):
        job = wait(client, client.post(f"/linked/{path}", json=question(mine, pair[1], **more)))
        kept = "scans" if path == "scan" else path
        made[kept] = job["result"][path]
        assert client.get(f"/linked/{kept}/{made[kept]}").status_code == 200
    assert client.delete(f"/datasets/{mine}").status_code == 204
    is_problem(client.post("/linked/what-if", json=body), 404, "not_found")
    for kept, name in made.items():
        is_problem(client.get(f"/linked/{kept}/{name}"), 404, "not_found")


def test_a_repair_is_a_level_that_closes_the_leak_once_applied(client, pair):
    body = question(*pair, know=MARRIED, threshold=0.7)
    told = told_by(client, "repairs", body)
    step = next(one for one in told["repairs"] if one["closes"] and one["level"] is not None)
    name = step["column"].rpartition(".")[2]
    decision = {"kind": "generalize", "attribute": name, "level": step["level"]}
    client.post(f"/datasets/{pair[step['source'] - 1]}/decisions", json=decision)
    proposed = client.post("/linked/proposal", json={"datasets": pair}).json()
    on = [{key: one[key] for key in ("left", "right", "condition")} for one in proposed["pairs"]]
    after = client.post("/linked/what-if", json={**body, "on": on}).json()
    assert (after["n"], after["p"], after["breach"]) == (step["n"], step["p"], False)


def test_rows_are_left_out_in_a_copy(client, pair):
    body = question(*pair, know=MARRIED)
    job = wait(client, client.post("/linked/repairs/rows", json={**body, "source": 1}))
    assert job["state"] == "done", job
    copy = job["result"]["dataset"]
    after = client.post("/linked/what-if", json={**body, "datasets": [copy, pair[1]]}).json()
    assert not after["breach"]
    names = {one["id"]: one["name"] for one in client.get("/datasets").json()}
    assert names[copy] == "a without 1 row"
    told = client.post("/linked/proposal", json={"datasets": [copy, pair[1]]}).json()
    assert [one["name"] for one in told["sources"]] == ["a without 1 row", "b.csv"]
    client.delete(f"/datasets/{copy}")


def test_people_are_put_together(client):
    ids = [
        upload(client, "patient_id,zip,disease\np1,1,flu\np2,2,hiv\np3,3,cold\n", "a.csv"),
        upload(client, "patient_id,zip,drug\np2,2,x\np3,3,y\np4,4,z\n", "b.csv"),
    ]
    on = [{"left": "1.zip", "right": "2.zip"}]
    body = {"datasets": ids, "on": on, "sensitive": ["disease"]}
    plan = client.post("/linked/together/plan", json=body).json()
    assert (plan["possible"], plan["people"], plan["shared"]) == (True, 4, 2)
    job = wait(client, client.post("/linked/together", json=body))
    made = client.get(f"/datasets/{job['result']['dataset']}").json()
    roles = {one["name"]: one["role"] for one in made["attributes"]}
    assert made["rows"] == 4
    assert roles["patient_id"] == "identifier"
    assert set(roles) == {"patient_id", "zip", "disease", "drug"}
    for dataset in [*ids, made["id"]]:
        client.delete(f"/datasets/{dataset}")


def test_people_that_nothing_tells_are_not_put_together(client, pair):
    body = question(*pair)
    plan = client.post("/linked/together/plan", json=body).json()
    assert not plan["possible"]
    assert "does not tell the people" in plan["reason"]
    spanish = {"Accept-Language": "es"}
    other = client.post("/linked/together/plan", json=body, headers=spanish).json()
    assert "no distingue a las personas" in other["reason"]
    job = wait(client, client.post("/linked/together", json=body))
    assert job["state"] == "failed"


def test_errors_are_told_in_the_language_of_the_page(client, pair):
    body = {**question(*pair), "sensitive": []}
    told = client.post("/linked/what-if", json=body, headers={"Accept-Language": "es"})
    problem = is_problem(told, 400, "invalid_parameter")
    assert problem["message"].startswith("No se ha elegido ninguna columna sensible")
    assert "--" not in problem["hint"]


def test_words_are_given_with_the_question(client, pair):
    rules = [{"column": "2.Nationality", "text": "{French, German} => European"}]
    told = client.post("/linked/proposal", json={"datasets": pair, "taxonomies": rules}).json()
    assert told["words"] == [
        {
            "column": "2.Nationality",
            "given": True,
            "label": "European",
            "values": ["French", "German"],
        }
    ]
    body = question(*pair, know={"Nationality": "French"}, taxonomies=rules)
    covered = client.post("/linked/what-if", json=body).json()["n"]
    plain = question(*pair, know={"Nationality": "European"})
    assert covered == client.post("/linked/what-if", json=plain).json()["n"] > 0
