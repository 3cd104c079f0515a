"""What people see of linked releases in the terminal: the join, the what-if, the scan."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from incrowd.cli.printing import plain_console
from incrowd.service.linked.link import Linked, Repairs, ScanResult, WhatIf

BAR_WIDTH = 16
SHOWN_VALUES = 12
SHOWN_FINDINGS = 20


def print_linked(found: Linked) -> None:
    """Print what was joined, what somebody learns, and who is exposed."""
    console = plain_console()
    names = ", ".join(
        f"{source.number}: {source.name} ({source.rows:,} rows)" for source in found.sources
    )
    console.print(names, style="bold")
    _print_join(console, found)
    _print_what_if(console, found.what_if)
    if found.scanned is not None:
        _print_scan(console, found.scanned)
    if found.truth is not None:
        console.print(found.truth.sentence, style="bold")
    if found.repairs is not None:
        _print_repairs(console, found.repairs)
    if found.advice is not None:
        console.print("\nAdvice", style="bold")
        for sentence in found.advice.sentences:
            console.print(f"- {sentence}")


def _print_repairs(console: Console, found: Repairs) -> None:
    known = ", ".join(f"{name} = {value}" for name, value in found.know.items())
    console.print(f"\nTo close: {known or 'what is known without any fact'}", style="bold")
    for rank, repair in enumerate(found.repairs, 1):
        style = "green" if repair.closes else "dim"
        console.print(f"{rank}. {repair.sentence}", style=style)


def _print_join(console: Console, found: Linked) -> None:
    label = found.columns.label
    for pair in found.on:
        proposed = f" (proposed: {pair.reason})" if pair.reason else ""
        line = f"{label(pair.left)} {pair.condition} {label(pair.right)}{proposed}"
        console.print(f"Joined on: {line}", style="dim")
    for pair in found.suggested:
        line = f"--on {label(pair.left)}={label(pair.right)}:{pair.condition}"
        console.print(f"Could be joined, too: {line} ({pair.reason})", style="dim")
    console.print(f"{found.joined_rows:,} joined rows ({found.join} join)")


def _print_what_if(console: Console, found: WhatIf) -> None:
    known = ", ".join(f"{name} = {value}" for name, value in found.know.items())
    console.print()
    console.print(f"Known: {known or 'nothing'}")
    style = "bold red" if found.breach else "yellow" if found.main.n == 0 else "green"
    for sentence in found.sentences:
        console.print(sentence, style=style)
    for about, composition in found.compositions.items():
        p = "undefined" if composition.p is None else f"{composition.p:.3f}"
        rule = "none" if composition.rule is None else str(composition.rule)
        title = f"{about}: N = {composition.n:,}, V = {composition.v:,}, P = {p}, rule {rule}"
        grid = Grid(title=Text(title), title_justify="left", box=None, padding=(0, 2))
        for heading in ("value", "", "rows", "share"):
            grid.add_column(heading, justify="right" if heading in ("rows", "share") else "left")
        for value in composition.values[:SHOWN_VALUES]:
            bar = _bar(value.share)
            grid.add_row(Text(value.value), bar, f"{value.rows:,}", f"{100 * value.share:.1f} %")
        console.print(grid)


def _print_scan(console: Console, found: ScanResult) -> None:
    console.print()
    scan = found.scan
    console.print(
        f"Tried {scan.tried:,} combinations of up to {scan.facts} facts: {scan.breached:,} are "
        f"breaches, {scan.certain:,} of them certain.",
        style="bold red" if scan.breached else "green",
    )
    for sentence in found.sentences:
        console.print(sentence)
    console.print(_growth(found))
    if scan.findings:
        console.print(_findings(found))


def _growth(found: ScanResult) -> Grid:
    grid = Grid(title="People exposed, by known facts", title_justify="left", box=None)
    grid.add_column("facts", justify="right")
    for source in found.sources:
        grid.add_column(Text(source.name))
        grid.add_column("certain", justify="right")
        grid.add_column("exposed", justify="right")
    for step in found.scan.growth:
        cells: list[Text | str] = [str(step.facts)]
        for place, source in enumerate(found.sources):
            certain, exposed = step.certain.sources[place], step.exposed.sources[place]
            cells += [_bar(certain / max(source.rows, 1)), f"{certain:,}", f"{exposed:,}"]
        grid.add_row(*cells)
    return grid


def _findings(found: ScanResult) -> Grid:
    grid = Grid(title="Worst combinations", title_justify="left", box=None, padding=(0, 2))
    for heading in ("what is known", "N", "V", "P", "rule"):
        grid.add_column(heading, justify="left" if heading == "what is known" else "right")
    news = [finding for finding in found.findings() if finding["news"]]
    for new in news[:SHOWN_FINDINGS]:
        known = ", ".join(f"{name} = {value}" for name, value in new["know"].items())
        grid.add_row(
            Text(known), f"{new['n']:,}", f"{new['v']:,}", f"{new['p']:.2f}", str(new["rule"])
        )
    return grid


def _bar(share: float) -> Text:
    full = max(round(share * BAR_WIDTH), 1 if share > 0 else 0)
    return Text("█" * full, style="red3") + Text("░" * (BAR_WIDTH - full), style="dim")
