"""Options that say of which population DATA is a part: a table of it, or how many people it has."""

from typing import Annotated, Any

import typer

Population = Annotated[
    str | None,
    typer.Option("--population", metavar="DATA", help="A table of the whole population."),
]
PopulationSize = Annotated[
    int | None,
    typer.Option(
        "--population-size", metavar="N", help="Number of people in the whole population."
    ),
]
SamplingFraction = Annotated[
    float | None,
    typer.Option("--sampling-fraction", metavar="F", help="Share of the population in DATA."),
]


def people(table: str | None, size: int | None, fraction: float | None) -> dict[str, Any]:
    """What is known of the population, as `open_data` takes it."""
    return {"population": table, "population_size": size, "sampling_fraction": fraction}
