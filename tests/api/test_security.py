"""Who may talk to the server, and what browsers are told."""

from __future__ import annotations

import asyncio
import socket

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.responses import Response

from api.live_server import LiveServer, is_problem
from incrowd.api.security import Guard, check, is_ours
from incrowd.errors import NotAllowed
from incrowd.workspace.tokens import Tokens


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Basic x"},
        {"Cookie": "incrowd_token=x"},
    ],
)
def test_without_a_valid_token_nothing_is_told(server: LiveServer, headers):
    for path in ("status", "datasets", "catalogue", "jobs/x", "exports/x/file", "datasets/x/rows"):
        answer = httpx.get(f"{server.url}/api/v1/{path}", headers=headers)
        is_problem(answer, 401, "unauthorized")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_the_address_with_the_token_lets_a_browser_in(server: LiveServer):
    with httpx.Client(base_url=server.url) as browser:
        entered = browser.get("/datasets/abc", params={"token": server.token, "tab": "rows"})
        assert entered.status_code == 303
        assert entered.headers["location"] == "/datasets/abc?tab=rows"
        cookie = entered.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert browser.get("/api/v1/status").json()["user"] == "owner"


def test_a_wrong_token_in_the_address(server: LiveServer):
    answer = httpx.get(server.url, params={"token": "wrong"})
    assert answer.status_code == 401
    assert "not valid" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "", "localhost@evil", "::x"],
)
def test_a_foreign_host_is_refused(server: LiveServer, client: httpx.Client, host):
    named = host.format(port=server.told["port"])
    is_problem(client.get("/status", headers={"Host": named}), 403, "not_allowed")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1234", "[::1]:80", "LOCALHOST:1"])
def test_names_of_this_machine_are_ours(client: httpx.Client, host):
    assert client.get("/status", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1"]
)
def test_a_foreign_origin_is_refused(server: LiveServer, client: httpx.Client, origin):
    named = origin.format(port=server.told["port"])
    for method in ("GET", "POST", "DELETE", "OPTIONS"):
        answer = client.request(method, "/datasets", headers={"Origin": named})
        is_problem(answer, 403, "not_allowed")
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_the_own_origin_is_welcome(server: LiveServer, client: httpx.Client):
    answer = client.get("/status", headers={"Origin": server.url})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_what_browsers_are_told(server: LiveServer, client: httpx.Client):
    for answer in (client.get("/status"), httpx.get(server.url), client.get("/nothing")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "server" not in answer.headers
    assert client.get("/status").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2fapp.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/%00",
        "/a" * 500,
    ],
)
def test_path_tricks_give_the_page_and_no_file(server: LiveServer, path):
    answer = httpx.get(server.url + path)
    assert answer.status_code == 200
    assert "<html" in answer.text
    assert "root:" not in answer.text
    assert "FastAPI" not in answer.text


@pytest.mark.parametrize(
    "trick", ["..", "%2e%2e", "..%2f..%2fetc", "0" * 16, "x" * 500, "%00", "dataset.json"]
)
def test_path_tricks_in_names_of_data_sets(client: httpx.Client, trick):
    for method in ("GET", "DELETE"):
        answer = client.request(
            method, f"/datasets/{trick}/" if trick == ".." else f"/datasets/{trick}"
        )
        assert answer.status_code in (404, 405), answer.text
        assert set(answer.json()) == {"code", "message", "hint", "errors"}


def test_unknown_addresses_and_methods_have_the_error_shape(client: httpx.Client):
    is_problem(client.get("/nothing"), 404, "not_found")
    is_problem(client.put("/status"), 405)
    is_problem(client.get("/jobs/x"), 404, "not_found")
    is_problem(client.get("/exports/x/file"), 404, "not_found")


def test_requests_are_bounded(client: httpx.Client):
    big = b'{"rows": "' + b"x" * (17 << 20) + b'"}'
    is_problem(client.post("/risk", content=big), 413, "too_large")
    chunks = (big[start : start + (1 << 20)] for start in range(0, len(big), 1 << 20))
    is_problem(client.post("/risk", content=chunks), 413, "too_large")


@pytest.mark.parametrize(
    ("path", "passes"),
    [("/api/v1/datasets", True), ("/api/v1/sources/files", True), ("/api/v1/risk", False)],
)
def test_only_uploads_may_be_larger_than_other_requests(path, passes, tmp_path):
    """70 MiB are announced; how much an upload may have is looked at where it is received."""

    async def app(scope, receive, send):
        await Response(status_code=204)(scope, receive, send)

    async def send() -> httpx.Response:
        tokens = Tokens(tmp_path, "house")
        transport = httpx.ASGITransport(Guard(app, "127.0.0.1", tokens))
        headers = {"content-length": str(70 << 20), "Authorization": "Bearer house"}
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.post(path, headers=headers)

    answer = asyncio.run(send())
    assert answer.status_code == (204 if passes else 413)


def test_a_server_for_others_goes_by_addresses_and_its_own_name_only(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Data-Box")
    for name in ("10.0.0.5", "fe80::1", "data-box", "data-box.local", "localhost"):
        assert is_ours(name, "::")
    assert not is_ours("evil.example", "::")
    assert is_ours("server.lan", "server.lan")
    assert not is_ours("10.0.0.5", "server.lan")
    with pytest.raises(NotAllowed, match="another site"):
        check(Headers({"host": "localhost:1", "origin": "http://localhost:2"}), "127.0.0.1", "http")
    check(Headers({"host": "localhost:1", "origin": "http://LOCALHOST:1"}), "127.0.0.1", "http")


@pytest.mark.parametrize("path", ["linked/what-if", "datasets", "sources/files", "nowhere"])
@pytest.mark.parametrize("size", ["Content-Length: 60000000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("token", ["", "Authorization: Bearer wrong", "Cookie: incrowd_token=x"])
def test_nothing_is_read_of_a_body_from_nobody(
    server: LiveServer, path: str, size: str, token: str
) -> None:
    """Three bodies of 64 MB were read and parsed, at 2.1 GB, before they were refused."""
    host = f"127.0.0.1:{server.told['port']}"
    lines = [f"POST /api/v1/{path} HTTP/1.1", f"Host: {host}", size, token]
    with socket.create_connection(("127.0.0.1", server.told["port"]), timeout=10) as wire:
        wire.sendall("\r\n".join([*filter(None, lines), "", ""]).encode())
        answered = wire.recv(65536).decode()
    assert answered.startswith("HTTP/1.1 401 ")
    assert "www-authenticate: bearer" in answered.lower()
