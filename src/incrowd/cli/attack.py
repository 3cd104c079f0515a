"""`incrowd attack RELEASE EXTERNAL`: who of a list of known people is found in a release.

With `--original ORIGINAL` the attacker holds the table that the release was made from.
"""

from typing import Annotated

import typer

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say

Card = Annotated[
    bool,
    typer.Option(
        "--card", help="With --original: singling out, linkability and inference one by one."
    ),
]


def run(
    release: Annotated[
        str, typer.Argument(metavar="RELEASE", help="The anonymised table: a file or URL.")
    ],
    external: Annotated[
        str | None,
        typer.Argument(metavar="EXTERNAL", help="A list of people: a file or URL."),
    ] = None,
    original: Annotated[
        str | None,
        typer.Option(
            "--original",
            metavar="ORIGINAL",
            help="Attack with the table that the release was made from: a file or URL.",
        ),
    ] = None,
    card: Card = False,
    on: Annotated[
        list[str] | None,
        typer.Option(
            "--on",
            metavar="LEFT=RIGHT",
            help="Columns that mean the same. By default, incrowd proposes them.",
        ),
    ] = None,
    ranges: options.Ranges = None,
    k: Annotated[int, typer.Option("-k", help="Rows that should fit each person.")] = 2,
    hierarchies: options.Hierarchies = None,
    json: options.Json = False,
) -> None:
    """Show whom somebody with a list of people, or with the original table, can find."""
    from incrowd.cli import printing
    from incrowd.service.attacks import attack

    pairs = _pairs(on or [])
    if original is not None:
        _check_original(external, ranges)
        _attack_with_original(release, original, pairs, hierarchies, k, card=card, json=json)
        return
    if external is None or card:
        raise InvalidParameter(
            say("Nothing is given to attack the release with."),
            say("Name a list of people behind the release, or give --original with its table."),
        )
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


def _check_original(external: str | None, ranges: list[str] | None) -> None:
    if external is not None or ranges:
        raise InvalidParameter(
            say("--original goes with neither a list of people nor --range."),
            say("Attack with one of them at a time."),
        )


def _attack_with_original(
    release: str,
    original: str,
    pairs: dict[str, str],
    hierarchies: str | None,
    k: int,
    *,
    card: bool,
    json: bool,
) -> None:
    from incrowd.cli import printing
    from incrowd.service.original_attack import attack_with_original

    with ProgressBar() as bar:
        result = attack_with_original(
            release, original, pairs, hierarchies=hierarchies, k=k, progress=bar.tell
        )
    if json:
        printing.print_json(result.to_dict())
    else:
        printing.print_own_attack(result, card=card)


def _pairs(given: list[str]) -> dict[str, str]:
    pairs = {}
    for text in (pair for option in given for pair in option.split(",")):
        left, equals, right = text.partition("=")
        if not left.strip() or (equals and not right.strip()):
            raise InvalidParameter(
                say("'{text}' is not a pair of columns.", text=text),
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
