"""What every engine offers: a table's shape, one GROUP BY, pages, and a place to publish to.

A source never hands out rows for counting, only distinct combinations with the number of rows of
each. Rows leave an engine only as the page that somebody looks at, or as a release.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol, TypeGuard

from incrowd.language import Message, say
from incrowd.table import Kind, Profile

if TYPE_CHECKING:
    import pyarrow as pa
    from sqlglot import exp

    from incrowd.engines.duckdb.relation import FileStyle
    from incrowd.engines.states.minimal import (
        ClassList,
        MinimalClass,
        MinimalCount,
        MinimalQuestion,
    )
    from incrowd.engines.states.question import (
        ClassQuestion,
        ClassSizes,
        ListedClass,
        SmallClasses,
    )
    from incrowd.engines.stored.page import (
        KeptTuples,
        Page,
        PageRequest,
        PageRow,
        Recoding,
        RiskyRow,
    )

ROWS = "incrowd_rows"
"""Name of the column that carries the number of rows in what `tally` returns."""

MOST_TUPLES: Final = 5_000_000
"""Distinct combinations that are brought into memory, unless somebody asks for more."""

_LISTED: Final = 1_000
"""How many of the commonest values a profile lists."""


class Source(Protocol):
    """A table in some engine."""

    @property
    def name(self) -> str:
        """What people call the table: the file's or the table's name."""

    @property
    def rows(self) -> int:
        """The number of rows."""

    def profiles(self) -> tuple[Profile, ...]:
        """What is known of each column, in column order, found by looking at every row."""

    def tally(self, columns: Sequence[str]) -> pa.Table:
        """Count the rows of each distinct combination of values, with one GROUP BY.

        Each column comes as `dictionary<int32, string>` or `string` in the order asked for, values
        as written in the data, missing as null; the last column, `ROWS`, is int64.
        """

    def close(self) -> None:
        """Close files and connections."""


class RowSource(Source, Protocol):
    """A source whose rows can be shown in any state, and published."""

    @property
    def style(self) -> FileStyle | None:
        """How the file was written that the table came from; None where it was no file."""

    def page(self, request: PageRequest) -> Page:
        """Some rows as they are in a state, sorted and filtered."""

    def risky(self, limit: int, kept: KeptTuples) -> list[RiskyRow]:
        """The published rows of the smallest classes first, as they are in the data."""

    def counts_rows(self, name: str) -> bool:
        """Whether a column numbers the rows: no value occurs twice, and all rise or all fall."""

    def is_sorted(self, name: str) -> bool:
        """Whether the rows stand in the order of a column, or nearly so, and not by chance."""

    def count_texts(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> dict[str, tuple[tuple[str, int], ...]]:
        """The different texts of some columns in the published rows, each with its rows."""

    def count_published(self, recodings: Mapping[str, Recoding], kept: KeptTuples | None) -> int:
        """How many rows are published."""

    def count_published_tuples(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> pa.Table:
        """Count the published rows of each distinct combination of texts, as `tally` does."""

    def published_batches(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> Iterator[pa.RecordBatch]:
        """The published rows of some columns as texts: a release that was asked for as a file."""

    def look_up(self, numbers: Sequence[int], kept: KeptTuples) -> list[PageRow]:
        """Some rows by the numbers under which they were shown, as they are published."""


class PublishingSource(RowSource, Protocol):
    """A source whose engine can keep a release beside it."""

    def target(self, part: str) -> TableName:
        """The table that a release is to become: `release`, or `open.release`."""

    def staged(
        self,
        target: TableName,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
        seed: str,
    ) -> AbstractContextManager[Source]:
        """Write a release into the engine; it gets its name only if the block is left in peace."""


class RaisableSource(Source, Protocol):
    """A source that can be generalised in its engine before it is counted."""

    @property
    def most_tuples(self) -> int:
        """How many combinations are brought into memory."""

    @property
    def stops_counting(self) -> bool:
        """Whether more than the limit are counted no further than one beyond it."""

    def estimate_tuples(self, names: Sequence[str]) -> int:
        """About how many combinations there are; where that is hard, no more than the limit + 1."""

    def raised(self, recodings: Mapping[str, Recoding]) -> RaisableSource:
        """The same table with some columns generalised in the engine."""


class CheckedSource(Source, Protocol):
    """A source that does not look by itself whether its combinations fit into memory."""

    def check_crowd(self, names: Sequence[str]) -> None:
        """Refuse columns that have more combinations than fit into memory."""


def needs_check(source: Source) -> TypeGuard[CheckedSource]:
    """Whether the size of a crowd must be asked for before it is counted."""
    return hasattr(type(source), "check_crowd")


class StateSource(Source, Protocol):
    """A source that counts the classes of a state in its engine, so that no crowd is needed."""

    def count_classes(self, question: ClassQuestion) -> list[ClassSizes]:
        """How many classes of each size every set of columns has, in few statements."""

    def list_classes(self, asked: SmallClasses) -> list[ListedClass]:
        """The smallest classes that are too small, or have too few different values."""

    def list_minimal(self, question: MinimalQuestion) -> list[MinimalClass]:
        """The classes that are too small while no part of their columns makes them so."""

    def count_minimal(self, question: MinimalQuestion) -> list[MinimalCount]:
        """How many such classes each set of columns has, and their rows."""

    def tally_within(self, columns: Sequence[str], lists: Sequence[ClassList]) -> list[pa.Table]:
        """Tallies of the rows in some of the classes listed, of all rows where no list is given.

        A combination may be in several of them, each time with all of its rows.
        """


def can_count_states(source: Source) -> TypeGuard[StateSource]:
    """Whether single states can be counted in the engine; asking costs nothing."""
    return hasattr(type(source), "count_classes")


class SketchedSource(Source, Protocol):
    """A source of whose classes some can be drawn by chance, long before all are counted."""

    def sample_class_sizes(
        self, columns: Sequence[str], share: float, salt: str = ""
    ) -> dict[int, int]:
        """How many of the classes drawn have which size; each has the same chance to be drawn."""


def can_sketch(source: Source) -> TypeGuard[SketchedSource]:
    """Whether figures can be estimated before they are counted."""
    return hasattr(type(source), "sample_class_sizes")


def can_raise(source: Source) -> TypeGuard[RaisableSource]:
    """Whether columns can be generalised before anything is counted."""
    return hasattr(type(source), "raised")


def can_publish(source: Source) -> TypeGuard[PublishingSource]:
    """Whether a release can be written where the source is."""
    return hasattr(type(source), "staged")


def has_rows(source: Source) -> TypeGuard[RowSource]:
    """Whether the rows of a source can be shown; asking costs nothing."""
    return hasattr(type(source), "count_published_tuples")


@dataclass(frozen=True)
class PublishedSource:
    """What is published of a source, counted like any other table."""

    rows_in_state: RowSource
    recodings: Mapping[str, Recoding]
    kept: KeptTuples | None
    rows: int

    @property
    def name(self) -> str:
        """The name of the source."""
        return self.rows_in_state.name

    def profiles(self) -> tuple[Profile, ...]:
        """What is known of the columns; labels are text, whatever they stand for."""
        local = self.kept.parts.labels if self.kept is not None and self.kept.parts else {}
        return tuple(
            replace(
                each,
                kind=Kind.TEXT,
                minimum=None,
                maximum=None,
                date_format=None,
                decimal_comma=False,
                common=self._common(each.name),
            )
            if each.name in self.recodings or each.name in local
            else each
            for each in self.rows_in_state.profiles()
        )

    def _common(self, name: str) -> tuple[tuple[str, int], ...]:
        counted = self.rows_in_state.count_texts([name], self.recodings, self.kept)
        return counted[name][:_LISTED]

    def tally(self, columns: Sequence[str]) -> pa.Table:
        """Count the published rows of each distinct combination of texts."""
        return self.rows_in_state.count_published_tuples(columns, self.recodings, self.kept)

    def close(self) -> None:
        """The source stays open: it belongs to somebody else."""


@dataclass(frozen=True)
class Limits:
    """How much an engine takes at once."""

    statement: int = 64_000_000
    """Characters of one statement."""
    writes: bool = True
    """Whether a table can be made in it."""


@dataclass(frozen=True)
class EngineColumn:
    """A column as its engine describes it, and as what DuckDB would read its text."""

    name: str
    type: str
    """What the engine calls its type, in small letters."""
    plain: str = "VARCHAR"
    """The type of DuckDB in which its values are written the same way by every engine."""
    collated: bool = False
    """Whether texts that differ may count as equal, as with capitals in MySQL."""
    comparable: bool = False
    """Whether texts are equal only if they are the same: then the column itself is grouped by."""


@dataclass(frozen=True)
class TableName:
    """A table in an engine: `TableName(("public",), "people")`."""

    path: tuple[str, ...]
    """Schema, or catalogue and schema; empty where the engine has none."""
    table: str

    @property
    def shown(self) -> str:
        """How people write it.

        >>> TableName(("hive", "clinic"), "people").shown
        'hive.clinic.people'
        """
        return ".".join([*self.path, self.table])

    def sibling(self, part: str) -> TableName:
        """Another table, of the same schema unless the name has one.

        >>> TableName(("hive", "clinic"), "people").sibling("open.people").shown
        'hive.open.people'
        """
        *path, table = part.split(".")
        kept = self.path[: max(len(self.path) - len(path), 0)]
        return TableName((*kept, *path[-len(self.path) :]) if self.path else (), table)

    @property
    def sql(self) -> exp.Table:
        """The table in a statement."""
        from sqlglot import exp

        names = [
            exp.to_identifier(name, quoted=True) for name in reversed([*self.path, self.table])
        ]
        return exp.Table(**dict(zip(("this", "db", "catalog"), names, strict=False)))


CHECK_THE_TABLE: Final = say("Check that this is the table you meant.")


@dataclass(frozen=True)
class Engine:
    """A kind of engine that speaks SQL: what differs from one to the other."""

    name: str
    title: str
    dialect: str
    """What sqlglot calls its SQL."""
    rows_literal: str
    """Rows of ours as a table in a statement: SQL of the engine with {document} and {columns}."""
    column_literal: str
    """How each column of such rows is declared: SQL of the engine with {name}."""
    text_literal: str
    """A text of ours, however strange: SQL of the engine with {document}, the text in base64."""
    limits: Limits = field(default_factory=Limits)
    gaps: Mapping[str, Message] = field(default_factory=dict)
    """What it cannot do, by feature, and why."""
    grouping_sets: bool = True
    """Whether one statement can group by several sets of columns at once."""
    stops_counting: bool = False
    """Whether combinations are counted no further than one beyond the limit, not estimated."""
    counts_unasked: int = 0
    """Rows up to which a tally costs little more than an estimate, so that it runs right away."""
    when_empty: Message = CHECK_THE_TABLE
    """What to look at where a table has no rows."""


class Connection(Protocol):
    """An open connection to an engine that speaks SQL; queries are syntax trees."""

    @property
    def engine(self) -> Engine:
        """What it is connected to."""

    @property
    def place(self) -> str:
        """How messages name the server."""

    def find(self, part: str | None) -> TableName:
        """The table that is meant: `people`, or `clinic.people` of another schema."""

    def columns(self, table: TableName) -> list[EngineColumn]:
        """The columns of a table in their order."""

    def estimate_rows(self, table: TableName) -> int | None:
        """About how many rows there are, if the engine knows without counting."""

    def text(self, column: EngineColumn, value: exp.Expression) -> exp.Expression:
        """A value as text, the same on every day and for every user."""

    def exact(self, text: exp.Expression) -> exp.Expression:
        """A text that equals only what is the same to the last character."""

    def readable(self, exact: exp.Expression) -> exp.Expression:
        """The text behind what `exact` made of it."""

    def digest(self, text: exp.Expression) -> exp.Expression:
        """A text that nobody can foresee without knowing the text that it is made of."""

    def count_tuples(self, table: exp.Query, most: int) -> exp.Query:
        """About how many rows a query has, all of them different; never many more than `most`."""

    def given_rows(self, columns: Mapping[str, Sequence[str | None]], alias: str) -> exp.Table:
        """Rows of ours, all of them texts, as a table to join within a statement."""

    def admit(self, other: Connection) -> bool:
        """Get ready to name the tables of another connection in a statement of this one.

        False where that cannot be: it is another server, database or account.
        """

    def fetch(self, query: exp.Query, step: str) -> pa.Table:
        """The answer of a query."""

    def batches(self, query: exp.Query, step: str) -> Iterator[pa.RecordBatch]:
        """The answer of a query that may be large, piece by piece."""

    def exists(self, table: TableName) -> bool:
        """Whether there is a table of that name."""

    def create(self, table: TableName, query: exp.Query, step: str) -> None:
        """Make a table of the answer of a query; after a failure there is none."""

    def rename(self, table: TableName, name: str) -> None:
        """Give a table another name in the same schema; fail if there is one of that name."""

    def drop(self, table: TableName) -> None:
        """Remove a table, if it is there."""

    def close(self) -> None:
        """End the connection, and whatever still runs in it."""
