"""How statements travel to a coordinator of Trino: page by page, to that one alone, and stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from incrowd.engines.remote.trino.statements import Statements
from incrowd.engines.servers.address import parse_server
from incrowd.progress import silent

pytestmark = pytest.mark.cluster  # where the package is installed


@dataclass
class Coordinator:
    """Answers with as many pages as it was told, and notes what it is asked."""

    pages: int = 3
    elsewhere: str = "http://192.0.2.1:1"
    """Where it says that the next page is."""
    port: int = 0
    requests: list[tuple[str, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"trino://ann@127.0.0.1:{self.port}/memory/default"

    def answer(self, page: int) -> dict[str, Any]:
        following = {} if page == self.pages else {"nextUri": f"{self.elsewhere}/v1/{page + 1}?x=1"}
        columns = [{"name": "n", "type": "bigint"}] if page else None
        return {
            "id": "q",
            "infoUri": "",
            "stats": {"state": "RUNNING", "progressPercentage": 50.0 * page},
            "columns": columns,
            "data": [[page]] if page else None,
            **following,
        }


@pytest.fixture
def coordinator() -> Iterator[Coordinator]:
    result = Coordinator()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._send(0)

        def do_GET(self) -> None:
            self._send(int(self.path.removeprefix("/v1/").partition("?")[0]))

        def do_DELETE(self) -> None:
            self._note()
            self.send_response(204)
            self.end_headers()

        def _note(self) -> None:
            result.requests.append((self.command, self.path))
            result.headers.append(dict(self.headers))

        def _send(self, page: int) -> None:
            self._note()
            body = json.dumps(result.answer(page)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        result.port = server.server_port
        Thread(target=server.serve_forever, daemon=True).start()
        yield result
        server.shutdown()


def open_statements(coordinator: Coordinator, progress: Any = silent) -> Statements:
    return Statements(parse_server(coordinator.url)[0], None, progress)


def test_every_page_comes_from_the_server_that_was_asked(coordinator: Coordinator) -> None:
    told: list[float | None] = []
    statements = open_statements(coordinator, lambda _, done: told.append(done))
    pages = list(statements.pages("SELECT 1", "asking"))
    assert [page.rows for page in pages] == [[[1]], [[2]], [[3]]]
    assert coordinator.requests == [
        ("POST", "/v1/statement"),
        *(("GET", f"/v1/{page}?x=1&targetResultSize=16MB") for page in (1, 2, 3)),
    ]
    assert told == [0.0, 0.5, 1.0]
    statements.close()


def test_settings_go_with_the_statement_they_are_for(coordinator: Coordinator) -> None:
    statements = open_statements(coordinator)
    statements.settings["pg.x"] = "A"
    list(statements.pages("SELECT 1", "asking", {"y": "B"}))
    list(statements.pages("SELECT 1", "asking"))
    posted = [
        headers["X-Trino-Session"]
        for headers, (method, _) in zip(coordinator.headers, coordinator.requests, strict=True)
        if method == "POST"
    ]
    assert posted == ["pg.x=A,y=B", "pg.x=A"]
    first = coordinator.headers[0]
    assert (first["X-Trino-User"], first["X-Trino-Time-Zone"]) == ("ann", "UTC")
    statements.close()


def test_whoever_stops_waiting_stops_the_statement(coordinator: Coordinator) -> None:
    def stop(step: str, done: float | None) -> None:
        raise KeyboardInterrupt

    statements = open_statements(coordinator, stop)
    with pytest.raises(KeyboardInterrupt):
        list(statements.pages("SELECT 1", "asking"))
    assert coordinator.requests[-1][0] == "DELETE"
    statements.close()


def test_an_answer_that_nobody_reads_is_stopped(coordinator: Coordinator) -> None:
    statements = open_statements(coordinator)
    pages = statements.pages("SELECT 1", "asking")
    next(pages)
    pages.close()
    assert coordinator.requests[-1] == ("DELETE", "/v1/2?x=1&targetResultSize=16MB")
    statements.close()


def test_closing_stops_what_still_runs(coordinator: Coordinator) -> None:
    statements = open_statements(coordinator)
    pages = statements.pages("SELECT 1", "asking")
    next(pages)
    statements.close()
    assert coordinator.requests[-1][0] == "DELETE"
    pages.close()


def test_no_password_of_this_computer_is_sent(
    coordinator: Coordinator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login ann password hunter2\n", "ascii")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("TRINO_PASSWORD", "hunter2")
    statements = open_statements(coordinator)
    list(statements.pages("SELECT 1", "asking"))
    assert not any("Authorization" in headers for headers in coordinator.headers)
    statements.close()
