"""A MongoDB database: its collections are described, read, written and renamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from incrowd.engines.contract import CHECK_THE_TABLE, Engine, Limits, TableName
from incrowd.engines.duckdb.relation import check_rows
from incrowd.engines.remote.mongo.commands import BATCH, Commands
from incrowd.engines.remote.mongo.fields import FieldColumn, Stage, explore
from incrowd.engines.servers.address import Server
from incrowd.engines.servers.passwords import Password
from incrowd.errors import SourceNotFound, suggestion
from incrowd.language import say
from incrowd.progress import Progress

ENGINE: Final = Engine(
    "mongodb",
    "MongoDB",
    dialect="",
    rows_literal="",
    column_literal="",
    text_literal="",
    stops_counting=True,
    limits=Limits(statement=16_000_000),  # a document has at most 16 MiB, and so has a pipeline
    gaps={
        "query": say(
            "MongoDB does not speak SQL; open its collections through Trino to join them."
        ),
        "join": say("MongoDB does not speak SQL; open its collections through Trino to join them."),
        "full join": say(
            "MongoDB does not speak SQL; open its collections through Trino to join them."
        ),
        "coarsen": say(
            "Give columns with very many values another role, or open the collection through Trino."
        ),
        "push_down": say(
            "Give columns with very many values another role, or open the collection through Trino."
        ),
        "order": say("MongoDB shuffles a release by itself: the same seed gives another order."),
    },
)

_LISTED: Final = 20
_CELLS: Final = 400_000
"""Values in one answer of the server, which can be of 48 MB at most."""


class Connection:
    """An open MongoDB database."""

    engine = ENGINE

    def __init__(self, server: Server, password: Password, progress: Progress) -> None:
        self.server = server
        self._commands = Commands(server, password, progress)

    @property
    def place(self) -> str:
        """How messages name the server."""
        return self.server.url

    def find(self, part: str | None) -> TableName:
        """The collection that is meant; a name may hold dots."""
        database = self.server.database
        known = self.collections()
        if part in known:
            return TableName((database,), str(part))
        if part is None and len(known) == 1:
            return TableName((database,), known[0])
        if not known:
            raise SourceNotFound(
                say("'{database}' has no table that you may read.", database=database)
            )
        if part is not None:
            raise SourceNotFound(
                say("'{database}' has no table '{name}'.", database=database, name=part),
                suggestion(part, known),
                known,
            )
        names = ", ".join(known[:_LISTED]) + (", …" if len(known) > _LISTED else "")
        raise SourceNotFound(
            say("'{database}' has several tables: {names}.", database=database, names=names),
            say("Say which one you mean: {url}#{name}.", url=self.server.url, name=known[0]),
            known,
        )

    def collections(self) -> list[str]:
        """The collections and views that one may read."""
        listing = {"listCollections": 1, "nameOnly": True, "authorizedCollections": True}
        names: list[str] = []
        for batch in self._commands.answers(self.server.database, listing, "listing collections"):
            names += [each["name"] for each in batch]
        return sorted(name for name in names if not name.startswith("system."))

    def schemas(self) -> list[str]:
        """The one database that was opened."""
        return [self.server.database]

    def tables(self, schema: str) -> list[str]:
        """The collections of the database."""
        return self.collections() if schema == self.server.database else []

    def columns(self, table: TableName) -> list[FieldColumn]:
        """The fields of all documents."""
        columns = explore(
            lambda stages: self.documents(table, stages, "looking for fields"), table.shown
        )
        if not columns:
            check_rows(0, table.shown, CHECK_THE_TABLE)
        return columns

    def estimate_rows(self, table: TableName) -> int | None:
        """What the server noted of the collection; it knows nothing of views."""
        counting = {"count": table.table}
        answer = self._commands.run(table.path[-1], counting, "estimating the size")
        return int(answer["n"]) if answer.get("n") is not None else None

    def batches(
        self, table: TableName, stages: Sequence[Stage], step: str, width: int = 1
    ) -> Iterator[list[dict[str, Any]]]:
        """The answer of a pipeline, piece by piece; `width` values are in each document."""
        size = max(min(BATCH, _CELLS // max(width, 1)), 1)
        command = {
            "aggregate": table.table,
            "pipeline": list(stages),
            "cursor": {"batchSize": size},
            "allowDiskUse": True,
            "collation": {"locale": "simple"},  # texts are equal only to the last letter
        }
        yield from self._commands.answers(table.path[-1], command, step, size)

    def documents(
        self, table: TableName, stages: Sequence[Stage], step: str
    ) -> list[dict[str, Any]]:
        """A short answer of a pipeline."""
        return [each for batch in self.batches(table, stages, step) for each in batch]

    def exists(self, table: TableName) -> bool:
        """Whether there is a collection of that name."""
        listing = {
            "listCollections": 1,
            "nameOnly": True,
            "authorizedCollections": True,
            "filter": {"name": table.table},
        }
        answers = self._commands.answers(table.path[-1], listing, "listing collections")
        return any(each["name"] == table.table for batch in answers for each in batch)

    def create(
        self, table: TableName, source: TableName, stages: Sequence[Stage], step: str
    ) -> None:
        """Make a collection of the answer of a pipeline; after a failure there is none."""
        try:
            for _ in self.batches(source, [*stages, {"$out": table.table}], step):
                pass
        except BaseException:
            with suppress(Exception):
                self.drop(table)
            raise

    def rename(self, table: TableName, name: str) -> None:
        """Give a collection another name; fail if there is one of that name."""
        database = table.path[-1]
        names = {"renameCollection": f"{database}.{table.table}", "to": f"{database}.{name}"}
        self._commands.run("admin", names, "naming the release")

    def drop(self, table: TableName) -> None:
        """Remove a collection, if it is there."""
        if self.exists(table):
            self._commands.run(table.path[-1], {"drop": table.table}, "removing a table")

    def close(self) -> None:
        """End the connection; a second call does nothing."""
        self._commands.close()
