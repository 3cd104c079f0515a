"""One statement in Spark: it runs in a thread of its own and can be stopped.

    with Statement(session, progress, "counting") as statement:
        table = statement.do(lambda: session.sql("SELECT 1").toArrow())

While it runs, whoever listens is told how far it is; if that raises, Spark is told to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from secrets import token_hex
from threading import get_ident
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from incrowd.engines.remote.spark_driver.sessions import Session, interrupt, is_remote, tag_thread
from incrowd.progress import Progress

Result = TypeVar("Result")
_POLL_SECONDS: Final = 0.1
_STOP_SECONDS: Final = 20.0
"""Seconds for which a stopped statement is waited for."""


class Statement:
    """A statement that may take long."""

    def __init__(self, session: Session, progress: Progress, step: str) -> None:
        self._session, self._progress, self._step = session, progress, step
        self._tag = f"incrowd-{token_hex(6)}"
        self._share: float | None = None
        self._worker: int | None = None
        self._running: Future[Any] | None = None

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(1, "incrowd-spark", initializer=self._begin)
        if is_remote(self._session):
            self._session.registerProgressHandler(self._listen)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self._stop()
        if is_remote(self._session):
            self._session.removeProgressHandler(self._listen)
        self._pool.shutdown(wait=False)

    def do(self, work: Callable[[], Result]) -> Result:
        """Carry out a piece of work that belongs to the statement."""
        future = self._pool.submit(work)
        self._running = future
        while not wait([future], timeout=_POLL_SECONDS).done:
            self._progress(self._step, self._share)
        self._running = None
        return future.result()

    def _begin(self) -> None:
        """A tag belongs to a thread: what this one starts can be stopped by it."""
        self._worker = get_ident()
        tag_thread(self._session, self._tag)

    def _stop(self) -> None:
        """End what runs; an interrupt that comes before the query is lost, so it is repeated."""
        running, end = self._running, monotonic() + _STOP_SECONDS
        while monotonic() < end:
            with suppress(Exception):
                interrupt(self._session, self._tag)
            if running is None or wait([running], timeout=5 * _POLL_SECONDS).done:
                return

    def _listen(
        self,
        stages: Iterable[Any] | None,
        inflight_tasks: int,
        operation_id: str | None,
        done: bool,
    ) -> None:
        """How many of the tasks that are known are done; it never falls."""
        del inflight_tasks, operation_id, done
        known = list(stages or ())
        tasks = sum(stage.num_tasks for stage in known)
        if get_ident() == self._worker and tasks:
            share = sum(stage.num_completed_tasks for stage in known) / tasks
            self._share = max(self._share or 0.0, share)
