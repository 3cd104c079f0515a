"""Folders of Delta Lake and Iceberg, made by hand: of two files only one belongs to the table.

write_iceberg(folder)          # rows_of(opened(folder)) == {("30", "Ulm"): 2}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from incrowd.engines.duckdb.extensions import find_extension_file
from incrowd.engines.duckdb.statements import literal

TYPES = {"age": "long", "city": "string"}
_SNAPSHOT = 7


def _write_files(folder: Path) -> Path:
    """The file that belongs to the table, and one that does not any more."""
    folder.mkdir(parents=True)
    numbered = [
        pa.field(name, kind, metadata={"PARQUET:field_id": str(number)})
        for number, (name, kind) in enumerate([("age", pa.int64()), ("city", pa.string())], 1)
    ]
    for name, rows in (
        ("kept", {"age": [30, 30], "city": ["Ulm"] * 2}),
        ("gone", {"age": [1], "city": ["x"]}),
    ):
        pq.write_table(pa.table(rows, pa.schema(numbered)), folder / f"{name}.parquet")
    return folder / "kept.parquet"


def write_delta(folder: Path) -> Path:
    """A Delta table."""
    kept = _write_files(folder)
    fields = [
        {"name": name, "type": kind, "nullable": True, "metadata": {}}
        for name, kind in TYPES.items()
    ]
    table = {
        "id": "x",
        "format": {"provider": "parquet", "options": {}},
        "schemaString": json.dumps({"type": "struct", "fields": fields}),
        "partitionColumns": [],
        "configuration": {},
        "createdTime": 0,
    }
    added = {
        "path": "kept.parquet",
        "partitionValues": {},
        "size": kept.stat().st_size,
        "modificationTime": 0,
        "dataChange": True,
    }
    lines = [
        {"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}},
        {"metaData": table},
        {"add": added},
    ]
    log = folder / "_delta_log"
    log.mkdir()
    (log / f"{0:020}.json").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def write_iceberg(folder: Path) -> Path:
    """An Iceberg table of format 2, with the two lists in Avro that lead to its file."""
    kept = _write_files(folder / "data")
    notes = folder / "metadata"
    notes.mkdir()
    manifest, manifests = notes / "manifest.avro", notes / "manifests.avro"
    file = {
        "content": (134, "0"),
        "file_path": (100, literal(str(kept))),
        "file_format": (101, "'PARQUET'"),
        "partition": (102, {"city": (1000, "'Ulm'")}),
        "record_count": (103, "2::BIGINT"),
        "file_size_in_bytes": (104, f"{kept.stat().st_size}::BIGINT"),
    }
    entry = {
        "status": (0, "1"),
        "snapshot_id": (1, f"{_SNAPSHOT}::BIGINT"),
        "sequence_number": (3, "1::BIGINT"),
        "file_sequence_number": (4, "1::BIGINT"),
        "data_file": (2, file),
    }
    _write_avro(manifest, "manifest_entry", entry)
    listed = {
        "manifest_path": (500, literal(str(manifest))),
        "manifest_length": (501, f"{manifest.stat().st_size}::BIGINT"),
        "partition_spec_id": (502, "0"),
        "content": (517, "0"),
        "sequence_number": (515, "1::BIGINT"),
        "min_sequence_number": (516, "1::BIGINT"),
        "added_snapshot_id": (503, f"{_SNAPSHOT}::BIGINT"),
        "added_files_count": (504, "1"),
        "existing_files_count": (505, "0"),
        "deleted_files_count": (506, "0"),
        "added_rows_count": (512, "2::BIGINT"),
        "existing_rows_count": (513, "0::BIGINT"),
        "deleted_rows_count": (514, "0::BIGINT"),
    }
    _write_avro(manifests, "manifest_file", listed)
    (notes / "v1.metadata.json").write_text(json.dumps(_describe(folder, manifests)))
    return folder


def _write_avro(path: Path, name: str, fields: Mapping[str, Any]) -> None:
    """One record; each field has its number in the standard, and a value in SQL."""
    with duckdb.connect() as database:
        database.execute(f"LOAD {literal(str(find_extension_file('Iceberg', 'avro')))}")
        columns = ", ".join(f"{_value(value)} AS {field}" for field, (_, value) in fields.items())
        options = f"FORMAT avro, ROOT_NAME '{name}', FIELD_IDS {_numbers(fields)}"
        database.execute(f"COPY (SELECT {columns}) TO {literal(str(path))} ({options})")


def _value(value: str | Mapping[str, Any]) -> str:
    if isinstance(value, str):
        return value
    return "{" + ", ".join(f"'{name}': {_value(each)}" for name, (_, each) in value.items()) + "}"


def _numbers(fields: Mapping[str, Any], own: int | None = None) -> str:
    """How DuckDB is told the number of each field."""
    inner = [] if own is None else [f"'__duckdb_field_id': {own}"]
    for name, (number, value) in fields.items():
        plain = isinstance(value, str)
        inner.append(f"'{name}': {number if plain else _numbers(value, number)}")
    return "{" + ", ".join(inner) + "}"


def _describe(folder: Path, manifests: Path) -> dict[str, Any]:
    fields = [
        {"id": number, "name": name, "required": False, "type": kind}
        for number, (name, kind) in enumerate(TYPES.items(), 1)
    ]
    city = {"source-id": 2, "field-id": 1000, "name": "city", "transform": "identity"}
    snapshot = {
        "snapshot-id": _SNAPSHOT,
        "sequence-number": 1,
        "timestamp-ms": 1,
        "schema-id": 0,
        "summary": {"operation": "append"},
        "manifest-list": str(manifests),
    }
    return {
        "format-version": 2,
        "table-uuid": "7a9bfd52-1a4b-4d2e-9a52-3a6f0f6e2f11",
        "location": str(folder),
        "last-sequence-number": 1,
        "last-updated-ms": 1,
        "last-column-id": len(fields),
        "current-schema-id": 0,
        "schemas": [{"type": "struct", "schema-id": 0, "fields": fields}],
        "default-spec-id": 0,
        "partition-specs": [{"spec-id": 0, "fields": [city]}],
        "last-partition-id": 1000,
        "default-sort-order-id": 0,
        "sort-orders": [{"order-id": 0, "fields": []}],
        "properties": {},
        "current-snapshot-id": _SNAPSHOT,
        "snapshots": [snapshot],
    }
