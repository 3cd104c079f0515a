"""Every engine as a place in which tests make tables: the same rows, at an address of its own.

with open_place("postgresql", request) as place:
    place.add("people", make_rows())
    incrowd.open(place.url("people"))
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from secrets import token_hex
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from remote_rows import KINDS, insert_statements
from servers.account import STRANGE
from servers.mariadb import WRITER

from incrowd.engines.catalogue import open_catalogue

CLUSTER = ("trino", "trino_mongodb", "mongodb", "spark", "spark_local", "spark_master")
"""Engines that only `make test-cluster` starts."""
PLACES = [
    "postgresql",
    "mariadb",
    *(pytest.param(name, marks=pytest.mark.cluster) for name in CLUSTER),
]
"""All engines, to run a test on each."""

_POSTGRESQL = {
    "text": "text",
    "int": "int",
    "date": "date",
    "timestamp": "timestamp",
    "double": "double precision",
    "decimal": "numeric(10,2)",
    "bool": "boolean",
}
_MARIADB = {
    **_POSTGRESQL,
    "text": "varchar(40)",
    "timestamp": "datetime",
    "double": "double",
    "decimal": "decimal(10,2)",
    "bool": "text",
}
_TRINO = {
    **_POSTGRESQL,
    "text": "varchar",
    "timestamp": "timestamp(6)",
    "double": "double",
    "decimal": "decimal(10,2)",
}
SQL_TYPES = {"postgresql": _POSTGRESQL, "mariadb": _MARIADB}
"""What columns of each kind are declared as."""


def same(rows: pa.Table) -> pa.Table:
    """Rows as they are."""
    return rows


@dataclass(frozen=True)
class Place:
    """An engine that is running: where tables are, how to make one, and what it makes of rows."""

    address: str
    home: str
    """The schema or database in which tables are made."""
    insert: Callable[[str, pa.Table], None]
    prefix: str = ""
    """What stands before the name of a table behind `#`."""
    hold: Callable[[pa.Table], pa.Table] = same
    """The rows as the engine can hold them, for the embedded engine to count."""
    identifier: tuple[str, ...] = ()
    """Columns that the engine adds by itself."""
    lowers: bool = False
    """Whether names lose their capitals."""

    def url(self, table: str) -> str:
        """The address of a table."""
        return f"{self.address}#{self.prefix}{table}"

    def add(self, table: str, rows: pa.Table) -> None:
        """Make a table of these rows."""
        self.insert(table, self.hold(rows))

    def names(self, names: Sequence[str]) -> list[str]:
        """How the engine writes names of columns."""
        return [name.lower() if self.lowers else name for name in names]

    def tables(self) -> list[str]:
        """All tables that there are."""
        with open_catalogue(self.address) as catalogue:
            return sorted(catalogue.tables(self.home))


@contextmanager
def open_place(name: str, request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    """Start an engine, unless it is running, and say where tables can be made."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("PGPASSWORD", "MYSQL_PWD"):
            patch.setenv(variable, STRANGE)
        with _OPENERS[name](request, folder) as place:
            yield place


@contextmanager
def _postgresql(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    del folder
    server = request.getfixturevalue("postgresql")
    yield Place(server.url(), "public", _inserting(server.run, _POSTGRESQL))


@contextmanager
def _mariadb(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    del folder
    server = request.getfixturevalue("mariadb").with_database(f"place_{token_hex(4)}")
    insert = _inserting(server.run, _MARIADB, "`", escape=True)
    yield Place(server.url(user=WRITER), server.database, insert)


def _inserting(
    run: Callable[[str], object], types: dict[str, str], quote: str = '"', *, escape: bool = False
) -> Callable[[str, pa.Table], None]:
    def insert(table: str, rows: pa.Table) -> None:
        for statement in insert_statements(rows, table, types, quote, escape):
            run(statement)

    return insert


@contextmanager
def _trino(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    del folder
    server = request.getfixturevalue("trino")

    def insert(table: str, rows: pa.Table) -> None:
        server.run(f'CREATE TABLE memory."{server.schema}".{table} AS {_select_in_trino(rows)}')

    address = server.url("", "memory").rstrip("#")
    yield Place(address, server.schema, insert, hold=_lower_names, lowers=True)


def _select_in_trino(rows: pa.Table) -> str:
    quoted = ['"' + name.replace('"', '""') + '"' for name in rows.column_names]
    texts = ", ".join(f"{name} varchar" for name in quoted)
    lists = [column.to_pylist() for column in rows.columns]
    cells = [
        [None if cell is None else str(cell) for cell in row] for row in zip(*lists, strict=True)
    ]
    document = json.dumps(cells).replace("'", "''")
    typed = ", ".join(
        f"CAST({name} AS {_TRINO[kind]}) AS {name}"
        for name, kind in zip(quoted, KINDS, strict=True)
    )
    read = f"CAST(json_parse('{document}') AS array(row({texts})))"
    return f"SELECT {typed} FROM UNNEST({read}) AS t({', '.join(quoted)})"


def _lower_names(rows: pa.Table) -> pa.Table:
    return rows.rename_columns([name.lower() for name in rows.column_names])


@contextmanager
def _trino_mongodb(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    """A collection of MongoDB that is read through Trino's connector."""
    del folder
    trino, mongodb = (request.getfixturevalue(name) for name in ("trino", "mongodb"))
    mongodb = mongodb.with_database(f"{mongodb.database}_trino")

    def insert(table: str, rows: pa.Table) -> None:
        documents = rows.to_pylist()
        # the connector takes the fields and their types from the first document
        documents.sort(key=lambda each: None in each.values())
        mongodb.insert(table, documents)

    address = f"trino://{trino.user}@127.0.0.1:{trino.port}/mongo/{mongodb.database}"
    yield Place(address, mongodb.database, insert, hold=_read_by_trino, lowers=True)


def _read_by_trino(rows: pa.Table) -> pa.Table:
    """Trino takes the digits of all exact numbers from the first document: so they are texts."""
    rows = _with_moments(rows)
    return _lower_names(_replace(rows, "exact", rows.column("exact").cast(pa.string())))


@contextmanager
def _mongodb(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    del folder
    server = request.getfixturevalue("mongodb")

    def insert(table: str, rows: pa.Table) -> None:
        documents = _documents(rows)
        for place, each in enumerate(documents):
            if place % 2 and each["age"] is not None:
                each["age"] = float(each["age"])  # as the shell of MongoDB writes every number
            for name in [name for name, value in each.items() if value is None][place % 2 :]:
                del each[name]  # absent is missing, as null is
        documents[0] = {name: documents[0].get(name) for name in rows.column_names}
        server.insert(table, documents)

    yield Place(server.url(), server.database, insert, hold=_as_documents, identifier=("_id",))


def _as_documents(rows: pa.Table) -> pa.Table:
    """Rows as MongoDB can hold them: days are moments, and no number has zeros at its end."""
    numbers = [97 * place % rows.num_rows for place in range(rows.num_rows)]  # in no order
    rows = _with_moments(rows).add_column(0, "_id", pa.array(numbers, pa.int64()))
    exact = [
        None if value is None else f"{value.normalize():f}"
        for value in rows.column("exact").to_pylist()
    ]
    return _replace(rows, "exact", pa.array(exact, pa.string()))


def _with_moments(rows: pa.Table) -> pa.Table:
    return _replace(rows, "Born", rows.column("Born").cast(pa.timestamp("us")))


def _documents(rows: pa.Table) -> list[dict[str, Any]]:
    from bson import Decimal128

    documents = rows.to_pylist()
    for each in documents:
        each["exact"] = None if each["exact"] is None else Decimal128(Decimal(each["exact"]))
    return documents


def _replace(table: pa.Table, name: str, column: pa.ChunkedArray | pa.Array) -> pa.Table:
    return table.set_column(table.schema.get_field_index(name), name, column)


@contextmanager
def _spark(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    server = request.getfixturevalue("spark")
    with server.session() as session:
        insert = _inserting_files(session, folder)
        yield Place(server.url(), server.database, insert, f"{server.database}.")


def _inserting_files(session: Any, folder: Path) -> Callable[[str, pa.Table], None]:
    """Tables with the types of Parquet files: Spark would add a time zone to moments of ours."""

    def insert(table: str, rows: pa.Table) -> None:
        place = folder / table
        place.mkdir()
        pq.write_table(rows, place / "rows.parquet")
        session.sql(f"CREATE TABLE {table} AS SELECT * FROM parquet.`{place}`").collect()

    return insert


@contextmanager
def _spark_local(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    from servers.spark_local import local_session

    del request
    with local_session(folder / "session") as session:
        yield Place("spark+local://", "default", _inserting_files(session, folder))


@contextmanager
def _spark_master(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    """A classic session before a master with two workers; its tables are folders."""
    from servers.spark_local import classic_environment, end_java

    master = request.getfixturevalue("spark_master")

    def insert(table: str, rows: pa.Table) -> None:
        (folder / table).mkdir()
        pq.write_table(rows, folder / table / "rows.parquet")

    with classic_environment():
        try:
            yield Place(f"spark+master://{master}{folder}?cores=2&memory=512m", "default", insert)
        finally:
            end_java()


_OPENERS: Mapping[str, Callable[..., Any]] = {
    "postgresql": _postgresql,
    "mariadb": _mariadb,
    "trino": _trino,
    "trino_mongodb": _trino_mongodb,
    "mongodb": _mongodb,
    "spark": _spark,
    "spark_local": _spark_local,
    "spark_master": _spark_master,
}
