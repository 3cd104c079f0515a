"""The files that a Trino reads when it starts: itself, its catalogues, who may do what."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from servers.account import STRANGE, USER

GUEST = "guest"
"""May read everything but tables named `secret`, and write nothing."""
REFRESH = 0.5
"""Seconds after which rules are read again."""
Rule = Mapping[str, object]
PLUGINS = (
    "delta-lake",
    "geospatial",  # a type of PostgreSQL's columns is its
    "hive",
    "iceberg",
    "memory",
    "mongodb",
    "password-authenticators",
    "postgresql",
    "tpch",
)
"""Others would only take time to load."""


def write_properties(path: Path, settings: Mapping[str, object]) -> Path:
    """Write a file of Java's: a backslash is doubled, and only ASCII is understood alike."""
    lines = [f"{name}={_escape(str(value))}\n" for name, value in settings.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), "ascii")
    return path


def _escape(value: str) -> str:
    doubled = value.replace("\\", "\\\\")
    return "".join(one if one.isascii() else f"\\u{ord(one):04x}" for one in doubled)


def write_catalogs(folder: Path, postgresql: int, database: str, mongodb: int) -> Path:
    """The catalogues: two servers, memory, two kinds of files, and made-up data of any size."""
    files = {"fs.native-local.enabled": "true", "local.location": "/"}
    catalogs: dict[str, dict[str, object]] = {
        "pg": {
            "connector.name": "postgresql",
            "connection-url": f"jdbc:postgresql://127.0.0.1:{postgresql}/{database}",
            "connection-user": USER,
            "connection-password": STRANGE,
            "case-insensitive-name-matching": "true",
            "unsupported-type-handling": "CONVERT_TO_VARCHAR",
        },
        "mongo": {
            "connector.name": "mongodb",
            "mongodb.connection-url": f"mongodb://127.0.0.1:{mongodb}/",
            "mongodb.case-insensitive-name-matching": "true",
        },
        "memory": {"connector.name": "memory", "memory.max-data-per-node": "256MB"},
        "files": {
            "connector.name": "hive",
            "hive.metastore": "file",
            "hive.metastore.catalog.dir": f"local://{folder}/files",
            "hive.storage-format": "PARQUET",
            **files,
        },
        "lake": {
            "connector.name": "iceberg",
            "iceberg.catalog.type": "TESTING_FILE_METASTORE",
            "hive.metastore.catalog.dir": f"local://{folder}/lake",
            **files,
        },
        "tpch": {"connector.name": "tpch"},
    }
    for name, settings in catalogs.items():
        write_properties(folder / "catalog" / f"{name}.properties", settings)
    for name in ("files", "lake"):
        (folder / name).mkdir()
    return folder / "catalog"


def write_access(etc: Path, first: Sequence[Rule] = ()) -> None:
    """Let `guest` read only, and nothing that is called `secret`; other rules may come first."""
    rules = {
        "catalogs": [{"user": GUEST, "allow": "read-only"}, {"allow": "all"}],
        "schemas": [{"user": GUEST, "owner": False}, {"owner": True}],
        "tables": [
            *first,
            {"user": GUEST, "table": "secret", "privileges": []},
            {"user": GUEST, "privileges": ["SELECT"]},
            {"privileges": ["SELECT", "INSERT", "DELETE", "UPDATE", "OWNERSHIP"]},
        ],
        "functions": [
            {"user": GUEST, "catalog": "system", "privileges": ["EXECUTE"]},
            {"privileges": ["EXECUTE", "OWNERSHIP"]},
        ],
        "procedures": [{"user": GUEST, "privileges": []}, {"privileges": ["EXECUTE"]}],
    }
    path = etc / "rules.json"
    part = path.with_suffix(".part")
    part.write_text(json.dumps(rules), "utf-8")
    part.replace(path)  # Trino may read it just now
    access = {
        "access-control.name": "file",
        "security.config-file": path,
        "security.refresh-period": f"{REFRESH}s",
    }
    write_properties(etc / "access-control.properties", access)


def write_passwords(etc: Path) -> None:
    """Accept one password of `ann` and of `guest`, over TLS."""
    salt = b"tests"
    key = hashlib.pbkdf2_hmac("sha1", STRANGE.encode(), salt, 1000, 64)
    lines = [f"{user}:1000:{salt.hex()}:{key.hex()}\n" for user in (USER, GUEST)]
    (etc / "passwords").write_text("".join(lines), "ascii")
    known = {"password-authenticator.name": "file", "file.password-file": etc / "passwords"}
    write_properties(etc / "password-authenticator.properties", known)


def write_certificate(folder: Path) -> Path:
    """A key and a certificate that it has signed itself, in one file."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
    names = ["/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
    out = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        ["/usr/bin/openssl", *request, *names, *out], check=True, capture_output=True, timeout=60
    )
    both = folder / "server.pem"
    both.write_text(key.read_text("ascii") + certificate.read_text("ascii"), "ascii")
    return both
