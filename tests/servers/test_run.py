"""Servers are started once per run, shared by its workers, and gone when it is, even if killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from servers.run import TESTS, Run

STARTING = """
import sys, time
from pathlib import Path
from servers.run import Run
with Run(Path(sys.argv[1])).last() as run:
    print(run.server("mariadb")["port"], flush=True)
    time.sleep(60)
"""
PATIENCE = 10.0


def servers_in(folder: Path) -> list[int]:
    """Processes that were started for a folder of data."""
    found = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it may have ended meanwhile
            if str(folder).encode() in command.read_bytes():
                found.append(int(command.parent.name))
    return found


def parent_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def wait_until(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.1)
    return holds()


@pytest.mark.slow
def test_a_killed_run_leaves_no_server(tmp_path: Path) -> None:
    begun = subprocess.Popen(
        [sys.executable, "-c", STARTING, tmp_path], cwd=TESTS, stdout=subprocess.PIPE
    )
    assert int(begun.stdout.readline())
    folder = Path(json.loads((tmp_path / "mariadb.json").read_text())["folder"])
    assert servers_in(folder)
    os.kill(begun.pid, signal.SIGKILL)
    begun.communicate()
    assert wait_until(lambda: not servers_in(folder) and not folder.exists())


@pytest.mark.slow
def test_a_killed_keeper_leaves_no_server(tmp_path: Path) -> None:
    with Run(tmp_path).last() as run:
        folder = Path(run.server("mariadb")["folder"])
        (keeper,) = {parent_of(process) for process in servers_in(folder)}
        os.kill(keeper, signal.SIGKILL)
        assert wait_until(lambda: not servers_in(folder))
        (tmp_path / "mariadb.json").unlink()  # as the keeper would have done
    shutil.rmtree(folder)


@pytest.mark.slow
def test_a_server_is_started_once_and_stopped_at_the_end(tmp_path: Path) -> None:
    with Run(tmp_path).last() as run:
        first = run.server("mariadb")
        assert Run(tmp_path).server("mariadb") == first
        assert servers_in(Path(first["folder"]))
    assert not servers_in(Path(first["folder"]))
    assert not [*tmp_path.glob("*.json")]


def test_a_server_that_does_not_start_is_a_failure_that_says_why(tmp_path: Path) -> None:
    with (
        Run(tmp_path).last() as run,
        pytest.raises(pytest.fail.Exception, match=r"No module named .servers\.no_such_server"),
    ):
        run.server("no_such_server")
