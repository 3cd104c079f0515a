"""Read a frame in memory: Polars, pandas, PyArrow, or anything that hands out Arrow data."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from incrowd.engines.duckdb.relation import Relation, check_names, create_view
from incrowd.engines.duckdb.session import Session
from incrowd.errors import MalformedData, UsageError
from incrowd.language import say

if TYPE_CHECKING:
    import pyarrow as pa

_FRAME = "frame"
NAME = "frame"
"""What a table without a name is called."""


def is_frame(thing: object) -> bool:
    """Whether something can be read as a frame."""
    return (
        hasattr(thing, "__arrow_c_stream__")
        or hasattr(thing, "__arrow_c_array__")
        or _is_pandas(thing)
    )


def read_frame(frame: object, session: Session) -> Relation:
    """Make a frame known as the working table; nothing is copied that need not be."""
    table = _decode_columns(_to_arrow(frame))
    names = check_names(table.column_names, NAME, say("Give every column a name of its own."))
    session.connection.register(
        _FRAME, table.rename_columns([f"c{position}" for position in range(len(names))])
    )
    return create_view(session, NAME, _FRAME, names)


def unreadable_frame(thing: object) -> UsageError:
    """Say what can be read instead of this."""
    kind = type(thing)
    hint = say("Give a path, a URL, or a Polars, pandas or Arrow frame.")
    if kind.__name__ == "LazyFrame":
        hint = say("Call .collect() on it first.")
    return UsageError(
        say(
            "A {module}.{name} cannot be read as a table.",
            module=kind.__module__,
            name=kind.__qualname__,
        ),
        hint,
    )


def _to_arrow(frame: object) -> pa.Table:
    import pyarrow as pa

    try:
        if _is_pandas(frame):
            # an index with a name is a column like any other, one without only numbers the rows
            named = any(name is not None for name in attrgetter("index.names")(frame))
            return pa.Table.from_pandas(frame, preserve_index=named)
        return pa.table(frame)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise MalformedData(
            say("The frame cannot be read as a table: {error}.", error=str(error).splitlines()[0]),
            say("Give each column one type, or turn it into text."),
        ) from error


def _decode_columns(table: pa.Table) -> pa.Table:
    """Categories as the values they stand for, and types that DuckDB lacks as their like."""
    import pyarrow as pa

    for place, column in enumerate(table.schema):
        if pa.types.is_dictionary(column.type):
            wanted = column.type.value_type
        elif pa.types.is_null(column.type):
            wanted = pa.string()
        elif pa.types.is_float16(column.type):
            wanted = pa.float32()
        else:
            continue
        table = table.set_column(place, column.name, table.column(place).cast(wanted))
    return table


def _is_pandas(thing: object) -> bool:
    kind = type(thing)
    return kind.__module__.split(".")[0] == "pandas" and kind.__name__ == "DataFrame"
