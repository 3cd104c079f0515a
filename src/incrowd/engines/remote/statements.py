"""Statements for engines, each a named step that can be watched: `incrowd risk … --explain`.

with watch_statements(print_statement):
    connection.fetch(query, "counting combinations")
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter
from typing import Final

_MOST_SHOWN: Final = 4_000
"""Characters of a statement that are shown; what follows are rows of ours in base64."""


@dataclass(frozen=True)
class Statement:
    """A statement that an engine carried out."""

    engine: str
    step: str
    sql: str
    seconds: float
    rows: int | None
    bytes: int | None
    """What the engine sent in answer, as Arrow holds it."""

    @property
    def shown(self) -> str:
        """The SQL, cut where it is very long."""
        if len(self.sql) <= _MOST_SHOWN:
            return self.sql
        return f"{self.sql[:_MOST_SHOWN]} … ({len(self.sql):,} characters)"


Watcher = Callable[[Statement], None]
_WATCHER: ContextVar[Watcher | None] = ContextVar("statement_watcher", default=None)


@contextmanager
def watch_statements(watch: Watcher) -> Iterator[None]:
    """Within the block every statement is told when it is done."""
    before = _WATCHER.set(watch)
    try:
        yield
    finally:
        _WATCHER.reset(before)


class Timer:
    """How long a statement takes: `Timer("trino", "counting", sql).done(rows, size)`."""

    def __init__(self, engine: str, step: str, sql: str) -> None:
        self._engine, self._step, self._sql = engine, step, sql
        self._begin = perf_counter()

    def done(self, rows: int | None = None, size: int | None = None) -> None:
        """Tell whoever watches that the statement is done."""
        watch = _WATCHER.get()
        if watch is not None:
            seconds = perf_counter() - self._begin
            watch(Statement(self._engine, self._step, self._sql, seconds, rows, size))
