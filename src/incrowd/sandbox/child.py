"""The confined process: it takes calls from its parent and tells progress, results and errors.

    python -I -S -c "…main()"       # started by incrowd.sandbox.worker, never by hand

It imports nothing but what it needs to listen; the function that is called imports the rest.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import threading
from collections.abc import Mapping
from importlib import import_module
from typing import IO, Any

from incrowd.errors import IncrowdError
from incrowd.sandbox import wire
from incrowd.sandbox.limits import Limits, confine, confine_time, die_with, step_back


class _Parent:
    """The way to tell the parent something, from any thread."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._turn = threading.Lock()

    def send(self, kind: str, content: object) -> None:
        with self._turn:
            wire.send(self._stream, {"kind": kind, "content": content})

    def progress(self, step: str, done: float | None) -> None:
        """Tell how far it is; whoever wants it to stop ends this process."""
        self.send("progress", [step, done])


def main() -> None:
    """Take calls until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the parent, which ends us itself
    calls, answers = _take_over(0, "rb"), _take_over(1, "wb")
    start = wire.receive(calls)
    die_with(start["parent"])
    step_back()
    limits = Limits(*start["limits"])
    confine(limits)
    gc.disable()  # it would go through millions of cells again and again; calls are bounded
    parent = _Parent(answers)
    parent.send("ready", None)
    while (asked := wire.receive(calls)) is not None:
        confine_time(asked["seconds"])
        _answer(parent, asked["function"], asked["arguments"])
        gc.collect()
    os._exit(0)  # nothing here needs an orderly end, and libraries take their time for one


def _take_over(descriptor: int, mode: str) -> IO[Any]:
    """Keep a standard stream for ourselves: what libraries print goes nowhere."""
    own = os.dup(descriptor)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return os.fdopen(own, mode)


def _answer(parent: _Parent, function: str, arguments: Mapping[str, Any]) -> None:
    try:
        parent.send("result", _find(function)(parent.progress, **arguments))
    except IncrowdError as error:
        parent.send("error", wire.describe_error(error))
    except MemoryError:
        gc.collect()
        parent.send("memory", None)
    except BaseException as error:  # a panic in a Rust library is no Exception
        with contextlib.suppress(MemoryError):
            parent.send("fault", type(error).__name__)


def _find(name: str) -> Any:  # noqa: ANN401 - a function of any shape
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)
