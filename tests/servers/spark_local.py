"""Spark without a server: a session of the classic kind, in a Java that this process starts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from servers.java import find_java
from servers.spark import JAVA, QUICK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def classic_environment() -> Iterator[None]:
    """Let Spark of this process find its Java, and be seen by this computer alone."""
    known = {
        "JAVA_HOME": str(find_java(JAVA).home),
        "JDK_JAVA_OPTIONS": QUICK,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    before = {name: os.environ.get(name) for name in known}
    os.environ.update(known)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def local_session(folder: Path, master: str = "local[2]") -> Iterator[SparkSession]:
    """A session whose Java ends with this process, at the latest."""
    from pyspark.sql import SparkSession

    options = {
        "spark.driver.extraJavaOptions": f"{QUICK} -Djava.io.tmpdir={folder}",
        "spark.driver.memory": "3g",
        "spark.local.dir": str(folder),
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.ui.enabled": "false",
    }
    with classic_environment():
        session = SparkSession.builder.master(master).config(map=options).getOrCreate()
        try:
            yield session
        finally:
            session.stop()
            end_java()


def end_java() -> None:
    """Stop Spark in this process: PySpark would keep its Java, with the settings of the first."""
    from pyspark import SparkContext

    context, gateway = SparkContext._active_spark_context, SparkContext._gateway
    if context is not None:
        context.stop()
    if gateway is not None:
        gateway.shutdown()
        gateway.proc.stdin.close()
        gateway.proc.wait(10)
        SparkContext._gateway = SparkContext._jvm = None
