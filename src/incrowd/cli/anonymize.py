"""`incrowd anonymize DATA -k 5 -o release.csv`: the best release of the data that holds k."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say

if TYPE_CHECKING:
    from incrowd.service.automatic.anonymize import Fitness, Outcome, Released

K = Annotated[
    int | None,
    typer.Option("-k", help="Rows that must look alike, at least; with --for it follows."),
]
Purpose = Annotated[
    str | None,
    typer.Option(
        "--for",
        metavar="PRESET",
        help="For whom it is meant, such as public: passes every check of the preset.",
    ),
]
OutputPath = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE|URL",
        help="A {output_formats} file, or a new table in the database of DATA; without it, "
        "figures.",
    ),
]
L = Annotated[int | None, typer.Option("-l", help="Diversity of sensitive values in every class.")]
Diversity = Annotated[
    str,
    typer.Option("--diversity", metavar="{diversities}", help="How l is counted."),
]
T = Annotated[float | None, typer.Option("-t", help="Largest distance to the whole table, 0 to 1.")]
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
        "--priority", metavar="a,b=c,d", help="Attributes to spare, the most important first."
    ),
]
MaxSuppression = Annotated[
    float,
    typer.Option("--max-suppression", metavar="0..1", help="Share of rows to leave out."),
]
Strength = Annotated[
    str | None,
    typer.Option(
        "--strength",
        metavar="{strength_names}",
        help="How much ranks count, strong by default. {strengths}",
    ),
]
Utility = Annotated[
    str | None,
    typer.Option(
        "--utility",
        metavar="NAME",
        help="What to lose as little of as possible: {objectives}. By default information where "
        "levels differ from row to row, loss otherwise.",
    ),
]
Weights = Annotated[
    str, typer.Option("--weights", metavar='"A=2,B=0.5"', help="How much attributes count.")
]
AtLeast = Annotated[
    str, typer.Option("--at-least", metavar='"A=1"', help="Levels that attributes must reach.")
]
AtMost = Annotated[
    str, typer.Option("--at-most", metavar='"B=2"', help="Levels not to be exceeded.")
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
Recipe = Annotated[Path | None, typer.Option("--recipe", help="Write what is needed to repeat it.")]


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
    keep_order: options.KeepOrder = False,
    output_delimiter: options.OutputDelimiter = None,
    output_encoding: options.OutputEncoding = None,
    typed: options.Typed = None,
    recipe: Recipe = None,
    json: options.Json = False,
) -> None:
    """Anonymise DATA automatically; sensitive columns keep the default of -l or -t not given."""
    from incrowd.service.automatic.anonymize import Output, anonymize_table, parse_request
    from incrowd.service.datasets.verdict import find_purpose

    _check_goal(k, purpose)
    preset = None if purpose is None else find_purpose(purpose)
    chosen = {
        "k": 1 if k is None else k,
        "l": l,
        "diversity": diversity,
        "t": t,
        "method": method,
        "max_suppression": max_suppression,
        "strength": strength,
        "utility": utility,
        "weights": options.weights(weights),
        "lowest": options.levels(at_least),
        "highest": options.levels(at_most),
        "suppression": suppression,
    }
    request = parse_request(priority, chosen)
    target = None
    if output is not None:
        target = Output(output, keep_order, output_delimiter, output_encoding, typed)
    with ProgressBar() as bar, open_data(bar, ordered=output is not None) as dataset:
        made = anonymize_table(dataset, request, target, recipe, purpose=preset, progress=bar.tell)
    _print(*made, json=json)


def _check_goal(k: int | None, purpose: str | None) -> None:
    if k is None and purpose is None:
        raise InvalidParameter(
            say("Neither -k nor --for is given."),
            say(
                "Say how many rows must look alike (-k 5), or for whom it is meant (--for public)."
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
        printing.print_json(
            answer if released is None else {**answer, "output": released.to_dict()}
        )
    else:
        if fitness is not None:
            printing.print_fitness(fitness)
        printing.print_anonymized(outcome.result, released)
