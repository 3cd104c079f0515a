"""mongo-java-server: speaks MongoDB's protocol, keeps all in memory, asks for no password."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from servers.downloads import mongo_java_server
from servers.java import find_java
from servers.processes import Facts, Processes, answers, free_port

SOURCE = Path(__file__).with_name("StartMongo.java")
_HEAP = "-Xmx1g"  # about 300,000 documents


@dataclass(frozen=True)
class MongoDB:
    """A running server, seen through one database."""

    port: int
    database: str = "clinic"
    scheme: str = "mongodb"

    def with_database(self, name: str) -> MongoDB:
        """The same server, seen through another database; it exists once something is in it."""
        return replace(self, database=name)

    def url(self, part: str = "", database: str | None = None) -> str:
        mark = f"#{part}" if part else ""
        return f"{self.scheme}://127.0.0.1:{self.port}/{database or self.database}{mark}"

    def insert(self, collection: str, documents: list[Mapping[str, object]]) -> None:
        from pymongo import MongoClient

        with closing(MongoClient(self.url())) as client:
            client[self.database][collection].insert_many(documents)


def start(folder: Path, processes: Processes) -> Facts:
    """Start the server; Java compiles the few lines of its main class on the way."""
    port = free_port()
    java = find_java(range(17, 100), "jdk.compiler")
    jars = mongo_java_server() / "*"
    quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", _HEAP, f"-Djava.io.tmpdir={folder}"]
    processes.start("mongodb", [java.program, *quick, "-cp", jars, SOURCE, str(port)])
    processes.wait(lambda: answers(port), 60)
    return {"port": port}
