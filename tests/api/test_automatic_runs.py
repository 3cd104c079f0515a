"""Automatic runs over HTTP on a real server: run, look, adopt, undo, compare, cancel."""

from __future__ import annotations

import csv
import io
import time

import pytest
from small_samples import sample_rows

from api.live_server import is_problem, upload, wait


@pytest.fixture
def census(client, tmp_path):
    path = sample_rows(tmp_path / "census.csv", 300)
    return upload(client, path.read_bytes(), "census.csv")


def start(client, dataset: str, **wish: object) -> str:
    job = wait(client, client.post(f"/datasets/{dataset}/automatic", json=wish))
    assert job["state"] == "done", job
    return job["result"]["run"]


def test_rows_come_shuffled_unless_their_order_is_asked_for(client, census):
    """The seed is told nobody; whoever keeps the order is warned."""
    orders = []
    for choice in ({}, {}, {"keep_order": True}):
        asked = client.post(f"/datasets/{census}/export", json={"format": "csv", **choice})
        result = wait(client, asked)["result"]
        assert "seed" not in result
        assert ("warnings" in result) == bool(choice)
        orders.append(client.get(result["download"].removeprefix("/api/v1")).text.splitlines())
    assert "original order" in result["warnings"][0]
    assert len({tuple(order) for order in orders}) == 3
    assert len({tuple(sorted(order)) for order in orders}) == 1


def test_run_look_adopt_undo(client, census) -> None:
    run = start(client, census, k=4, method="priority", priority=[["age"], ["sex", "education"]])
    found = client.get(f"/datasets/{census}/automatic/{run}").json()
    assert found["wish"]["priority"] == [["age"], ["sex", "education"]]
    assert found["result"]["k"] >= 4
    assert [one["rank"] for one in found["attributes"]][:3] == [1, 2, 2]
    rows = client.get(f"/datasets/{census}/automatic/{run}/rows", params={"limit": 5}).json()
    assert rows["total"] == 300
    assert len(rows["rows"]) == 5
    raw = client.get(f"/datasets/{census}").json()
    adopted = client.post(f"/datasets/{census}/automatic/{run}/adopt", json={"revision": 0})
    assert adopted.status_code == 200, adopted.text
    now = adopted.json()
    assert now["risk"] == found["result"]["after"]
    assert now["decisions"][-1]["kind"] == "recode"
    empty = client.get(f"/datasets/{census}/recommendations").json()
    assert empty["generalizations"] == []
    refused = client.post(f"/datasets/{census}/decisions", json={"kind": "suppress", "k": 9})
    is_problem(refused, 400, "not_now")
    job = wait(client, client.post(f"/datasets/{census}/export", json={"format": "csv"}))
    assert job["state"] == "done", job
    assert job["result"]["k"] >= 4
    back = client.delete(f"/datasets/{census}/decisions/{now['decisions'][-1]['id']}").json()
    assert back["risk"] == raw["risk"]


@pytest.mark.parametrize("method", ["optimal", "local", "greedy"])
def test_without_any_time_there_is_a_result_that_holds(client, census, method) -> None:
    run = start(client, census, k=4, method=method, seconds=0, max_suppression=1)
    found = client.get(f"/datasets/{census}/automatic/{run}").json()["result"]
    assert found["k"] >= 4
    assert found["method"] == {"local": "priority", "greedy": "priority-greedy"}.get(method, method)


def test_a_recoding_with_weights_is_found_again(client, census) -> None:
    wish = {"k": 4, "method": "local", "utility": "discernibility", "weights": {"age": 3}}
    run = start(client, census, **wish)
    found = client.get(f"/datasets/{census}/automatic/{run}").json()["result"]
    now = client.post(f"/datasets/{census}/automatic/{run}/adopt", json={"revision": 0}).json()
    assert now["risk"] == found["after"]


@pytest.mark.parametrize(
    "wish", [{"aggregate": {"age": "median"}}, {"method": "microaggregation"}], ids=str
)
def test_numbers_of_groups_are_adopted_and_handed_out(client, census, wish) -> None:
    run = start(client, census, k=4, max_suppression=1, **wish)
    found = client.get(f"/datasets/{census}/automatic/{run}").json()
    assert found["wish"].get("aggregate") == wish.get("aggregate")
    lost = {each["attribute"]: each for each in found["result"]["aggregation"]}
    assert 0 <= lost["age"]["sse"] <= lost["age"]["sst"]
    now = client.post(f"/datasets/{census}/automatic/{run}/adopt", json={"revision": 0}).json()
    assert now["risk"] == found["result"]["after"]
    job = wait(client, client.post(f"/datasets/{census}/export", json={"format": "csv"}))
    assert job["result"]["k"] >= 4
    text = client.get(job["result"]["download"].removeprefix("/api/v1")).text
    ages = {row["age"] for row in csv.DictReader(io.StringIO(text))}
    assert all(float(age) > 0 for age in ages)


@pytest.mark.parametrize("aggregate", [{"sex": "mean"}, {"nobody": "mean"}])
def test_a_column_without_numbers_is_refused(client, census, aggregate) -> None:
    wish = {"k": 4, "aggregate": aggregate}
    job = wait(client, client.post(f"/datasets/{census}/automatic", json=wish))
    assert job["state"] == "failed"
    assert job["error"]["hint"]
    wish = {"k": 4, "aggregate": {"age": "average"}}
    is_problem(client.post(f"/datasets/{census}/automatic", json=wish), 400, "usage")


def test_the_optimum_and_the_front(client, census) -> None:
    run = start(client, census, k=3, max_suppression=0.1)
    found = client.get(f"/datasets/{census}/automatic/{run}").json()
    listed = client.get(f"/datasets/{census}/automatic").json()
    assert [one["id"] for one in listed] == [run]
    now = client.post(f"/datasets/{census}/automatic/{run}/adopt").json()
    assert now["risk"]["state"] == found["result"]["state"]
    assert client.delete(f"/datasets/{census}/automatic/{run}").status_code == 204
    is_problem(client.get(f"/datasets/{census}/automatic/{run}"), 404, "not_found")
    for name in ("birth_country", "postcode", "occupation", "household_size"):
        body = {"kind": "role", "attribute": name, "role": "insensitive"}
        client.post(f"/datasets/{census}/decisions", json=body)
    front = client.get(f"/datasets/{census}/front").json()
    point = front["points"][len(front["points"]) // 2]
    there = client.post(
        f"/datasets/{census}/state", json={"levels": point["levels"], "k": point["k"]}
    ).json()
    for name in ("average_risk", "highest_risk", "utility_loss"):
        assert there["risk"][name] == pytest.approx(point[name])


@pytest.mark.parametrize("method", ["optimal", "priority", "priority-greedy"])
def test_what_a_run_has_reached_so_far(client, census, method) -> None:
    wish = {"k": 3, "method": method}
    job = wait(client, client.post(f"/datasets/{census}/automatic", json=wish))
    run = client.get(f"/datasets/{census}/automatic/{job['result']['run']}").json()["result"]
    interim = job["interim"]
    assert interim["rows"] == 300
    if method == "optimal":
        assert interim["score"] == pytest.approx(run["score"])
        assert interim["levels"] == run["state"]
        assert interim["suppressed_rows"] == run["suppressed_rows"]
        assert interim["rows_safe"] == run["rows"]
    else:
        assert 0 < interim["rows_safe"] <= 300
        assert interim["score"] is interim["levels"] is interim["suppressed_rows"] is None
    events = client.get(f"/jobs/{job['id']}/events").text
    assert '"interim":{"rows_safe":' in events


def test_bad_wishes(client, census) -> None:
    job = wait(client, client.post(f"/datasets/{census}/automatic", json={"k": 301}))
    assert (job["state"], job["error"]["code"]) == ("failed", "invalid_parameter")
    wish = {"k": 2, "priority": [["aeg"]]}
    job = wait(client, client.post(f"/datasets/{census}/automatic", json=wish))
    assert (job["state"], job["error"]["code"]) == ("failed", "unknown_attribute")
    for body in ({}, {"k": "x"}, {"k": 2, "method": "magic"}, {"k": 2, "more": 1}):
        assert client.post(f"/datasets/{census}/automatic", json=body).status_code == 400
    is_problem(client.post("/datasets/0000000000000000/automatic", json={"k": 2}), 404, "not_found")
    is_problem(client.get(f"/datasets/{census}/automatic/xx"), 404, "not_found")


def test_results_have_names_and_stay_until_somebody_discards_them(client, census) -> None:
    at = f"/datasets/{census}/automatic"
    found = [start(client, census, k=2 + number % 3) for number in range(15)]
    named = client.patch(f"{at}/{found[0]}", json={"name": "  the first one "}).json()
    assert named["name"] == "the first one"
    kept = client.get(at).json()
    assert [each["id"] for each in kept] == found
    assert [each["name"] for each in kept] == ["the first one"] + 14 * [None]
    assert client.patch(f"{at}/{found[0]}", json={"name": None}).json()["name"] is None
    is_problem(client.patch(f"{at}/{found[0]}", json={"name": 81 * "x"}), 400)
    is_problem(client.patch(f"{at}/0123456789abcdef", json={"name": "x"}), 404)
    assert client.delete(f"{at}/{found[0]}").status_code == 204
    assert [each["id"] for each in client.get(at).json()] == found[1:]


def test_a_search_that_still_runs_is_found_again_and_can_be_ended(client, tmp_path) -> None:
    path = sample_rows(tmp_path / "census.csv", 8_000)
    census = upload(client, path.read_bytes(), "census.csv")
    at = f"/datasets/{census}/automatic"
    wish = {"k": 5, "method": "local", "seconds": 600}
    job = client.post(at, json=wish).json()["job"]["id"]
    (search,) = client.get(f"{at}/running").json()
    assert (search["job"]["id"], search["wish"]["method"]) == (job, "priority")
    assert client.post(f"/jobs/{job}/finish").is_success
    ended = client.get(f"/jobs/{job}").json()
    while ended["state"] == "running":
        time.sleep(0.05)
        ended = client.get(f"/jobs/{job}").json()
    assert ended["state"] == "done", ended
    assert client.get(f"{at}/running").json() == []
    assert client.get(f"{at}/{ended['result']['run']}").json()["result"]["k"] >= 5
