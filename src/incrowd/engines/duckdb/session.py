"""One DuckDB database per source: in memory, or in a temporary file where the data is large.

session = Session(silent)
session.rows("SELECT 42")       # [(42,)]
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from incrowd.engines.duckdb.statements import literal
from incrowd.errors import IncrowdError, InvalidParameter, NotFound
from incrowd.language import say
from incrowd.progress import Progress
from incrowd.temporary_folder import TemporaryFolder

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


MEMORY: Final = "INCROWD_MEMORY"
"""The environment variable that says how much memory counting may take before it uses the disk."""
_USUAL_MEMORY: Final = 2 * 1024**3
_READING_MEMORY: Final = 3 * 1024**3
"""While a file is read, nothing else of it is in memory yet."""

Result = TypeVar("Result")
_PATTERN = frozenset("*?[]{}")
_POLL_SECONDS = 0.1
"""Seconds between two looks at how far a query is."""
_ASK_AGAIN_SECONDS = 3.0
"""Seconds after which `stop` is asked once more, if what goes on elsewhere has not ended."""


class Session:
    """A database of our own and the folder in which it may spill."""

    def __init__(self, progress: Progress, *, on_disk: bool = False, ordered: bool = False) -> None:
        import duckdb

        self.progress = progress
        self.ordered = ordered
        self.folder = TemporaryFolder()
        place = str(self.folder.path("data.duckdb")) if on_disk else ":memory:"
        try:
            self.connection = duckdb.connect(place)
            for name, value in _settings(self.folder, ordered).items():
                self.connection.execute(f"SET {name} = {literal(value)}")
        except BaseException:
            self.folder.remove()
            raise
        self._too_little_memory = duckdb.OutOfMemoryException
        self.read_failures = (duckdb.InvalidInputException, duckdb.NotImplementedException)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="incrowd-query")
        self._turn = threading.Lock()
        self._closed = False

    def run(
        self,
        sql: str,
        step: str,
        progress: Progress | None = None,
        stop: Callable[[], None] | None = None,
    ) -> list[tuple[Any, ...]]:
        """Carry out a statement that may take long, telling how far it is.

        If nobody waits for it any more, `stop` ends what goes on elsewhere; it is called again
        if that did not help.
        """
        return self._watched(lambda: self.connection.execute(sql).fetchall(), step, progress, stop)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The answer of a short query."""
        with self._alone():
            return self.connection.execute(sql).fetchall()

    def table(
        self,
        sql: str,
        step: str,
        *,
        coded: bool = True,
        progress: Progress | None = None,
        stop: Callable[[], None] | None = None,
    ) -> pa.Table:
        """The answer of a query as an Arrow table, its texts coded or as they are."""
        if not coded:
            return self._watched(
                lambda: self.connection.execute(sql).to_arrow_table(), step, progress, stop
            )
        return self._watched(
            lambda: fetch_coded(self.connection.execute(sql)), step, progress, stop
        )

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Allow more memory, unless the environment says how much.

        Grouping that comes close to the limit goes by way of the disk, which takes half as long
        again and, in the end, more memory than it would have taken without.
        """
        self._limit_memory(_READING_MEMORY)
        try:
            yield
        finally:
            with suppress(self._too_little_memory):  # what is read stays, and the limit with it
                self._limit_memory(_USUAL_MEMORY)

    def _limit_memory(self, usual: int) -> None:
        for name, value in _memory_limit(usual).items():
            self.rows(f"SET {name} = {literal(value)}")

    def plain_path(self, path: Path) -> Path:
        """A path to the same file that DuckDB does not take for a pattern."""
        if not _PATTERN.intersection(str(path)):
            return path.absolute()
        link = self.folder.path("source")
        link.unlink(missing_ok=True)
        link.symlink_to(path.absolute())
        return link

    def close(self) -> None:
        """Stop what still runs, close the database and delete its folder; again does nothing."""
        self._closed = True
        while not self._turn.acquire(timeout=_POLL_SECONDS):
            self.connection.interrupt()
        try:
            self.connection.close()
        finally:
            self._turn.release()
        self._worker.shutdown()
        self.folder.remove()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One statement at a time; one that was stopped because all is closed says so."""
        with self._turn:
            if self._closed:
                raise _session_closed()
            try:
                yield
            except Exception as error:
                if self._closed and not isinstance(error, IncrowdError):
                    raise _session_closed() from None
                raise

    def _watched(
        self,
        work: Callable[[], Result],
        step: str,
        progress: Progress | None = None,
        stop: Callable[[], None] | None = None,
    ) -> Result:
        """Work in a thread, so that Ctrl-C is heard here and can interrupt the query."""
        with self._alone():
            future = self._worker.submit(work)
            return _await(future, self.connection, step, progress or self.progress, stop)


def watch(
    cursor: duckdb.DuckDBPyConnection, work: Callable[[], Result], step: str, progress: Progress
) -> Result:
    """Let a cursor work, telling how far it is; an error of the listener stops it."""
    with ThreadPoolExecutor(1, thread_name_prefix="incrowd-query") as worker:
        return _await(worker.submit(work), cursor, step, progress)


def _await(
    future: Future[Result],
    connection: duckdb.DuckDBPyConnection,
    step: str,
    progress: Progress,
    stop: Callable[[], None] | None = None,
) -> Result:
    try:
        while not _is_done(future):
            progress(step, _fraction(connection))
    except BaseException:
        _end(future, connection, stop)
        raise
    return future.result()


def _end(
    future: Future[Result],
    connection: duckdb.DuckDBPyConnection,
    stop: Callable[[], None] | None,
) -> None:
    """Interrupt a query until it ends: one that comes before it has begun is lost."""
    ask_again = time.monotonic()
    while not _is_done(future):
        connection.interrupt()
        if stop is not None and time.monotonic() >= ask_again:
            stop()
            ask_again = time.monotonic() + _ASK_AGAIN_SECONDS


def _fraction(connection: duckdb.DuckDBPyConnection) -> float | None:
    percent = connection.query_progress()
    return min(percent / 100, 1.0) if percent >= 0 else None


def _session_closed() -> NotFound:
    return NotFound(say("This has been closed in the meantime."), say("Open it again."))


def _is_done(future: Future[Result]) -> bool:
    return bool(wait([future], timeout=_POLL_SECONDS).done)


def _settings(workspace: TemporaryFolder, ordered: bool) -> dict[str, str]:
    """No extension is fetched, no variable of the caller is seen, the order of rows is free."""
    settings = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "python_enable_replacements": "false",
        "preserve_insertion_order": "true" if ordered else "false",
        "enable_progress_bar": "true",
        "enable_progress_bar_print": "false",
        "TimeZone": "UTC",
        "temp_directory": str(workspace.path("spill")),
    }
    return settings | _memory_limit(_USUAL_MEMORY)


def _memory_limit(usual: int) -> dict[str, str]:
    """So much that the whole process stays within 4 GB, or what the environment says."""
    asked = os.environ.get(MEMORY, "").strip()
    if asked:
        return {"memory_limit": _check_size(asked)}
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        memory = 2 * _USUAL_MEMORY
    return {"memory_limit": f"{min(memory // 2, usual)} B"}


def _check_size(asked: str) -> str:
    if not re.fullmatch(r"[0-9]+([.][0-9]+)? ?[KMGT]i?B", asked, re.IGNORECASE):
        raise InvalidParameter(
            say("{name}={size} is not an amount of memory.", name=MEMORY, size=asked),
            say("Write it with its unit: {name}=8GB.", name=MEMORY),
        )
    return asked


_CODED_ROWS = 61_440
"""Rows that are coded at a time: thirty of DuckDB's vectors."""


def fetch_coded(answer: duckdb.DuckDBPyConnection) -> pa.Table:
    """All rows of an executed query, each text as a code into the dictionary of its column."""
    import pyarrow as pa

    reader = answer.to_arrow_reader(_CODED_ROWS)
    with ThreadPoolExecutor(1, thread_name_prefix="incrowd-coding") as pool:
        waiting = [pool.submit(_code_texts, batch) for batch in reader]
        tables = [future.result() for future in waiting]
    if not tables:
        return reader.schema.empty_table()
    return pa.concat_tables(tables).unify_dictionaries()


def _code_texts(batch: pa.RecordBatch) -> pa.Table:
    import pyarrow as pa

    columns = [
        column.dictionary_encode() if pa.types.is_string(column.type) else column
        for column in batch.columns
    ]
    return pa.Table.from_arrays(columns, names=batch.schema.names)
