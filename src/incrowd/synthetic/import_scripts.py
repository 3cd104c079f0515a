"""Write a table as a script that a database imports: SQL, a script of mongosh, or JSON lines.

    psql clinic < hospital_1.sql                    (PostgreSQL)
    mariadb clinic < hospital_1.sql                 (MySQL and MariaDB)
    mongosh clinic hospital_1.js                    (MongoDB)
    mongoimport --db clinic --collection hospital_1 hospital_1.jsonl

The table or collection is called after the file.
"""

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import Any, Final

import pyarrow as pa

from incrowd.errors import DataError
from incrowd.language import say

_ROWS_AT_ONCE: Final = 500
_LONGEST_NAME: Final = 60
_PREPARE: Final = "/*! SET NAMES utf8mb4, sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES' */;"
"""Lets MySQL and MariaDB read standard SQL; a comment for everybody else."""


def table_name(file: str) -> str:
    """What a table is called that comes from a file.

    >>> table_name("Hospital 1.v2.sql"), table_name("1.sql")
    ('hospital_1_v2', 't_1')
    """
    stem = file.rpartition(".")[0] or file
    name = re.sub(r"[^a-z0-9]+", "_", stem.lower()).strip("_") or "people"
    return (f"t_{name}" if name[0].isdigit() else name)[:_LONGEST_NAME]


def sql_script(table: pa.Table, name: str) -> Iterator[bytes]:
    """Statements that make a table and fill it, in SQL that PostgreSQL and MariaDB both read."""
    declared = ",\n  ".join(f"{_quoted(each.name)} {_sql_type(each.type)}" for each in table.schema)
    yield f"{_PREPARE}\nBEGIN;\n".encode()
    utf8 = "/*! CHARACTER SET utf8mb4 */"
    yield f"CREATE TABLE {_quoted(name)} (\n  {declared}\n) {utf8};\n".encode()
    for batch in table.to_batches(max_chunksize=_ROWS_AT_ONCE):
        if batch.num_rows:
            rows = zip(*(column.to_pylist() for column in batch.columns), strict=True)
            lines = ",\n".join(f"({', '.join(map(_literal, row))})" for row in rows)
            yield f"INSERT INTO {_quoted(name)} VALUES\n{lines};\n".encode()
    yield b"COMMIT;\n"


def json_lines(table: pa.Table, name: str) -> Iterator[bytes]:
    """One document per line, as mongoimport reads them; the collection is named when importing."""
    del name
    for batch in table.to_batches(max_chunksize=_ROWS_AT_ONCE):
        yield "".join(f"{_document(row, _LINE)}\n" for row in batch.to_pylist()).encode()


def mongo_script(table: pa.Table, name: str) -> Iterator[bytes]:
    """A script of mongosh that inserts all rows as documents of a collection."""
    target = f"db.getCollection({json.dumps(name)})"
    for batch in table.to_batches(max_chunksize=_ROWS_AT_ONCE):
        if batch.num_rows:
            documents = ",\n".join(_document(row, _SCRIPT) for row in batch.to_pylist())
            yield f"{target}.insertMany([\n{documents}\n]);\n".encode()


_LINE: Final = '{{"$date": "{moment}"}}'
_SCRIPT: Final = 'ISODate("{moment}")'
"""How a date is written."""


def _document(row: dict[str, Any], moment: str) -> str:
    cells = (f"{json.dumps(name)}: {_json(cell, moment)}" for name, cell in row.items())
    return f"{{{', '.join(cells)}}}"


def _json(cell: object, moment: str) -> str:
    """A value in ASCII, so that no shell misreads it."""
    if isinstance(cell, date):
        return moment.format(moment=f"{cell.isoformat()}T00:00:00Z")
    return json.dumps(cell)


def _sql_type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "BIGINT"
    if pa.types.is_floating(kind):
        return "DOUBLE PRECISION"
    return "DATE" if pa.types.is_date(kind) else "TEXT"


def _literal(cell: object) -> str:
    """A value in SQL.

    >>> print(_literal("it's"), _literal(None), _literal(7), _literal(date(2020, 1, 2)))
    'it''s' NULL 7 '2020-01-02'
    """
    if cell is None:
        return "NULL"
    if isinstance(cell, (int, float)):
        return repr(cell)
    text = cell.isoformat() if isinstance(cell, date) else str(cell)
    if "\0" in text:
        raise DataError(
            say("A database does not accept text with a NUL character."), say("Leave it out.")
        )
    return "'" + text.replace("'", "''") + "'"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
