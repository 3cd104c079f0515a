"""The process in which the queries of one session run, and the files between it and the session.

    process = QueryProcess(folder, Limits())
    process.run("SELECT 1 AS one", written=True, schema={}, answer=folder / "r1.duckdb", progress)

It lives as long as the session if nothing happens to it; at the limits of memory or time, and when
somebody cancels, it is ended, and the next query gets another one.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from incrowd import sandbox
from incrowd.engines.query.explain import FEWER_COLUMNS, LESS, NO_MEMORY, too_long
from incrowd.errors import (
    IncrowdError,
    InvalidParameter,
    NotFound,
    ProcessCrashed,
    TookTooLong,
    TooMuchMemory,
)
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.sandbox.limits import memory_of

_FUNCTIONS: Final = "incrowd.engines.query.confined"
_WAITING: Final = "starting"
_POLL_SECONDS: Final = 0.1
_WARMING_SECONDS: Final = 60.0
_OWN_MEMORY: Final = 512 << 20
"""Bytes of the interpreter and its libraries."""
_STACK: Final = 16 << 20
"""Bytes that a thread takes; there is one for each processor."""
_LARGE: Final = 1 << 30
"""Bytes from which on a process does not stay: what it took it would never give back."""


@dataclass(frozen=True)
class Limits:
    """How many tables there may be, and how much a query may take."""

    tables: int = 20
    rows: int = 5_000_000
    seconds: float = 60.0
    memory: int = 4 << 30
    spill: int = 8 << 30
    """Bytes of memory, and of temporary files beyond that."""
    answer: int = 2 << 30
    """Bytes of what a query gives."""


class QueryProcess:
    """A confined process that carries out queries, one after the other."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.tables = folder / "tables.duckdb"
        self._scratch = folder / "query"
        self._limits = limits
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._worker: sandbox.ConfinedWorker | None = None
        self._warm: sandbox.ConfinedWorker | None = None
        """The process that has loaded what a query needs: that is not the time of a query."""
        self._closed = False

    def warm_up(self) -> None:
        """Have a process ready, without waiting for it."""
        threading.Thread(target=self._warm_up, daemon=True, name="incrowd-warm-query").start()

    def run(
        self,
        query: str,
        schema: Mapping[str, Mapping[str, str]],
        answer: Path,
        progress: Progress,
        *,
        written: bool,
    ) -> dict[str, Any]:
        """Carry out a query; its rows are in a file of DuckDB then, else there is no file."""
        arguments = {
            "query": query,
            "written": written,
            "schema": {name: dict(columns) for name, columns in schema.items()},
            "tables": str(self.tables),
            "answer": str(answer),
            "limits": {
                "rows": self._limits.rows,
                "memory": self._limits.memory,
                "spill": self._limits.spill,
            },
        }
        try:
            result: dict[str, Any] = self._call(f"{_FUNCTIONS}:run", arguments, progress)
            self._check_size(answer)
        except BaseException:
            for path in (answer, answer.with_name(f"{answer.name}.wal")):
                path.unlink(missing_ok=True)
            raise
        return result

    def close(self) -> None:
        """End the process, also in the middle of a query."""
        with self._lock:
            self._closed = True
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    def _call(self, function: str | None, arguments: Mapping[str, Any], progress: Progress) -> Any:  # noqa: ANN401 - what the function returns
        """Call a function in a process that has loaded what it needs; None has it load that."""
        with self._alone(progress):
            worker = self._started()
            try:
                if worker is not self._warm:
                    worker.call(f"{_FUNCTIONS}:warm_up", {}, progress, _WARMING_SECONDS)
                    self._warm = worker
                return None if function is None else worker.call(function, arguments, progress)
            except (TookTooLong, TooMuchMemory, ProcessCrashed) as error:
                raise self._explain(error) from None
            finally:
                if not worker.alive or memory_of(worker.pid) > _LARGE:
                    worker.close()
                    shutil.rmtree(self._scratch, ignore_errors=True)

    @contextmanager
    def _alone(self, progress: Progress) -> Iterator[None]:
        """One call at a time; whoever waits for another may be told to stop."""
        while not self._turn.acquire(timeout=_POLL_SECONDS):
            progress(_WAITING, None)
        try:
            yield
        finally:
            self._turn.release()

    def _check_size(self, answer: Path) -> None:
        if answer.stat().st_size > self._limits.answer:
            raise too_long()

    def _started(self) -> sandbox.ConfinedWorker:
        with self._lock:
            if self._closed:
                raise NotFound(say("The query session was closed."), say("Add the tables again."))
            if self._worker is None or not self._worker.alive:
                self._scratch.mkdir(mode=0o700, exist_ok=True)
                self._worker = sandbox.ConfinedWorker(self._process_limits(), self._scratch)
            return self._worker

    def _process_limits(self) -> sandbox.Limits:
        own = _OWN_MEMORY + _STACK * (os.cpu_count() or 1)
        largest = max(self._limits.spill, self._limits.answer)
        return sandbox.Limits(self._limits.memory + own, self._limits.seconds, largest)

    def _warm_up(self) -> None:
        # the session may be closed meanwhile; what else is wrong the first query says
        with suppress(IncrowdError, OSError, ValueError):
            self._call(None, {}, silent)

    def _explain(self, error: IncrowdError) -> IncrowdError:
        """The limits of the process in the words of a query."""
        if isinstance(error, TookTooLong):
            return InvalidParameter(
                say(
                    "The query took longer than {seconds:g} seconds and was stopped.",
                    seconds=self._limits.seconds,
                ),
                LESS,
            )
        if isinstance(error, TooMuchMemory):
            return InvalidParameter(NO_MEMORY, FEWER_COLUMNS)
        return InvalidParameter(
            say("The process that ran the query ended abruptly."),
            say("It may have needed more memory than it was allowed: ask for less."),
        )
