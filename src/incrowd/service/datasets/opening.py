"""Open a table: read it, guess the roles, take the user's choice, load hierarchies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from incrowd.dataset.counting import Given
from incrowd.dataset.origin import Origin
from incrowd.engines import connect
from incrowd.engines.contract import Source
from incrowd.errors import InvalidParameter
from incrowd.hierarchies import load_folder
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.progress import Progress, silent
from incrowd.roles import guess
from incrowd.service.datasets.dataset import Dataset
from incrowd.service.datasets.role_choice import RoleChoice, choose_roles
from incrowd.table import Table
from incrowd.workspace.source_names import located, open_named


def open_table(
    data: object,
    *,
    quasi: Sequence[str] | None = None,
    sensitive: Sequence[str] | None = None,
    identifier: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    hierarchies: str | Path | Mapping[str, Hierarchy] | None = None,
    population: object | None = None,
    population_size: int | None = None,
    sampling_fraction: float | None = None,
    progress: Progress = silent,
    ordered: bool = False,
    **options: str,
) -> Dataset:
    """Open a file, a URL or a frame (Polars, pandas, Arrow) as a data set.

    `source://clinic#people` is a table of a source that is kept by name. Roles that are not named
    are guessed; `hierarchies` is a folder of CSV files, one per attribute, or a mapping.
    `population` is a table of the people among whom the data was sampled; where there is none,
    their number or the sampling fraction will do. `ordered` keeps the rows in their order, for
    those who will list or write them: otherwise the data is then read a second time.
    """
    data, options = located(data, options)
    with ExitStack() as opened:
        source = opened.enter_context(closing(connect(data, progress, ordered=ordered, **options)))
        table = Table(source.name, source.rows, guess(source.profiles()))
        table = choose_roles(table, RoleChoice(quasi, sensitive, identifier, insensitive))
        people = None
        if population is not None:
            people = opened.enter_context(closing(open_named(population, progress)))
        dataset = Dataset(
            source=source,
            table=table,
            given=_hierarchies(table, hierarchies),
            population=people,
            population_size=_population_size(table, people, population_size, sampling_fraction),
            progress=progress,
            origin=Origin(data, options, progress),
        )
        opened.pop_all()
    return dataset


def _hierarchies(
    table: Table, given: str | Path | Mapping[str, Hierarchy] | None
) -> Mapping[str, Given]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        for name in given:
            table.attribute(name)
        return dict(given)
    return dict(load_folder(Path(given), table.names))


def _population_size(
    table: Table, people: Source | None, size: int | None, fraction: float | None
) -> int | None:
    """The number of people that the table was sampled from, from whatever is known of them."""
    if fraction is not None:
        if not 0 < fraction <= 1:
            raise InvalidParameter(
                f"A sampling fraction of {fraction:g} is not possible.",
                "Give the share of the population that is in the table, above 0 and at most 1.",
            )
        return max(table.rows, round(table.rows / fraction))
    if size is None:
        return None if people is None else people.rows
    if size < table.rows:
        raise InvalidParameter(
            f"A population of {size:,} cannot hold the {table.rows:,} people of the table.",
            "Give the number of people among whom the table was sampled.",
        )
    return size
