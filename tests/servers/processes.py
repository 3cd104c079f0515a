"""Processes that die with the one that started them, even if that is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Facts = dict[str, Any]
"""What a server says about itself: ports, process ids, folders."""
_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
_PATIENCE = 10.0


class NotReady(Exception):
    """A server ended, or has not answered in time."""


@dataclass
class Processes:
    """The processes of one server, with a log each."""

    folder: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(
        self,
        name: str,
        command: Sequence[str | Path],
        environment: Mapping[str, str] | None = None,
        user: str | None = None,
        folder: Path | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start a program in a group of its own, so that its children end with it."""
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [*map(str, command)],
                cwd=folder or self.folder,
                env={**os.environ, **(environment or {})},
                user=user,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with_parent,  # noqa: PLW1509 - the keeper has a single thread
            )
        self.running.append(process)
        return process

    def wait(self, ready: Callable[[], bool], seconds: float) -> None:
        """Wait until a server answers, but not once one of its processes has ended."""
        end = time.monotonic() + seconds
        while not ready():
            if any(one.poll() is not None for one in self.running):
                raise NotReady("It ended while it started.")
            if time.monotonic() > end:
                raise NotReady(f"It has not answered for {seconds:.0f} s.")
            time.sleep(0.1)

    def stop(self) -> None:
        """End all of them; nothing they hold is of use after the tests."""
        for process in reversed(self.running):
            end_group(process.pid)
        for process in self.running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)

    def logs(self) -> str:
        """The last lines of each log."""
        return "\n".join(
            f"{one.name}: {one.read_text('utf-8', 'replace')[-2000:]}"
            for one in sorted(self.folder.glob("*.log"))
        )


def end_group(leader: int) -> None:
    """Kill a process and its children."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def answers(port: int) -> bool:
    """Whether something on loopback accepts connections."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def free_port() -> int:
    """A port on loopback that nobody has."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _die_with_parent() -> None:
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
