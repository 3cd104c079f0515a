"""Trino 476: a coordinator that does the work itself, or one with workers.

Its catalogues are `pg` and `mongo` (the tests' PostgreSQL and MongoDB), `memory`, `files` (Hive
over local files), `lake` (Iceberg) and `tpch`. HTTP takes any user without a password; HTTPS asks
for one.
"""

from __future__ import annotations

import json
import time
import urllib.request
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from servers.account import STRANGE, USER
from servers.downloads import trino
from servers.java import Java, find_java
from servers.postgresql import PostgreSQL
from servers.processes import Facts, Processes, end_group, free_port
from servers.trino_settings import (
    PLUGINS,
    REFRESH,
    Rule,
    write_access,
    write_catalogs,
    write_certificate,
    write_passwords,
    write_properties,
)

if TYPE_CHECKING:
    from trino.dbapi import Connection

DATABASE = "federation"
"""The database of PostgreSQL that the catalogue `pg` shows."""
WRITABLE = ("pg", "memory", "files", "lake")
"""Catalogues with schemas of their own; one of `mongo` exists once something is in it."""
JAVA = range(24, 100)
_PATIENCE = 200.0


@dataclass(frozen=True)
class Trino:
    """A running coordinator."""

    port: int
    https_port: int
    certificate: Path
    folder: Path = Path()
    """Where it keeps its settings and files."""
    workers: tuple[int, ...] = ()
    schema: str = "default"
    scheme: str = "trino"
    user: str = USER
    password: str = STRANGE

    @classmethod
    def at(cls, facts: Facts) -> Trino:
        """What its keeper says about a server."""
        certificate = Path(facts["certificate"])
        folder, workers = Path(facts["folder"]), tuple(facts["workers"])
        return cls(facts["port"], facts["https_port"], certificate, folder, workers)

    def url(self, part: str, catalog: str = "memory", schema: str | None = None) -> str:
        address = f"{self.scheme}://{self.user}@127.0.0.1:{self.port}"
        return f"{address}/{catalog}/{schema or self.schema}#{part}"

    def with_schema(self, name: str) -> Trino:
        """The same server, with new schemas of one name in the catalogues that can be written."""
        for catalog in WRITABLE:
            self.run(f'CREATE SCHEMA {catalog}."{name}"')
        return replace(self, schema=name)

    def connect(self, user: str = USER) -> Connection:
        """A connection that asks for no password."""
        from trino.dbapi import connect

        return connect(host="127.0.0.1", port=self.port, user=user)

    def connect_with(self, password: str, user: str = USER) -> Connection:
        """A connection over TLS, with a password."""
        from trino.auth import BasicAuthentication
        from trino.dbapi import connect

        return connect(
            host="127.0.0.1",
            port=self.https_port,
            user=user,
            http_scheme="https",
            auth=BasicAuthentication(user, password),
            verify=str(self.certificate),
        )

    def run(self, sql: str, user: str = USER) -> list[list[object]]:
        """The rows that a statement answers with."""
        with closing(self.connect(user)) as connection:
            return [[*row] for row in connection.cursor().execute(sql).fetchall()]

    def limit(self, *rules: Rule) -> None:
        """Let these rules for tables come before those of everybody, within a second."""
        write_access(self.folder / "coordinator" / "etc", rules)
        time.sleep(2 * REFRESH)

    def kill_worker(self, number: int = 0) -> None:
        """Kill a worker as a power cut would."""
        end_group(self.workers[number])


def start(
    folder: Path,
    processes: Processes,
    *,
    postgresql: Facts,
    mongodb: Facts,
    workers: int = 0,
) -> Facts:
    """Start a coordinator and its workers, and wait until all of them answer."""
    program, java = trino(), find_java(JAVA)
    PostgreSQL.at(postgresql).ensure_database(DATABASE)
    catalogs = write_catalogs(folder, postgresql["port"], DATABASE, mongodb["port"])
    plugins = folder / "plugins"
    plugins.mkdir()
    for name in PLUGINS:
        (plugins / name).symlink_to(program / "plugin" / name)
    port, https_port = free_port(), free_port()
    common = {
        "catalog.config-dir": catalogs,
        "discovery.uri": f"http://127.0.0.1:{port}",
        "exchange.max-error-duration": "10s",
        "internal-communication.shared-secret": "tests",
        "node.environment": "tests",
        "node.internal-address": "127.0.0.1",
        "plugin.dir": plugins,
        "query.remote-task.max-error-duration": "10s",
    }
    coordinator = {
        "coordinator": "true",
        "http-server.authentication.allow-insecure-over-http": "true",
        "http-server.authentication.type": "PASSWORD",
        "http-server.http.port": port,
        "http-server.https.enabled": "true",
        "http-server.https.keystore.path": write_certificate(folder),
        "http-server.https.port": https_port,
        "node-scheduler.include-coordinator": str(not workers).lower(),
    }
    _start(processes, java, program, "coordinator", {**common, **coordinator})
    started = []
    for one in range(workers):
        worker = {"coordinator": "false", "http-server.http.port": free_port()}
        started.append(_start(processes, java, program, f"worker-{one}", {**common, **worker}))
    processes.wait(lambda: _answers(port, max(workers, 1)), _PATIENCE)
    return {
        "certificate": str(folder / "certificate.pem"),
        "https_port": https_port,
        "port": port,
        "workers": started,
    }


def _start(
    processes: Processes, java: Java, program: Path, name: str, settings: dict[str, object]
) -> int:
    home = processes.folder / name
    etc = home / "etc"
    config = {**settings, "node.id": name}
    write_properties(etc / "config.properties", config)
    write_properties(etc / "log.properties", {"": "WARN", "io.trino.server": "INFO"})
    if settings["coordinator"] == "true":
        write_access(etc)
        write_passwords(etc)
    vectors = "jdk.incubator.vector"
    command = [
        java.program,
        "-Xmx1g",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-OmitStackTraceInFastThrow",
        "-Djdk.attach.allowAttachSelf=true",
        "-Dfile.encoding=UTF-8",
        f"-Djava.io.tmpdir={processes.folder}",
        "--sun-misc-unsafe-memory-access=allow",
        "--enable-native-access=ALL-UNNAMED",
        *([f"--add-modules={vectors}"] if vectors in java.modules else []),
        f"-Dconfig={etc / 'config.properties'}",
        f"-Dlog.levels-file={etc / 'log.properties'}",
        "-cp",
        program / "lib" / "*",
        "io.trino.server.TrinoServer",
    ]
    return processes.start(name, command, folder=home).pid


def _answers(port: int, nodes: int) -> bool:
    """Whether it has started, and knows as many nodes as do work."""
    with suppress(OSError, ValueError):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/info", timeout=5) as answer:
            if json.load(answer)["starting"]:
                return False
        return _works(port, nodes)
    return False


def _works(port: int, nodes: int) -> bool:
    from trino.exceptions import Error

    server = Trino(port, 0, Path())
    with suppress(Error):
        active = server.run("SELECT count(*) FROM system.runtime.nodes WHERE state = 'active'")
        known = nodes if nodes == 1 else nodes + 1
        return active[0][0] == known and bool(server.run("SELECT 1 FROM tpch.tiny.region"))
    return False
