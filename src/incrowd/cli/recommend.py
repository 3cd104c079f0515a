"""`incrowd recommend DATA`: ranked next steps with their exact effect."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar


@options.opening
def run(
    open_data: options.Open,
    state: options.Levels = "",
    k: Annotated[int, typer.Option("-k", help="Remove groups with fewer rows than this.")] = 1,
    json: options.Json = False,
) -> None:
    """Show what to do next, best first, with the exact effect of each step."""
    from incrowd.cli import printing

    with ProgressBar() as bar, open_data(bar) as dataset:
        advice = dataset.recommend(options.levels(state), k)
    if json:
        printing.print_json(advice.to_dict())
    else:
        printing.print_advice(advice)
