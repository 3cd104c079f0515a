"""`incrowd risk DATA`: the risk of the data as it is, or at a state."""

from typing import Annotated

import typer

from incrowd.cli import options, population_options
from incrowd.cli.progress import ProgressBar


@options.opening
def run(
    open_data: options.Open,
    state: options.Levels = "",
    k: Annotated[int, typer.Option("-k", help="Remove groups with fewer rows than this.")] = 1,
    population: population_options.Population = None,
    population_size: population_options.PopulationSize = None,
    sampling_fraction: population_options.SamplingFraction = None,
    measure: Annotated[
        list[str] | None,
        typer.Option("--measure", metavar="NAME", help="Show more measures, or 'all'."),
    ] = None,
    purpose: options.Purpose = None,
    json: options.Json = False,
) -> None:
    """Show who can be singled out in DATA, and why."""
    from incrowd.cli import printing
    from incrowd.service.datasets.verdict import find_purpose

    preset = None if purpose is None else find_purpose(purpose)
    people = population_options.people(population, population_size, sampling_fraction)
    with ProgressBar() as bar, open_data(bar, **people) as dataset:
        wanted = options.names(measure) or []
        risk = dataset.risk(options.levels(state), k, measures=wanted)
    if json:
        printing.print_json(risk.to_dict())
    else:
        printing.print_risk(dataset.table, risk, preset)
