"""`incrowd generate census -o people.csv`: synthetic data about people who do not exist."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incrowd.cli import options


def run(
    name: Annotated[str, typer.Argument(metavar="hospital|census", help="What to generate.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="A .csv, .tsv, .csv.gz, .tsv.gz or .parquet file."),
    ] = None,
    rows: Annotated[int, typer.Option("--rows", "-n", help="Number of rows.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same data.")] = 1,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
    json: options.Json = False,
) -> None:
    """Write a synthetic table: realistic, correlated, about nobody."""
    from incrowd.cli import printing
    from incrowd.service.generating import generate

    made = generate(name, output or Path(f"{name}.csv"), rows, seed, overwrite=overwrite)
    if json:
        printing.print_json(made.to_dict())
    else:
        printing.print_hint(f"{made.rows:,} rows written to {made.path}")
