"""How the file of a data set was read, and reading it in another way.

describe_reading(open_dataset).delimiter        # ";"
read_again(sessions, user, dataset_id, {"delimiter": ","}, progress)
"""

from collections.abc import Mapping
from dataclasses import dataclass

from incrowd.answers import Words
from incrowd.engines.stored.table import StoredTable
from incrowd.language import Message, join, say
from incrowd.progress import Progress
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.originals import find_original, read_options
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import User

__all__ = ["MissingSpelling", "Reading", "describe_reading", "read_again"]


@dataclass(frozen=True)
class MissingSpelling:
    """A column with missing values, and how they are spelled in the file."""

    attribute: str
    missing: int
    """Empty cells."""
    markers: tuple[str, ...]
    """Texts such as NA or ? in a column of numbers or dates."""


@dataclass(frozen=True)
class Reading:
    """How a file was read."""

    format: str | None
    delimiter: str | None
    quote: str | None
    encoding: str | None
    header: bool
    """Whether its first line names the columns."""
    sheet: str | None
    rows: int
    columns: int
    missing: tuple[MissingSpelling, ...]
    unnamed: tuple[str, ...]
    """Names that were given to columns without one."""
    words: tuple[Words, ...]
    changeable: bool
    """Whether it can be read in another way without losing anything."""
    obstacle: Words | None
    """Why it cannot, if so."""


def describe_reading(open_dataset: OpenDataset) -> Reading:
    """How the file of a data set was read, in words and in figures."""
    source = open_dataset.source
    style = source.style if isinstance(source, StoredTable) else None
    text = style is not None and style.format == "csv"
    profiles = source.profiles()
    missing = tuple(
        MissingSpelling(each.name, each.missing, each.markers)
        for each in profiles
        if each.missing or each.markers
    )
    obstacle = _obstacle(open_dataset)
    unnamed = () if style is None else style.unnamed
    header = style is None or style.header
    return Reading(
        format=None if style is None else style.format,
        delimiter=style.delimiter if style is not None and text else None,
        quote=style.quote if style is not None and text else None,
        encoding=style.encoding if style is not None and text else None,
        header=header,
        sheet=read_options(open_dataset.folder).get("sheet"),
        rows=open_dataset.table.rows,
        columns=len(profiles),
        missing=missing,
        unnamed=unnamed,
        words=tuple(_tell(open_dataset.table.rows, len(profiles), header, unnamed)),
        changeable=obstacle is None,
        obstacle=obstacle,
    )


def _tell(rows: int, columns: int, header: bool, unnamed: tuple[str, ...]) -> list[Message]:
    words = [say("{rows:,} rows and {columns:,} columns were read.", rows=rows, columns=columns)]
    if not header:
        words.append(say("The first line is data, so the columns are called by their place."))
    if unnamed:
        names = join((say("'{name}'", name=name) for name in unnamed), ", ")
        words.append(say("Columns without a name were called {names}.", names=names))
    return words


def _obstacle(open_dataset: OpenDataset) -> Message | None:
    if open_dataset.remote is not None:
        return say("The rows stay in their database.")
    if find_original(open_dataset.folder) is None:
        return say("The file itself was not kept. Open it again to read it in another way.")
    if open_dataset.journal.revision:
        return say(
            "Decisions were made about these columns. Open the file again to read it in another "
            "way."
        )
    return None


def read_again(
    sessions: Sessions,
    user: User,
    dataset_id: str,
    options: Mapping[str, str],
    progress: Progress,
) -> None:
    """Read the file of a data set in another way; it keeps its id, roles are guessed anew."""
    with sessions.open(user, dataset_id) as opened:
        obstacle = _obstacle(opened)
    sessions.read_again(user, dataset_id, options, progress, obstacle)
