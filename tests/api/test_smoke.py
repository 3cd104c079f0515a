"""One way through the API without a process: a file, its risk, a decision."""

from __future__ import annotations

import warnings

import pytest

from api.live_server import is_problem, upload
from incrowd.api.app import create_app
from incrowd.api.context import Context

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have httpx2
    from fastapi.testclient import TestClient


@pytest.fixture
def client(tmp_path):
    context = Context.open(tmp_path / "home")
    with TestClient(create_app(context), base_url="http://127.0.0.1/api/v1") as opened:
        yield opened


def test_from_a_file_to_its_risk(client):
    is_problem(client.get("/datasets"), 401)
    token = client.app.state.context.tokens.house_token
    client.headers["Authorization"] = f"Bearer {token}"
    dataset = upload(client)
    start = client.get(f"/datasets/{dataset}").json()
    assert (start["rows"], start["risk"]["classes"], start["k"]) == (6, 4, 1)
    decision = {"kind": "generalize", "attribute": "age", "level": 1}
    decided = client.post(f"/datasets/{dataset}/decisions", json=decision).json()
    assert decided["risk"]["state"] == {"age": 1, "sex": 0}
    is_problem(client.get(f"/datasets/{dataset}x"), 404)
