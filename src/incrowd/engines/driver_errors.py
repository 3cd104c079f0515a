"""Turn what drivers and the system raise into errors that a person can act upon.

with translate_errors("people.csv"):
    connection.execute(…)       # duckdb.IOException -> SourceNotReadable
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from incrowd import errors
from incrowd.language import Message, say

_DAMAGED = say(
    "The file may be damaged or cut off, or its format may not be the one its name says."
)
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
_Explanation = tuple[type[errors.IncrowdError], Callable[..., Message], Message]
_NO_ROOM: _Explanation = (
    errors.EngineError,
    lambda source, **_: say(
        "There is not enough memory or disk space to read '{source}'.", source=source
    ),
    say("Free some memory, or space in the temporary folder, or read fewer columns."),
)
_CANNOT: _Explanation = (
    errors.SourceNotReadable,
    lambda **names: say("'{source}' cannot be read: {error}.", **names),
    _DAMAGED,
)
_EXPLANATIONS: dict[str, _Explanation] = {
    **dict.fromkeys(_OUT_OF_ROOM, _NO_ROOM),
    "RecursionError": (
        errors.MalformedData,
        lambda source, **_: say("'{source}' is nested too deeply.", source=source),
        say("Flatten its values."),
    ),
    "UnicodeError": (
        errors.SourceNotReadable,
        lambda **names: say("'{source}' has text in no encoding: {error}.", **names),
        _DAMAGED,
    ),
    **dict.fromkeys(("Error", "EOFError", "error", "OSError"), _CANNOT),
}
"""Errors by the name of their class or one above it; `Error` is sqlite3's, `error` is zlib's."""


@contextmanager
def translate_errors(source: str) -> Iterator[None]:
    """Let only errors of our own out of the block."""
    try:
        yield
    except errors.IncrowdError:
        raise
    except Exception as error:
        raise translate(error, source) from error
    except BaseException as error:
        # a panic in a Rust driver is no Exception, yet it is only a file that could not be read
        if _package(error) == "pyo3_runtime":
            raise translate(error, source) from error
        raise


def translate(error: BaseException, source: str) -> errors.IncrowdError:
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
                explanation[1](source=source, error=_first_line(error)), explanation[2]
            )
    if _package(error) in _FILE_DRIVERS:
        return errors.SourceNotReadable(
            say("'{source}' cannot be read: {error}.", source=source, error=_first_line(error)),
            _DAMAGED,
        )
    return errors.EngineError(
        say(
            "Reading '{source}' failed unexpectedly: {name}: {error}.",
            source=source,
            name=type(error).__name__,
            error=_first_line(error),
        ),
        say("Please report this, if possible with a small file that shows the problem."),
    )


def _not_utf8(error: BaseException, source: str) -> errors.SourceNotReadable:
    """Keep only the column of SQLite's message: the cell it quotes may be personal."""
    column = str(error).partition("column '")[2].partition("' with text '")[0]
    return errors.SourceNotReadable(
        say("'{source}' has text in '{column}' that is not UTF-8.", source=source, column=column),
        say("Write that column again as UTF-8, for example with the program that made the file."),
    )


def _from_system(error: OSError, source: str) -> errors.DataError | errors.EngineError:
    if isinstance(error, FileNotFoundError):
        return errors.SourceNotFound(
            say("There is no file '{source}'.", source=source), say("Check the path.")
        )
    if isinstance(error, PermissionError):
        return errors.SourceNotReadable(
            say("You may not read '{source}'.", source=source),
            say("Ask its owner for permission to read it."),
        )
    if isinstance(error, IsADirectoryError):
        return errors.SourceNotFound(
            say("'{source}' is a folder.", source=source), say("Name a file in it.")
        )
    return errors.SourceNotReadable(
        say("'{source}' cannot be read: {error}.", source=source, error=error.strerror),
        say("Check path and disk."),
    )


def _from_duckdb(error: BaseException, source: str) -> errors.IncrowdError:
    kind = type(error).__name__
    if kind in ("InvalidInputException", "ConversionException"):
        return errors.MalformedData(
            say("'{source}' cannot be read: {error}.", source=source, error=_first_line(error)),
            _DAMAGED,
        )
    if "Could not set lock" in str(error):
        return errors.SourceNotReadable(
            say("'{source}' is in use by another program.", source=source),
            say("Close it there, or copy the file."),
        )
    if kind in ("IOException", "SerializationException"):
        return errors.SourceNotReadable(
            say("'{source}' cannot be read: {error}.", source=source, error=_first_line(error)),
            _DAMAGED,
        )
    return errors.EngineError(
        say("DuckDB failed on '{source}': {error}.", source=source, error=_first_line(error)),
        _DAMAGED,
    )


def _package(error: BaseException) -> str:
    return type(error).__module__.split(".")[0]


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def damaged_database(name: str) -> errors.MalformedData:
    """Say that a database file cannot be trusted."""
    return errors.MalformedData(
        say("'{name}' is damaged or incomplete.", name=name),
        say("Copy it again from where it came from, while no program writes to it."),
    )
