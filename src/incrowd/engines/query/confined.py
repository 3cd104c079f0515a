"""Carry out a query of somebody in a process of its own; `query_process` calls this from outside.

    run(progress, query="SELECT 1 AS one", written=True, schema={}, tables="tables.duckdb",
        answer="r1.duckdb", limits={"rows": 1000, "memory": 1 << 30, "spill": 1 << 30})

The tables lie in a file of DuckDB that is only read, and what the query gives goes into another.
Everything that takes the query into its hands happens here: to parse, check and rewrite it, to ask
for its types, which computes constants already, and to run it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import WEIGHT, positional_names
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, literal, select, subquery
from incrowd.engines.query.explain import LESS, explained
from incrowd.engines.query.guard import check_query
from incrowd.engines.query.text_equality import compare_as_texts
from incrowd.errors import IncrowdError, InvalidParameter, RefusedQuery
from incrowd.language import say
from incrowd.progress import Progress

if TYPE_CHECKING:
    from sqlglot import exp

ROWS: Final = "answer"
"""The table in the file of an answer."""
_RUNNING: Final = "running the query"
_TABLES: Final = '"~tables"'
_ANSWER: Final = '"~answer"'


def warm_up(progress: Progress) -> None:
    """Load what a query needs, before there is one."""
    import duckdb
    import sqlglot.optimizer.scope

    duckdb.connect(":memory:").close()
    check_query("SELECT 1 AS one", {})
    _ = sqlglot


def run(
    progress: Progress,
    *,
    query: str,
    written: bool,
    schema: Mapping[str, Mapping[str, str]],
    tables: str,
    answer: str,
    limits: Mapping[str, int],
) -> dict[str, Any]:
    """Carry out a query, written by somebody or by us; its columns, its rows and how it reads."""
    with (
        translate_errors("the query"),
        explained(),
        closing(Session(progress, ordered=True)) as session,
    ):
        try:
            tree = check_query(query, schema) if written else _parse(query)
            for statement in _settings(tables, answer, limits):
                session.rows(statement)
            return _Query(session, tree).carry_out(limits["rows"])
        except RecursionError:
            raise RefusedQuery(
                say("The query is nested too deeply."), say("Make it simpler.")
            ) from None


def _parse(query: str) -> exp.Query:
    from sqlglot import exp, parse_one

    tree = parse_one(query, dialect="duckdb")
    assert isinstance(tree, exp.Query)  # noqa: S101 - we wrote it
    return tree


def _settings(tables: str, answer: str, limits: Mapping[str, int]) -> list[str]:
    """The tables to be read, a place for the answer, and no way out."""
    allowed = ", ".join(literal(path) for path in (answer, f"{answer}.wal"))
    memory, spill = (literal(f"{limits[name]} B") for name in ("memory", "spill"))
    read = [f"ATTACH {literal(tables)} AS {_TABLES} (READ_ONLY)", f"USE {_TABLES}"]
    return [
        *(read if Path(tables).exists() else ()),
        f"ATTACH {literal(answer)} AS {_ANSWER}",
        f"SET memory_limit = {memory}",
        f"SET max_temp_directory_size = {spill}",
        "SET force_compression = 'uncompressed'",  # so that the size of the file says it all
        f"SET allowed_paths = [{allowed}]",
        "SET enable_external_access = false",
        "SET lock_configuration = true",
    ]


class _Query:
    """A query and the database in which it is carried out."""

    def __init__(self, session: Session, query: exp.Query) -> None:
        self._session = session
        self._query = query

    def carry_out(self, most: int) -> dict[str, Any]:
        """Keep what the query gives, if that is not more than so many rows."""
        self._check(self._query.sql("duckdb", comments=False))
        query = self._with_texts()
        sql = query.sql("duckdb", comments=False)
        described = self._describe(sql)
        names = positional_names(list(described))
        rows = [names, f"CAST(1 AS BIGINT) AS {WEIGHT}"]
        source = f"{subquery(sql)} AS q({names})"
        kept = create("TABLE", f"{_ANSWER}.{ROWS}", select(rows, source, f"LIMIT {most + 1}"))
        ((count,),) = self._session.run(kept, _RUNNING)
        if count > most:
            raise InvalidParameter(say("The query gives more than {most:,} rows.", most=most), LESS)
        shown = query.sql("duckdb", pretty=True, comments=False)
        return {"columns": list(described.items()), "rows": count, "sql": shown}

    def _check(self, sql: str) -> None:
        """Let DuckDB itself say that this is one SELECT."""
        result = self._session.connection.extract_statements(sql)
        if len(result) != 1 or "SELECT" not in str(result[0].type).upper():
            raise RefusedQuery(
                say("This is not a single SELECT."), say("Write one SELECT over open tables.")
            )

    def _with_texts(self) -> exp.Query:
        """The query, comparing texts as texts; what DuckDB has against it says more than we can."""
        try:
            return compare_as_texts(self._query, self._describable)
        except RefusedQuery:
            self._describe(self._query.sql("duckdb", comments=False))
            raise

    def _describable(self, sql: str) -> dict[str, str] | None:
        try:
            return self._describe(sql)
        except IncrowdError:
            raise
        except Exception:  # a part of a query need not stand alone
            return None

    def _describe(self, sql: str) -> dict[str, str]:
        """The columns of an answer with their types; the same name twice gets a number.

        DuckDB computes here already what is the same for every row, which may take long.
        """
        described = f"DESCRIBE {select(['*'], subquery(sql))}"
        result = self._session.run(described, _RUNNING)
        return {str(row[0]): str(row[1]) for row in result}
