"""`incrowd serve`, `demo` and `token` as a person runs them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from command_line import hear_control_c
from typer.testing import CliRunner

from incrowd.api import page, serving
from incrowd.api.app import create_app
from incrowd.cli import serve
from incrowd.cli.main import app
from incrowd.errors import IncrowdError, InvalidParameter

PEOPLE = "age;sex;disease\n30;f;flu\n30;f;hiv\n41;m;flu\n41;m;flu\n52;f;flu\n"
LINK = re.compile(r"http://127\.0\.0\.1:(\d+)(/\S*)\?token=(\S+)")


@contextmanager
def running(*arguments: object) -> Iterator[tuple[subprocess.Popen[str], re.Match[str]]]:
    """A command that serves, and the address that it told."""
    process = subprocess.Popen(
        [sys.executable, "-m", "incrowd", *map(str, arguments), "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={key: value for key, value in os.environ.items() if not key.startswith("INCROWD")},
        preexec_fn=hear_control_c,  # noqa: PLW1509 - it takes no lock
    )
    try:
        line = process.stdout.readline() if process.stdout else ""
        found = LINK.search(line)
        assert found, (line, process.stderr.read() if process.stderr else "")
        yield process, found
    finally:
        process.kill()
        process.communicate()


def test_serve_opens_the_data_and_tells_where(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    with running("serve", path, "--workspace", tmp_path / "home", "--port", 0) as (process, link):
        with httpx.Client(base_url=f"http://127.0.0.1:{link[1]}", follow_redirects=True) as browser:
            shown = browser.get(f"{link[2]}?token={link[3]}")
            assert shown.status_code == 200
            assert str(shown.url).endswith(link[2])
            view = browser.get(f"/api/v1{link[2]}").json()
        assert (view["name"], view["rows"]) == ("people.csv", 5)
        process.send_signal(signal.SIGTERM)
        out, told = process.communicate(timeout=20)
    assert out == ""
    assert f"are saved in {tmp_path / 'home'}" in told
    assert "Stop with Ctrl-C: they will be there next time." in told
    assert "Traceback" not in told
    assert link[3] not in told


def test_ctrl_c_keeps_what_was_opened_and_decided(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    home = ("--workspace", tmp_path / "home", "--port", 0)
    with running("serve", path, *home) as (process, link):
        place = f"/api/v1{link[2]}"
        headers = {"Authorization": f"Bearer {link[3]}"}
        url = f"http://127.0.0.1:{link[1]}{place}"
        body = {"kind": "suppress", "k": 2}
        assert httpx.post(f"{url}/decisions", json=body, headers=headers).is_success
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
    assert "Traceback" not in told
    with running("serve", *home) as (_, link):
        headers = {"Authorization": f"Bearer {link[3]}"}
        again = httpx.get(f"http://127.0.0.1:{link[1]}{place}", headers=headers).json()
    assert (again["name"], again["revision"]) == ("people.csv", 1)


def test_the_demo_keeps_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with running("demo", "--port", 0) as (process, link):
        headers = {"Authorization": f"Bearer {link[3]}"}
        url = f"http://127.0.0.1:{link[1]}/api/v1{link[2]}"
        assert httpx.get(url, headers=headers).json()["rows"] == 2000
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
        assert process.returncode == 130
    assert "everything in it is deleted" in told
    assert "saved" not in told
    assert not list(tmp_path.glob("incrowd-demo-*"))


def test_the_demo_in_the_terminal():
    shown = CliRunner().invoke(app, ["demo", "--terminal"])
    assert shown.exit_code == 0
    assert "Average risk" in shown.stdout
    assert "Next steps" in shown.stdout
    answer = json.loads(CliRunner().invoke(app, ["demo", "--json"]).stdout)
    assert answer["generalizations"]


def test_bad_data_is_told_before_anything_is_served(tmp_path):
    for data, message in ((tmp_path / "nowhere.csv", "nowhere.csv"), (tmp_path, "folder")):
        done = CliRunner().invoke(
            app, ["serve", str(data), "--workspace", str(tmp_path / "home"), "--port", "0"]
        )
        assert isinstance(done.exception, IncrowdError)
        assert message in done.exception.message


def test_a_taken_port_is_evaded_unless_it_was_asked_for(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", port)
        with serving.listen("127.0.0.1", None) as free:
            assert free.getsockname()[1] not in (0, port)
        with pytest.raises(InvalidParameter, match=f"port {port}") as caught:
            serving.listen("127.0.0.1", port)
        assert "--port" in caught.value.hint


def test_places_that_do_not_exist():
    for host, port in (("203.0.113.1", 0), ("nowhere.invalid", 0), ("127.0.0.1", 70_000)):
        with pytest.raises(InvalidParameter, match="port"):
            serving.listen(host, port)


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:1/x?token=t"),
        ("::1", "http://[::1]:1/x?token=t"),
        ("::", "http://localhost:1/x?token=t"),
        ("server.lan", "http://server.lan:1/x?token=t"),
    ],
)
def test_the_address_that_is_told(host, shown):
    assert serving.address(host, 1, "t", "/x") == shown


@pytest.mark.parametrize("text", ["", "much", "-5", "1.5G", "5X", "G"])
def test_sizes_that_are_none(text):
    with pytest.raises(InvalidParameter, match="is not a size"):
        serve.read_size(text)


def test_a_token_for_another_person(tmp_path):
    command = ["token", "ana", "--workspace", str(tmp_path)]
    token = CliRunner().invoke(app, command).stdout.strip()
    kept = json.loads((tmp_path / "tokens.json").read_text())
    assert [one["user"] for one in kept.values()] == ["ana"]
    assert token not in str(kept)
    again = CliRunner().invoke(app, [*command, "--datasets", "all", "--json"])
    assert again.exit_code == 1
    shared = CliRunner().invoke(app, [*command, "--datasets", "all", "--renew", "--json"])
    assert json.loads(shared.stdout)["user"] == "ana"
    (kept,) = json.loads((tmp_path / "tokens.json").read_text()).values()
    assert kept == {"user": "ana", "datasets": {"all": "view"}}
    assert CliRunner().invoke(app, [*command, "--revoke"]).exit_code == 0
    assert json.loads((tmp_path / "tokens.json").read_text()) == {}


@pytest.mark.parametrize("shared", ["0123456789abcdef", "..", "all:rule", ":work"])
def test_nothing_is_shared_that_is_not_there(tmp_path, shared):
    command = ["token", "ana", "--workspace", str(tmp_path), "--datasets", shared]
    assert CliRunner().invoke(app, command).exit_code == 1
    assert not (tmp_path / "tokens.json").exists()


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "STATIC", tmp_path)
    assert "is not built" in bytes(page._index().body).decode()
    built = tmp_path / "index.html"
    built.write_text("<html>built</html>")
    assert Path(page._index().path) == built
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("1")
    assert "immutable" in page._file("assets/a.js").headers["cache-control"]
    for path in ("", "assets", "../secret", "assets/../../secret", "a\0b", "x" * 5000):
        assert page._file(path) is None


def test_help_loads_no_server():
    code = (
        "import sys, incrowd.cli.main\n"
        "print([n for n in ('fastapi', 'uvicorn', 'pydantic', 'duckdb') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_command_line_of_the_browser_tells_no_token(tmp_path, monkeypatch):
    """Other users of the computer see it: what stands there is worth nothing once it was used."""
    served, opened = [], []
    monkeypatch.setattr(serve, "_has_screen", lambda: True)
    monkeypatch.setattr("webbrowser.open", opened.append)

    async def visit(context) -> None:
        (url,) = opened
        assert context.tokens.house_token not in url
        door = httpx.ASGITransport(create_app(context))
        async with httpx.AsyncClient(transport=door) as browser:
            assert (await browser.head(url)).status_code == 401
            assert (await browser.get(url)).status_code == 303
            assert (await browser.get(httpx.URL(url).join("/api/v1/status"))).status_code == 200
            browser.cookies.clear()
            assert (await browser.get(url)).status_code == 401

    def visit_once(context, place) -> None:
        place.close()
        asyncio.run(visit(context))
        served.append(context.tokens.house_token)

    monkeypatch.setattr(serving, "serve", visit_once)
    words = ["serve", "--workspace", str(tmp_path / "home"), "--port", "0"]
    told = CliRunner().invoke(app, words)
    assert (told.exit_code, len(served)) == (0, 1), told.output
    assert served[0] in told.stdout
