"""Options for sampling and noise, which every command has that opens data."""

from typing import Annotated

import typer

Techniques = Annotated[
    list[str] | None,
    typer.Option(
        "--technique",
        metavar="[COLUMN:]NAME=VALUE",
        help="Change the values before anything is counted: sample=0.1, income:round=1000. Can be "
        "repeated; the order counts. {techniques}",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        help="Repeat what --technique draws by chance. By default, a new secret one is drawn.",
    ),
]
