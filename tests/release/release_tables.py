"""Small tables that are stored, with roles and a crowd, ready to be published."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from incrowd.crowd.crowd import Crowd
from incrowd.dataset.counting import count_crowd
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import StoredTable, open_stored
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.table import Attribute, Role, Table

Row = tuple[str | None, ...]
ROLES = {"i": Role.IDENTIFIER, "q": Role.QUASI, "s": Role.SENSITIVE, "o": Role.INSENSITIVE}


@dataclass(frozen=True)
class Case:
    """A stored table and what is known of it."""

    source: StoredTable
    table: Table
    crowd: Crowd


Maker = Callable[..., Case]


def case_of(
    folder: Path,
    rows: Sequence[Row],
    names: Sequence[str],
    roles: str,
    given: Mapping[str, Hierarchy] | None = None,
) -> Case:
    """Store rows; `roles` has a letter for each column: i, q, s or o."""
    columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    store(pa.table(columns, list(names)), folder / "data.parquet")
    source = open_stored(folder / "data.parquet")
    attributes = tuple(
        Attribute(profile, ROLES[letter], "for a test")
        for profile, letter in zip(source.profiles(), roles, strict=True)
    )
    table = Table("people", source.rows, attributes)
    crowd = count_crowd(
        source, table.with_role(Role.QUASI), table.with_role(Role.SENSITIVE), given or {}
    )
    return Case(source, table, crowd)
