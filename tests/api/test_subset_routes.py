"""Subsets and stand-outs over HTTP on a real server."""

from __future__ import annotations

import csv
import io

from api.live_server import is_problem, wait


def test_subsets_of_the_current_state(client, dataset) -> None:
    told = client.get(f"/datasets/{dataset}/subsets", params={"threshold": 2}).json()
    assert told["attributes"] == ["age", "sex"]
    assert told["threshold"] == 2
    assert len(told["pairs"]) == 1
    assert told["measure"]["name"] == "k"
    body = {"kind": "generalize", "attribute": "age", "level": 1}
    assert client.post(f"/datasets/{dataset}/decisions", json=body).status_code < 300
    after = client.get(
        f"/datasets/{dataset}/subsets",
        params={"threshold": 2, "linkage": "average", "measure": "uniques"},
    ).json()
    assert after["k"] >= told["k"]
    assert after["linkage"] == "average"
    assert after["measure"]["unit"] == "rows"


def test_every_measure_that_is_offered_can_be_shown(client, dataset) -> None:
    address = f"/datasets/{dataset}/subsets"
    offered = client.get(address).json()["measures"]
    assert {"k", "uniques", "average_risk", "below_k", "distinct_l"} <= set(offered)
    assert not {"t_hierarchical", "zayatz", "k_anonymity", "distribution"} & set(offered)
    for name in offered:
        told = client.get(address, params={"measure": name})
        assert told.json()["measure"]["name"] == name
    body = {"kind": "role", "attribute": "disease", "role": "insensitive"}
    assert client.post(f"/datasets/{dataset}/decisions", json=body).status_code < 300
    assert "distinct_l" not in client.get(address).json()["measures"]


def test_bad_questions_about_subsets(client, dataset) -> None:
    address = f"/datasets/{dataset}/subsets"
    for params in ({"threshold": 0}, {"linkage": "median"}, {"more": 1}):
        assert client.get(address, params=params).status_code == 400
    is_problem(client.get(address, params={"measure": "kk"}), 400, "unknown_name")
    is_problem(client.get("/datasets/0000000000000000/subsets"), 404, "not_found")


def test_standouts_of_the_current_state(client, dataset) -> None:
    address = f"/datasets/{dataset}/standouts"
    told = client.get(address).json()
    assert told["total"] == len(told["rows"]) > 0
    assert {"row", "combinations", "score", "values", "reason"} == set(told["rows"][0])
    page = client.get(address, params={"offset": 1, "limit": 1}).json()
    assert page["rows"] == told["rows"][1:2]
    assert client.get(address, params={"max_size": 1}).json()["max_size"] == 1
    body = {"kind": "suppress", "k": 2}
    assert client.post(f"/datasets/{dataset}/decisions", json=body).status_code < 300
    after = client.get(address, params={"k": 2}).json()
    assert after["published"] < told["published"]


def test_bad_questions_about_standouts(client, dataset) -> None:
    address = f"/datasets/{dataset}/standouts"
    for params in ({"k": 1}, {"max_size": 0}, {"offset": -1}, {"limit": 1001}, {"more": 1}):
        assert client.get(address, params=params).status_code == 400
    is_problem(client.get("/datasets/0000000000000000/standouts"), 404, "not_found")


def test_remedies(client, dataset) -> None:
    address = f"/datasets/{dataset}/remedy"
    told = client.get(address, params={"attributes": ["age", "sex"], "threshold": 2}).json()
    assert told["outlook"] == "helps"
    assert told["k"] >= 2
    assert {"attribute", "level", "label"} == set(told["steps"][0])
    standing = client.get(f"/datasets/{dataset}/standouts").json()["rows"][0]["row"]
    row = client.get(address, params={"row": standing, "threshold": 2}).json()
    assert row["outlook"] == "helps"
    assert client.get(address, params={"threshold": 1}).status_code == 400
    assert client.get(address).status_code == 400
    is_problem(client.get(address, params={"row": 99}), 404, "not_found")
    is_problem(client.get("/datasets/0000000000000000/remedy"), 404, "not_found")


def test_standouts_are_looked_for_as_a_job(client, dataset) -> None:
    address = f"/datasets/{dataset}/standouts"
    job = wait(client, client.post(address, json={"k": 2, "max_size": 2}))
    told = client.get(address, params={"k": 2, "max_size": 2}).json()
    assert (job["state"], job["result"]["rows"]) == ("done", told["total"])
    for bad in ({"k": 1}, {"max_size": 0}, {"limit": 5}):
        assert client.post(address, json=bad).status_code == 400
    is_problem(client.post("/datasets/0000000000000000/standouts", json={}), 404, "not_found")


def test_a_file_has_all_standouts(client, dataset) -> None:
    address = f"/datasets/{dataset}/standouts"
    told = client.get(address).json()
    assert client.get(f"{address}/file").json() == told
    answer = client.get(f"{address}/file", params={"format": "csv"})
    assert answer.headers["content-disposition"] == 'attachment; filename="standouts.csv"'
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    rows = [one for one in lines if one["kind"] == "row"]
    assert {int(one["row"]) for one in rows} == {one["row"] for one in told["rows"]}
    assert len(rows) == sum(len(one["combinations"]) for one in told["rows"])
    reasons = {int(one["row"]): one["reason"] for one in rows if one["reason"]}
    assert reasons == {one["row"]: one["reason"] for one in told["rows"]}
    assert client.get(f"{address}/file", params={"format": "xml"}).status_code == 400
