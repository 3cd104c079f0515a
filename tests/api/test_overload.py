"""One person cannot keep the server from others, and nobody without a token can end its service."""

from __future__ import annotations

import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import httpx
import psutil
import pytest
from fake_servers import silent_mysql
from patience import SOON

from api.live_server import LiveServer, is_problem, upload, wait
from incrowd.workspace.tokens import Tokens
from incrowd.workspace.turns import PER_PERSON, WAITING

SLOW = "SELECT levenshtein(repeat('ab', 400000), repeat('ba', 400000)) AS d"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    found = LiveServer(tmp_path / "home")
    yield found
    if found.process.poll() is None:
        found.kill()


@pytest.fixture
def eve(server: LiveServer) -> Iterator[httpx.Client]:
    """Somebody with a token who wants everything."""
    with server.client(Tokens(Path(server.told["workspace"])).issue("eve", renew=True)) as found:
        yield found


@pytest.fixture
def client(server: LiveServer) -> Iterator[httpx.Client]:
    with server.client() as found:
        yield found


def answers_at_once(client: httpx.Client) -> None:
    """Make sure that the server answers what never waits."""
    for _ in range(7):
        begun = time.monotonic()
        assert client.get("/status").status_code == 200
        assert time.monotonic() - begun < SOON


@contextmanager
def many(count: int, send: Callable[[int], object]) -> Iterator[list[object]]:
    """Send so many requests at the same time, and go on as long as they take."""
    answers: list[object] = []
    started = Event()

    def one(number: int) -> None:
        started.set()
        try:
            answers.append(send(number))
        except httpx.HTTPError as error:
            answers.append(error)

    pool = ThreadPoolExecutor(count)
    try:
        for number in range(count):
            pool.submit(one, number)
        started.wait()
        time.sleep(0.5)
        yield answers
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def endless(path: Path) -> bytes:
    """A database file with a view that never ends."""
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE t (a)")
        database.execute(
            "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
            " SELECT x FROM c WHERE x < 0"
        )
    database.close()
    return path.read_bytes()


def test_four_uploads_that_never_end(server, client, eve, tmp_path):
    content = endless(tmp_path / "endless.sqlite")
    for number in range(4):
        files = {"file": (f"{number}.sqlite", content)}
        assert eve.post("/datasets?table=v", files=files).status_code == 202
    time.sleep(0.5)
    answers_at_once(client)
    begun = time.monotonic()
    upload(client)
    assert time.monotonic() - begun < SOON


def query_session(client: httpx.Client) -> None:
    """A session with a table of six people."""
    table = {"name": "people", "dataset": upload(client)}
    assert wait(client, client.post("/queries/tables", json=table))["state"] == "done"


def test_sixty_reads_of_rows_during_a_long_query(server, client, eve):
    query_session(eve)
    job = wait(eve, eve.post("/queries", json={"sql": "SELECT * FROM people"}))
    rows = f"/queries/{job['result']['query']}/rows"
    running = eve.post("/queries", json={"sql": SLOW}).json()["job"]["id"]
    with many(60, lambda number: eve.get(rows).status_code) as answers:
        answers_at_once(client)
        answers_at_once(eve)
        time.sleep(5)
    assert answers == [200] * 60
    begun = time.monotonic()
    eve.delete(f"/jobs/{running}")
    while eve.get(f"/jobs/{running}").json()["state"] == "running":
        time.sleep(0.02)
    assert time.monotonic() - begun < SOON


def test_tries_at_a_mysql_that_greets_and_falls_silent(server, client):
    with silent_mysql() as url, httpx.Client(limits=httpx.Limits(max_connections=60)) as http:
        source = client.post("/sources", json={"name": "silent", "url": url}).json()["id"]
        headers = dict(client.headers)
        place = f"{server.url}/api/v1/sources/{source}/password"

        def unlock(number: int) -> int:
            body = {"password": "x"}
            return http.post(place, json=body, headers=headers, timeout=60).status_code

        with many(45, unlock):
            answers_at_once(client)
        with server.client(Tokens(Path(server.told["workspace"])).issue("ben", renew=True)) as ben:
            begun = time.monotonic()
            upload(ben)
            assert time.monotonic() - begun < SOON


def test_two_hundred_queries_that_wait(server, client, eve):
    query_session(eve)
    answers = [eve.post("/queries", json={"sql": SLOW}) for _ in range(200)]
    accepted = [answer for answer in answers if answer.status_code == 202]
    assert len(accepted) == PER_PERSON + WAITING
    problem = is_problem(next(each for each in answers if each.status_code == 429), 429, "too_many")
    assert "60 jobs of yours are waiting" in problem["message"]
    assert problem["hint"]
    answers_at_once(client)
    upload(client)
    begun = time.monotonic()
    for answer in accepted:
        assert eve.delete(f"/jobs/{answer.json()['job']['id']}").status_code == 200
    last = accepted[-1].json()["job"]["id"]
    while eve.get(f"/jobs/{last}").json()["state"] == "running":
        time.sleep(0.02)
    assert time.monotonic() - begun < SOON


def test_a_server_ends_while_a_query_hears_nobody(server, eve):
    query_session(eve)
    assert eve.post("/queries", json={"sql": SLOW}).status_code == 202
    time.sleep(1)
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert children
    begun = time.monotonic()
    server.stop()
    assert time.monotonic() - begun < SOON
    assert not [each for each in children if each.is_running()]


@pytest.mark.parametrize("files", [None, 1024])
def test_half_sent_requests(tmp_path, files):
    server = LiveServer(tmp_path / "home", files=files)
    try:
        with ExitStack() as stack, server.client() as client:
            for _ in range(1100):
                line = stack.enter_context(socket.create_connection(server.address))
                line.sendall(b"POST /api/v1/datasets HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
            begun = time.monotonic()
            assert client.get("/status").status_code == 200
            assert time.monotonic() - begun < SOON
            time.sleep(1)
            answers_at_once(client)
            assert len(psutil.Process(server.process.pid).net_connections()) < 700
    finally:
        _, said = server.stop()
    assert len(said) < 10_000
    assert "Traceback" not in said


def test_heads_without_an_end(server):
    with socket.create_connection(server.address) as line:
        line.settimeout(10)
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
        line.sendall(b"a" * (100 << 10))
        assert line.recv(1000).startswith(b"HTTP/1.1 400")
