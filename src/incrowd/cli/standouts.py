"""`incrowd standouts DATA`: who stands out, by which smallest combination of attributes."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar

SHOWN = 20
"""Rows that people see where they do not say how many."""


@options.opening
def run(
    open_data: options.Open,
    max_size: Annotated[
        int, typer.Option("--max-size", metavar="N", help="Combine at most this many attributes.")
    ] = 3,
    k: Annotated[int, typer.Option("-k", help="Groups with fewer rows than this stand out.")] = 2,
    state: options.Levels = "",
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            metavar="N",
            help="Rows to list. By default 20, or all with --json.",
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Show who stands out, which few values give them away, and which columns do it most."""
    from incrowd.cli import printing, subset_printing

    most = limit if limit is not None or json else SHOWN
    with ProgressBar() as bar, open_data(bar, ordered=most != 0) as dataset:
        result = dataset.standouts(options.levels(state), k, max_size=max_size, limit=most)
    if json:
        printing.print_json(result.to_dict())
    else:
        subset_printing.print_standouts(result)
