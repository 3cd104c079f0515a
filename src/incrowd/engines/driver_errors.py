"""Turn what drivers and the system raise into errors that a person can act upon.

with translate_errors("people.csv"):
    connection.execute(…)       # duckdb.IOException -> SourceNotReadable
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from incrowd.errors import (
    DataError,
    EngineError,
    IncrowdError,
    MalformedData,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.language import say

_DAMAGED = "The file may be damaged or cut off, or be of another format than its name says."
_FILE_DRIVERS = (
    "_fastexcel",
    "fastexcel",
    "pyreadstat",
    "pyarrow",
    "zstandard",
    "zstd",
    "pyo3_runtime",
)
_NOT_UTF8 = "Could not decode to UTF-8"
_OUT_OF_ROOM = ("OutOfMemoryException", "MemoryError")
_NO_ROOM = (
    EngineError,
    "There is not enough memory or disk space to read '{source}'.",
    "Free some memory, or space in the temporary folder, or read fewer columns.",
)
_CANNOT = (SourceNotReadable, "'{source}' cannot be read: {error}.", _DAMAGED)
_EXPLANATIONS: dict[str, tuple[type[IncrowdError], str, str]] = {
    **dict.fromkeys(_OUT_OF_ROOM, _NO_ROOM),
    "RecursionError": (MalformedData, "'{source}' is nested too deeply.", "Flatten its values."),
    "UnicodeError": (SourceNotReadable, "'{source}' has text in no encoding: {error}.", _DAMAGED),
    **dict.fromkeys(("Error", "EOFError", "error", "OSError"), _CANNOT),
}
"""Errors by the name of their class or one above it; `Error` is sqlite3's, `error` is zlib's."""


@contextmanager
def translate_errors(source: str) -> Iterator[None]:
    """Let only errors of our own out of the block."""
    try:
        yield
    except IncrowdError:
        raise
    except Exception as error:
        raise translate(error, source) from error
    except BaseException as error:
        # a panic in a Rust driver is no Exception, yet it is only a file that could not be read
        if _package(error) == "pyo3_runtime":
            raise translate(error, source) from error
        raise


def translate(error: BaseException, source: str) -> IncrowdError:
    """Say in our own words what a foreign error means for a source."""
    if isinstance(error, OSError) and error.errno is not None:
        return _from_system(error, source)
    if _package(error) in ("duckdb", "_duckdb") and type(error).__name__ not in _OUT_OF_ROOM:
        return _from_duckdb(error, source)
    if _package(error) == "sqlite3" and _NOT_UTF8 in str(error):
        return _not_utf8(error, source)
    for known, explanation in _EXPLANATIONS.items():
        if known in [kind.__name__ for kind in type(error).__mro__]:
            return explanation[0](
                explanation[1].format(source=source, error=_first_line(error)), explanation[2]
            )
    if _package(error) in _FILE_DRIVERS:
        return SourceNotReadable(f"'{source}' cannot be read: {_first_line(error)}.", _DAMAGED)
    return EngineError(
        f"Reading '{source}' failed unexpectedly: {type(error).__name__}: {_first_line(error)}.",
        "Please report this, if you can with a small file that shows it.",
    )


def _not_utf8(error: BaseException, source: str) -> SourceNotReadable:
    """SQLite tells the cell, which may be about somebody; only the column is told on."""
    column = str(error).partition("column '")[2].partition("' with text '")[0]
    return SourceNotReadable(
        say("'{source}' has text in '{column}' that is not UTF-8.", source=source, column=column),
        "Write that column again as UTF-8, for example with the program that made the file.",
    )


def _from_system(error: OSError, source: str) -> DataError | EngineError:
    if isinstance(error, FileNotFoundError):
        return SourceNotFound(f"There is no file '{source}'.", "Check the path.")
    if isinstance(error, PermissionError):
        return SourceNotReadable(
            f"You may not read '{source}'.", "Ask its owner for permission to read it."
        )
    if isinstance(error, IsADirectoryError):
        return SourceNotFound(f"'{source}' is a folder.", "Name a file in it.")
    return SourceNotReadable(
        f"'{source}' cannot be read: {error.strerror}.", "Check path and disk."
    )


def _from_duckdb(error: BaseException, source: str) -> IncrowdError:
    kind = type(error).__name__
    if kind in ("InvalidInputException", "ConversionException"):
        return MalformedData(f"'{source}' cannot be read: {_first_line(error)}.", _DAMAGED)
    if "Could not set lock" in str(error):
        return SourceNotReadable(
            f"'{source}' is in use by another program.", "Close it there, or copy the file."
        )
    if kind in ("IOException", "SerializationException"):
        return SourceNotReadable(f"'{source}' cannot be read: {_first_line(error)}.", _DAMAGED)
    return EngineError(f"DuckDB failed on '{source}': {_first_line(error)}.", _DAMAGED)


def _package(error: BaseException) -> str:
    return type(error).__module__.split(".")[0]


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def damaged_database(name: str) -> MalformedData:
    """Say that a database file cannot be trusted."""
    return MalformedData(
        say("'{name}' is damaged or incomplete.", name=name),
        "Copy it again from where it came from, while no program writes to it.",
    )
