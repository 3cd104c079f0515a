"""What the tests let a confined process do, good and bad."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from incrowd.errors import MalformedData, PasswordNeeded
from incrowd.language import say
from incrowd.progress import Progress

CALLS: list[str] = []


def echo(progress: Progress, value: Any) -> Any:
    return value


def remember(progress: Progress, text: str) -> list[str]:
    CALLS.append(text)
    return CALLS


def report(progress: Progress) -> str:
    progress(say("reading {name}", name="tür.csv"), 0.25)
    progress("checking", None)
    return "done"


def refuse(progress: Progress, name: str) -> None:
    raise MalformedData(
        say("'{name}' is empty.", name=name), say("Check that this is the file you meant."), ["é"]
    )


def ask_password(progress: Progress) -> None:
    error = PasswordNeeded(say("'{name}' is empty.", name="x"))
    error.source = "clinic"
    raise error


def stumble(progress: Progress) -> None:
    raise KeyError("a secret value")


def hoard(progress: Progress, piece: int) -> None:
    kept = []
    while True:
        kept.append(b"x" * piece)


def ask_for(progress: Progress, size: int) -> int:
    return len(bytes(size))


def loop(progress: Progress) -> None:
    while True:
        pass


def sleep(progress: Progress, seconds: float) -> None:
    time.sleep(seconds)


def crash(progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def leave(progress: Progress) -> None:
    os._exit(0)


def chatter(progress: Progress) -> None:
    while True:
        progress("talking", None)


def babble(progress: Progress) -> None:
    """Write nonsense to every descriptor, without an end."""
    while True:
        for descriptor in range(3, 10):
            try:
                os.write(descriptor, b"nonsense" * 1000)
            except OSError:
                continue


def talk(progress: Progress) -> str:
    for descriptor in (1, 2):
        os.write(descriptor, b"to nobody")
    sys.stdout.write("to nobody either")
    sys.stdout.flush()
    return "heard"


def write(progress: Progress, size: int) -> None:
    Path(tempfile.gettempdir(), "result").write_bytes(bytes(size))


def surroundings(progress: Progress) -> dict[str, Any]:
    import resource

    return {
        "environment": sorted(os.environ),
        "open": sorted(str(each) for each in Path("/proc/self/fd").iterdir()),
        "core": resource.getrlimit(resource.RLIMIT_CORE)[0],
        "nice": os.nice(0),
        "modules": sorted(sys.modules),
        "temporary": tempfile.gettempdir(),
    }
