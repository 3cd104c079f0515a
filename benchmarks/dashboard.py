"""The server as a page uses it, over HTTP: sliders, applying, uploads, a crowd of users."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from benchmarks.timing import ADULT, best

USERS = 50
MOVES = 10


def run(large: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name, _served(Path(name) / "home") as client:
        results: dict[str, Any] = {}
        if ADULT.is_dir():
            dataset, _ = _upload(client, ADULT / "adult.csv")
            results["adult"] = _page(client, dataset, moves=200, steps=10)
            results["adult"][f"{USERS} users"] = asyncio.run(_crowd(client, dataset))
        million = Path(name) / "census.csv"
        _generate(million, 1_000_000)
        results["1,000,000 rows"] = _million(client, million)
        return results


@contextmanager
def _served(workspace: Path) -> Iterator[httpx.Client]:
    command = [sys.executable, "-m", "incrowd", "serve", "--json", "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--workspace", str(workspace)], stdout=subprocess.PIPE, text=True
    )
    try:
        told = json.loads(process.stdout.readline() if process.stdout else "")
        with httpx.Client(
            base_url=f"http://127.0.0.1:{told['port']}/api/v1",
            headers={"Authorization": f"Bearer {told['token']}"},
            timeout=600,
        ) as client:
            yield client
    finally:
        process.terminate()
        process.wait()


def _upload(client: httpx.Client, path: Path) -> tuple[str, float]:
    """Upload a file; its data set, and the seconds until the first figures were there."""
    start = time.perf_counter()
    with path.open("rb") as file:
        job = client.post("/datasets", files={"file": (path.name, file)}).json()["job"]
    with client.stream("GET", f"/jobs/{job['id']}/events") as stream:
        told = [line for line in stream.iter_lines() if line.startswith("data: ")]
    ended = json.loads(told[-1].removeprefix("data: "))
    assert ended["state"] == "done", ended
    dataset = ended["result"]["dataset"]
    client.get(f"/datasets/{dataset}").raise_for_status()
    return dataset, time.perf_counter() - start


def _page(client: httpx.Client, dataset: str, moves: int, steps: int) -> dict[str, Any]:
    seconds = sorted(_move(client, dataset, one) for one in _sliders(client, dataset, moves))
    applied = [_apply(client, dataset, one) for one in _sliders(client, dataset, steps)]
    return {
        "preview_ms_median": 1e3 * statistics.median(seconds),
        "preview_ms_p95": 1e3 * seconds[int(0.95 * len(seconds))],
        "apply_answer_ms_median": 1e3 * statistics.median(answer for answer, _ in applied),
        "apply_page_ms_median": 1e3 * statistics.median(page for _, page in applied),
    }


def _sliders(client: httpx.Client, dataset: str, count: int) -> list[dict[str, Any]]:
    """Random places of the sliders: one attribute at some level, and some k."""
    chooser = random.Random(1)
    view = client.get(f"/datasets/{dataset}").json()
    heights = {one["name"]: one["height"] for one in view["attributes"] if one["height"]}
    places = []
    for _ in range(count):
        name = chooser.choice(list(heights))
        level, k = chooser.randint(1, heights[name]), chooser.choice([1, 2, 3, 5, 10])
        places.append({"levels": json.dumps({name: level}), "k": k})
    return places


def _move(client: httpx.Client, dataset: str, place: dict[str, Any]) -> float:
    start = time.perf_counter()
    client.get(f"/datasets/{dataset}/preview", params=place).raise_for_status()
    return time.perf_counter() - start


def _apply(client: httpx.Client, dataset: str, place: dict[str, Any]) -> tuple[float, float]:
    """Apply a level; the seconds until the answer, and until all of the page is fetched anew."""
    ((name, level),) = json.loads(place["levels"]).items()
    body = {"kind": "generalize", "attribute": name, "level": level}
    start = time.perf_counter()
    view = client.post(f"/datasets/{dataset}/decisions", json=body).raise_for_status().json()
    answered = time.perf_counter() - start
    for part in ("recommendations", "rows"):
        client.get(f"/datasets/{dataset}/{part}").raise_for_status()
    shown = time.perf_counter() - start
    client.delete(f"/datasets/{dataset}/decisions/{view['decisions'][-1]['id']}")
    return answered, shown


async def _crowd(client: httpx.Client, dataset: str) -> dict[str, float]:
    """Many people who move sliders without a pause."""
    places = _sliders(client, dataset, USERS * MOVES)

    async def user(person: httpx.AsyncClient, mine: list[dict[str, Any]]) -> list[float]:
        seconds = []
        for place in mine:
            start = time.perf_counter()
            answer = await person.get(f"/datasets/{dataset}/preview", params=place)
            answer.raise_for_status()
            seconds.append(time.perf_counter() - start)
        return seconds

    trust = ssl.create_default_context()  # once, not for each: it takes longer than a request
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(
                httpx.AsyncClient(
                    base_url=client.base_url, headers=client.headers, timeout=60, verify=trust
                )
            )
            for _ in range(USERS)
        ]
        moving = [user(person, places[number::USERS]) for number, person in enumerate(people)]
        everybody = await asyncio.gather(*moving)
    waited = sorted(seconds for one in everybody for seconds in one)
    return {
        "median_ms": 1e3 * statistics.median(waited),
        "p95_ms": 1e3 * waited[int(0.95 * len(waited))],
    }


def _million(client: httpx.Client, path: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "incrowd", "risk", str(path), "--json"]
    direct = best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), runs=3)
    uploads = [_upload(client, path) for _ in range(3)]
    dataset, uploaded = min(uploads, key=lambda one: one[1])
    return {
        "upload_to_figures_seconds": uploaded,
        "incrowd_risk_seconds": direct,
        "ratio": uploaded / direct,
        **_page(client, dataset, moves=40, steps=4),
    }


def _generate(path: Path, rows: int) -> None:
    command = [sys.executable, "-m", "incrowd", "generate", "census", "-o", str(path)]
    subprocess.run([*command, "--rows", str(rows)], check=True, stdout=subprocess.DEVNULL)
