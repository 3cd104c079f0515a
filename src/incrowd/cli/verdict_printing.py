"""A verdict in the terminal: every check with its figure and limit, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from incrowd.cli.printing import plain_console

if TYPE_CHECKING:
    from incrowd.service.datasets.verdict import Verdict, VerdictCheck
    from incrowd.table import Table

STATUS_COLOURS = {"pass": "green", "warn": "yellow", "fail": "bold red"}


def print_verdict(table: Table, verdict: Verdict) -> None:
    """Print every check with its figure and limit, what to do, and where the limits come from."""
    console = plain_console()
    style = "green" if verdict.holds else "bold red"
    console.print(f"{table.name}: {verdict.words}", style=style, soft_wrap=True)
    for check in verdict.checks:
        heading = Text.assemble(
            (f"{check.status:5}", STATUS_COLOURS[check.status]), (check.title, "bold")
        )
        console.print(heading, Text(_against_limit(check), style="dim"))
        console.print(Padding(Text(check.words), (0, 0, 0, 5)))
        if check.remedy is not None:
            console.print(Padding(Text(f"→ {check.remedy}", style="yellow"), (0, 0, 0, 5)))
    console.print(verdict.note, style="dim")


def _against_limit(check: VerdictCheck) -> str:
    if check.figure is None or check.limit is None:
        return ""
    figure = f"{check.figure:,.3g}" if check.figure < 1000 else f"{check.figure:,.0f}"
    return f"{figure}, limit {check.limit:,g}"
