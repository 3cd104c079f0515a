"""Fixtures that hand out running servers, each started by the first test that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from servers.mariadb import MariaDB
from servers.mongodb import MongoDB
from servers.postgresql import PostgreSQL
from servers.processes import Facts
from servers.run import Run
from servers.spark import Spark
from servers.spark_local import local_session
from servers.trino import Trino

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def servers_of_run(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Run:
    """This run of the tests. A worker shares the servers of the process that started it."""
    base = tmp_path_factory.getbasetemp()
    worker = hasattr(request.config, "workerinput")
    return Run((base.parent if worker else base) / "servers")


@pytest.hookimpl(tryfirst=True)  # before there are workers
def pytest_sessionstart(session: pytest.Session) -> None:
    """Let servers live as long as this process, unless that is a worker."""
    if not hasattr(session.config, "workerinput"):
        base: Path = session.config._tmp_path_factory.getbasetemp()
        stack = session.config.stash[_LAST] = ExitStack()
        stack.enter_context(Run(base / "servers").last())


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the servers after everything else, and wait for them."""
    config.stash.get(_LAST, ExitStack()).close()


_LAST = pytest.StashKey[ExitStack]()


@pytest.fixture(scope="session")
def postgresql_server(servers_of_run: Run) -> PostgreSQL:
    return PostgreSQL.at(servers_of_run.server("postgresql"))


@pytest.fixture(scope="module")
def postgresql(postgresql_server: PostgreSQL, request: pytest.FixtureRequest) -> PostgreSQL:
    """A database that no other file of tests writes to."""
    return postgresql_server.with_database(_own_name(request))


@pytest.fixture(scope="session")
def mariadb(servers_of_run: Run) -> MariaDB:
    """A running MariaDB with a table `people`."""
    facts = servers_of_run.server("mariadb")
    return MariaDB(facts["port"], Path(facts["folder"]))


@pytest.fixture(scope="session")
def mongodb_server(servers_of_run: Run) -> MongoDB:
    return MongoDB(servers_of_run.server("mongodb")["port"])


@pytest.fixture(scope="module")
def mongodb(mongodb_server: MongoDB, request: pytest.FixtureRequest) -> MongoDB:
    """A database that no other file of tests writes to."""
    return mongodb_server.with_database(_own_name(request))


@pytest.fixture(scope="session")
def spark_server(servers_of_run: Run) -> Spark:
    """A Connect server that does the work itself."""
    return Spark(servers_of_run.server("spark")["port"])


@pytest.fixture(scope="module")
def spark(spark_server: Spark, request: pytest.FixtureRequest) -> Spark:
    """A database that no other file of tests writes to."""
    return spark_server.with_database(_own_name(request))


@pytest.fixture(scope="module")
def spark_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spark]:
    """A Connect server before a master with two workers, for this file of tests alone."""
    with Run(tmp_path_factory.mktemp("spark")).last() as own:
        facts = own.server("spark", workers=2)
        yield Spark(facts["port"], workers=tuple(facts["workers"]))


@pytest.fixture(scope="module")
def spark_master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A master with two workers, for classic sessions of this file: `127.0.0.1:7077`."""
    with Run(tmp_path_factory.mktemp("spark-master")).last() as own:
        facts = own.server("spark", workers=2, connect=False)
        yield str(facts["master"]).removeprefix("spark://")


@pytest.fixture(scope="module")
def spark_local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A session of the classic kind, in a Java of this process."""
    with local_session(tmp_path_factory.mktemp("spark-local")) as session:
        yield session


@pytest.fixture(scope="session")
def trino_server(servers_of_run: Run) -> Trino:
    """A coordinator that does the work itself."""
    return Trino.at(servers_of_run.server("trino", **_behind_trino(servers_of_run)))


@pytest.fixture(scope="module")
def trino(trino_server: Trino, request: pytest.FixtureRequest) -> Trino:
    """Schemas that no other file of tests writes to."""
    return trino_server.with_schema(_own_name(request))


@pytest.fixture(scope="module")
def trino_workers(servers_of_run: Run, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trino]:
    """A coordinator with two workers, for this file of tests alone."""
    with Run(tmp_path_factory.mktemp("trino")).last() as own:
        yield Trino.at(own.server("trino", workers=2, **_behind_trino(servers_of_run)))


def _behind_trino(run: Run) -> dict[str, Facts]:
    return {name: run.server(name) for name in ("postgresql", "mongodb")}


def _own_name(request: pytest.FixtureRequest) -> str:
    """The folder and file of the tests, and the worker: two may run tests of one file."""
    worker = getattr(request.config, "workerinput", {}).get("workerid", "")
    path = request.node.path
    return f"{path.parent.name}_{path.stem}{worker}"
