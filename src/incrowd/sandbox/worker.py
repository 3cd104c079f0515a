"""The parent's side: start a confined process, hear what it says, and end it at its limits.

    with closing(ConfinedWorker(limits)) as worker:
        worker.call("incrowd.engines.files.confined:list_tables", {"path": "clinic.sqlite"})

The process is a fresh interpreter, never a fork of this one with its threads; it gets no descriptor
but its two pipes, no secret of the environment, and it dies with this process.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

from incrowd.errors import NotFound, ProcessCrashed, TookTooLong, TooMuchMemory
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.sandbox import wire
from incrowd.sandbox.limits import Limits, memory_of

_START: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; from incrowd.sandbox.child import main; main()"
)
_KNOWN: Final = ("LANG", "LC_ALL", "LC_CTYPE", "TZ", "PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
"""All that a confined process hears of the environment."""
_STEP: Final = "starting"
_POLL_SECONDS: Final = 0.05
_TELL_SECONDS: Final = 0.25
"""Seconds after which a silent process is reported again, so that a wish to stop is heard."""
_WAITING: Final = 64
"""Frames that may wait to be looked at; a process that says more is held up."""
_STARTING: Final = 60.0
"""Seconds in which an interpreter starts on the busiest machine."""


def run_confined(
    function: str,
    arguments: Mapping[str, Any],
    limits: Limits,
    progress: Progress = silent,
    folder: Path | None = None,
) -> Any:  # noqa: ANN401 - what the function returns
    """Call `package.module:name` with (progress, **arguments) in a process of its own.

    Arguments and result are what JSON has, and messages; more than 64 MB goes through files, in
    `folder` (the process finds it as the one for temporary files). An IncrowdError is raised here
    as it was there. Whatever `progress` raises ends the process within half a second.
    """
    with contextlib.closing(ConfinedWorker(limits, folder)) as worker:
        return worker.call(function, arguments, progress)


class ConfinedWorker:
    """A confined process that takes several calls, one after the other."""

    def __init__(self, limits: Limits, folder: Path | None = None) -> None:
        self.limits = limits
        self._turn = threading.Lock()
        # the system notes which thread has a child, and ends the child with it
        self._process = _starter().submit(_start, folder).result()
        self._frames: queue.Queue[tuple[str, Any]] = queue.Queue(_WAITING)
        self._listener = threading.Thread(
            target=_listen, args=(self._output, self._frames), name="incrowd-sandbox", daemon=True
        )
        self._listener.start()
        self._send({"parent": os.getpid(), "limits": list(vars(limits).values())})
        self._ready = False
        self._idle = True
        self._closed = False

    def call(
        self,
        function: str,
        arguments: Mapping[str, Any],
        progress: Progress = silent,
        seconds: float | None = None,
    ) -> Any:  # noqa: ANN401 - what the function returns
        """Call a function there; after any error but one of ours the process is gone."""
        allowed = self.limits.seconds if seconds is None else seconds
        with self._turn:
            if not self.alive:
                raise _gone()
            self._idle = False
            try:
                return self._call(function, arguments, progress, allowed)
            except wire.Nonsense:
                raise _crashed() from None
            finally:
                if not self._idle:
                    self.close()

    def _call(
        self, function: str, arguments: Mapping[str, Any], progress: Progress, seconds: float
    ) -> Any:  # noqa: ANN401
        if not self._ready:
            self._hear(progress, _STARTING)
            self._ready = True
        self._send({"function": function, "arguments": dict(arguments), "seconds": seconds})
        kind, content = self._hear(progress, seconds)
        if kind == "result":
            self._idle = True
            return content
        if kind == "error":
            error = wire.rebuild_error(content)
            self._idle = True
            raise error
        raise self._explain_end(kind, seconds)

    @property
    def alive(self) -> bool:
        """Whether it can take a call."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def close(self) -> None:
        """End the process at once, also in the middle of a call; a second one does nothing."""
        self._closed = True
        self._process.kill()
        while self._listener.is_alive():  # it may wait for somebody to take what it heard
            with contextlib.suppress(queue.Empty):
                self._frames.get(timeout=_POLL_SECONDS)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    @property
    def _output(self) -> IO[bytes]:
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        return self._process.stdout

    def _send(self, content: object) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it was asked for
        with contextlib.suppress(BrokenPipeError):  # how it ended is heard on the other pipe
            wire.send(self._process.stdin, content)

    def _hear(self, progress: Progress, seconds: float) -> tuple[str, Any]:
        """Wait for an answer, keeping an eye on memory and time."""
        step: str = _STEP
        done: float | None = None
        now = told = time.monotonic()
        end = now + seconds
        while True:
            kind, content = self._next_frame(min(_POLL_SECONDS, max(end - now, 0)))
            now = time.monotonic()
            if kind == "progress":
                step, done = _check_progress(content)
            elif kind:
                return kind, content
            if now > end:
                raise _too_slow(seconds)
            if memory_of(self.pid) > self.limits.memory:
                raise _too_greedy(self.limits)
            if kind or now - told > _TELL_SECONDS:
                told = now
                progress(step, done)

    def _next_frame(self, seconds: float) -> tuple[str, Any]:
        """What the process says next; nothing if it is silent for so long."""
        ended = not self._listener.is_alive()
        try:
            return self._frames.get(timeout=seconds)
        except queue.Empty:
            return ("ended" if ended else "", None)

    def _explain_end(self, kind: str, seconds: float) -> Exception:
        """What it means that there is no answer."""
        if self._closed:
            return _gone()
        if kind == "memory":
            return _too_greedy(self.limits)
        if kind == "ended" and sys.platform != "win32":
            self._process.kill()  # it may have spoken nonsense and live
            if self._process.wait() == -signal.SIGXCPU:
                return _too_slow(seconds)
        return _crashed()


def _check_progress(content: Any) -> tuple[str, float | None]:  # noqa: ANN401 - what was sent
    match content:
        case [str() as step, int() | float() | None as done]:
            return step, done
    raise wire.Nonsense("progress of no kind")


@cache
def _starter() -> ThreadPoolExecutor:
    """A thread that lasts as long as this process does."""
    return ThreadPoolExecutor(1, thread_name_prefix="incrowd-sandbox-start")


def _start(folder: Path | None) -> subprocess.Popen[bytes]:
    own = {name: os.environ[name] for name in _KNOWN if name in os.environ}
    own |= {"TMPDIR": str(folder or tempfile.gettempdir()), "PYTHONUTF8": "1"}
    own |= {"ARROW_DEFAULT_MEMORY_POOL": "system"}  # others reserve more than they may have
    return subprocess.Popen(  # noqa: S603 - our own code, nothing that anybody wrote
        [sys.executable, "-I", "-S", "-c", _START, *_places()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=own,
        close_fds=True,
        start_new_session=True,  # Ctrl-C is for us, who then end it
    )


def _places() -> list[str]:
    """Where modules are looked for, incrowd itself first."""
    here = str(Path(__file__).parents[2])
    return [here, *(str(Path(place).absolute()) for place in sys.path if place != here)]


def _listen(stream: IO[bytes], frames: queue.Queue[tuple[str, Any]]) -> None:
    """Take what a process says, until it ends or speaks nonsense."""
    with contextlib.suppress(wire.Nonsense, OSError, ValueError):
        while (frame := wire.receive(stream)) is not None:
            match frame:
                case {"kind": str() as kind, "content": content} if kind != "ended":
                    frames.put((kind, content))
                case _:
                    break
    frames.put(("ended", None))


def _gone() -> NotFound:
    return NotFound(say("This has been closed in the meantime."), say("Open it again."))


def _crashed() -> ProcessCrashed:
    return ProcessCrashed(
        say("The process that did this ended abruptly."),
        say("What it was given is damaged or malicious."),
    )


def _too_slow(seconds: float) -> TookTooLong:
    return TookTooLong(
        say("This took longer than the {seconds:,.0f} seconds allowed.", seconds=seconds),
        say("Ask for less at a time."),
    )


def _too_greedy(limits: Limits) -> TooMuchMemory:
    return TooMuchMemory(
        say(
            "This needed more memory than the {size:,.1f} GB allowed.",
            size=limits.memory / 1e9,
        ),
        say("Ask for less at a time."),
    )
