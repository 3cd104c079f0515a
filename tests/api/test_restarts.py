"""Killed at any moment, the server starts again with the last acknowledged decision."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx

from api.live_server import LiveServer, upload


def decide_until_killed(server: LiveServer, dataset: str, revision: int) -> int:
    """Take decisions until the server dies in the middle; the last one that was acknowledged."""
    killer = threading.Timer(0.3, server.kill)
    killer.start()
    with server.client() as client:
        try:
            for number in range(10_000):
                body = {"kind": "suppress", "k": number % 3 + 1}
                answer = client.post(f"/datasets/{dataset}/decisions", json=body)
                revision = answer.json()["revision"]
        except httpx.TransportError:
            killer.join()
    return revision


def upload_and_kill(server: LiveServer) -> None:
    """Kill the server while it reads a file."""
    rows = "".join(f"{n % 90},{'fm'[n % 2]},{n % 999}\n" for n in range(100_000))
    with server.client() as client:
        client.post("/datasets", files={"file": ("big.csv", "age,sex,postcode\n" + rows)})
    server.kill()


def check_no_halves(client: httpx.Client, home: Path) -> None:
    for one in client.get("/datasets").json():
        assert client.get(f"/datasets/{one['id']}").json()["rows"] in (6, 100_000)
    assert not list((home / "uploads").iterdir())
    assert not [one for one in (home / "datasets").iterdir() if one.name.startswith(".")]


def test_killed_again_and_again(tmp_path):
    first = LiveServer(tmp_path)
    with first.client() as client:
        dataset = upload(client)
        for body in (
            {"kind": "generalize", "attribute": "age", "level": 1},
            {"kind": "suppress", "k": 2},
        ):
            assert client.post(f"/datasets/{dataset}/decisions", json=body).status_code == 200
        undone = client.delete(f"/datasets/{dataset}/decisions/d1").json()
    acknowledged = decide_until_killed(first, dataset, undone["revision"])
    assert acknowledged > 3

    second = LiveServer(tmp_path)
    assert second.token == first.token
    with second.client() as client:
        found = client.get(f"/datasets/{dataset}").json()
        # the decision that was under way may have reached the disk without its answer
        assert acknowledged <= found["revision"] <= acknowledged + 1
        events = client.get(f"/datasets/{dataset}/history").json()["events"]
        assert [one["revision"] for one in events] == list(range(1, found["revision"] + 1))
        back = client.post(f"/datasets/{dataset}/jump", json={"revision_of_state": 3}).json()
        assert back["risk"] == undone["risk"]
        assert [one["id"] for one in back["decisions"]] == ["d2"]
    upload_and_kill(second)

    third = LiveServer(tmp_path)
    try:
        with third.client() as client:
            check_no_halves(client, tmp_path)
            assert client.get(f"/datasets/{dataset}").json() == back
    finally:
        assert third.stop() == ("", "")
