"""Verdicts and presets over REST: judged, saved, chosen, deleted, and refused if nonsense."""

from __future__ import annotations

import httpx
import pytest

from api.live_server import upload, wait

ROWS = "zip,sex,diagnosis\n" + "".join(
    f"{10115 + n % 2},{'fm'[n // 2 % 2]},{('flu', 'asthma')[n // 4 % 2]}\n" for n in range(200)
)


@pytest.fixture
def dataset(client: httpx.Client) -> str:
    return upload(client, ROWS)


def verdict(client: httpx.Client, dataset: str, **query: str) -> dict:
    answer = client.get(f"/datasets/{dataset}/verdict", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_verdict_goes_by_the_preset_of_the_data_set(client, dataset):
    first = verdict(client, dataset)
    assert (first["preset"], first["holds"], first["status"]) == ("public", True, "pass")
    assert [check["name"] for check in first["checks"]][:3] == [
        "smallest_group",
        "highest_risk",
        "average_risk",
    ]
    ours = {"title": "us", "limits": {"smallest_group": 90}, "sources": {"k": "our board"}}
    assert client.put("/presets/ours", json=ours).json()["k"] == 90
    view = client.put(f"/datasets/{dataset}/preset", json={"preset": "ours"}).json()
    assert view["preset"] == "ours"
    judged = verdict(client, dataset)
    small = judged["checks"][0]
    assert (judged["preset"], small["status"], small["limit"]) == ("ours", "fail", 90)
    assert (small["source"], small["action"]) == ("our board", {"kind": "suppress", "k": 90})
    assert verdict(client, dataset, preset="research")["preset"] == "partner"
    assert client.delete("/presets/ours").status_code == 204
    assert client.get(f"/datasets/{dataset}").json()["preset"] == "public"


def test_keeping_the_order_does_not_pass(client, dataset):
    judged = verdict(client, dataset, keep_order="true")
    failing = [check["name"] for check in judged["checks"] if check["status"] != "pass"]
    assert failing == ["row_order"]


def test_presets_are_listed_with_their_sources(client):
    assert client.put("/presets/clinic", json={"limits": {"k": 8}}).status_code == 200
    listed = client.get("/presets").json()
    assert listed == client.get("/catalogue").json()["presets"]
    by_name = {preset["name"]: preset for preset in listed}
    assert by_name["clinic"]["own"] is True
    assert by_name["clinical"]["own"] is False
    assert "policy 0070" in by_name["clinical"]["limits"][1]["source"]
    assert all(limit["source"] for preset in listed for limit in preset["limits"])
    assert client.delete("/presets/clinic").status_code == 204


@pytest.mark.parametrize(
    ("name", "body", "hint"),
    [
        ("public", {"limits": {"k": 2}}, "another name"),
        ("research", {"limits": {"k": 2}}, "another name"),
        ("Ours", {"limits": {"k": 2}}, "small letters"),
        ("ours", {"limits": {"k": 0}}, "from 2"),
        ("ours", {"limits": {}}, "smallest_group"),
        ("ours", {"limits": {"k": 5, "foo": 1}}, "Choose from"),
        ("ours", {"limits": {"k": 5, "average_risk": -3}}, "from 0 to 100"),
        ("ours", {"limits": {"k": "5"}}, ""),
        ("ours", {"limits": [5]}, ""),
        ("ours", {"limits": {"k": 5}, "colour": "red"}, ""),
        ("ours", {}, ""),
    ],
)
def test_nonsense_is_refused(client, name: str, body: dict, hint: str):
    answer = client.put(f"/presets/{name}", json=body)
    assert answer.status_code == 400
    assert hint in answer.json()["hint"]


def test_what_is_not_there_is_refused(client, dataset):
    assert client.delete("/presets/nowhere").status_code == 404
    assert client.delete("/presets/public").status_code == 400
    assert client.get(f"/datasets/{dataset}/verdict?preset=nowhere").status_code == 400
    assert client.put(f"/datasets/{dataset}/preset", json={"preset": "x"}).status_code == 400
    assert client.get("/datasets/0123456789abcdef/verdict").status_code == 404


def test_an_export_is_written_and_says_which_checks_fail(client, dataset):
    client.put(f"/datasets/{dataset}/preset", json={"preset": "clinical"})
    done = wait(client, client.post(f"/datasets/{dataset}/export", json={"format": "csv"}))
    judged = done["result"]["verdict"]
    assert (judged["preset"], judged["holds"]) == ("clinical", True)
    kept = wait(client, client.post(f"/datasets/{dataset}/export", json={"keep_order": True}))
    judged = kept["result"]["verdict"]
    assert not judged["holds"]
    assert judged["words"].endswith("Order of the rows.")
    assert kept["result"]["download"]
    assert "safe" not in str(kept["result"]).lower()


def test_actions_can_be_carried_out(client, dataset):
    """What an action proposes for a secret is a decision as it stands."""
    asked = {"kind": "protect", "attribute": "diagnosis", "model": "distinct_l", "threshold": 2}
    beside = [{"model": "entropy_l", "threshold": 1.5}]
    answer = client.post(f"/datasets/{dataset}/decisions", json={**asked, "beside": beside})
    assert answer.status_code == 200, answer.text
    models = [each["model"] for each in answer.json()["protections"]]
    assert models == ["distinct_l", "entropy_l"]
