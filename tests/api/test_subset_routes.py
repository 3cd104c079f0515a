"""Subsets and stand-outs over HTTP on a real server."""

from __future__ import annotations

from api.live_server import is_problem


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
