"""The goal of a data set and its proposals over REST."""

from __future__ import annotations

import httpx
import pytest

from api.live_server import upload, wait

ROWS = "zip,sex,diagnosis\n" + "".join(
    f"{10115 + n % 7},{'fm'[n // 2 % 2]},{('flu', 'asthma', 'gout')[n % 3]}\n" for n in range(210)
)


@pytest.fixture
def dataset(client: httpx.Client) -> str:
    return upload(client, ROWS)


def test_a_goal_is_kept_with_the_data_set(client, dataset):
    first = client.get(f"/datasets/{dataset}").json()
    assert first["goal"] == {"preset": "public", "important": [], "use": "statistics"}
    goal = {"preset": "partner", "important": [["zip"], ["sex"]], "use": "lookup"}
    view = client.put(f"/datasets/{dataset}/goal", json=goal).json()
    assert (view["goal"], view["preset"]) == (goal, "partner")
    report = client.get(f"/datasets/{dataset}/goal", headers={"Accept-Language": "es"}).json()
    assert (report["k"], report["objective"], report["goal"]) == (5, "exactness", goal)
    assert "al menos a otras 4" in report["words"][0]
    assert report["limits"][0]["check"] == "smallest_group"
    changed = client.put(f"/datasets/{dataset}/preset", json={"preset": "internal"}).json()
    assert changed["goal"] == {**goal, "preset": "internal"}
    uses = [use["name"] for use in client.get("/catalogue").json()["uses"]]
    assert uses == ["statistics", "learning", "lookup"]


@pytest.mark.parametrize(
    ("goal", "code"),
    [
        ({"preset": "nobody"}, "unknown_name"),
        ({"important": [["height"]]}, "unknown_attribute"),
        ({"important": [["zip"], ["zip"]]}, "invalid_parameter"),
        ({"use": "fun"}, "usage"),
    ],
)
def test_a_goal_that_makes_no_sense_is_refused(client, dataset, goal, code):
    answer = client.put(f"/datasets/{dataset}/goal", json=goal)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert client.get(f"/datasets/{dataset}").json()["goal"]["important"] == []


def test_proposals_are_found_and_one_is_adopted(client, dataset):
    assert client.get(f"/datasets/{dataset}/proposals").json()["proposals"] == []
    client.put(f"/datasets/{dataset}/goal", json={"preset": "partner", "use": "learning"})
    started = client.post(f"/datasets/{dataset}/proposals")
    assert started.status_code == 202
    assert wait(client, started)["result"]["dataset"] == dataset
    answer = client.get(f"/datasets/{dataset}/proposals").json()
    assert [each["name"] for each in answer["proposals"]] == [
        "every_row",
        "exact_values",
        "balanced",
    ]
    (chosen,) = [each for each in answer["proposals"] if each["recommended"]]
    assert chosen["passes"]
    assert chosen["reason"]
    assert {"before", "after"} == set(chosen["sample"][0])
    adopted = client.post(f"/datasets/{dataset}/automatic/{chosen['run']}/adopt")
    assert adopted.status_code == 200
    assert client.get(f"/datasets/{dataset}/verdict").json()["holds"]
