"""Find the hierarchy files of a folder: `adult_hierarchy_age.csv` belongs to `age`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from incrowd.errors import HierarchyError, SourceNotFound, SourceNotReadable
from incrowd.language import say

ENDINGS: Final = frozenset({".csv", ".tsv", ".txt"})


def load_folder(directory: Path, names: Sequence[str]) -> dict[str, Path]:
    """Find for each attribute the file whose name ends with it; the longest attribute wins."""
    result: dict[str, Path] = {}
    for path in _files(directory):
        name = owner(path, names)
        if name in result:
            raise HierarchyError(
                say(
                    "Two files in '{directory}' are for '{name}': '{first}' and '{second}'.",
                    directory=directory,
                    name=name,
                    first=result[name].name,
                    second=path.name,
                ),
                say("Keep one of them."),
            )
        if name is not None:
            result[name] = path
    return result


def ignored_files(directory: Path, names: Sequence[str]) -> list[Path]:
    """The hierarchy files of a folder that belong to no attribute, to be told."""
    return [path for path in _files(directory) if owner(path, names) is None]


def owner(path: Path, names: Sequence[str]) -> str | None:
    """The attribute with which a file's name ends, as a whole word.

    >>> owner(Path("adult_hierarchy_native-country.csv"), ["country", "native-country"])
    'native-country'
    >>> owner(Path("hierarchy_language.csv"), ["age"])
    """
    stem = path.stem.casefold()
    fitting = [name for name in names if name and _ends_with(stem, name.casefold())]
    exact = [name for name in fitting if path.stem.endswith(name)]
    return max(exact or fitting, key=len, default=None)


def _ends_with(stem: str, name: str) -> bool:
    before = stem[: -len(name)]
    return stem.endswith(name) and not (before[-1:].isalnum() and name[0].isalnum())


def _files(directory: Path) -> list[Path]:
    if not directory.is_dir():
        file = say(
            "The hierarchies' directory '{directory}' is a file, not a directory.",
            directory=directory,
        )
        missing = say(
            "The hierarchies' directory '{directory}' does not exist.", directory=directory
        )
        raise SourceNotFound(
            file if directory.exists() else missing,
            say("Give a directory with one CSV file per attribute."),
        )
    try:
        paths = sorted(directory.iterdir())
    except OSError as error:
        raise SourceNotReadable(
            say(
                "The directory '{directory}' cannot be read: {error}.",
                directory=directory,
                error=error.strerror,
            ),
            say("Check its permissions."),
        ) from error
    return [path for path in paths if path.suffix.lower() in ENDINGS and path.is_file()]
