"""`incrowd apply recipe.json DATA -o release.csv`: the same anonymisation on new data."""

from pathlib import Path
from typing import Annotated

import typer

from incrowd.cli import options, population_options
from incrowd.cli.progress import ProgressBar


def run(
    recipe: Annotated[
        Path, typer.Argument(metavar="RECIPE", help="A recipe that `anonymize` wrote.")
    ],
    data: options.Data,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE|URL",
            help="A {output_formats} file, or a new table in the database of DATA.",
        ),
    ],
    population: population_options.Population = None,
    keep_order: options.KeepOrder = False,
    output_delimiter: options.OutputDelimiter = None,
    output_encoding: options.OutputEncoding = None,
    typed: options.Typed = None,
    encoding: options.Encoding = None,
    delimiter: options.Delimiter = None,
    quote: options.Quote = None,
    json: options.Json = False,
) -> None:
    """Repeat a recipe on new data. Fail if its promise does not hold there."""
    from incrowd.cli import printing
    from incrowd.service.exports.export import read_recipe, repeat

    reading = {"encoding": encoding, "delimiter": delimiter, "quote": quote}
    given = {name: value for name, value in reading.items() if value is not None}
    with ProgressBar() as bar:
        done = repeat(
            read_recipe(recipe),
            data,
            output,
            keep_order=keep_order,
            style={"delimiter": output_delimiter, "encoding": output_encoding, "typed": typed},
            others=[recipe],
            progress=bar.tell,
            population=population,
            **given,
        )
    if json:
        printing.print_json(done.to_dict())
    else:
        printing.print_released(done.output, done.suppressed_rows)
