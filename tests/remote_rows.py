"""Rows with everything that engines write differently, and the SQL that makes tables of them."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta
from pathlib import Path

import pyarrow as pa

from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import StoredTable, open_stored

NAMES = ("city", "age", "Born", "seen at", "worth", "exact", "alive", 'strange "name" é', "select")
KINDS = ("text", "int", "date", "timestamp", "double", "decimal", "bool", "text", "text")
ROLES = {
    "city": "quasi",
    "age": "quasi",
    "Born": "quasi",
    "alive": "quasi",
    "select": "sensitive",
}
_CITIES = ("Ulm", "ulm", "Köln", "", None, "a'b\\c", "New York ", "New York", "100%_", "日本")


def make_rows(count: int = 400, seed: int = 7) -> pa.Table:
    """A table that every engine can hold, with its types."""
    draw = random.Random(seed)
    start = date(1950, 1, 1)
    columns: dict[str, list[object]] = {name: [] for name in NAMES}
    for _ in range(count):
        columns["city"].append(draw.choice(_CITIES))
        columns["age"].append(draw.choice([None, *range(18, 30)]))
        columns["Born"].append(start + timedelta(days=365 * draw.randrange(6)))
        moment = datetime(2020, 1, 1, draw.randrange(3), 0, draw.choice([0, 30]))
        columns["seen at"].append(draw.choice([None, moment, moment]))
        columns["worth"].append(draw.choice([None, 0.1, 1.0, 2.5, -3.0, 12345.678]))
        columns["exact"].append(draw.choice([None, "1.50", "20.00", "0.25"]))
        columns["alive"].append(draw.choice([None, True, False, True]))
        columns['strange "name" é'].append(draw.choice(["x", "y", "=1+1", None]))
        columns["select"].append(draw.choice(["flu", "cold", "gout", None]))
    types = {
        "text": pa.string(),
        "int": pa.int32(),
        "date": pa.date32(),
        "timestamp": pa.timestamp("us"),
        "double": pa.float64(),
        "bool": pa.bool_(),
    }
    arrays = []
    for name, kind in zip(NAMES, KINDS, strict=True):
        if kind == "decimal":
            arrays.append(pa.array(columns[name], pa.string()).cast(pa.decimal128(10, 2)))
        else:
            arrays.append(pa.array(columns[name], types[kind]))
    return pa.table(arrays, list(NAMES))


def keep_rows(rows: pa.Table, folder: Path) -> StoredTable:
    """The same rows in the embedded engine."""
    store(rows, folder / "rows.parquet")
    return open_stored(folder / "rows.parquet", name="remote_rows")


def insert_statements(
    rows: pa.Table, table: str, types: dict[str, str], quote: str = '"', escape: bool = False
) -> list[str]:
    """Statements that make the table in an engine, with its own names of types."""

    def name(text: str) -> str:
        return quote + text.replace(quote, quote * 2) + quote

    def literal(value: object) -> str:
        if value is None:
            return "NULL"
        if isinstance(value, bool):
            return "'true'" if value else "'false'"
        if isinstance(value, (int, float)):
            return repr(value)
        text = str(value).replace("'", "''")
        return "'" + (text.replace("\\", "\\\\") if escape else text) + "'"

    declared = ", ".join(f"{name(n)} {types[k]}" for n, k in zip(NAMES, KINDS, strict=True))
    lists = [column.to_pylist() for column in rows.columns]
    values = ["(" + ", ".join(map(literal, row)) + ")" for row in zip(*lists, strict=True)]
    return [
        f"CREATE TABLE {table} ({declared})",
        f"INSERT INTO {table} VALUES {', '.join(values)}",
    ]
