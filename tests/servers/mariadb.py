"""Debian's MariaDB: database `clinic`, user `ann` who may read it, and one who may write."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from servers.account import STRANGE, USER
from servers.processes import Facts, Processes, free_port

WRITER = "eve"
TABLES = [
    "CREATE TABLE people (id int, name varchar(20), born date, worth decimal(50, 5),"
    " tiny tinyint(1), big bigint unsigned)",
    "INSERT INTO people VALUES (1, 'Ann', '1970-01-02',"
    " 12345678901234567890123456789012345678901.25, 7, 18446744073709551615),"
    " (2, NULL, NULL, NULL, NULL, NULL)",
    "CREATE TABLE `odd ``name` (`a ``\"'b` int)",
    "INSERT INTO `odd ``name` VALUES (5)",
]
_PATIENCE = 60.0


@dataclass(frozen=True)
class MariaDB:
    """A running server, seen through one database."""

    port: int
    folder: Path
    database: str = "clinic"
    scheme: str = "mysql"
    user: str = USER
    password: str = STRANGE

    def run(self, sql: str, database: str | None = None) -> None:
        """Run statements as the user who may write."""
        address = ["-h", "127.0.0.1", "-P", str(self.port), "-u", WRITER]
        subprocess.run(
            ["/usr/bin/mariadb", "--no-defaults", *address, database or self.database],
            input=sql,
            encoding="utf-8",
            env={**os.environ, "MYSQL_PWD": STRANGE},
            check=True,
            timeout=_PATIENCE,
        )

    def with_database(self, name: str) -> MariaDB:
        """The same server, seen through a new database; `ann` may read that, too."""
        self.run(f"CREATE DATABASE `{name}`; GRANT SELECT ON `{name}`.* TO 'ann'@'127.0.0.1'")
        return replace(self, database=name)

    def url(self, part: str = "", database: str | None = None, user: str | None = None) -> str:
        who, where = user or self.user, database or self.database
        mark = f"#{part}" if part else ""
        return f"{self.scheme}://{who}@127.0.0.1:{self.port}/{where}{mark}"


def start(folder: Path, processes: Processes) -> Facts:
    """Make the folder of data and start the server on it."""
    if not Path("/usr/sbin/mariadbd").exists():
        raise LookupError("MariaDB is not installed; 'make mariadb' installs it.")
    port = free_port()
    setup = folder / "setup.sql"
    setup.write_text("".join(f"{one};\n" for one in [*_accounts(), *TABLES]), "utf-8")
    who = [] if os.geteuid() else ["--user=root"]
    common = ["--no-defaults", *who, f"--datadir={folder / 'data'}"]
    making = ["--skip-test-db", "--auth-root-authentication-method=normal"]
    serving = [
        f"--port={port}",
        "--bind-address=127.0.0.1",
        f"--socket={folder / 'socket'}",
        "--skip-name-resolve",
        f"--pid-file={folder / 'pid'}",
        f"--init-file={setup}",
        "--character-set-server=utf8mb4",
    ]
    with (folder / "install.log").open("ab") as log:
        subprocess.run(
            ["/usr/bin/mariadb-install-db", *common, *making],
            check=True,
            stdout=log,
            stderr=log,
            timeout=_PATIENCE,
        )
    processes.start("mariadb", ["/usr/sbin/mariadbd", *common, *serving])
    log_file = folder / "mariadb.log"
    processes.wait(lambda: b"ready for connections" in log_file.read_bytes(), _PATIENCE)
    return {"port": port}


def _accounts() -> list[str]:
    quoted = STRANGE.replace("\\", "\\\\").replace("'", "\\'")
    return [
        "CREATE DATABASE clinic CHARACTER SET utf8mb4",
        f"CREATE USER '{USER}'@'127.0.0.1' IDENTIFIED BY '{quoted}'",
        f"GRANT SELECT ON clinic.* TO '{USER}'@'127.0.0.1'",
        f"CREATE USER '{WRITER}'@'127.0.0.1' IDENTIFIED BY '{quoted}'",
        f"GRANT ALL ON *.* TO '{WRITER}'@'127.0.0.1' WITH GRANT OPTION",
        "USE clinic",
    ]
