"""`incrowd subsets DATA`: which columns betray people, and which can be released together."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar


@options.opening
def run(
    open_data: options.Open,
    threshold: Annotated[
        int,
        typer.Option("--threshold", metavar="D", help="Rows that every group must have at least."),
    ] = 5,
    linkage: Annotated[
        str,
        typer.Option(
            "--linkage",
            help="How clusters of attributes are compared: union (k of all of them together), "
            "average, single or complete (of the pairs between them).",
        ),
    ] = "union",
    measure: Annotated[
        str,
        typer.Option(
            "--measure",
            metavar="NAME",
            help="What the matrix shows: k, uniques, average_risk, highest_risk, below_k, or "
            "another measure of risk or privacy.",
        ),
    ] = "k",
    state: options.Levels = "",
    k: Annotated[int, typer.Option("-k", help="Leave out classes of fewer rows than this.")] = 1,
    json: options.Json = False,
) -> None:
    """Show k of every pair of attributes, their tree, and what can be released together."""
    from incrowd.cli import printing, subset_printing

    with ProgressBar() as bar, open_data(bar) as dataset:
        result = dataset.subsets(
            options.levels(state), k, threshold=threshold, linkage=linkage, measure=measure
        )
    if json:
        printing.print_json(result.to_dict())
    else:
        subset_printing.print_subsets(result)
