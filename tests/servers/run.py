"""One run of the tests: the servers it has started, shared by all its workers.

The process that began the run locks the file `running`. Each server has a keeper, a process that
waits for that lock: it gets it when the run ends or is killed, and then stops its server.
"""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from servers.processes import Facts

TESTS = Path(__file__).resolve().parents[1]
_PATIENCE_START = 240.0
_PATIENCE_STOP = 20.0


@dataclass(frozen=True)
class Run:
    """A folder that all processes of a run know."""

    folder: Path

    @contextmanager
    def last(self) -> Iterator[Run]:
        """Let servers live until the end of the block, or of this process."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with (self.folder / "running").open("w") as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                yield self
        finally:
            self._wait_for_the_last_server()

    def server(self, name: str, **options: object) -> Facts:
        """Start a server unless another worker has, and say where it is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = self.folder / f"{name}.json"
        with (self.folder / f"{name}.starting").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if not state.exists():
                self._start(name, options, state)
        facts = json.loads(state.read_text("utf-8"))
        if "error" in facts:
            pytest.fail(f"{name} does not start: {facts['error']}", pytrace=False)
        return dict(facts)

    def _start(self, name: str, options: Facts, state: Path) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            keeper = subprocess.Popen(
                [sys.executable, "-m", "servers.keeper", name, self.folder, json.dumps(options)],
                cwd=TESTS,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C ends the tests, which then ends the keeper
            )
        end = time.monotonic() + _PATIENCE_START
        while not state.exists():
            if keeper.poll() is not None or time.monotonic() > end:
                keeper.kill()
                keeper.wait()
                said = (self.folder / f"{name}.log").read_text("utf-8", "replace")[-4000:]
                pytest.fail(f"{name} does not start:\n{said}", pytrace=False)
            time.sleep(0.05)
        keeper.returncode = 0  # it may outlive this process, which need not wait for it

    def _wait_for_the_last_server(self) -> None:
        end = time.monotonic() + _PATIENCE_STOP
        while [*self.folder.glob("*.json")] and time.monotonic() < end:
            time.sleep(0.05)
