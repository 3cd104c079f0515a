"""Options that several commands share, and how they are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter

if TYPE_CHECKING:
    from incrowd.service.dataset import Dataset

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A file (CSV, TSV, Parquet, Excel, JSON lines, SPSS, Stata, SAS; text also .gz or "
        ".zst) or a URL such as duckdb:///file.db#table or sqlite:///file.db#table.",
        show_default=False,
    ),
]
Quasi = Annotated[
    list[str] | None,
    typer.Option("--qi", metavar="A,B", help="Quasi-identifiers: what others may know."),
]
Sensitive = Annotated[
    list[str] | None,
    typer.Option("--sensitive", metavar="C", help="Sensitive attributes: what must stay secret."),
]
Identifier = Annotated[
    list[str] | None,
    typer.Option("--identifier", metavar="D", help="Columns that name people directly."),
]
Insensitive = Annotated[
    list[str] | None,
    typer.Option("--insensitive", metavar="E", help="Columns that tell nothing about people."),
]
Hierarchies = Annotated[
    str | None,
    typer.Option(
        "--hierarchies",
        metavar="DIR",
        help="A folder with a CSV per attribute (value;level1;…;*), whose name ends with it.",
    ),
]
Levels = Annotated[
    str,
    typer.Option("--state", metavar='"A=2,B=1"', help="Levels to look at instead of the raw data."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def names(given: Iterable[str] | None) -> list[str] | None:
    """Split lists of columns: `--qi a,b --qi c` -> a, b, c.

    >>> names(["a,b", " c "]), names(None)
    (['a', 'b', 'c'], None)
    """
    if given is None:
        return None
    return [name.strip() for part in given for name in part.split(",") if name.strip()]


def levels(text: str) -> dict[str, int]:
    """Read a state.

    >>> levels("age=2, sex=1")
    {'age': 2, 'sex': 1}
    """
    chosen: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, level = part.rpartition("=")
        if not equals or not level.strip().isdecimal():
            raise InvalidParameter(
                f"'{part}' is no level of an attribute.", 'Write it as in --state "age=2,sex=1".'
            )
        chosen[name.strip()] = int(level)
    return chosen


class Population(NamedTuple):
    """What is known of the population: a table of it, its size, or the sampling fraction."""

    data: str | None = None
    size: int | None = None
    fraction: float | None = None


NO_POPULATION = Population()


def open_data(
    data: str,
    quasi: list[str] | None,
    sensitive: list[str] | None,
    identifier: list[str] | None,
    insensitive: list[str] | None,
    hierarchies: str | None,
    bar: ProgressBar,
    population: Population = NO_POPULATION,
) -> Dataset:
    """Open the data with the roles and hierarchies of the command line."""
    from incrowd.service.opening import open_table

    return open_table(
        data,
        quasi=names(quasi),
        sensitive=names(sensitive),
        identifier=names(identifier) or (),
        insensitive=names(insensitive) or (),
        hierarchies=hierarchies,
        population=population.data,
        population_size=population.size,
        sampling_fraction=population.fraction,
        progress=bar.tell,
    )
