"""Files on their way in: bad ones, large ones, broken connections, tricks, a full disk."""

from __future__ import annotations

import asyncio
import errno
import gzip
import io
import os
import secrets
import socket
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import openpyxl
import pytest
from patience import SOON

from api.live_server import PEOPLE, LiveServer, is_problem, upload, wait
from incrowd.api import uploads
from incrowd.api.app import create_app
from incrowd.api.context import Context

TOKEN = secrets.token_hex()
FULL = Path("/dev/full")
"""Whatever is written here meets a full disk."""


def home(server: LiveServer) -> Path:
    return Path(server.told["workspace"])


def arrive(client: httpx.Client, content: bytes | str, name: str = "people.csv", **options: str):
    return wait(client, client.post("/datasets", files={"file": (name, content)}, params=options))


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (b"", "malformed_data", "'people.csv' is empty"),
        (b"age,sex\n", "nothing_to_measure", "no rows"),
        (b"age,sex,age\n1,2,3\n", "malformed_data", "several columns called 'age'"),
        (b" ,,\n1,2,3\n", "malformed_data", "without a name"),
        (b"a,b\n1,x\x00y\n", "malformed_data", "Line 2 of 'people.csv' contains a NUL byte"),
        (b'a,b\nx,y\nx,"y\nx,y\n', "malformed_data", "Line 3 of 'people.csv' opens a quote"),
        (b"a,b,c\nx,y,z\nx,y\n", "malformed_data", "Line 3 of 'people.csv' has 2 cells"),
        (b"39,50.5\n50,13\n38,7\n", "malformed_data", "looks like data"),
        ("a,b\nñ,ü\n".encode() + b"\xff,y\n", "source_not_readable", "offset 10 (line 3)"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0" * 90, "malformed_data", "people.csv"),
        (gzip.compress(b"a,b\nx,y\n", mtime=0)[:-9], "source_not_readable", "people.csv"),
    ],
)
def test_bad_files_are_refused_where_it_happened(server, client, content, code, message):
    before = client.get("/datasets").json()
    job = arrive(client, content)
    assert (job["state"], job["result"]) == ("failed", None)
    assert set(job["error"]) == {"code", "message", "hint", "errors"}
    assert job["error"]["code"] == code
    assert message in job["error"]["message"]
    assert str(home(server)) not in str(job["error"])
    assert client.get("/datasets").json() == before
    assert not list((home(server) / "uploads").iterdir())


def test_options_that_a_user_knows_better(client):
    latin = "name,town\nAna,Málaga\n".encode("latin-1")
    assert arrive(client, latin, encoding="utf-8")["state"] == "failed"
    assert arrive(client, latin, encoding="latin-1")["state"] == "done"
    assert arrive(client, latin, encoding="utf-9")["error"]["code"] == "invalid_parameter"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../../etc/cron.d/people.csv", "people.csv"),
        ("..\\..\\people.csv", "people.csv"),
        ("/absolute/people.csv", "people.csv"),
        ("..", "data"),
        ("*[a]?.csv", "*[a]?.csv"),
        ("Größe 😀.csv", "Größe 😀.csv"),
    ],
)
def test_path_tricks_in_file_names(server, client, name, shown):
    outside = set(home(server).parent.iterdir())
    dataset = upload(client, PEOPLE, name)
    assert client.get(f"/datasets/{dataset}").json()["name"] == shown
    assert set(home(server).parent.iterdir()) == outside
    client.delete(f"/datasets/{dataset}")


@pytest.mark.parametrize("chunked", [True, False])
def test_too_large(server, client, chunked):
    body = b"age,sex\n" + b"30,f\n" * 300_000
    files = {"file": ("people.csv", body)}
    request = client.build_request("POST", "/datasets", files=files)
    content = request.read()
    kind = {"Content-Type": request.headers["content-type"]}
    pieces = (content[start : start + 50_000] for start in range(0, len(content), 50_000))
    answer = client.post("/datasets", content=pieces if chunked else content, headers=kind)
    problem = is_problem(answer, 413, "too_large")
    assert "1,048,576 bytes" in problem["message"]
    assert not list((home(server) / "uploads").iterdir())
    assert client.get("/status").status_code == 200


def test_a_declared_size_above_the_limit_is_refused_before_the_body_comes(tmp_path):
    large = LiveServer(tmp_path / "home", "--max-upload", "1G")
    port = large.told["port"]
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(
                f"POST /api/v1/datasets HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                f"Authorization: Bearer {large.token}\r\nContent-Length: {5 << 30}\r\n"
                "Content-Type: multipart/form-data; boundary=xyz\r\n\r\n"
                '--xyz\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\n'
                "age,sex\n30,f\n".encode()
            )
            answer = ""
            while "}" not in answer:
                answer += line.recv(1 << 16).decode()
        assert answer.startswith("HTTP/1.1 413")
        assert "1,073,741,824 bytes" in answer
        assert not list((tmp_path / "home" / "uploads").iterdir())
    finally:
        large.stop()


def test_a_closed_tab_during_upload_leaves_nothing(server):
    port, token = server.told["port"], server.token
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(
            f"POST /api/v1/datasets HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Authorization: Bearer {token}\r\nContent-Length: 500000\r\n"
            "Content-Type: multipart/form-data; boundary=xyz\r\n\r\n"
            '--xyz\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\n'
            "age,sex\n30,f\n".encode()
        )
        until = time.monotonic() + 10
        while not list((home(server) / "uploads").iterdir()) and time.monotonic() < until:
            time.sleep(0.01)
        assert list((home(server) / "uploads").iterdir())
    while list((home(server) / "uploads").iterdir()) and time.monotonic() < until:
        time.sleep(0.01)
    assert not list((home(server) / "uploads").iterdir())


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({}, b""),
        ({"Content-Type": "text/csv"}, b"a,b\n1,2\n"),
        ({"Content-Type": "multipart/form-data"}, b"x"),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"nonsense"),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"--x--\r\n"),
        (
            {"Content-Type": "multipart/form-data; boundary=x"},
            b'--x\r\nContent-Disposition: form-data; name="other"\r\n\r\na\r\n--x--\r\n',
        ),
        (
            {"Content-Type": "multipart/form-data; boundary=x"},
            b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b',
        ),
    ],
)
def test_what_is_no_upload(server, client, headers, body):
    is_problem(client.post("/datasets", headers=headers, content=body), 400, "usage")
    assert not list((home(server) / "uploads").iterdir())


PART = b'--x\r\nContent-Disposition: form-data; name="other"\r\n'
FILE_PART = (
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2\r\n'
)


@pytest.mark.parametrize(
    "body",
    [
        (PART + b"\r\na\r\n") * 5_000 + FILE_PART + b"--x--\r\n",
        PART + b"\r\n" + b"a" * (1 << 17) + b"\r\n" + FILE_PART + b"--x--\r\n",
    ],
)
def test_what_comes_beside_the_file_is_bounded(server, client, body):
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = client.post("/datasets", headers=kind, content=body)
    assert "besides its file" in is_problem(answer, 413, "too_large")["message"]
    assert not list((home(server) / "uploads").iterdir())


def test_what_describes_a_part_is_bounded(server, client):
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    body = PART + b"X-Long: " + b"a" * (1 << 15) + b"\r\n\r\na\r\n" + FILE_PART + b"--x--\r\n"
    is_problem(client.post("/datasets", headers=kind, content=body), 400)  # newer parsers bound it
    assert not list((home(server) / "uploads").iterdir())


def test_a_few_other_parts_are_no_harm(client):
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    body = (PART + b"\r\na\r\n") * 3 + FILE_PART + b"--x--\r\n"
    job = wait(client, client.post("/datasets", headers=kind, content=body))
    assert job["state"] == "done"
    client.delete(f"/datasets/{job['result']['dataset']}")


def _corners(far: str) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"], book.active[far] = "a", 1
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("far", ["XFD1048576", "ALL200000"])
def test_a_file_that_ends_its_reader_costs_only_its_upload(server, client, far):
    before = client.get("/datasets").json()
    files = {"file": ("corners.xlsx", _corners(far))}
    started = client.post("/datasets", files=files)
    assert client.get("/status").status_code == 200
    job = wait(client, started)
    assert job["error"]["code"] in ("process_crashed", "too_much_memory")
    assert "corners.xlsx" in job["error"]["message"]
    assert job["error"]["hint"]
    assert client.get("/status").status_code == 200
    assert client.get("/datasets").json() == before
    assert not list((home(server) / "uploads").iterdir())


def test_a_view_without_an_end_is_stopped(server, client, tmp_path):
    path = tmp_path / "endless.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE VIEW v AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
        "SELECT n FROM r WHERE n < 0"
    )
    connection.commit()
    connection.close()
    started = client.post("/datasets", files={"file": ("endless.sqlite", path.read_bytes())})
    time.sleep(0.5)
    assert client.get("/status").status_code == 200
    begun = time.monotonic()
    client.delete(f"/jobs/{started.json()['job']['id']}")
    assert wait(client, started)["state"] == "cancelled"
    assert time.monotonic() - begun < SOON


def test_cancelled_while_reading(server, client):
    before = client.get("/datasets").json()
    rows = "".join(f"{n % 90},{n % 7},{n}\n" for n in range(80_000))
    started = client.post("/datasets", files={"file": ("p.csv", "age,sex,id\n" + rows)})
    client.delete(f"/jobs/{started.json()['job']['id']}")
    job = wait(client, started)
    assert job["state"] == "cancelled"
    assert client.get("/datasets").json() == before
    assert not list((home(server) / "uploads").iterdir())


def test_deleting_leaves_nothing(server, client):
    person = "Zebulon Quixotewitz"
    content = PEOPLE.replace("Ana Alvarez", person)
    dataset = upload(client, content)
    decision = {"kind": "hierarchy", "attribute": "sex", "csv": "f;Xylophonia;*\nm;Xylophonia;*\n"}
    assert client.post(f"/datasets/{dataset}/decisions", json=decision).status_code == 200
    wait(client, client.post(f"/datasets/{dataset}/export", json={"format": "csv"}))
    assert client.delete(f"/datasets/{dataset}").status_code == 204
    files = [path for path in home(server).rglob("*") if path.is_file()]
    for path in files:
        kept = path.read_bytes()
        assert person.encode() not in kept
        assert b"Xylophonia" not in kept
        assert dataset.encode() not in kept
    assert not [path for path in home(server).rglob("*") if dataset in path.name]


def post(app: object, **request: object) -> httpx.Response:
    """Send one request to an application in this process."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", headers=headers
        ) as client:
            return await client.post("/api/v1/datasets", **request)

    return asyncio.run(send())


def test_a_full_disk_while_uploading(tmp_path, monkeypatch):
    context = Context.open(tmp_path, token=TOKEN)
    app = create_app(context)
    monkeypatch.setattr(uploads, "_create", lambda path: FULL.open("wb", buffering=0))
    is_problem(post(app, files={"file": ("p.csv", PEOPLE)}), 507, "disk_full")
    assert not list(context.workspace.uploads.iterdir())
    context.close()


def test_a_file_that_will_not_fit_is_refused_at_once(tmp_path, monkeypatch):
    context = Context.open(tmp_path, token=TOKEN)
    usage = SimpleNamespace(free=10)
    monkeypatch.setattr(uploads.shutil, "disk_usage", lambda folder: usage)
    is_problem(post(create_app(context), files={"file": ("p.csv", PEOPLE)}), 507, "disk_full")
    context.close()


def test_a_full_disk_while_deciding_is_told_and_not_acknowledged(tmp_path, monkeypatch):
    context = Context.open(tmp_path, token=TOKEN)
    app = create_app(context)
    post(app, files={"file": ("p.csv", PEOPLE)})
    while not (records := context.workspace.records()):
        time.sleep(0.02)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def decide() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport,
            base_url="http://localhost/api/v1",
            headers={"Authorization": f"Bearer {TOKEN}"},
        ) as client:
            with monkeypatch.context() as patched:
                patched.setattr(os, "fsync", full)
                answer = await client.post(
                    f"/datasets/{records[0].id}/decisions", json={"kind": "suppress", "k": 2}
                )
            now = await client.get(f"/datasets/{records[0].id}")
            assert now.json()["revision"] == 0
            return answer

    is_problem(asyncio.run(decide()), 507, "disk_full")
    context.close()
