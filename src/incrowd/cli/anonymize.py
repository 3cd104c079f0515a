"""`incrowd anonymize DATA -k 5 -o release.csv`: the best release of the data that holds k."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incrowd.cli import options, population_options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say

if TYPE_CHECKING:
    from incrowd.service.automatic.anonymize import (
        AnonymizationRequest,
        Fitness,
        Outcome,
        Released,
    )
    from incrowd.service.datasets.dataset import Dataset

K = Annotated[
    int | None,
    typer.Option(
        "-k", help="Smallest group of rows that look alike. Not needed with --for or --promise."
    ),
]
Purpose = Annotated[
    str | None,
    typer.Option(
        "--for",
        metavar="PRESET",
        help="Who gets the file, such as public. The result passes every check of the preset.",
    ),
]
OutputPath = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE|URL",
        help="A {output_formats} file, or a new table in the database of DATA. Without it, only "
        "the figures are printed.",
    ),
]
L = Annotated[
    int | None, typer.Option("-l", help="Diversity of the sensitive values in every group.")
]
Diversity = Annotated[
    str,
    typer.Option("--diversity", metavar="{diversities}", help="How l is counted."),
]
T = Annotated[
    float | None, typer.Option("-t", help="Largest distance from the whole table, 0 to 1.")
]
Method = Annotated[
    str,
    typer.Option(
        "--method",
        metavar="{method_names}",
        help="How to anonymise. {methods}",
    ),
]
Priority = Annotated[
    str,
    typer.Option(
        "--priority", metavar="a,b=c,d", help="Columns to keep exact, the most important first."
    ),
]
MaxSuppression = Annotated[
    float,
    typer.Option("--max-suppression", metavar="0..1", help="Share of rows that may be removed."),
]
Strength = Annotated[
    str | None,
    typer.Option(
        "--strength",
        metavar="{strength_names}",
        help="How much the order of --priority counts, strong by default. {strengths}",
    ),
]
Utility = Annotated[
    str | None,
    typer.Option(
        "--utility",
        metavar="NAME",
        help="The measure of detail to preserve: {objectives}. By default, information where "
        "levels differ from row to row, otherwise loss.",
    ),
]
Weights = Annotated[
    str, typer.Option("--weights", metavar='"A=2,B=0.5"', help="How much each attribute counts.")
]
AtLeast = Annotated[
    str, typer.Option("--at-least", metavar='"A=1"', help="Lowest level of each attribute.")
]
AtMost = Annotated[
    str, typer.Option("--at-most", metavar='"B=2"', help="Highest level of each attribute.")
]
Suppression = Annotated[
    str,
    typer.Option(
        "--suppression",
        metavar="strict|published",
        help="For priority-greedy: 'published' lets a suppressed cell match anything, which "
        "exposes people. For study only.",
    ),
]
Aggregate = Annotated[
    list[str] | None,
    typer.Option(
        "--aggregate",
        metavar="COL=mean|median|mode",
        help="Publish a number for each group in place of a range: the mean, the median or the "
        "most frequent value (mode) of a column of numbers or dates. Give it once per column.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        help="How long to search. 30 by default where levels differ from row to row. incrowd then "
        "takes the best result so far.",
    ),
]
Epsilon = Annotated[
    float | None,
    typer.Option(
        "--epsilon",
        metavar="E",
        help="For safepub: how much the file may depend on one person. 1 by default.",
    ),
]
Delta = Annotated[
    float | None,
    typer.Option(
        "--delta",
        metavar="D",
        help="For safepub: the probability by which that may fail. 0.000001 by default.",
    ),
]
Recipe = Annotated[
    Path | None, typer.Option("--recipe", help="Also write a recipe that repeats the steps.")
]


@options.opening
def run(
    open_data: options.Open,
    k: K = None,
    purpose: Purpose = None,
    output: OutputPath = None,
    l: L = None,
    diversity: Diversity = "distinct",
    t: T = None,
    method: Method = "optimal",
    priority: Priority = "",
    max_suppression: MaxSuppression = 0.05,
    strength: Strength = None,
    utility: Utility = None,
    weights: Weights = "",
    at_least: AtLeast = "",
    at_most: AtMost = "",
    suppression: Suppression = "strict",
    aggregate: Aggregate = None,
    seconds: Seconds = None,
    population: population_options.Population = None,
    epsilon: Epsilon = None,
    delta: Delta = None,
    population_size: population_options.PopulationSize = None,
    sampling_fraction: population_options.SamplingFraction = None,
    keep_order: options.KeepOrder = False,
    output_delimiter: options.OutputDelimiter = None,
    output_encoding: options.OutputEncoding = None,
    typed: options.Typed = None,
    recipe: Recipe = None,
    json: options.Json = False,
) -> None:
    """Anonymise DATA automatically. Without -l or -t, sensitive columns keep their default."""
    from incrowd.service.automatic.anonymize import Output, anonymize_table, parse_request
    from incrowd.service.datasets.verdict import find_purpose

    preset = None if purpose is None else find_purpose(purpose)
    chosen = {
        "k": 1 if k is None else k,
        **{"l": l, "diversity": diversity, "t": t},
        "method": method,
        "max_suppression": max_suppression,
        **{"strength": strength, "utility": utility},
        **_of_columns(weights, at_least, at_most, aggregate),
        **{"suppression": suppression, "seconds": seconds, "epsilon": epsilon, "delta": delta},
    }
    request = parse_request(priority, chosen)
    target = Output.to(output, keep_order, output_delimiter, output_encoding, typed)
    people = population_options.people(population, population_size, sampling_fraction)
    with ProgressBar() as bar, open_data(bar, ordered=output is not None, **people) as dataset:
        _check_goal(k, purpose, request, dataset)
        made = anonymize_table(
            *(dataset, request, target, recipe),
            purpose=preset,
            others=[Path(purpose)] if purpose and purpose.lower().endswith(".toml") else [],
            progress=bar.tell,
        )
    _print(*made, json=json)


def _of_columns(
    weights: str, at_least: str, at_most: str, aggregate: list[str] | None
) -> dict[str, object]:
    """What is asked for of single columns."""
    return {
        "weights": options.weights(weights),
        "lowest": options.levels(at_least),
        "highest": options.levels(at_most),
        "aggregate": options.functions(aggregate),
    }


def _check_goal(
    k: int | None, purpose: str | None, request: AnonymizationRequest, dataset: Dataset
) -> None:
    fixed = request.method == "safepub"  # epsilon and delta ask for a k
    if k is None and purpose is None and not fixed and not any(dataset.guards.values()):
        raise InvalidParameter(
            say("Neither -k nor --for nor --promise is given."),
            say(
                "Say how many rows must look alike (-k 5), who the data is for (--for public), or "
                "what the release must hold (--promise average_risk=0.05)."
            ),
        )


def _print(
    outcome: Outcome, released: Released | None, fitness: Fitness | None, *, json: bool
) -> None:
    from incrowd.cli import printing

    if json:
        answer = outcome.to_dict()
        if fitness is not None:
            answer |= {"fitness": fitness.to_dict()}
        if released is not None:
            held = [asdict(each) for each in released.held]
            answer |= {"output": {**released.to_dict(), "held": held}}
        printing.print_json(answer)
    else:
        if fitness is not None:
            printing.print_fitness(fitness)
        printing.print_anonymized(outcome.result, released)
