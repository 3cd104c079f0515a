"""`incrowd link A B`: what somebody learns from several releases together."""

from typing import Annotated

import click
import typer
from typer.core import TyperCommand

from incrowd.cli import options
from incrowd.cli.progress import ProgressBar

DEFAULT_FACTS = "2"

Releases = Annotated[
    list[str],
    typer.Argument(metavar="A B [C…]", help="The releases: files or URLs, two or more."),
]
On = Annotated[
    list[str] | None,
    typer.Option(
        "--on",
        metavar="LEFT=RIGHT[:equal|overlaps|covers]",
        help="Columns that mean the same. By default, incrowd proposes them.",
    ),
]
Know = Annotated[
    list[str] | None,
    typer.Option(
        "--know",
        metavar="COL=VALUE",
        help="A fact that somebody knows. Several are known together.",
    ),
]
Different = Annotated[
    bool,
    typer.Option("--different", help="Look for people whose sensitive values differ."),
]
Threshold = Annotated[
    float,
    typer.Option(
        "--threshold",
        metavar="T",
        help="A value counts as given away from this share on: 0.05 for a public release, "
        "0.2 for research, 0.33, 0.5.",
    ),
]
Scan = Annotated[
    int | None,
    typer.Option(
        "--scan", metavar="[M]", help="Try all combinations of up to M facts (2 by default)."
    ),
]
Repair = Annotated[
    bool, typer.Option("--repair", help="Show changes that close the leak, the cheapest first.")
]
Advise = Annotated[
    bool, typer.Option("--advise", help="Show what the releases share, and what to do about it.")
]
Truth = Annotated[
    str | None,
    typer.Option("--truth", metavar="FILE", help="Who is who, to compare --scan with."),
]
Join = Annotated[
    str | None,
    typer.Option("--join", metavar="inner|left|right|full|cross", help="How rows are joined."),
]
Known = Annotated[
    list[str] | None,
    typer.Option("--qi", metavar="A,B", help="Columns that others may know, for --scan."),
]
Person = Annotated[
    list[str] | None,
    typer.Option(
        "--person",
        metavar="KEY",
        help="The person key, such as patient_id or 1.patient_id: people are counted, not rows. "
        "By default, incrowd guesses it. 'none' counts rows. Can be repeated.",
    ),
]


class ScanCommand(TyperCommand):
    """A command whose `--scan` may come without a number."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the usual number behind a `--scan` that has none."""
        filled: list[str] = []
        for place, word in enumerate(args):
            filled.append(word)
            following = args[place + 1] if place + 1 < len(args) else ""
            if word == "--scan" and not following.lstrip("-").isdecimal():
                filled.append(DEFAULT_FACTS)
        return super().parse_args(ctx, filled)


def run(
    data: Releases,
    on: On = None,
    sensitive: options.Sensitive = None,
    ranges: options.Ranges = None,
    know: Know = None,
    different: Different = False,
    threshold: Threshold = 0.5,
    scan: Scan = None,
    repair: Repair = False,
    advise: Advise = False,
    truth: Truth = None,
    join: Join = None,
    qi: Known = None,
    person: Person = None,
    hierarchies: options.Hierarchies = None,
    explain: options.Explain = False,
    json: options.Json = False,
) -> None:
    """Show what somebody can learn about a person by combining releases."""
    from incrowd.cli import link_printing, printing
    from incrowd.service.linked.link import link

    with options.explaining(explain), ProgressBar() as bar:
        result = link(
            *data,
            sensitive=options.names(sensitive) or (),
            on=on,
            know=know or (),
            threshold=threshold,
            scan=scan,
            repair=repair,
            advise=advise,
            truth=truth,
            progress=bar.tell,
            ranges=ranges or (),
            different=different,
            join=join,
            hierarchies=hierarchies,
            known=options.names(qi),
            person=options.names(person),
        )
    if json:
        printing.print_json(result.to_dict())
    else:
        link_printing.print_linked(result)
