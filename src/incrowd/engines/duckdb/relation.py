"""The working table that every reader leaves in the database: `data(c0, c1, …, n)`.

Column i of the source is called ci whatever its real name, because DuckDB takes `Age` and `age` for
the same name. Each row stands for n rows of the source, so that a table with few distinct rows is
kept condensed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incrowd.engines.contract import ROWS
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, identifier, select
from incrowd.errors import MalformedData, NothingToMeasure
from incrowd.language import Message, say
from incrowd.table import Kind

if TYPE_CHECKING:
    import pyarrow as pa

DATA = "data"
WEIGHT = "n"
WEIGHTED = f"CAST(sum({WEIGHT}) AS BIGINT)"
"""The rows of the source that some rows of the working table stand for, in SQL."""
_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
_NESTED = ("STRUCT", "MAP", "UNION", "LIST", "JSON")


@dataclass(frozen=True)
class TableColumn:
    """A column of the working table: its position, its real name and its type in DuckDB."""

    position: int
    name: str
    type: str = "VARCHAR"
    table: str = DATA
    """Where it stands: another table where several sources share a database."""

    @property
    def sql(self) -> str:
        """The column in SQL."""
        return f"c{self.position}"

    @property
    def native(self) -> Kind | None:
        """The kind that the type says; None where the values must be looked at."""
        if self.type == "BOOLEAN":
            return Kind.BOOLEAN
        if self.type == "DATE":
            return Kind.DATE
        if self.type.startswith("TIMESTAMP"):
            return Kind.TIMESTAMP
        if self.type.removeprefix("U") in _INTEGERS or self._whole_decimal:
            return Kind.INTEGER
        if self.type in ("FLOAT", "DOUBLE") or self.type.startswith("DECIMAL"):
            return Kind.DECIMAL
        return None

    @property
    def text(self) -> str:
        """The value as text, in SQL: nested values as JSON, bytes as hexadecimal digits."""
        if self.type == "VARCHAR":
            return self.sql
        if self.type == "BLOB":
            return f"lower(hex({self.sql}))"
        if self.type.startswith(_NESTED) or self.type.endswith("]"):
            return f"CAST(to_json({self.sql}) AS VARCHAR)"
        return f"CAST({self.sql} AS VARCHAR)"

    @property
    def _whole_decimal(self) -> bool:
        return self.type.startswith("DECIMAL") and self.type.endswith(",0)")


@dataclass(frozen=True)
class FileStyle:
    """How the file of a source is written, so that a release of it can be written alike."""

    format: str
    """The name of a format that can be written."""
    delimiter: str = ","
    quote: str = '"'
    encoding: str = "utf-8"
    line_end: str = "\n"
    header: bool = True
    """Whether its first line names the columns."""
    unnamed: tuple[str, ...] = ()
    """The names that were given to columns without one."""


@dataclass(frozen=True)
class Relation:
    """What a reader made of a source."""

    name: str
    columns: tuple[TableColumn, ...]
    rows: int
    condensed: bool = False
    """Whether no two rows of the working table are equal."""
    table: str = DATA
    style: FileStyle | None = None
    """None where it is no file, or one of a format that cannot be written."""
    single: bool = False
    """Whether each row stands for itself alone: counting rows is faster than adding weights."""

    @property
    def total(self) -> str:
        """The number of rows of a group, in SQL."""
        return "count(*)" if self.single else WEIGHTED


def positions(names: Sequence[str]) -> list[str]:
    """The names c0, c1, … for so many columns."""
    return [f"c{position}" for position in range(len(names))]


def positional_names(names: Sequence[str]) -> str:
    """The same in SQL."""
    return ", ".join(positions(names))


def relabelled(name: str, column: TableColumn) -> str:
    """A column's text under its real name, in SQL."""
    return f"{column.text} AS {identifier(name)}"


def check_names(
    names: Sequence[str | None], source: str, hint: Message | None = None
) -> tuple[str, ...]:
    """Refuse columns without a name, or with the same name as another.

    >>> check_names(["age", "sex", "age"], "f.csv")
    Traceback (most recent call last):
    incrowd.errors.MalformedData: 'f.csv' has several columns called 'age': columns 1, 3.
    """
    empty = [str(place) for place, name in enumerate(names, 1) if not (name or "").strip()]
    if empty:
        raise MalformedData(
            say(
                "'{source}' has columns without a name: column {places}.",
                source=source,
                places=_first_ten(empty),
            ),
            hint or say("Give every column a name in the first row."),
        )
    proper = [name for name in names if name is not None]
    twice = [name for name, times in Counter(proper).items() if times > 1]
    if twice:
        places = [str(place) for place, name in enumerate(proper, 1) if name == twice[0]]
        raise MalformedData(
            say(
                "'{source}' has several columns called '{name}': columns {places}.",
                source=source,
                name=twice[0],
                places=_first_ten(places),
            ),
            hint or say("Give every column a name of its own."),
        )
    if ROWS in proper:
        raise MalformedData(
            say(
                "'{source}' has a column called '{rows}', a name that is needed for counting.",
                source=source,
                rows=ROWS,
            ),
            say("Give that column another name."),
        )
    return tuple(proper)


def name_columns(names: Sequence[str | None]) -> tuple[list[str | None], tuple[str, ...]]:
    """Call columns without a name by their place, unless no column has one.

    >>> name_columns(["age", "sex", ""])
    (['age', 'sex', 'column_3'], ('column_3',))
    >>> name_columns(["", None])
    (['', None], ())
    """
    if not any((name or "").strip() for name in names):
        return list(names), ()
    result: list[str | None] = []
    given: list[str] = []
    for place, name in enumerate(names, 1):
        if (name or "").strip():
            result.append(name)
            continue
        own = f"column_{place}"
        while own in names:
            own += "_"
        result.append(own)
        given.append(own)
    return result, tuple(given)


def check_rows(rows: int, source: str, hint: Message | None = None) -> int:
    """Refuse a table without rows."""
    if rows == 0:
        raise NothingToMeasure(
            say("'{source}' has column names but no rows.", source=source),
            hint or say("Check that this is the file you meant."),
        )
    return rows


def _first_ten(places: Sequence[str]) -> str:
    return ", ".join(places[:10]) + (", …" if len(places) > 10 else "")


def create_view(session: Session, name: str, source: str, names: Sequence[str]) -> Relation:
    """A view over a source whose columns have these names, in this order."""
    kept = select(
        ["*", f"CAST(1 AS BIGINT) AS {WEIGHT}"], f"{source} AS source({positional_names(names)})"
    )
    session.run(create("TEMP VIEW", DATA, kept), f"opening {name}")
    types = [str(row[1]) for row in session.rows(f"DESCRIBE {DATA}")]
    columns = tuple(
        TableColumn(position, column, types[position]) for position, column in enumerate(names)
    )
    rows = session.rows(select(["count(*)"], DATA))[0][0]
    return Relation(name, columns, check_rows(int(rows), name), single=True)


_INCOMING = "incoming"
BATCH = 50_000
"""Rows that are handled at a time."""
_BATCH_SIZE = 1 << 25
"""Cells and characters that are handled at a time."""

Batch = Sequence[Sequence[str | None]]
"""One list of values per column."""


def ingest(session: Session, name: str, names: Sequence[str], batches: Iterable[Batch]) -> Relation:
    """Fill the working table with columns of text."""
    import pyarrow as pa

    schema = pa.schema([(column, pa.string()) for column in positions(names)])
    arrow = (
        pa.record_batch([pa.array(values, pa.string()) for values in batch], schema=schema)
        for batch in batches
    )
    return ingest_arrow(session, name, names, arrow)


def ingest_arrow(
    session: Session, name: str, names: Sequence[str], batches: Iterable[pa.RecordBatch]
) -> Relation:
    """Fill the working table with batches of columns c0, c1, … of text."""
    import pyarrow as pa

    schema = pa.schema([(column, pa.string()) for column in positions(names)])
    # an error in the driver reaches DuckDB as mere text, so it is kept to be raised as it was
    troubles: list[Exception] = []
    counted: list[int] = []
    stream = _watched(batches, troubles, counted)
    reader = pa.RecordBatchReader.from_batches(schema, stream)
    session.connection.register(_INCOMING, reader)
    query = select(["*", f"CAST(1 AS BIGINT) AS {WEIGHT}"], _INCOMING)
    try:
        session.run(create("TABLE", DATA, query), f"reading {name}")
    except Exception:
        if troubles:
            raise troubles[0] from None
        raise
    finally:
        session.connection.unregister(_INCOMING)
    columns = tuple(TableColumn(position, column) for position, column in enumerate(names))
    return Relation(name, columns, check_rows(sum(counted), name), single=True)


def _watched(
    batches: Iterable[pa.RecordBatch], troubles: list[Exception], counted: list[int]
) -> Iterator[pa.RecordBatch]:
    try:
        for batch in batches:
            counted.append(batch.num_rows)
            yield batch
    except Exception as error:
        troubles.append(error)
        raise


def batch_rows(rows: Iterable[Sequence[str | None]]) -> Iterator[Batch]:
    """Rows, gathered in batches of columns; wide ones, or with long texts, fewer at a time."""
    gathered: list[Sequence[str | None]] = []
    size = 0
    for row in rows:
        gathered.append(row)
        size += len(row) + sum(map(len, filter(None, row)))
        if len(gathered) == BATCH or size > _BATCH_SIZE:
            yield list(zip(*gathered, strict=True))
            gathered, size = [], 0
    if gathered:
        yield list(zip(*gathered, strict=True))
