"""From a file to a safer file, as the page goes: every step over HTTP on a real server."""

from __future__ import annotations

import csv
import io
import json

import httpx
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import incrowd as ic
from api.live_server import PEOPLE, LiveServer, is_problem, upload, wait
from incrowd.cli.main import app


def decide(client: httpx.Client, dataset: str, **decision: object) -> dict:
    answer = client.post(f"/datasets/{dataset}/decisions", json=decision)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_whole_way(client, tmp_path):
    dataset = upload(client)
    start = client.get(f"/datasets/{dataset}").json()
    assert (start["name"], start["rows"], start["revision"]) == ("people.csv", 6, 0)
    assert start["preset"] == "public"
    assert client.get(f"/datasets/{dataset}/verdict").json()["status"] == "fail"
    decide(client, dataset, kind="generalize", attribute="age", level=1, revision=0)
    decide(client, dataset, kind="suppress", k=2, revision=1)
    three = decide(client, dataset, kind="generalize", attribute="sex", level=1, revision=2)
    assert [one["kind"] for one in three["decisions"]] == ["generalize", "suppress", "generalize"]

    undone = client.delete(f"/datasets/{dataset}/decisions/d2", params={"revision": 3}).json()
    assert [one["id"] for one in undone["decisions"]] == ["d1", "d3"]
    assert [one["id"] for one in undone["redoable"]] == ["d2"]
    assert (undone["k"], undone["risk"]["state"]) == (1, {"age": 1, "sex": 1})
    again = client.post(f"/datasets/{dataset}/decisions/d2/redo", json={"revision": 4}).json()
    assert again["risk"] == three["risk"]

    job = wait(client, client.post(f"/datasets/{dataset}/export", json={"format": "csv"}))
    result = job["result"]
    assert (job["state"], result["verified"]) == ("done", True)
    assert result["k"] >= 2
    held = {(one["attribute"], one["model"], one["threshold"]) for one in result["held"]}
    assert held == {
        (one["attribute"], one["model"], one["threshold"]) for one in again["protections"]
    }
    file = client.get(result["download"].removeprefix("/api/v1"))
    assert "attachment" in file.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(file.text)))
    assert len(rows) == result["rows"] == again["risk"]["rows"]
    assert "name" not in rows[0]
    path = tmp_path / "out.csv"
    path.write_bytes(file.content)
    with ic.open(path, quasi=["age", "sex"]) as table:
        assert table.check(k=2).holds
    assert client.delete(f"/datasets/{dataset}").status_code == 204
    is_problem(client.get(f"/datasets/{dataset}"), 404, "not_found")
    is_problem(client.get(result["download"].removeprefix("/api/v1")), 404, "not_found")


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_format_is_that_of_the_data_unless_another_is_asked_for(client, tmp_path, ending):
    path = tmp_path / f"people.{ending}"
    (tmp_path / "people.csv").write_text(PEOPLE)
    if ending == "parquet":
        pq.write_table(pa_csv.read_csv(tmp_path / "people.csv"), path)
    dataset = upload(client, path.read_bytes(), path.name)
    result = wait(client, client.post(f"/datasets/{dataset}/export", json={}))["result"]
    file = client.get(result["download"].removeprefix("/api/v1"))
    assert f"people-anonymised.{ending}" in file.headers["content-disposition"]


@pytest.mark.parametrize(
    ("codec", "charset"),
    [("utf-8", "utf-8"), ("cp1252", "windows-1252"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16")],
)
def test_a_file_says_in_which_encoding_it_is(client, codec, charset):
    text = PEOPLE.replace("flu", "Grippe für alle").replace("\n", "\r\n")
    dataset = upload(client, text.encode(codec), "people.csv")
    result = wait(client, client.post(f"/datasets/{dataset}/export", json={}))["result"]
    file = client.get(result["download"].removeprefix("/api/v1"))
    assert file.headers["content-type"] == f"text/csv; charset={charset}"
    assert "Grippe für alle" in file.content.decode(codec)
    assert file.content.decode(codec).count("\r\n") == file.content.decode(codec).count("\n") > 1


@pytest.mark.parametrize("form", ["parquet", "xlsx"])
def test_other_formats_come_out(client, dataset, tmp_path, form):
    job = wait(client, client.post(f"/datasets/{dataset}/export", json={"format": form}))
    assert job["state"] == "done", job
    path = tmp_path / f"out.{form}"
    path.write_bytes(client.get(job["result"]["download"].removeprefix("/api/v1")).content)
    with ic.open(path) as table:
        assert table.table.names == ["age", "sex", "disease"]


def test_ranges_come_out_as_numbers_where_asked(client, dataset):
    raised = {"kind": "generalize", "attribute": "age", "level": 1}
    assert client.post(f"/datasets/{dataset}/decisions", json=raised).status_code < 300
    choice = {"format": "csv", "typed": "ranges"}
    job = wait(client, client.post(f"/datasets/{dataset}/export", json=choice))
    assert job["state"] == "done", job
    file = client.get(job["result"]["download"].removeprefix("/api/v1"))
    assert file.text.splitlines()[0] == "age_from,age_to,sex,disease"
    wrong = client.post(f"/datasets/{dataset}/export", json={"typed": "middle"})
    assert wrong.status_code == 400


def test_the_figures_are_those_of_the_command_line(client, dataset, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    for options, decisions in (
        ([], []),
        (["--state", "age=2"], [{"kind": "generalize", "attribute": "age", "level": 2}]),
        (["--state", "age=2", "-k", "2"], [{"kind": "suppress", "k": 2}]),
    ):
        for decision in decisions:
            decide(client, dataset, **decision)
        for name, told in (
            ("risk", client.get(f"/datasets/{dataset}").json()["risk"]),
            ("recommend", client.get(f"/datasets/{dataset}/recommendations").json()),
        ):
            done = CliRunner().invoke(app, [name, str(path), "--json", *options])
            printed = json.loads(done.stdout)
            if name == "risk":  # here the verdict advises, which knows the goal
                words, advised = told.pop("explanation"), printed.pop("explanation")
                assert advised[: len(words)] == words
            assert told == printed


def test_two_tabs(server: LiveServer, dataset):
    with server.client() as first, server.client() as second:
        seen = second.get(f"/datasets/{dataset}").json()["revision"]
        decide(first, dataset, kind="suppress", k=2, revision=seen)
        late = second.post(
            f"/datasets/{dataset}/decisions", json={"kind": "suppress", "k": 3, "revision": seen}
        )
        is_problem(late, 409, "conflict")
        late = second.delete(f"/datasets/{dataset}/decisions/d1", params={"revision": seen})
        is_problem(late, 409, "conflict")
        jump = {"revision_of_state": 0, "revision": seen}
        is_problem(second.post(f"/datasets/{dataset}/jump", json=jump), 409, "conflict")
        now = second.get(f"/datasets/{dataset}").json()
        assert (now["revision"], now["k"]) == (1, 2)
        decide(second, dataset, kind="suppress", k=3, revision=1)


def test_jump_and_history(client, dataset):
    decide(client, dataset, kind="generalize", attribute="age", level=1)
    decide(client, dataset, kind="generalize", attribute="age", level=2)
    back = client.post(f"/datasets/{dataset}/jump", json={"revision_of_state": 1}).json()
    assert back["risk"]["state"]["age"] == 1
    told = client.get(f"/datasets/{dataset}/history").json()
    assert [one["kind"] for one in told["events"]] == ["decide", "decide", "undo"]
    current = [one for one in told["states"] if one["current"]]
    assert [one["revision"] for one in current] == [3]
    assert current[0]["average_risk"] == back["risk"]["average_risk"]


def test_rows_are_paged_sorted_and_filtered(client, dataset):
    address = f"/datasets/{dataset}/rows"
    page = client.get(address, params={"limit": 2, "offset": 1, "sort": "age"}).json()
    assert (page["total"], page["offset"], len(page["rows"])) == (6, 1, 2)
    assert page["columns"][0] == {"name": "name", "role": "identifier", "level": 0, "height": 0}
    old = json.dumps([{"column": "age", "operator": "at_least", "value": "41"}])
    found = client.get(address, params={"filter": old, "sort": "age", "descending": True}).json()
    assert [row["cells"][1] for row in found["rows"]] == ["53", "52", "41", "41"]
    assert [row["risk"] for row in found["rows"]] == [100, 100, 50, 50]
    for wrong in (
        {"filter": "nonsense"},
        {"filter": '[{"column": "age"}]'},
        {"limit": 5000},
        {"offset": -1},
    ):
        is_problem(client.get(address, params=wrong), 400)
    is_problem(client.get(address, params={"sort": "aeg"}), 400, "unknown_attribute")


def test_preview_changes_nothing(client, dataset):
    before = client.get(f"/datasets/{dataset}").json()
    asked = {"levels": json.dumps({"age": 2, "sex": 1}), "k": 3}
    tried = client.get(f"/datasets/{dataset}/preview", params=asked).json()["risk"]
    assert tried["state"] == {"age": 2, "sex": 1}
    assert client.get(f"/datasets/{dataset}").json() == before
    decide(client, dataset, kind="generalize", attribute="age", level=2)
    decide(client, dataset, kind="generalize", attribute="sex", level=1)
    applied = decide(client, dataset, kind="suppress", k=3)["risk"]
    assert {**tried, "explanation": 0} == {**applied, "explanation": 0}
    stays = client.get(f"/datasets/{dataset}/preview").json()["risk"]
    assert stays["state"] == {"age": 2, "sex": 1}
    assert stays["k"] == 3
    for wrong in (
        {"levels": "x"},
        {"levels": '{"age": 77}'},
        {"k": 0},
        {"k": 10**30},
        {"levels": "[]"},
    ):
        is_problem(client.get(f"/datasets/{dataset}/preview", params=wrong), 400)


def test_recommendations_carry_distributions(client, dataset):
    told = client.get(f"/datasets/{dataset}/recommendations").json()
    assert [one["k"] for one in told["suppression"]] == [2, 3, 4, 5, 6]
    for step in (*told["suppression"], *told["generalizations"][0]["levels"]):
        assert len(step["distribution"]) == 7
        assert sum(one["rows"] for one in step["distribution"]) == step["rows"]


def test_hierarchies_are_tried_and_chosen(client, dataset):
    address = f"/datasets/{dataset}/hierarchies/age"
    now = client.get(address).json()
    assert now["builder"] == "age"
    tried = client.post(f"{address}/preview", json={"builder": "interval"}).json()
    assert tried["builder"] == "interval"
    assert client.get(address).json() == now
    edit = {
        "edit": "rename",
        "level": 1,
        "label": tried["levels"][1]["groups"][0]["label"],
        "to": "low",
    }
    edited = client.post(f"{address}/preview", json={"builder": "interval", "edits": [edit]}).json()
    assert edited["levels"][1]["groups"][0]["label"] == "low"
    more = [edit, {"edit": "add_level", "level": 0}, {"edit": "drop_level", "level": 2}]
    lowest = [each["label"] for each in tried["levels"][1]["groups"]]
    merge = {"edit": "merge", "level": 1, "labels": [lowest[0], lowest[-1]], "to": "ends"}
    trial = {"builder": "interval", "edits": [merge]}
    asked = is_problem(client.post(f"{address}/preview", json=trial), 400, "parents_differ")
    assert asked["errors"][0].startswith("At level 2, ")
    trial["edits"][0]["parents"] = True
    merged = client.post(f"{address}/preview", json=trial).json()
    assert "ends" in [each["label"] for each in merged["levels"][1]["groups"]]
    assert merged["height"] == tried["height"]
    longer = client.post(f"{address}/preview", json={"builder": "interval", "edits": more}).json()
    assert longer["height"] == tried["height"]
    assert longer["levels"][1]["groups"] == longer["levels"][0]["groups"]
    decide(client, dataset, kind="hierarchy", attribute="age", csv=edited["csv"])
    assert client.get(address).json()["levels"][1]["groups"][0]["label"] == "low"
    foreign = "age;level1;level2\n" + edited["csv"].replace(";*", ";Any")
    read = client.post(f"{address}/preview", json={"csv": foreign}).json()
    assert read["csv"] == edited["csv"]
    assert "'age;level1;level2', was skipped because it is a header." in read["reason"]
    assert "a single group, 'Any': it is the top" in read["reason"]
    decide(client, dataset, kind="hierarchy", attribute="age", csv=foreign)
    assert client.get(address).json()["reason"] == read["reason"]
    is_problem(client.post(f"{address}/preview", json={"csv": "1;*"}), 400, "hierarchy")
    two = edited["csv"].replace(";*", ";Any", 1)
    is_problem(client.post(f"{address}/preview", json={"csv": two}), 400, "hierarchy")
    is_problem(client.post(f"{address}/preview", json={"nonsense": 1}), 400, "usage")
    is_problem(client.get(f"/datasets/{dataset}/hierarchies/aeg"), 400, "unknown_attribute")


def test_columns_with_any_name_have_an_address(client):
    dataset = upload(client, "a/b?c#d,sex\n1,f\n2,m\n2,m\n")
    found = client.get(f"/datasets/{dataset}/hierarchies/a%2Fb%3Fc%23d")
    assert found.json()["attribute"] == "a/b?c#d"
    trial = client.post(
        f"/datasets/{dataset}/hierarchies/a%2Fb%3Fc%23d/preview", json={"builder": "frequency"}
    )
    assert trial.json()["builder"] == "frequency"


def test_before_and_after_and_risky_rows(client, dataset):
    decide(client, dataset, kind="generalize", attribute="age", level=1)
    told = client.get(f"/datasets/{dataset}/compare").json()
    assert [one["name"] for one in told["attributes"]] == ["age", "sex", "disease"]
    assert told["before"]["state"] == {"age": 0, "sex": 0}
    assert told["after"] == client.get(f"/datasets/{dataset}").json()["risk"]
    risky = client.get(f"/datasets/{dataset}/risky-rows", params={"limit": 1}).json()
    assert set(risky[0]) == {"row", "size", "risk", "cells", "giveaway", "smallest", "reason"}
    assert set(risky[0]["giveaway"]) <= set(risky[0]["cells"])


def test_roles_are_guessed_shown_and_changed(client, dataset):
    columns = {one["name"]: one for one in client.get(f"/datasets/{dataset}/columns").json()}
    assert {name: one["role"] for name, one in columns.items()} == {
        "name": "identifier",
        "age": "quasi",
        "sex": "quasi",
        "disease": "sensitive",
    }
    assert not any(one["doubtful"] or one["settled"] or one["options"] for one in columns.values())
    changed = decide(client, dataset, kind="role", attribute="disease", role="quasi")
    assert changed["risk"]["state"] == {"age": 0, "sex": 0, "disease": 0}
    is_problem(
        client.post(
            f"/datasets/{dataset}/decisions",
            json={"kind": "role", "attribute": "age", "role": "secret"},
        ),
        400,
    )


def test_without_a_quasi_identifier_the_person_chooses(client):
    dataset = upload(client, "patient_id\n" + "".join(f"P{n:05}\n" for n in range(50)))
    seen = client.get(f"/datasets/{dataset}").json()
    assert (seen["risk"], seen["preset"]) == (None, "public")
    assert [one["role"] for one in client.get(f"/datasets/{dataset}/columns").json()] == [
        "identifier"
    ]
    for path in ("rows", "recommendations", "preview", "compare", "risky-rows", "verdict"):
        refused = is_problem(client.get(f"/datasets/{dataset}/{path}"), 400, "nothing_to_measure")
        assert "quasi-identifier" in refused["message"]
    job = wait(client, client.post(f"/datasets/{dataset}/export", json={"format": "csv"}))
    assert (job["state"], job["error"]["code"]) == ("failed", "nothing_to_measure")
    changed = decide(client, dataset, kind="role", attribute="patient_id", role="quasi")
    assert changed["risk"]["uniques"] == 50


def test_the_module_answers_without_keeping_anything(client, server):
    before = client.get("/datasets").json()
    question = {
        "columns": {"age": [30, 30, 41], "sex": ["f", "f", None]},
        "roles": {"age": "quasi", "sex": "quasi"},
        "hierarchies": {"age": "30;young;*\n41;old;*\n"},
        "levels": {"age": 1},
    }
    risk = client.post("/risk", json=question).json()
    assert (risk["rows"], risk["classes"], risk["uniques"]) == (3, 2, 1)
    assert risk["state"] == {"age": 1, "sex": 0}
    rows = [{"age": 30, "sex": "f"}, {"age": 30, "sex": "f"}, {"age": 41}]
    assert client.post("/risk", json={**question, "columns": None, "rows": rows}).json() == risk
    assert risk["smallest_group"] == min(map(int, risk["class_sizes"]))
    assert set(risk["words"].values()) <= {"low", "medium", "high"}
    assert {"generalizations", "suppression"} <= set(risk["recommendations"])
    assert client.get("/datasets").json() == before
    for wrong in (
        {},
        {"columns": {}},
        {"columns": {"a": []}},
        {"columns": {"a": [1], "b": []}},
        {"columns": {"a": [1]}, "rows": []},
        {**question, "levels": {"age": 9}},
        {**question, "hierarchies": {"age": "30;*"}},
        {**question, "hierarchies": {"aeg": "30;*"}},
        {**question, "roles": {"age": "identifier", "sex": "identifier"}},
        {**question, "k": 9},
    ):
        is_problem(client.post("/risk", json=wrong), 400)


def test_what_describes_itself(client):
    told = client.get("/catalogue").json()
    assert [one["name"] for one in told["presets"]] == [
        "public",
        "partner",
        "internal",
        "clinical",
        "safe_harbor",
        "statistics",
    ]
    assert {"age", "interval"} <= {one["name"] for one in told["builders"]}
    assert [one["name"] for one in client.get("/samples").json()] == ["census", "hospital"]
    status = client.get("/status").json()
    assert (status["user"], status["max_upload_bytes"]) == ("owner", 1 << 20)


def test_a_sample_with_one_click_and_its_events(client):
    started = client.post("/datasets/sample", json={"name": "hospital"})
    job = started.json()["job"]["id"]
    with client.stream("GET", f"/jobs/{job}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in stream.iter_lines() if line.startswith("data: ")]
    jobs = [json.loads(line.removeprefix("data: ")) for line in lines]
    assert jobs[-1]["state"] == "done"
    assert {one["id"] for one in jobs} == {job}
    assert client.get(f"/datasets/{jobs[-1]['result']['dataset']}").json()["rows"] == 1000
    is_problem(client.post("/datasets/sample", json={"name": "hospitl"}), 400, "unknown_name")


def test_the_data_set_as_a_sample_of_a_population(client, dataset):
    at = f"/datasets/{dataset}/population-risk"
    told = client.get(at, params={"population_size": 600}).json()
    assert (told["people"], told["rows"], told["basis"]) == (600, 6, "scaled")
    assert (told["uniques"] is None) == (told["model"] is None)
    assert {one["model"] for one in told["estimates"]} == {"pitman", "zayatz", "snb"}
    assert "in a population of 600" in told["explanation"][0]
    spanish = client.get(
        at, params={"population_size": 600}, headers={"Accept-Language": "es"}
    ).json()
    assert "población de 600" in spanish["explanation"][0]
    counted = client.get(at, params={"population": dataset}).json()
    assert (counted["model"], counted["people"]) == ("counted", 6)
    for bad in (
        {},
        {"population_size": 5},
        {"population_size": "many"},
        {"population_size": 10**30},
        {"sampling_fraction": 0},
        {"sampling_fraction": 1.1},
        {"sampling_fraction": "nan"},
        {"population_size": 600, "sampling_fraction": 0.01},
    ):
        is_problem(client.get(at, params=bad), 400)
    is_problem(client.get(at, params={"population": "nowhere"}), 404)


def test_an_estimate_lies_around_the_exact_figures(client):
    dataset = upload(client)
    told = client.get(f"/datasets/{dataset}/estimate").json()
    risk = client.get(f"/datasets/{dataset}").json()["risk"]
    for name in ("classes", "uniques", "average_risk", "highest_risk"):
        assert told[name]["low"] <= risk[name] <= told[name]["high"]
    assert (told["rows"], told["exact"], told["confidence"]) == (risk["rows"], True, 0.95)
    assert told["explanation"][0].startswith("Estimate: average")
