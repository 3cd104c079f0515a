"""Look into a DuckDB file without letting what is in it look out.

    with open_sealed(Path("clinic.duckdb")) as session:
        session.rows("SELECT * FROM people")

A view may ask to read other files of this computer, and whoever made the file need not be who opens
it: so it is read in a database without a way out. Such a database still knows where its files lie
and how it is set, which a view may ask for as well, also by way of macros or of other views. So a
view may name tables of its file, and call functions that compute with values; everything else is
refused.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import identifier, literal, select
from incrowd.engines.query.guard import check_tables
from incrowd.errors import SourceNotReadable, UsageError
from incrowd.language import say
from incrowd.progress import Progress, silent

if TYPE_CHECKING:
    from sqlglot import exp

_VALUE_FUNCTIONS: Final = frozenset({"generate_series", "range", "unnest"})
"""Functions that give tables and read nothing."""

_REVEALING: Final = frozenset(
    {"current_query", "current_setting", "getenv", "getvariable", "write_log"}
)
"""Functions that give a value and tell of more than values."""

_HINT: Final = say("Choose a table, or keep what the view shows as a table in the file.")


def check_view(session: Session, schema: str, table: str) -> bool:
    """Refuse a view, or a table with computed columns, that does not only read its file.

    Says whether it is one.

    The session must look for names in the attached file last, since the file may have functions of
    the same names as ours.
    """
    definition = _definition(session, schema, table)
    if definition is None:
        return False
    from sqlglot.errors import SqlglotError

    # it would write parts of the view to the log
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
    try:
        _check(_FileContent.of(session), definition)
    except UsageError:
        raise SourceNotReadable(
            say("The view '{name}' reads something outside of its file.", name=table), _HINT
        ) from None
    except (SqlglotError, RecursionError):
        raise SourceNotReadable(
            say("We cannot see what the view '{name}' reads.", name=table), _HINT
        ) from None
    return True


@dataclass(frozen=True)
class _FileContent:
    """What a view may name, and what it must not call."""

    schemas: frozenset[str]
    tables: frozenset[str]
    views: dict[str, list[str]]
    """The definitions of views by name, in whichever schema."""
    macros: list[str]
    refused: frozenset[str]

    @classmethod
    def of(cls, session: Session) -> _FileContent:
        tables = list_tables(session)
        ours = session.rows(select(["view_name"], "duckdb_views()", "WHERE internal"))
        views: dict[str, list[str]] = {}
        for name, sql in _list_definitions(session, "duckdb_views()", "view_name", "sql"):
            views.setdefault(name.lower(), []).append(sql)
        macros = _list_definitions(
            session, "duckdb_functions()", "function_name", "macro_definition"
        )
        return cls(
            frozenset(schema.lower() for schema, _, _ in tables) - {"information_schema"},
            frozenset(name.lower() for _, name, _ in tables) - {name.lower() for (name,) in ours},
            views,
            [definition for _, definition in macros],
            _refused_functions(session),
        )


def _list_definitions(
    session: Session, where: str, name: str, definition: str
) -> list[tuple[str, str]]:
    ours = f"WHERE database_name = {literal(FILE)} AND {definition} IS NOT NULL"
    return session.rows(select([name, definition], where, ours))


def _definition(session: Session, schema: str, table: str) -> str | None:
    """How a view was made, or a table in which columns are computed; nothing for any other."""
    here = f"schema_name = {literal(schema)}"
    for where, name in (("duckdb_views()", "view_name"), ("duckdb_tables()", "table_name")):
        wanted = f"WHERE database_name = {literal(FILE)} AND {here} AND {name} = {literal(table)}"
        result: list[tuple[str]] = session.rows(select(["sql"], where, wanted))
        if result:
            ((sql,),) = result
            return sql if name == "view_name" or "generated" in _words(sql) else None
    return None


def _refused_functions(session: Session) -> frozenset[str]:
    """What DuckDB has to give tables of anything but values, by its own list."""
    result = session.rows(
        select(["lower(function_name)", "function_type"], "duckdb_functions()", "WHERE internal")
    )
    giving = {name for name, kind in result if kind in ("table", "pragma", "table_macro")}
    computing = {name for name, kind in result if kind in ("scalar", "aggregate", "macro")}
    return frozenset((giving - computing - _VALUE_FUNCTIONS) | _REVEALING)


def _check(known: _FileContent, view_sql: str) -> None:
    for definition in known.macros:  # one may bear the name of any function, even of LIKE
        _check_calls(known, definition)
        _check_tables(known, definition)
    waiting, seen = [view_sql], {view_sql}
    while waiting:
        sql = waiting.pop()
        _check_calls(known, sql)
        for name in _check_tables(known, sql):
            more = [view for view in known.views.get(name, []) if view not in seen]
            seen.update(more)
            waiting.extend(more)


def _check_calls(known: _FileContent, sql: str) -> None:
    tokens = list(_tokens(sql))
    for (name, _), (_, follows) in pairwise(tokens):
        if follows == "L_PAREN" and name in known.refused:
            raise UsageError(say("'{name}' is not a function of values.", name=name))


def _check_tables(known: _FileContent, sql: str) -> set[str]:
    """Refuse all tables but those of the file; their names."""
    from sqlglot import exp

    query = _query(sql)
    if query is None:
        return set()
    if any(query.find_all(exp.Command, exp.Show, exp.Describe, exp.Pragma)):
        raise UsageError(say("A view only reads."))
    for table in query.find_all(exp.Table):
        if table.db.lower() in known.schemas and not table.catalog:
            table.set("db", None)
    check_tables(query, set(known.tables))
    return {table.name.lower() for table in query.find_all(exp.Table)}


def _query(sql: str) -> exp.Query | None:
    """The query of a view or macro; a macro may be no query, then one that gives its value."""
    from sqlglot import exp, parse_one

    tree = parse_one(sql, dialect="duckdb")
    if isinstance(tree, exp.Create) and tree.kind == "TABLE":
        return None  # no query can stand in a computed column
    made = tree.expression if isinstance(tree, exp.Create) else tree
    return made if isinstance(made, exp.Query) else exp.select(made)


def _words(sql: str) -> set[str]:
    return {name for name, _ in _tokens(sql)}


def _tokens(sql: str) -> Iterator[tuple[str, str]]:
    """What a statement is written with, texts without what is in them."""
    from sqlglot import tokenize

    for token in tokenize(sql, read="duckdb"):
        kind = token.token_type.name
        yield ("" if kind == "STRING" else token.text.lower()), kind


FILE: Final = "attached_file"
COPY: Final = "computed_view"


@contextmanager
def open_sealed(
    path: Path, progress: Progress = silent, target: Path | None = None
) -> Iterator[Session]:
    """A session that reads a file of DuckDB and nothing else; `COPY` is a new file to write to."""
    with closing(Session(progress, ordered=True)) as session:
        attach(session, path)
        if target is not None:
            session.rows(f"ATTACH {literal(str(target))} AS {COPY} (TYPE duckdb)")
        session.rows(f"USE {FILE}")  # views name tables as they are called in their file
        session.rows("SET enable_external_access = false")
        yield session


@contextmanager
def explain_refusal(table: str) -> Iterator[None]:
    """Say in words that a view wants to read something else than its file."""
    import duckdb

    try:
        yield
    except duckdb.PermissionException as error:
        raise SourceNotReadable(
            say("The view '{name}' reads something outside of its file.", name=table),
            say("Choose a table, or keep what the view shows as a table in the file."),
        ) from error


def attach(session: Session, path: Path) -> None:
    """Let a session read a file of DuckDB."""
    place = literal(str(path.absolute()))
    session.run(f"ATTACH {place} AS {FILE} (READ_ONLY, TYPE duckdb)", f"opening {path.name}")


def list_tables(session: Session) -> list[tuple[str, str, bool]]:
    """The tables and views of the attached file: schema, name, and whether it is a view."""
    result = session.rows(
        select(
            ["table_schema", "table_name", "table_type"],
            "information_schema.tables",
            f"WHERE table_catalog = {literal(FILE)} ORDER BY ALL",
        )
    )
    return [(schema, name, kind == "VIEW") for schema, name, kind in result]


def qualified_name(schema: str, table: str) -> str:
    """A table of the attached file, in SQL."""
    return ".".join([FILE, identifier(schema), identifier(table)])
