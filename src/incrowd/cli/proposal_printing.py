"""Proposals in the terminal: what each costs, and whether every check passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from incrowd.cli.printing import plain_console

if TYPE_CHECKING:
    from incrowd.service.datasets.propose import Proposal


def print_proposals(proposals: Sequence[Proposal]) -> None:
    """Print every proposal with its cost in words, and what is left of each column."""
    console = plain_console()
    for proposal in proposals:
        console.print(_heading(proposal))
        for sentence in (*proposal.words, *filter(None, [proposal.reason])):
            console.print(Padding(Text(sentence), (0, 0, 0, 2)))
        console.print()
    passing = [each for each in proposals if each.passes]
    if passing:
        console.print(_columns(passing))


def _heading(proposal: Proposal) -> Text:
    verdict = ("every check passes", "green") if proposal.passes else ("not possible", "bold red")
    parts = [(f"{proposal.title} ", "bold"), (f"({proposal.name}): ", "dim"), verdict]
    if proposal.recommended:
        parts.append((" · recommended", "bold green"))
    return Text.assemble(*parts)


def _columns(proposals: Sequence[Proposal]) -> Grid:
    """The share of its information that each column keeps, one proposal beside the other."""
    grid = Grid(title="Information kept", title_justify="left", box=None, padding=(0, 2))
    grid.add_column("column")
    for proposal in proposals:
        grid.add_column(str(proposal.title), justify="right")
    kept = [{each.name: each.kept for each in proposal.attributes} for proposal in proposals]
    for name in kept[0]:
        grid.add_row(name, *(f"{100 * shares.get(name, 0.0):.0f} %" for shares in kept))
    return grid
