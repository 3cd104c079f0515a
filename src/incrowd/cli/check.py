"""`incrowd check DATA -k 5`, or `--for public`: exit 0 if it holds, 1 if not; for pipelines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from incrowd.cli import options, population_options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say

if TYPE_CHECKING:
    from incrowd.service.datasets.dataset import Dataset


@options.opening
def run(
    open_data: options.Open,
    k: Annotated[int | None, typer.Option("-k", help="Rows that every group must have.")] = None,
    l: Annotated[
        int | None, typer.Option("-l", help="Different sensitive values in every group.")
    ] = None,
    t: Annotated[
        float | None, typer.Option("-t", help="Largest distance from the whole table, 0 to 1.")
    ] = None,
    purpose: options.Purpose = None,
    original: Annotated[
        str | None,
        typer.Option(
            "--original",
            metavar="DATA",
            help="The data before anonymisation, to compare the row order.",
        ),
    ] = None,
    state: options.Levels = "",
    population: population_options.Population = None,
    population_size: population_options.PopulationSize = None,
    sampling_fraction: population_options.SamplingFraction = None,
    json: options.Json = False,
) -> None:
    """Check k, l, t and promises of DATA, or a preset. Exit 0 if all pass, 1 if not."""
    from incrowd.cli import printing
    from incrowd.cli.verdict_printing import print_verdict
    from incrowd.service.datasets.verdict import check_for

    _check_request(k, l, t, purpose, original)
    levels = options.levels(state)
    people = population_options.people(population, population_size, sampling_fraction)
    if purpose is not None:
        with (
            ProgressBar() as bar,
            open_data(bar, ordered=original is not None, **people) as dataset,
        ):
            verdict = check_for(dataset, purpose, levels, original)
        if json:
            printing.print_json(verdict.to_dict())
        else:
            print_verdict(dataset.table, verdict.verdict)
        holds = verdict.holds
    else:
        with ProgressBar() as bar, open_data(bar, **people) as dataset:
            _check_goal(k, dataset)
            check = dataset.check(1 if k is None else k, l, t, levels)
        if json:
            printing.print_json(check.to_dict())
        else:
            printing.print_check(dataset.table, check, dataset.safeguards)
        holds = check.holds
    if not holds:
        raise typer.Exit(1)


def _check_request(
    k: int | None, l: int | None, t: float | None, purpose: str | None, original: str | None
) -> None:
    if purpose is not None and (k, l, t) != (None, None, None):
        raise InvalidParameter(
            say("k, l and t come with the purpose."), say("Give -k, -l and -t, or --for.")
        )
    if purpose is None and original is not None:
        raise InvalidParameter(
            say("The original is used only together with a purpose."), say("Give --for as well.")
        )


def _check_goal(k: int | None, dataset: Dataset) -> None:
    if k is None and not any(dataset.guards.values()):
        raise InvalidParameter(
            say("Nothing is asked of the data."),
            say(
                "Give -k with the number of rows that every group must have, --promise with what "
                "must hold, or --for with a purpose."
            ),
        )
