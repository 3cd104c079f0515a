"""Build sdist and wheel, then try each as a stranger would: `make release`.

Each file is installed into a virtual environment of its own, outside the project and without its
sources on the path: what was forgotten in the package is missing there, too.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
DIST = PROJECT / "dist"
SAMPLE = "census"
SECONDS = 900
"""How long one step may take; installing is slow on a busy machine."""


class ReleaseError(Exception):
    """Something that must not be released."""


def main() -> None:
    """Build, try both files, and say where they are."""
    version = written_version()
    check_changelog(version)
    for package in build(version):
        try_package(package, version)
        print(f"{package.relative_to(PROJECT)} works")


def written_version() -> str:
    """The version as the package states it."""
    text = (PROJECT / "src" / "incrowd" / "__init__.py").read_text("utf-8")
    match = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if match is None:
        raise ReleaseError("src/incrowd/__init__.py states no __version__.")
    return match[1]


def check_changelog(version: str) -> None:
    """Refuse a version that the changelog does not describe."""
    if f"\n## {version}" not in (PROJECT / "CHANGELOG.md").read_text("utf-8"):
        raise ReleaseError(f"CHANGELOG.md has no section '## {version}': write one.")


def build(version: str) -> list[Path]:
    """Build both files into an empty dist/; the wheel is built from the sdist."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, PROJECT)
    packages = [
        DIST / f"incrowd-{version}.tar.gz",
        DIST / f"incrowd-{version}-py3-none-any.whl",
    ]
    for package in packages:
        if not package.is_file():
            made = ", ".join(path.name for path in DIST.iterdir())
            raise ReleaseError(f"{package.name} was not built, only {made}.")
    return packages


def try_package(package: Path, version: str) -> None:
    """Install a file into a fresh virtual environment, and use what it brings."""
    with tempfile.TemporaryDirectory(prefix="incrowd-release-") as folder:
        home = Path(folder)
        venv.create(home / "venv", with_pip=True)
        python, incrowd = (home / "venv" / "bin" / name for name in ("python", "incrowd"))
        constraints = PROJECT / "constraints.txt"
        run(python, "-m", "pip", "install", "-q", "-c", constraints, package, cwd=home)
        expect("incrowd --version", run(incrowd, "--version", cwd=home).strip(), version)
        sample = f"import incrowd; print(incrowd.sample({SAMPLE!r}))"
        path = Path(run(python, "-c", sample, cwd=home).strip())
        expect(f"{path} is inside the fresh environment", path.is_relative_to(home), True)
        risk = json.loads(run(incrowd, "risk", path, "--json", cwd=home))
        expect("rows of the bundled sample", risk["rows"], 2000)
        with served(incrowd, home) as server:
            try_server(server, version)


def try_server(server: dict[str, Any], version: str) -> None:
    """Open the start page, load its script, and ask the REST API for the version."""
    page = get(server, "/")
    script = re.search(r'<script[^>]* src="(/assets/[^"]+\.js)"', page)
    if script is None:
        raise ReleaseError("The start page is not the dashboard: the page was not packed.")
    get(server, script[1])
    expect("version of the server", json.loads(get(server, "/api/v1/status"))["version"], version)


@contextmanager
def served(incrowd: Path, home: Path) -> Iterator[dict[str, Any]]:
    """Run `incrowd serve` on a free port; yields what it prints about itself."""
    command = [incrowd, "serve", "--json", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--workspace", home / "workspace"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=home,
        env=environment(),
    )
    try:
        line = server.stdout.readline() if server.stdout else ""
        if not line:
            raise ReleaseError(f"incrowd serve ended with {server.wait()} and printed no address.")
        yield json.loads(line)
    finally:
        server.terminate()
        server.communicate(timeout=SECONDS)


def get(server: dict[str, Any], path: str) -> str:
    """Request a path from the server with its token."""
    connection = HTTPConnection("127.0.0.1", server["port"], timeout=SECONDS)
    try:
        headers = {"Authorization": f"Bearer {server['token']}"}
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        body = response.read().decode()
    finally:
        connection.close()
    expect(f"status of GET {path}", response.status, 200)
    return body


def run(*command: str | Path, cwd: Path = PROJECT) -> str:
    """Run a command and return what it printed; its errors go to the terminal."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ReleaseError(f"{shown(command)} took longer than {SECONDS} seconds.") from error
    if done.returncode:
        raise ReleaseError(f"{shown(command)} failed with {done.returncode}:\n{done.stdout}")
    return done.stdout


def shown(command: tuple[str | Path, ...]) -> str:
    return " ".join(map(str, command))


def environment() -> dict[str, str]:
    """The environment without what would lead back to the sources or to somebody's workspace."""
    foreign = ("PYTHON", "INCROWD_", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(foreign)}


def expect(what: str, value: object, wanted: object) -> None:
    """Compare what was seen with what must be."""
    if value != wanted:
        raise ReleaseError(f"{what}: {value!r} instead of {wanted!r}.")


if __name__ == "__main__":
    try:
        main()
    except ReleaseError as error:
        sys.exit(f"Not fit for release. {error}")
