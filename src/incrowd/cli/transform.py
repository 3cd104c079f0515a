"""`incrowd transform DATA --technique income:round=1000`: what sampling and noise would do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar
from incrowd.cli.technique_options import Seed, Techniques

OutputPath = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="A {output_formats} file with all columns. Without it, only the effect is printed.",
    ),
]
Recipe = Annotated[
    Path | None, typer.Option("--recipe", help="Also write a recipe that repeats the techniques.")
]


@options.opening
def run(
    open_data: options.Open,
    technique: Techniques = None,
    seed: Seed = None,
    output: OutputPath = None,
    recipe: Recipe = None,
    output_delimiter: options.OutputDelimiter = None,
    output_encoding: options.OutputEncoding = None,
    json: options.Json = False,
) -> None:
    """Show what sampling and noise would do to values and risks, and write the result with -o."""
    from incrowd.cli import printing
    from incrowd.cli.technique_printing import print_transformation
    from incrowd.service.exports.transform import prepare, transform

    with ProgressBar() as bar, open_data(bar, ordered=True) as dataset:
        style = {"delimiter": output_delimiter, "encoding": output_encoding}
        done = transform(
            dataset, *prepare(dataset, technique or (), seed, output, recipe, style), recipe
        )
    if json:
        printing.print_json(done.to_dict())
    else:
        print_transformation(done)
