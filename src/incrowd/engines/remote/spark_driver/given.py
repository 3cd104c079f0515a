"""Rows of ours in a session of Spark: views that are made when a statement reads them.

    given = GivenRows()
    name = given.add({"k": ["=a"], "l": ["*"]})
    given.register(session, f"SELECT * FROM {name}")

There is no limit to their size, and the same rows are sent to a session only once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from threading import RLock
from typing import Final

import pyarrow as pa

from incrowd.engines.remote.spark_driver.sessions import Session

_PREFIX: Final = "incrowd_given_"
_MOST: Final = 64
"""Tables of ours that a session keeps, so that they need not be sent again."""
_BROADCAST_ROWS: Final = 200_000
"""Rows of ours that every worker gets, so that the rows of the table stay where they are."""


class GivenRows:
    """Tables of ours, by the names that statements call them."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, pa.Table] = OrderedDict()
        self._registered: set[str] = set()
        self._lock = RLock()

    def add(self, columns: Mapping[str, Sequence[str | None]]) -> str:
        """Keep rows, all of them texts, and name them by what they hold."""
        arrays = {name: pa.array(list(each), pa.string()) for name, each in columns.items()}
        table = pa.table(arrays)
        name = f"{_PREFIX}{_digest(table)}"
        with self._lock:
            self._tables[name] = table
            self._tables.move_to_end(name)
        return name

    def register(self, session: Session, sql: str) -> None:
        """Make the views that a statement reads; those that were not asked for longest go."""
        with self._lock:
            for name, table in self._tables.items():
                if name in sql and name not in self._registered:
                    self._send(session, name, table)
            old = [name for name in list(self._tables)[:-_MOST] if name not in sql]
            self._drop(session, old)

    def forget_session(self) -> None:
        """Send everything again when it is needed: there is a new session."""
        with self._lock:
            self._registered.clear()

    def drop_all(self, session: Session) -> None:
        """Leave nothing behind."""
        with self._lock:
            self._drop(session, list(self._tables))

    def _send(self, session: Session, name: str, table: pa.Table) -> None:
        frame = session.createDataFrame(table, ", ".join(f"{n} string" for n in table.schema.names))
        if table.num_rows <= _BROADCAST_ROWS:
            frame = frame.hint("broadcast")
        frame.createOrReplaceTempView(name)
        self._registered.add(name)

    def _drop(self, session: Session, names: Iterable[str]) -> None:
        for name in names:
            del self._tables[name]
            if name in self._registered:
                session.catalog.dropTempView(name)
                self._registered.discard(name)


def _digest(table: pa.Table) -> str:
    """What tells tables apart by all that they hold."""
    code = blake2b(repr(table.schema).encode(), digest_size=16)
    for column in table.columns:
        for chunk in column.chunks:
            for buffer in chunk.buffers():
                code.update(b"-" if buffer is None else buffer)
    return code.hexdigest()
