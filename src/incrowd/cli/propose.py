"""`incrowd propose DATA --for public`: three ready releases, with what each of them costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from incrowd.cli import options
from incrowd.cli.anonymize import Priority
from incrowd.cli.progress import ProgressBar
from incrowd.errors import InvalidParameter
from incrowd.language import say

if TYPE_CHECKING:
    from incrowd.service.datasets.propose import Proposal

Purpose = Annotated[
    str,
    typer.Option(
        "--for",
        metavar="PRESET|FILE.toml",
        help="Who gets the file: {presets}, a preset saved in the workspace, or a TOML file.",
    ),
]
Use = Annotated[
    str,
    typer.Option("--use", metavar="statistics|learning|lookup", help="How the file will be used."),
]
Take = Annotated[
    str | None,
    typer.Option(
        "--take", metavar="NAME", help="Write this proposal to -o: every_row, exact_values, …"
    ),
]
OutputPath = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="A {output_formats} file. Use with --take."
    ),
]


@options.opening
def run(
    open_data: options.Open,
    purpose: Purpose = "public",
    priority: Priority = "",
    use: Use = "statistics",
    take: Take = None,
    output: OutputPath = None,
    json: options.Json = False,
) -> None:
    """Propose three releases of DATA: keep every row, keep exact values, or a balance of both."""
    from incrowd.cli import printing
    from incrowd.cli.proposal_printing import print_proposals
    from incrowd.service.datasets.propose import pick, propose_releases

    if (take is None) != (output is None):
        raise InvalidParameter(
            say("--take and -o go together."),
            say("Name the proposal and the file: --take balanced -o release.csv."),
        )
    with ProgressBar() as bar, open_data(bar, ordered=True) as dataset:
        releases = propose_releases(dataset, purpose, priority, use, bar.tell)
        chosen = None if take is None else pick(releases, take)
        released = None if chosen is None else chosen.write(output or "")
    proposals: list[Proposal] = [each.proposal for each in releases]
    if json:
        answer = {"proposals": [each.to_dict() for each in proposals]}
        written = {} if released is None else {"output": released.to_dict()}
        printing.print_json({**answer, **written})
    else:
        print_proposals(proposals)
        if released is not None and chosen is not None and chosen.outcome is not None:
            printing.print_released(released, chosen.outcome.result.suppressed_rows)
    if not any(each.passes for each in proposals):
        raise typer.Exit(1)
