"""Run `incrowd` as a person types it: in this process, or in one of its own.

>>> incrowd("--version").returncode
0
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from unittest.mock import patch

from incrowd.cli.main import run

Result = subprocess.CompletedProcess[str]


def incrowd(*words: object, **environment: str) -> Result:
    """Run a command in this process: its exit code, and what it wrote."""
    arguments = ["incrowd", *map(str, words)]
    out, err, code = StringIO(), StringIO(), 0
    with _command(arguments, environment), redirect_stdout(out), redirect_stderr(err):
        try:
            run()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Result(arguments, code, out.getvalue(), err.getvalue())


@contextmanager
def _command(arguments: list[str], environment: dict[str, str]) -> Iterator[None]:
    """Leave nothing of a command behind: its words, its environment, modules that it blocks."""
    known = {name: value for name, value in os.environ.items() if "PASSWORD" not in name}
    wanted = {**known, "COLUMNS": "120", **environment}
    with (
        patch.object(sys, "argv", arguments),
        patch.object(sys, "stdin", StringIO()),
        patch.dict(os.environ, wanted, clear=True),
    ):
        scipy = sys.modules.get("scipy", "absent")
        try:
            yield
        finally:
            sys.modules["scipy"] = scipy
            if scipy == "absent":
                del sys.modules["scipy"]


def hear_control_c() -> None:
    """Let a process hear Ctrl-C where we were started without: `preexec_fn=hear_control_c`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def incrowd_process(*words: object, **environment: str) -> Result:
    """Run a command in a process of its own, without a terminal."""
    known = {name: value for name, value in os.environ.items() if "PASSWORD" not in name}
    return subprocess.run(
        [sys.executable, "-m", "incrowd", *map(str, words)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env={**known, "COLUMNS": "120", **environment},
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
