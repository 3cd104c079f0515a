"""`incrowd subsets DATA`: which columns give people away, and which can be released together."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar


@options.opening
def run(
    open_data: options.Open,
    threshold: Annotated[
        int,
        typer.Option("--threshold", metavar="D", help="Fewest rows that a group may have."),
    ] = 5,
    linkage: Annotated[
        str,
        typer.Option(
            "--linkage",
            help="How to compare clusters of attributes: union (k of all of them together), "
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
    include_sensitive: Annotated[
        bool,
        typer.Option("--include-sensitive", help="Compare sensitive columns, too, as if known."),
    ] = False,
    include_insensitive: Annotated[
        bool,
        typer.Option(
            "--include-insensitive", help="Compare the other published columns, too, as if known."
        ),
    ] = False,
    state: options.Levels = "",
    k: Annotated[int, typer.Option("-k", help="Remove groups with fewer rows than this.")] = 1,
    json: options.Json = False,
) -> None:
    """Show the smallest group of every pair of columns, and what can be released together."""
    from incrowd.cli import printing, subset_printing

    with ProgressBar() as bar, open_data(bar) as dataset:
        roles = {"sensitive": include_sensitive, "insensitive": include_insensitive}
        result = dataset.subsets(
            options.levels(state),
            k,
            threshold=threshold,
            linkage=linkage,
            measure=measure,
            include=[role for role, wanted in roles.items() if wanted],
        )
    if json:
        printing.print_json(result.to_dict())
    else:
        subset_printing.print_subsets(result)
