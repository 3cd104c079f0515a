"""An open connection to Trino: what the contract of engines asks for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines import contract
from incrowd.engines.contract import Engine, EngineColumn, Limits, TableName
from incrowd.engines.remote.counting.sampling import Sample, first_rows
from incrowd.engines.remote.literals import drop_statement
from incrowd.engines.remote.statements import Timer
from incrowd.engines.remote.trino.access import open_statements
from incrowd.engines.remote.trino.errors import trino_words
from incrowd.engines.remote.trino.given_rows import Given, StagedRows, too_long
from incrowd.engines.remote.trino.statements import AnswerPage
from incrowd.engines.remote.trino.tables import (
    find_table,
    has_table,
    list_tables,
    read_columns,
)
from incrowd.engines.remote.trino.types import INTEGERS, as_text
from incrowd.engines.servers.address import Server, same_account
from incrowd.engines.servers.passwords import Password
from incrowd.errors import IncrowdError, InvalidParameter
from incrowd.language import say
from incrowd.progress import Progress

if TYPE_CHECKING:
    from sqlglot import exp

ENGINE: Final = Engine(
    "trino",
    "Trino",
    "trino",
    rows_literal=(
        "UNNEST(CAST(json_parse(from_utf8(from_base64('{document}')))"
        " AS ARRAY(ROW({columns})))) AS given({names})"
    ),
    column_literal="{name} VARCHAR",
    text_literal="from_utf8(from_base64('{document}'))",
    limits=Limits(statement=1_000_000),
    gaps={
        "query": say("Tables of Trino are not read into a query session; link them as data sets."),
        "order": say("Trino keeps the rows of a table in no order that a seed could give."),
    },
    when_empty=say(
        "Check that this is the table you meant. If its folder is a symbolic link,"
        " Trino reads nothing from it: give the table the real folder."
    ),
)
_STANDARD_ERROR: Final = "0.01"
"""Of an estimated number of combinations."""


class Connection:
    """An open Trino server."""

    engine = ENGINE

    def __init__(self, server: Server, password: Password, progress: Progress) -> None:
        self.server = server
        self._statements, self._password = open_statements(server, password, progress)
        self.staged = StagedRows(self._run, self.drop, ENGINE.limits, _staging(server))

    @property
    def place(self) -> str:
        """How messages name the server."""
        return self.server.url

    def find(self, part: str | None) -> TableName:
        """The table that is meant: `people`, `clinic.people`, or `hive.clinic.people`."""
        table = find_table(self._ask, self.server, part)
        self._show_every_column(table.path[0])
        return table

    def schemas(self) -> list[str]:
        """The schemas with tables in them: the one that the address names, or all."""
        return sorted({table.path[-1] for table in list_tables(self._ask, self.server)})

    def tables(self, schema: str) -> list[str]:
        """The tables of a schema."""
        listed = list_tables(self._ask, self.server)
        return [table.table for table in listed if table.path[-1] == schema]

    def columns(self, table: TableName) -> list[EngineColumn]:
        """The columns of a table in their order; without a catalogue, of that of the address."""
        catalogue = self.server.database.lower().partition("/")[0]
        path = table.path if len(table.path) > 1 else (catalogue, *table.path)
        return read_columns(self._ask, self._types_of, TableName(path, table.table))

    def _show_every_column(self, catalog: str) -> None:
        """Let a catalogue show columns of types it does not know as texts, and not hide them."""
        from sqlglot import exp

        setting = f"{catalog}.unsupported_type_handling"
        asked = f"SHOW SESSION LIKE {exp.Literal.string(setting).sql('trino')}"
        rows = self._table(asked, "looking for hidden columns").to_pylist()
        if not any(row["Name"] == setting and row["Value"] == "IGNORE" for row in rows):
            return
        self._statements.settings[setting] = "CONVERT_TO_VARCHAR"
        try:
            self._table("SELECT 1", "looking for hidden columns")
        except IncrowdError:  # not everybody may change it
            del self._statements.settings[setting]

    def estimate_rows(self, table: TableName) -> int | None:
        """What the connector knows of the table."""
        asked = f"SHOW STATS FOR {table.sql.sql(ENGINE.dialect)}"
        rows = self._table(asked, "estimating the size").to_pylist()
        counts = [row["row_count"] for row in rows if row["column_name"] is None]
        return int(float(counts[0])) if counts and counts[0] is not None else None

    def text(self, column: EngineColumn, value: exp.Expression) -> exp.Expression:
        """A value as text: moments in universal time, bytes as hexadecimal digits."""
        text = as_text(column.type, value)
        assert text is not None  # noqa: S101 - such columns were refused
        return text

    def exact(self, text: exp.Expression) -> exp.Expression:
        """Texts are compared byte by byte."""
        return text

    def readable(self, exact: exp.Expression) -> exp.Expression:
        """The text that was compared: it is one already."""
        return exact

    def digest(self, text: exp.Expression) -> exp.Expression:
        """The digest of a text."""
        from sqlglot import exp

        return exp.MD5(this=exp.Anonymous(this="to_utf8", expressions=[text]))

    def number(
        self, column: EngineColumn, value: exp.Expression, texts: Sequence[str]
    ) -> exp.Expression:
        """The place of a value among known texts from 1 on, 0 where it is missing."""
        from sqlglot import exp

        whole = column.type in INTEGERS
        key = exp.cast(value, "bigint") if whole else self.text(column, value)
        document = json.dumps(
            {text: place for place, text in enumerate(texts, 1)},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        read = exp.Anonymous(this="json_parse", expressions=[exp.Literal.string(document)])
        kind = "map(bigint, bigint)" if whole else "map(varchar, bigint)"
        places = exp.cast(read, kind, dialect="trino")
        known = exp.Anonymous(this="element_at", expressions=[places, key])
        return exp.Case().when(value.copy().is_(exp.null()), exp.convert(0)).else_(known)

    def sample(self, table: TableName, wanted: int, rows: int) -> Sample:
        """The first rows: Trino draws at random by reading all, or whole files or none."""
        del rows
        return first_rows(table, wanted)

    def count_tuples(self, table: exp.Query, most: int) -> exp.Query:
        """Estimate the number of groups in one pass over the rows, without grouping them."""
        from sqlglot import exp

        del most
        rows = table.copy()
        rows.set("group", None)
        names = [exp.column(each.alias) for each in rows.selects]
        row = exp.Anonymous(this="ROW", expressions=names)
        error = exp.Literal.number(_STANDARD_ERROR)
        estimate = exp.Anonymous(this="approx_distinct", expressions=[row, error])
        return exp.select(exp.alias_(estimate, "n")).from_(rows.subquery("counted"))

    def given_rows(self, columns: Given, alias: str) -> exp.Table:
        """Rows of ours within a statement, or in a table of ours if there is a place for one."""
        return self.staged.give(columns, alias)

    def admit(self, other: contract.Connection) -> bool:
        """Tables of all catalogues of the same cluster, seen as the other connection sees them."""
        if not isinstance(other, Connection) or not same_account(self.server, other.server):
            return False
        self._statements.settings.update(other._statements.settings)
        return True

    def fetch(self, query: exp.Query, step: str) -> pa.Table:
        """The answer of a query."""
        return self._table(query.sql(ENGINE.dialect), step)

    def batches(self, query: exp.Query, step: str) -> Iterator[pa.RecordBatch]:
        """The answer of a query, piece by piece."""
        for page in self._pages(query.sql(ENGINE.dialect), step):
            if page.rows:
                yield page.batch

    def exists(self, table: TableName) -> bool:
        """Whether there is a table of that name."""
        small = TableName(tuple(map(str.lower, table.path)), table.table.lower())
        return has_table(self._ask, small)

    def create(self, table: TableName, query: exp.Query, step: str) -> None:
        """Make a table of the answer of a query, in the order that the query asks for."""
        from sqlglot import exp

        statement = exp.Create(this=table.sql, kind="TABLE", expression=query)
        try:
            self._run(statement, step, skip_redundant_sort="false")
        except BaseException:
            with suppress(IncrowdError):
                self.drop(table)
            raise

    def rename(self, table: TableName, name: str) -> None:
        """Give a table another name in the same schema; Trino fails if there is one."""
        from sqlglot import exp

        target = exp.AlterRename(this=TableName(table.path, name).sql)
        self._run(exp.Alter(this=table.sql, kind="TABLE", actions=[target]), "naming the release")

    def drop(self, table: TableName) -> None:
        """Remove a table, if it is there."""
        self._run(drop_statement(table), "cleaning up")

    def stage_in(self, path: tuple[str, ...]) -> None:
        """Allow tables of ours for a while in a catalogue and schema, unless others were named."""
        catalog, schema = path
        self.staged.place = self.staged.place or (catalog, schema)

    def _run(self, statement: exp.Expression, step: str, **settings: str) -> None:
        for _ in self._pages(statement.sql(ENGINE.dialect), step, settings):
            pass

    def _ask(self, query: exp.Query, step: str) -> list[tuple[str, ...]]:
        columns = self.fetch(query, step).columns
        return list(zip(*(column.to_pylist() for column in columns), strict=True))

    def _types_of(self, query: exp.Query, step: str) -> list[str]:
        pages = list(self._pages(query.sql(ENGINE.dialect), step))
        return [str(column["type"]) for column in pages[0].columns]

    def _table(self, sql: str, step: str) -> pa.Table:
        batches = [page.batch for page in self._pages(sql, step)]
        filled = [batch for batch in batches if batch.num_rows]
        return pa.Table.from_batches(filled or batches[:1])

    def _pages(
        self, sql: str, step: str, settings: Mapping[str, str] | None = None
    ) -> Iterator[AnswerPage]:
        if len(sql) > ENGINE.limits.statement:
            raise too_long(ENGINE.limits, len(sql))
        timer, rows, size = Timer(ENGINE.name, step, sql), 0, 0
        pages = self._statements.pages(sql, step, settings)
        with trino_words(self.server, self._password), closing(pages):
            for page in pages:
                rows += len(page.rows)
                size += page.batch.nbytes
                yield page
        timer.done(rows, size)

    def close(self) -> None:
        """End whatever still runs, and drop what was made for a while."""
        self.staged.close()
        self._statements.close()


def _staging(server: Server) -> tuple[str, str] | None:
    """Where tables of ours may be made, as the address says it."""
    option = server.option("staging")
    if option is None:
        return None
    catalog, dot, schema = option.lower().partition(".")
    if not (catalog and dot and schema):
        raise InvalidParameter(
            say("The option '{name}' cannot be '{value}'.", name="staging", value=option),
            say("Write the catalogue and the schema: staging=hive.scratch."),
        )
    return catalog, schema
