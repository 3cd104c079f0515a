"""Sources as whoever works at the computer keeps them: by name, in the folder of the workspace.

NamedSources(folder).tables("clinic")      # source://clinic#public.people, …
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from incrowd.answers import Answer
from incrowd.engines.catalogue import CatalogueColumn
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.errors import UnknownName
from incrowd.workspace.source_names import SCHEME
from incrowd.workspace.sources import KeptSource, Sources
from incrowd.workspace.users import owner

__all__ = ["NamedSource", "NamedSources", "NamedTable", "Statement", "watch_statements"]


@dataclass(frozen=True)
class NamedSource(Answer):
    """A source without anything secret."""

    name: str
    kind: str
    url: str
    configured: bool
    password_env: str | None


@dataclass(frozen=True)
class NamedTable(Answer):
    """A table of a source, and how it is written where data is asked for."""

    schema: str
    table: str
    address: str


class NamedSources:
    """The sources of a workspace, which a server may use at the same time."""

    def __init__(self, folder: Path) -> None:
        self._sources = Sources(folder)

    def listed(self) -> list[NamedSource]:
        """All sources."""
        return [_describe(source) for source in self._sources.listed(owner())]

    def add(self, name: str, url: str, password_env: str | None = None) -> NamedSource:
        """Keep the address of a server or a file."""
        return _describe(self._sources.add_own(owner(), name, url, password_env))

    def remove(self, name: str) -> None:
        """Forget a source."""
        self._sources.remove(owner(), self._id(name))

    def test(self, name: str) -> dict[str, Any]:
        """Connect to a source and look what can be read."""
        tables = self._sources.all_tables(owner(), self._id(name))
        count = sum(len(names) for names in tables.values())
        return {"name": name, "schemas": list(tables), "tables": count}

    def tables(self, name: str, schema: str | None = None) -> list[NamedTable]:
        """The tables of a source, or of one of its schemas."""
        schemas = self._sources.all_tables(owner(), self._id(name))
        if schema is not None and schema not in schemas:
            raise UnknownName.among("schema", schema, schemas)
        return [
            NamedTable(place, table, f"{SCHEME}{quote(name)}#{quote(_part(place, table))}")
            for place, tables in schemas.items()
            for table in tables
            if schema in (None, place)
        ]

    def columns(self, name: str, table: str) -> list[CatalogueColumn]:
        """The columns of a table: `people`, or `public.people` where several schemas have one."""
        source = self._id(name)
        known = [
            (schema, name)
            for schema, names in self._sources.all_tables(owner(), source).items()
            for name in names
        ]
        matches = [place for place in known if table in (place[1], _part(*place))]
        if len(matches) != 1:
            raise UnknownName.among("table", table, [_part(*place) for place in known])
        return self._sources.columns(owner(), source, *matches[0])

    def _id(self, name: str) -> str:
        return self._sources.named(owner(), name).id


def _part(schema: str, table: str) -> str:
    return f"{schema}.{table}" if schema else table


def _describe(source: KeptSource) -> NamedSource:
    return NamedSource(source.name, source.kind, source.url, source.configured, source.password_env)
