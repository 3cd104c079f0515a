"""Sessions of Spark: on a Connect server, or classic in this process.

    session = open_remote_session(server, token=None)
    session.sql("SELECT 1").toArrow()

Each connection has a session of its own, with settings under which nothing is silently changed.
"""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from incrowd.engines.servers.address import Server
from incrowd.errors import EngineError
from incrowd.language import say
from incrowd.temporary_folder import TemporaryFolder

if TYPE_CHECKING:
    import pyarrow as pa

Session = Any
"""A session of pyspark, classic or Connect: they have no class in common in all versions."""
Context = Any
"""What runs classic sessions: one for each process."""

SETTINGS: Final = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.ansi.enforceReservedKeywords": "false",
    "spark.sql.caseSensitive": "false",
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
    "spark.sql.storeAssignmentPolicy": "ANSI",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
}
"""What holds in every session. Files are read in full or not at all."""

_RETRIES: Final = 6
_FIRST_WAIT: Final = 50
_LONGEST_WAIT: Final = 2_000
"""Milliseconds between two tries to reach a server; all tries take some seconds."""
_DRIVER_MEMORY: Final = "2g"
_TEMPORARY: Final = "incrowd_folder"
"""Where a context that we started keeps the folder of its tables, if nobody named one."""
_LOGGER: Final = "SQLQueryContextLogger"
"""Writes every error to the terminal, with values of the data in it."""


def open_remote_session(server: Server, token: str | None) -> Session:
    """A session on a Connect server; nothing is asked of it yet but its settings."""
    classes = _load("pyspark.sql.connect.session", "pyspark[connect]")
    session = classes.SparkSession(connection=_connection_string(server, token))
    try:
        session.client.set_retry_policies([_patience()])
        return _set_up(session)
    except BaseException:
        close_session(session)
        raise


def open_classic_session(server: Server) -> Session:
    """A classic session in this process; Spark is started with the first and runs on."""
    pyspark = _load("pyspark", "pyspark")
    classes = _load("pyspark.sql.session", "pyspark")
    context = pyspark.SparkContext._active_spark_context
    if context is None:
        context = _start(server)
    elif not _works_for(context, server):
        raise EngineError(
            say("Spark in this process already works for {master}.", master=context.master),
            say("A process can have only one: open the other table in a process of its own."),
        )
    return _set_up(classes.SparkSession(context).newSession())


def _works_for(context: Context, server: Server) -> bool:
    """Whether a context that runs already is the one that is meant."""
    if server.kind.inside:
        return str(context.master).startswith("local")
    return str(context.master) == _master(server)


def _master(server: Server) -> str:
    """What Spark calls where the work is done."""
    if server.kind.inside:
        return f"local[{server.option('cores') or '*'}]"
    host = f"[{server.host}]" if ":" in server.host else server.host
    return f"spark://{host}:{server.port}"


def close_session(session: Session) -> None:
    """End a session on a server; Spark in this process ends with the process."""
    if is_remote(session):
        session.stop()


def is_remote(session: Session) -> bool:
    """Whether a session is one of a Connect server."""
    return "connect" in type(session).__module__.split(".")


def tag_thread(session: Session, tag: str) -> None:
    """Name what this thread starts from now on."""
    if is_remote(session):
        session.addTag(tag)
    else:  # tags of the session are lost where an answer is fetched, in another thread of Java
        session.sparkContext.addJobTag(tag)


def interrupt(session: Session, tag: str) -> None:
    """Stop what was named so."""
    if is_remote(session):
        session.interruptTag(tag)
    else:
        session.sparkContext.cancelJobsWithTag(tag)


def stream(session: Session, sql: str) -> Iterator[pa.RecordBatch]:
    """The answer of a query, batch by batch; of a master all of it is in memory for a while."""
    if is_remote(session):
        yield from _stream_remote(session, sql)
    elif str(session.sparkContext.master).startswith("local"):
        yield from _stream_local(session, sql)
    else:  # workers write to disks of their own
        yield from session.sql(sql).toArrow().to_batches()


def _stream_remote(session: Session, sql: str) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    plan = session.sql(sql)._plan
    client = session.client
    for piece in client.to_table_as_iterator(plan.to_proto(client), plan.observations):
        if isinstance(piece, pa.Table):
            yield from piece.to_batches()


def _stream_local(session: Session, sql: str) -> Iterator[pa.RecordBatch]:
    """Spark writes files, which are read piece by piece: both are on this computer."""
    import pyarrow.dataset as ds

    folder = TemporaryFolder()
    try:
        place = folder.path("answer")
        session.sql(sql).write.parquet(place.as_uri())
        yield from ds.dataset(place, format="parquet").to_batches()
    finally:
        folder.remove()


def _connection_string(server: Server, token: str | None) -> str:
    from urllib.parse import quote

    host = f"[{server.host}]" if ":" in server.host else server.host
    parts = {"user_agent": "incrowd", "user_id": server.user, "use_ssl": server.option("use_ssl")}
    parts["token"] = token
    told = [f"{name}={quote(value, safe='')}" for name, value in parts.items() if value]
    return f"sc://{host}:{server.port}/;{';'.join(told)}"


def _set_up(session: Session) -> Session:
    logging.getLogger(_LOGGER).disabled = True
    for name, value in SETTINGS.items():
        # what is set already need not be allowed to be changed
        if session.conf.get(name, None) != value:
            session.conf.set(name, value)
    return session


def _patience() -> object:
    """How often a server that is away is asked again: for seconds, where Spark takes minutes."""
    from pyspark.sql.connect.client import retries

    class Attempts(retries.RetryPolicyState):  # type: ignore[misc,unused-ignore]
        def can_retry(self, exception: BaseException) -> bool:
            again: bool = self._attempt < _RETRIES and super().can_retry(exception)
            return again

    class Patience(retries.DefaultPolicy):  # type: ignore[misc,unused-ignore]
        def to_state(self) -> Attempts:
            return Attempts(self)

    return Patience(initial_backoff=_FIRST_WAIT, max_backoff=_LONGEST_WAIT, max_retries=None)


def _start(server: Server) -> Context:
    """Start Spark in this process, quietly, seen by this computer alone."""
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkException
    from pyspark.java_gateway import launch_gateway

    temporary = None if warehouse(server) or server.host else TemporaryFolder()
    conf = SparkConf().setMaster(_master(server)).setAppName("incrowd")
    conf.setAll(list(_settings(server, temporary).items()))
    try:
        # a Java that another Spark of this process has left is taken again
        gateway = SparkContext._gateway or launch_gateway(conf, {"stderr": subprocess.DEVNULL})  # type: ignore[no-untyped-call,unused-ignore]
        context = SparkContext(conf=conf, gateway=gateway)
    except (PySparkException, OSError) as error:
        raise EngineError(
            say("Spark could not be started in this process."),
            say("It needs Java 17 or later: install it, or set JAVA_HOME."),
        ) from error
    context.setLogLevel("OFF")
    if temporary is not None:
        setattr(context, _TEMPORARY, temporary)  # it is deleted when the context is
    return context


def _settings(server: Server, temporary: TemporaryFolder | None) -> dict[str, str]:
    """How Spark is started; of a master what its own configuration says of tables holds, too."""
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.memory": _DRIVER_MEMORY,
        "spark.driver.maxResultSize": "0",
        "spark.sql.shuffle.partitions": "16",
    }
    if server.host in ("", "localhost", "127.0.0.1"):
        settings |= dict.fromkeys(("spark.driver.host", "spark.driver.bindAddress"), "127.0.0.1")
    folder = temporary.folder if temporary else warehouse(server)
    if folder is not None:
        settings["spark.sql.catalogImplementation"] = "in-memory"
        settings["spark.sql.warehouse.dir"] = str(folder)
    memory, cores = server.option("memory"), server.option("cores")
    if memory:
        settings["spark.executor.memory" if server.host else "spark.driver.memory"] = memory
    if cores and server.host:
        settings["spark.cores.max"] = cores
    return settings


def warehouse(server: Server) -> Path | None:
    """The folder in which Spark in this process looks for tables, and makes them."""
    return Path("/", server.database) if server.kind.classic and server.database else None


def keeps_tables(session: Session) -> bool:
    """Whether a table that is made lasts longer than this process."""
    return is_remote(session) or not hasattr(session.sparkContext, _TEMPORARY)


def _load(module: str, package: str) -> ModuleType:
    """A module of pyspark, or what to install."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as error:
        raise EngineError(
            say("Spark cannot be read: the package '{package}' is not installed.", package=package),
            say("pip install 'incrowd[spark]'"),
        ) from error
