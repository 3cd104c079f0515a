"""Spark from its wheel: a Connect server, alone or in front of a master with two workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from servers.java import find_java
from servers.processes import Facts, Processes, answers, end_group, free_port

if TYPE_CHECKING:
    from pyspark.sql.connect.session import SparkSession

JAVA = range(17, 22)
"""The versions that Spark 4 is made for."""
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Starts sooner; nothing in the tests runs long enough for the better compiler."""
_PATIENCE = 120.0


@dataclass(frozen=True)
class Spark:
    """A running Connect server, seen through one database."""

    port: int
    database: str = "default"
    scheme: str = "spark"
    workers: tuple[int, ...] = ()

    @property
    def remote(self) -> str:
        """The address that PySpark understands."""
        return f"sc://127.0.0.1:{self.port}"

    def url(self, part: str = "", database: str | None = None) -> str:
        mark = f"#{database or self.database}.{part}" if part else ""
        return f"{self.scheme}://127.0.0.1:{self.port}{mark}"

    @contextmanager
    def session(self) -> Iterator[SparkSession]:
        """A session of its own, which may be one of several."""
        from pyspark.sql.connect.session import SparkSession

        session = SparkSession.builder.remote(self.remote).create()
        try:
            session.sql(f"USE `{self.database}`").collect()
            yield session
        finally:
            session.stop()

    def run(self, *statements: str) -> None:
        with self.session() as session:
            for statement in statements:
                session.sql(statement).collect()

    def with_database(self, name: str) -> Spark:
        """The same server, seen through a new database."""
        self.run(f"CREATE DATABASE `{name}`")
        return replace(self, database=name)

    def kill_worker(self, number: int = 0) -> None:
        """Kill a worker with its executors, as a power cut would."""
        end_group(self.workers[number])


def start(folder: Path, processes: Processes, *, workers: int = 0, connect: bool = True) -> Facts:
    """Start a Connect server, and a master with workers first if any are wanted."""
    master, started = "local[2]", []
    if workers:
        master, started = _start_workers(processes, workers)
    if not connect:
        return {"master": master, "workers": started}
    port = free_port()
    options = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": port,
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.extraJavaOptions": f"-Djava.io.tmpdir={folder}",
        "spark.executor.memory": "512m",
        "spark.sql.shuffle.partitions": 4,
        "spark.sql.warehouse.dir": folder / "warehouse",
        "spark.ui.enabled": "false",
    }
    words = [word for name, value in options.items() for word in ("--conf", f"{name}={value}")]
    main = "org.apache.spark.sql.connect.service.SparkConnectServer"
    submit = ["org.apache.spark.deploy.SparkSubmit", "--master", master, "--class", main]
    _start(processes, "connect", [*submit, *words, "spark-internal"], "1g")
    processes.wait(lambda: answers(port), _PATIENCE)
    return {"port": port, "workers": started}


def _start_workers(processes: Processes, workers: int) -> tuple[str, list[int]]:
    port = free_port()
    address = ["--host", "127.0.0.1", "--port", str(port), "--webui-port", str(free_port())]
    _start(processes, "master", ["org.apache.spark.deploy.master.Master", *address])
    processes.wait(lambda: answers(port), _PATIENCE)
    master = f"spark://127.0.0.1:{port}"
    program = ["org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1"]
    size = ["--cores", "1", "--memory", "768m"]
    started = [
        _start(
            processes, f"worker-{one}", [*program, *size, "--webui-port", str(free_port()), master]
        )
        for one in range(workers)
    ]
    log = processes.folder / "master.log"
    processes.wait(lambda: log.read_bytes().count(b"Registering worker") == workers, _PATIENCE)
    return master, started


def _start(processes: Processes, name: str, words: list[str], memory: str = "256m") -> int:
    home = spark_home()
    folder = processes.folder
    environment = {
        "JAVA_HOME": str(find_java(JAVA).home),
        "JDK_JAVA_OPTIONS": QUICK,  # executors are started by workers, and get it from them
        "SPARK_DAEMON_JAVA_OPTS": f"-Djava.io.tmpdir={folder}",
        "SPARK_DAEMON_MEMORY": memory,  # a Connect server counts as one, whatever it is configured
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_DIRS": str(folder / "local"),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_WORKER_DIR": str(folder / name),
    }
    return processes.start(name, [home / "bin" / "spark-class", *words], environment).pid


def spark_home() -> Path:
    """Where the wheel keeps Spark's own programs."""
    wheel = find_spec("pyspark")
    if wheel is None or not wheel.submodule_search_locations:
        raise LookupError("Spark is not installed; the extra 'cluster' brings it.")
    return Path(wheel.submodule_search_locations[0])
