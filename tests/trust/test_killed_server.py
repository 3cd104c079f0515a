"""`kill -9` of the server at random moments of everything it does: what it acknowledged is there.

Several people work at once: they upload, decide, undo, export, run, link. The server is killed in
between and started again on the same folder, again and again.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from api.live_server import PEOPLE, LiveServer, upload
from hypothesis_profiles import scaled

from incrowd.temporary_folder import LOCK_NAME

KILLS = scaled(4)
TABLE = "age,sex,postcode,disease\n" + "".join(
    f"{20 + n % 60},{'fm'[n % 2]},{1000 + n % 40},{('flu', 'cold', 'hiv')[n % 3]}\n"
    for n in range(3000)
)


@dataclass
class Known:
    """What was acknowledged: the revision of each data set, and which are gone."""

    revisions: dict[str, int] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)
    """Data sets of which a request was under way when the server died."""
    faults: list[Exception] = field(default_factory=list)
    """What went wrong while the server still answered."""


def work(server: LiveServer, known: Known, seed: int, deed: Callable[..., None]) -> None:
    """Do one thing again and again until the server is gone."""
    chance = random.Random(seed)
    with server.client() as client:
        try:
            while True:
                deed(client, known, chance)
        except httpx.TransportError:
            return  # half an answer, or none
        except (AssertionError, KeyError, ValueError) as fault:
            known.faults.append(fault)


def put(client: httpx.Client, known: Known, chance: random.Random) -> None:
    started = client.post("/datasets", files={"file": ("more.csv", TABLE)})
    job = started.json()["job"]["id"]
    while (state := client.get(f"/jobs/{job}").json())["state"] == "running":
        time.sleep(0.01)
    known.revisions[state["result"]["dataset"]] = 0
    time.sleep(chance.random() / 5)


def decide(client: httpx.Client, known: Known, chance: random.Random) -> None:
    dataset = chance.choice(sorted(known.revisions))
    revision = known.revisions[dataset]
    kind: dict[str, Any] = {"kind": "suppress", "k": chance.randint(1, 4), "revision": revision}
    known.busy.add(dataset)
    if revision and chance.random() < 0.4:
        decisions = client.get(f"/datasets/{dataset}").json()["decisions"]
        if decisions:
            undone = client.delete(f"/datasets/{dataset}/decisions/{decisions[-1]['id']}")
            known.revisions[dataset] = undone.json()["revision"]
        return
    known.revisions[dataset] = client.post(f"/datasets/{dataset}/decisions", json=kind).json()[
        "revision"
    ]


def run_jobs(client: httpx.Client, known: Known, chance: random.Random) -> None:
    dataset = chance.choice(sorted(known.revisions))
    path, body = chance.choice(
        [
            ("export", {"format": chance.choice(["csv", "parquet", "xlsx"])}),
            ("automatic", {"k": 3}),
            ("standouts", {"k": 2, "max_size": 2}),
        ]
    )
    client.post(f"/datasets/{dataset}/{path}", json=body)
    time.sleep(chance.random() / 10)


def link(client: httpx.Client, known: Known, chance: random.Random) -> None:
    one, two = chance.choices(sorted(known.revisions), k=2)
    client.post("/linked/proposal", json={"datasets": [one, two]})
    time.sleep(chance.random() / 10)


def check(server: LiveServer, known: Known, home: Path) -> None:
    with server.client() as client:
        found = {one["id"]: one["revision"] for one in client.get("/datasets").json()}
        for dataset, revision in known.revisions.items():
            assert dataset in found, "an acknowledged upload is lost"
            slack = 1 if dataset in known.busy else 0
            assert revision <= found[dataset] <= revision + slack
            view = client.get(f"/datasets/{dataset}").json()
            assert view["rows"] in (6, 3000)
            events = client.get(f"/datasets/{dataset}/history").json()["events"]
            assert [one["revision"] for one in events] == list(range(1, found[dataset] + 1))
        known.revisions = dict(found)
        known.busy.clear()
    left = [path for place in ("uploads", "exports") for path in (home / place).iterdir()]
    assert left == []
    assert [path for path in (home / "datasets").iterdir() if path.name.startswith(".")] == []


def wait_for_work(known: Known, decisions: int) -> None:
    """Wait until something was uploaded and decided, however slow the machine is."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if len(known.revisions) > 1 and sum(dict(known.revisions).values()) >= decisions:
            return
        time.sleep(0.02)


def test_nothing_acknowledged_is_lost(tmp_path: Path, monkeypatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    home = tmp_path / "home"
    chance, known = random.Random(7), Known()
    server = LiveServer(home)
    with server.client() as client:
        known.revisions = {upload(client, PEOPLE): 0}
    for round_ in range(KILLS):
        deeds = [put, decide, run_jobs, link]
        people = [
            threading.Thread(target=work, args=(server, known, 10 * round_ + place, deed))
            for place, deed in enumerate(deeds)
        ]
        for person in people:
            person.start()
        wait_for_work(known, sum(known.revisions.values()) + 2)
        time.sleep(chance.uniform(0.0, 1.5))
        server.kill()
        for person in people:
            person.join(60)
        assert known.faults == []
        server = LiveServer(home)
        check(server, known, home)
    assert len(known.revisions) > 1, "nothing was uploaded meanwhile"
    assert sum(known.revisions.values()) >= 2 * KILLS, "nothing was decided meanwhile"
    for lock in temporary.rglob(LOCK_NAME):
        os.utime(lock, (0, 0))  # what was left some time ago
    with server.client() as client:
        upload(client)
    server.stop()
    assert [path for path in temporary.rglob("*") if path.is_file()] == []
