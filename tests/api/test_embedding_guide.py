"""The example of docs/embedding.md is sent as it stands there, and answered as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

from api.live_server import PEOPLE

GUIDE = (Path(__file__).parents[2] / "docs" / "embedding.md").read_text("utf-8")


def example(name: str) -> str:
    found = re.search(rf"```json {name}\n(.*?)```", GUIDE, re.DOTALL)
    assert found, name
    return found[1]


def test_the_example_makes_a_dashboard(client):
    files = {"file": ("people.csv", PEOPLE), "setup": (None, example("setup"))}
    answer = client.post("/dashboards", files=files)
    assert answer.status_code == 201, answer.text
    link, told = answer.json(), json.loads(example("answer"))
    assert set(link) == set(told)
    assert link["seconds"] == told["seconds"]
    made = re.compile(re.escape(told["url"]).replace(told["id"], r"\w+").replace("…", r"[\w-]+"))
    shape = made.pattern.replace("127\\.0\\.0\\.1:8765", r"127\.0\.0\.1:\d+")
    assert re.fullmatch(shape, link["url"])
    goal = client.get(f"/datasets/{link['id']}/goal").json()["goal"]
    assert goal == json.loads(example("setup"))["goal"]
    client.delete(f"/datasets/{link['id']}")


def test_every_part_of_a_setup_and_every_address_is_described(client):
    from incrowd.api.models.dashboards import SetupRequest

    for name in SetupRequest.model_fields:
        assert f"| `{name}` |" in GUIDE
    paths = client.get("/openapi.json").json()["paths"]
    named = re.findall(r"`(GET|POST) (/api/v1/[^` ]+)`", GUIDE)
    assert named
    for method, path in named:
        assert method.lower() in paths[path.replace("{id}", "{dataset_id}")]
