"""A damaged data set is named in words, what is readable stays readable, and the others work."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from api.live_server import LiveServer, upload, wait

Damage = Callable[[Path], None]


def flip(name: str, place: float) -> Damage:
    def damage(folder: Path) -> None:
        content = bytearray((folder / name).read_bytes())
        content[int(len(content) * place)] ^= 1
        (folder / name).write_bytes(content)

    return damage


def cut(name: str, share: float) -> Damage:
    def damage(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: int(len(content) * share)])

    return damage


def remove(name: str) -> Damage:
    return lambda folder: (folder / name).unlink()


def make_folder(name: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return damage


def from_the_future(folder: Path) -> None:
    """A decision of a kind that only a later version knows."""
    path = folder / "journal.jsonl"
    first = json.loads(path.read_text().splitlines()[0])
    later = json.dumps({**first, "event": "teleport", "kind": "teleport"})
    path.write_text(f"{later}\n" + "".join(path.read_text().splitlines(keepends=True)[1:]))


DAMAGE: dict[str, Damage] = {
    "a bit of the first decision": flip("journal.jsonl", 0.1),
    "a bit in the middle": flip("journal.jsonl", 0.5),
    "a journal of a newer version": from_the_future,
    "a journal that is a folder": make_folder("journal.jsonl"),
    "no record": remove("dataset.json"),
    "half a record": cut("dataset.json", 0.5),
    "an empty record": cut("dataset.json", 0.0),
    "no rows": remove("data.parquet"),
    "half of the rows": cut("data.parquet", 0.5),
    "no notes on the rows": remove("data.parquet.json"),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    server = LiveServer(folder)
    try:
        with server.client() as client:
            for name in (*DAMAGE, "whole"):
                dataset = upload(client, name=f"{name}.csv")
                for k in (2, 1, 2):
                    body = {"kind": "suppress", "k": k}
                    assert client.post(f"/datasets/{dataset}/decisions", json=body).is_success
    finally:
        server.stop()
    for record in (folder / "datasets").glob("*/dataset.json"):
        damage = DAMAGE.get(json.loads(record.read_text())["name"].removesuffix(".csv"))
        (record.parent / "was").write_text(json.loads(record.read_text())["name"])
        if damage is not None:
            damage(record.parent)
    return folder


@pytest.fixture(scope="module")
def server(home: Path):
    server = LiveServer(home)
    yield server
    assert server.stop() == ("", "")


def find(home: Path, name: str) -> str:
    (found,) = (one for one in (home / "datasets").iterdir() if (one / "was").read_text() == name)
    return found.name


@pytest.mark.parametrize("name", list(DAMAGE))
def test_damage_is_said_and_nothing_leaves(name: str, server: LiveServer, home: Path) -> None:
    dataset = find(home, f"{name}.csv")
    with server.client() as client:
        answer = client.get(f"/datasets/{dataset}")
        assert not answer.is_success, answer.text
        problem = answer.json()
        assert problem["message"]
        assert problem["hint"]
        assert "inside incrowd" not in problem["message"]
        assert str(home) not in answer.text
        started = client.post(f"/datasets/{dataset}/export", json={"format": "csv"})
        if started.is_success:
            assert wait(client, started)["state"] == "failed"
        assert (home / "datasets" / dataset).is_dir()


def test_the_others_work(server: LiveServer, home: Path) -> None:
    whole = find(home, "whole.csv")
    with server.client() as client:
        assert whole in [one["id"] for one in client.get("/datasets").json()]
        assert client.get(f"/datasets/{whole}").json()["revision"] == 3
        body = {"kind": "suppress", "k": 1}
        assert client.post(f"/datasets/{whole}/decisions", json=body).is_success
        assert upload(client)
