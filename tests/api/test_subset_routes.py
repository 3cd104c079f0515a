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
