"""A source in the embedded engine: counts come from one GROUP BY over the working table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from incrowd.engines.contract import ROWS
from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.profile import profile_column
from incrowd.engines.duckdb.relation import WEIGHT, Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import identifier, select, subquery
from incrowd.errors import EngineError, InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.table import Profile

if TYPE_CHECKING:
    import pyarrow as pa


class DuckDBSource:
    """A table that a reader has made known to DuckDB."""

    def __init__(self, session: Session, relation: Relation) -> None:
        self._session: Session | None = session
        self.relation = relation
        self._profiles: tuple[Profile, ...] | None = None

    @property
    def name(self) -> str:
        """What people call the table."""
        return self.relation.name

    def rename(self, name: str) -> Self:
        """The same source, under another name from now on."""
        self.relation = replace(self.relation, name=name)
        return self

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.relation.rows

    @property
    def ordered(self) -> bool:
        """Whether every row is in its place, so that rows can be stored from here."""
        return self.session.ordered

    def profiles(self) -> tuple[Profile, ...]:
        """What is known of each column; found once, then remembered."""
        if self._profiles is None:
            with translate_errors(self.name):
                self._profiles = tuple(self._found())
        return self._profiles

    def _found(self) -> list[Profile]:
        session, columns = self.session, self.relation.columns
        result = []
        for done, column in enumerate(columns):
            session.progress("looking at the columns", done / len(columns))
            result.append(profile_column(session, column, self.rows))
        return result

    def tally(self, columns: Sequence[str], *, coded: bool = True) -> pa.Table:
        """Count the rows of each distinct combination of values, with one GROUP BY."""
        chosen = self._chosen(columns)
        with translate_errors(self.name):
            counting = self._counting(chosen)
            table = self.session.table(counting, "counting combinations", coded=coded)
            return table.rename_columns([*columns, ROWS])

    def _counting(self, columns: Sequence[TableColumn]) -> str:
        """Count combinations; those of all columns are counted already in a condensed table."""
        if self.relation.condensed and len(columns) == len(self.relation.columns):
            keys = [column.sql for column in columns]
            return select([*keys, f"{WEIGHT} AS {identifier(ROWS)}"], self.relation.table)
        return _group_by(columns, self.relation.table)

    def close(self) -> None:
        """Close the database and delete what it kept on disk; a second call does nothing."""
        if self._session is not None:
            with translate_errors(self.name):
                self._session.close()
            self._session = None

    @property
    def session(self) -> Session:
        """The database, as long as it is open."""
        if self._session is None:
            raise EngineError(
                say("'{name}' has been closed.", name=self.name), say("Open it again.")
            )
        return self._session

    def _chosen(self, names: Sequence[str]) -> list[TableColumn]:
        known = {column.name: column for column in self.relation.columns}
        if len(set(names)) < len(names):
            twice = next(name for name in names if list(names).count(name) > 1)
            raise InvalidParameter(
                say("The column '{twice}' is asked for more than once.", twice=twice),
                say("Name each column once."),
            )
        for name in names:
            if name not in known:
                raise UnknownAttribute.among(name, known)
        return [known[name] for name in names]


def _group_by(columns: Sequence[TableColumn], table: str) -> str:
    """Group by the values as they are stored and turn them into text afterwards."""
    total = f"CAST(sum({WEIGHT}) AS BIGINT) AS {identifier(ROWS)}"
    keys = [column.sql for column in columns]
    counted = select([*keys, total], table, "GROUP BY ALL" if keys else "")
    if all(column.type == "VARCHAR" for column in columns):
        return counted
    texts = [f"{column.text} AS {column.sql}" for column in columns]
    return select([*texts, identifier(ROWS)], subquery(counted))
