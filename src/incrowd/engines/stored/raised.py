"""A stored table with some columns generalised: its rows are stored once more, as labels.

    open_raised(table, {"zip": recoding}, profiles)

The copy lies in the temporary folder of the table behind it, and both are closed together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.stored.storage import ROW, describe, notes_path
from incrowd.engines.stored.table import StoredTable, open_stored

if TYPE_CHECKING:
    from incrowd.engines.stored.page import Recoding
    from incrowd.table import Profile

_NUMBERS: Final = count(1)


def open_raised(
    table: StoredTable, recodings: Mapping[str, Recoding], profiles: Sequence[Profile]
) -> StoredTable:
    """The same rows in the same order, some columns as labels; `profiles` describe the labels."""
    target = table.session.folder.path(f"raised_{next(_NUMBERS)}.parquet")
    _write_rows(table, recodings, target)
    described = describe(table.name, table.rows, profiles, table.style)
    notes_path(target).write_text(json.dumps(described), "utf-8")
    raised = open_stored(target, table.session.progress, table.name, behind=table)
    raised.original.most_tuples = table.most_tuples
    return raised


def _write_rows(table: StoredTable, recodings: Mapping[str, Recoding], target: Path) -> None:
    from pyarrow.parquet import ParquetWriter

    names = [profile.name for profile in table.profiles()]
    texts = [(f"c{position}", pa.string()) for position in range(len(names))]
    schema = pa.schema([*texts, (ROW, pa.int64())])
    done = 0
    with ParquetWriter(target, schema, compression="zstd") as writer:
        for batch in table.published_batches(names, recodings, None):
            numbers = pa.array(range(done + 1, done + batch.num_rows + 1), pa.int64())
            writer.write_batch(pa.record_batch([*batch.columns, numbers], schema=schema))
            done += batch.num_rows
            table.session.progress(f"generalising {table.name}", done / table.rows)
