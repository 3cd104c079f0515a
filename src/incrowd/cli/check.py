"""`incrowd check DATA -k 5`: exit 0 if it holds, 1 if it does not; made for pipelines."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar


@options.opening
def run(
    open_data: options.Open,
    k: Annotated[int, typer.Option("-k", help="Rows that every class must have.")],
    l: Annotated[
        int | None, typer.Option("-l", help="Distinct sensitive values in every class.")
    ] = None,
    t: Annotated[
        float | None, typer.Option("-t", help="Largest distance to the whole table, 0 to 1.")
    ] = None,
    state: options.Levels = "",
    json: options.Json = False,
) -> None:
    """Check that DATA holds k, l and t: exit 0 if it does, 1 if not, 2 on errors."""
    from incrowd.cli import printing

    with ProgressBar() as bar, open_data(bar) as dataset:
        result = dataset.check(k, l, t, options.levels(state))
    if json:
        printing.print_json(result.to_dict())
    else:
        printing.print_check(dataset.table, result, dataset.safeguards)
    if not result.holds:
        raise typer.Exit(1)
