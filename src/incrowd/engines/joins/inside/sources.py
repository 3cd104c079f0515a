"""Find the one engine in which all sources lie: one Trino, one PostgreSQL database, one Spark.

    shared = find_shared_engine([hospital, registry])
    shared.connection.engine.title      # Trino

What is published of a table counts as well as the table: it is worked out in the engine, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from incrowd.engines.contract import Connection, PublishedSource, Source
from incrowd.engines.remote.counting.spelling import SAME, Spelling
from incrowd.engines.remote.table import RemoteTable
from incrowd.engines.stored.page import KeptTuples, Recoding
from incrowd.language import Message, say

if TYPE_CHECKING:
    from sqlglot import exp


@dataclass(frozen=True, eq=False)
class EngineSource:
    """A table of an engine, or what is published of it."""

    table: RemoteTable
    rows: int
    recodings: Mapping[str, Recoding] = field(default_factory=dict)
    kept: KeptTuples | None = None
    published: bool = False

    def has(self, name: str) -> bool:
        """Whether there is a column of that name."""
        return any(column.name == name for column in self.table.columns)

    def grouping(self, names: Sequence[str]) -> exp.Select:
        """The query that counts the rows of each combination: texts c0, c1 and so on, and n."""
        if self.published:
            return self.table.published_grouping(names, self.recodings, self.kept)
        return self.table.grouping(names)

    def spelling(self, name: str) -> Spelling:
        """How the engine writes the values of a column; labels are the same everywhere."""
        if not self.table.as_it_is(name, self.recodings, self.kept):
            return SAME
        return self.table.spelling(name)


@dataclass(frozen=True, eq=False)
class SharedEngine:
    """An engine in which all sources lie, and the connection that reads all of them."""

    connection: Connection
    sources: tuple[EngineSource, ...]


def find_shared_engine(sources: Sequence[Source]) -> SharedEngine | Message | None:
    """The engine in which sources can be joined, or why not; None where some lie in none."""
    found = [_engine_source(source) for source in sources]
    tables = [each for each in found if each is not None]
    if len(tables) < len(sources) or len(sources) < 2:
        return None
    first, *others = (table.table.connection for table in tables)
    # MongoDB itself speaks no SQL
    if not hasattr(first, "admit") or not all(map(first.admit, others)):
        return say("They are not all in one engine that can join them.")
    return SharedEngine(first, tuple(replace(each, table=each.table.on(first)) for each in tables))


def _engine_source(source: Source) -> EngineSource | None:
    if isinstance(source, RemoteTable):
        return EngineSource(source, source.rows)
    if isinstance(source, PublishedSource) and isinstance(source.rows_in_state, RemoteTable):
        table, kept = source.rows_in_state, source.kept
        return EngineSource(table, source.rows, source.recodings, kept, published=True)
    return None
