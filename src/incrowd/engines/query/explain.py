"""What DuckDB has against a query, in words: `with explained(): connection.execute(…)`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from incrowd.errors import InvalidParameter
from incrowd.language import Message, say

LESS: Final = say("Join on more columns, filter, or set a limit.")
NO_MEMORY: Final = say("The query needs more memory than it may have.")
FEWER_COLUMNS: Final = say("Join on more columns, filter, or ask for fewer columns.")
_QUERY_ERRORS: Final[Sequence[tuple[str, Message | None]]] = (
    ("OutOfMemoryException", NO_MEMORY),
    ("MemoryError", NO_MEMORY),
    ("BinderException", None),
    ("CatalogException", None),
    ("ConversionException", None),
    ("ParserException", None),
    ("OutOfRangeException", None),
    ("InvalidInputException", None),
    ("NotImplementedException", None),
    ("SyntaxException", None),
    ("InvalidTypeException", None),
    ("TypeMismatchException", None),
)
_HINTS: Final = {
    "OutOfMemoryException": FEWER_COLUMNS,
    "MemoryError": FEWER_COLUMNS,
    "SyntaxException": say("Check how the query is written."),
    "ConversionException": say("Compare texts with texts, or write TRY_CAST(column AS DOUBLE)."),
}


@contextmanager
def explained() -> Iterator[None]:
    """Say what DuckDB has against a query; anything else passes as it is."""
    try:
        yield
    except Exception as error:
        explanation = explain(error)
        if explanation is None:
            raise
        raise explanation from None


def explain(error: Exception) -> InvalidParameter | None:
    """What DuckDB has against a query, in its first line: that is about the query."""
    kind = type(error).__name__
    for known, words in _QUERY_ERRORS:
        if kind == known:
            first = (str(error).strip().splitlines() or [""])[0].partition("Error: ")[2].rstrip(".")
            message = words or say("The query cannot be run: {error}.", error=first)
            hint = _HINTS.get(kind) or say("Check tables, columns and types.")
            return InvalidParameter(message, hint)
    if "File too large" in str(error):
        return too_long()
    return None


def too_long() -> InvalidParameter:
    """The error of an answer that takes too much room."""
    return InvalidParameter(say("The result of the query is too large."), LESS)
