"""What a query gave: read page by page, counted, or as a source of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import TableColumn
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.duckdb.statements import select
from incrowd.errors import InvalidParameter
from incrowd.language import say


class SessionSource(DuckDBSource):
    """A table of a query session as a source; closing it leaves the session open."""

    def close(self) -> None:
        """Nothing: the database belongs to the session."""


@dataclass(frozen=True)
class QueryResult:
    """What a query gave."""

    source: SessionSource
    sql: str

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """Its columns; those with the same name got a number."""
        return self.source.relation.columns

    @property
    def rows(self) -> int:
        """The number of its rows."""
        return self.source.rows

    def page(self, offset: int, limit: int) -> list[tuple[str | None, ...]]:
        """Some rows as texts, in the order of the query."""
        if offset < 0 or limit < 0:
            raise InvalidParameter(
                say(
                    "A page of {limit} rows after row {offset} does not exist.",
                    limit=limit,
                    offset=offset,
                ),
                say("Give an offset and a limit from 0 on."),
            )
        texts = [column.text for column in self.columns]
        among = f"WHERE rowid >= {offset} AND rowid < {offset + limit} ORDER BY rowid"
        with translate_errors(self.source.name):
            return self.source.session.rows(select(texts, self.source.relation.table, among))

    def at(self, numbers: Sequence[int]) -> list[tuple[str | None, ...]]:
        """The rows with these numbers, from 0, as texts and in this order."""
        if not numbers:
            return []
        texts = ["rowid", *(column.text for column in self.columns)]
        among = f"WHERE rowid IN ({', '.join(map(str, numbers))})"
        with translate_errors(self.source.name):
            result = self.source.session.rows(select(texts, self.source.relation.table, among))
        rows = {number: cells for number, *cells in result}
        return [tuple(rows[number]) for number in numbers]

    def texts(self, names: Sequence[str] | None = None) -> pa.Table:
        """All rows as texts, in the order of the query; columns are called c0, c1 and so on."""
        columns = {column.name: column for column in self.columns}
        chosen = [columns[name] for name in (columns if names is None else names)]
        cells = [f"{column.text} AS c{place}" for place, column in enumerate(chosen)]
        query = select(cells, self.source.relation.table, "ORDER BY rowid")
        with translate_errors(self.source.name):
            return self.source.session.table(query, "reading rows")
