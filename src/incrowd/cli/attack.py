"""`incrowd attack RELEASE EXTERNAL`: who of a list of known people is found in a release."""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say


def run(
    release: Annotated[
        str, typer.Argument(metavar="RELEASE", help="The anonymised table: a file or URL.")
    ],
    external: Annotated[
        str,
        typer.Argument(
            metavar="EXTERNAL", help="Known people, or the original table: a file or URL."
        ),
    ],
    on: Annotated[
        list[str] | None,
        typer.Option(
            "--on",
            metavar="LEFT=RIGHT",
            help="Columns that belong together; left out, they are proposed.",
        ),
    ] = None,
    ranges: options.Ranges = None,
    k: Annotated[int, typer.Option("-k", help="Rows that must be about each person.")] = 2,
    hierarchies: options.Hierarchies = None,
    json: options.Json = False,
) -> None:
    """Link a release with people whom an attacker knows."""
    from incrowd.cli import printing
    from incrowd.service.attacks import attack

    pairs = _pairs(on or [])
    with ProgressBar() as bar:
        result = attack(
            release,
            external,
            pairs,
            hierarchies=hierarchies,
            k=k,
            progress=bar.tell,
            ranges=ranges or (),
        )
    if json:
        printing.print_json(result.to_dict())
    else:
        printing.print_attack(result)


def _pairs(given: list[str]) -> dict[str, str]:
    pairs = {}
    for text in (pair for option in given for pair in option.split(",")):
        left, equals, right = text.partition("=")
        if not left.strip() or (equals and not right.strip()):
            raise InvalidParameter(
                say("'{text}' is no pair of columns.", text=text),
                say("Write it as in --on zip=postcode."),
            )
        name = left.strip()
        if name in pairs:
            raise InvalidParameter(
                say("The column '{name}' is paired twice.", name=name),
                say("Give each column one partner."),
            )
        pairs[name] = right.strip() or name
    return pairs
