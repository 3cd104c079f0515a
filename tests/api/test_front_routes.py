"""The trade-off row by row and the comparison of results over HTTP."""

from __future__ import annotations

import pytest
from small_samples import sample_rows

from api.live_server import is_problem, upload, wait


@pytest.fixture
def census(client, tmp_path):
    path = sample_rows(tmp_path / "census.csv", 300)
    return upload(client, path.read_bytes(), "census.csv")


def test_points_are_found_compared_and_used(client, census) -> None:
    front = f"/datasets/{census}/front/local"
    empty = client.get(front).json()
    assert (empty["points"], empty["job"], empty["wish"], empty["rows"]) == ([], None, None, 300)
    job = wait(client, client.post(front, json={"ks": [5, 2]}))
    assert job["state"] == "done", job
    found = client.get(front).json()
    assert [point["k"] for point in found["points"]] == [2, 5]
    assert found["job"] is None
    one, other = (point["run"] for point in found["points"])
    runs = client.get(f"/datasets/{census}/automatic").json()
    assert {(run["id"], run["origin"]) for run in runs} == {(one, "front"), (other, "front")}
    both = client.get(
        f"/datasets/{census}/automatic/now/compare/{other}", params={"by": "sex"}
    ).json()
    assert (both["one"]["run"], both["other"]["run"]) == ("now", other)
    assert both["one"]["removed"] == 0
    assert sum(group["rows"] for group in both["groups"]) == 300
    is_problem(
        client.get(f"/datasets/{census}/automatic/now/compare/now", params={"by": "sexx"}),
        400,
        "unknown_attribute",
    )
    is_problem(client.get(f"/datasets/{census}/automatic/now/compare/{census}"), 404, "not_found")
    adopted = client.post(f"/datasets/{census}/automatic/{other}/adopt", json={"revision": 0})
    assert adopted.json()["k"] == 5
    assert client.get(f"/datasets/{census}/automatic/notes").json() == {"notes": []}


def test_what_all_points_are_asked_for_is_said_as_for_a_run(client, census) -> None:
    wish = {"k": 9, "method": "local", "priority": [["age"], ["sex"]], "weights": {"sex": 0}}
    asked = {"wish": {**wish, "utility": "loss", "seconds": 1}, "ks": [4], "seconds": 5}
    job = wait(client, client.post(f"/datasets/{census}/front/local", json=asked))
    assert job["state"] == "done", job
    found = client.get(f"/datasets/{census}/front/local").json()
    assert {point["strength"] for point in found["points"]} == {"linear", "strong", "strict"}
    assert found["wish"]["utility"] == "loss"
    assert all(0 <= point["first_kept"] <= 1 for point in found["points"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"ks": [1]}, 400, None),
        ({"seconds": -1}, 400, None),
        ({"wish": {"preset": "public"}}, 400, "invalid_parameter"),
        ({"wish": {"k": 2, "method": "local", "weights": {"age": -1}}}, 400, None),
    ],
)
def test_questions_that_make_no_sense(client, census, body, status, code) -> None:
    is_problem(client.post(f"/datasets/{census}/front/local", json=body), status, code)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"method": "optimal"}, "one level for all rows"),
        ({"method": "local", "weights": dict.fromkeys(
            ("age", "sex", "postcode", "birth_country", "marital_status", "education",
             "occupation", "household_size"), 0)}, "All weights are 0"),
    ],
)  # fmt: skip
def test_what_cannot_be_found_is_said_by_the_job(client, census, wish, words) -> None:
    asked = {"wish": {"k": 2, **wish}, "ks": [2]}
    job = wait(client, client.post(f"/datasets/{census}/front/local", json=asked))
    assert job["state"] == "failed"
    assert words in job["error"]["message"]
