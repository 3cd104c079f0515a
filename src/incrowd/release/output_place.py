"""Where something may be written: never over the data, another output, a folder or a device.

check_place(Path("recipe.json"), table, others=[Path("release.csv")])
"""

from collections.abc import Iterable
from pathlib import Path

from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter
from incrowd.language import say


def check_place(path: Path, table: OpenTable | None = None, others: Iterable[Path] = ()) -> None:
    """Refuse a place at which nothing may be written, before any work is done."""
    try:
        _check(path, table, others)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidParameter(
            say("'{name}' cannot be written: {error}.", name=_shorten(path.name), error=reason),
            say("Choose another name."),
        ) from error


def _check(path: Path, table: OpenTable | None, others: Iterable[Path]) -> None:
    if "\0" in str(path):
        raise ValueError("embedded null")
    if not path.name:
        raise InvalidParameter(say("'{path}' is not a file.", path=path), say("Name a file."))
    if table is not None and table.origin is not None and table.origin.is_file(path):
        raise InvalidParameter(
            say("'{name}' is the data itself.", name=path.name), say("Write to another file.")
        )
    given = () if table is None else table.given.values()
    in_use = [*others, *(each for each in given if isinstance(each, Path))]
    if any(_same(path, other) for other in in_use):
        raise InvalidParameter(
            say("'{name}' is also read or written here for something else.", name=path.name),
            say("Write to another file."),
        )
    if not path.parent.is_dir():
        raise InvalidParameter(
            say("There is no folder '{parent}'.", parent=path.parent),
            say("Make it, or name another one."),
        )
    if path.is_dir():
        raise InvalidParameter(say("'{path}' is a folder.", path=path), say("Name a file."))
    if path.exists() and not path.is_file():
        raise InvalidParameter(
            say("'{path}' is a device or a pipe, not a file.", path=path), say("Name a file.")
        )


def _same(path: Path, other: Path) -> bool:
    """Whether two names mean one file, also where it is not there yet."""
    if path.exists() and other.exists():
        return path.samefile(other)
    return path.resolve() == other.resolve()


def _shorten(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:57]}…"
