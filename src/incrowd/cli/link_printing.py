"""What people see of linked releases in the terminal: the join, the what-if, the scan."""

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from incrowd.cli.printing import plain_console
from incrowd.service.linked.link import Linked, Repairs, ScanResult, SourceSummary, WhatIf

BAR_WIDTH = 16
SHOWN_VALUES = 12
SHOWN_FINDINGS = 20


def print_linked(linked: Linked) -> None:
    """Print what was joined, what somebody learns, and who is exposed."""
    console = plain_console()
    names = ", ".join(
        f"{source.number}: {source.name} ({_size(source)})" for source in linked.sources
    )
    console.print(names, style="bold")
    _print_join(console, linked)
    _print_what_if(console, linked.what_if)
    if linked.scanned is not None:
        _print_scan(console, linked.scanned)
    if linked.truth is not None:
        console.print(linked.truth.sentence, style="bold")
    if linked.repairs is not None:
        _print_repairs(console, linked.repairs)
    if linked.advice is not None:
        console.print("\nAdvice", style="bold")
        for sentence in linked.advice.sentences:
            console.print(f"- {sentence}")


def _size(source: SourceSummary) -> str:
    if source.people is None:
        return f"{source.rows:,} rows"
    return f"{source.rows:,} rows of {source.people:,} people, by {source.person}"


def _print_repairs(console: Console, repairs: Repairs) -> None:
    known = ", ".join(f"{name} = {value}" for name, value in repairs.know.items())
    console.print(f"\nTo close: {known or 'what is known without any fact'}", style="bold")
    for rank, repair in enumerate(repairs.repairs, 1):
        style = "green" if repair.closes else "dim"
        console.print(f"{rank}. {repair.sentence}", style=style)


def _print_join(console: Console, linked: Linked) -> None:
    label = linked.columns.label
    for pair in linked.on:
        proposed = f" (proposed: {pair.reason})" if pair.reason else ""
        line = f"{label(pair.left)} {pair.condition} {label(pair.right)}{proposed}"
        console.print(f"Joined on: {line}", style="dim")
    for pair in linked.suggested:
        line = f"--on {label(pair.left)}={label(pair.right)}:{pair.condition}"
        console.print(f"Could be joined, too: {line} ({pair.reason})", style="dim")
    console.print(f"{linked.joined_rows:,} joined rows ({linked.join} join)")
    where = linked.what_if.joined_in
    if where is not None and (where.engine or where.reason):
        console.print(where.words, style="dim")


def _print_what_if(console: Console, what_if: WhatIf) -> None:
    known = ", ".join(f"{name} = {value}" for name, value in what_if.know.items())
    console.print()
    console.print(f"Known: {known or 'nothing'}")
    style = "bold red" if what_if.breach else "yellow" if what_if.main.n == 0 else "green"
    for sentence in what_if.sentences:
        console.print(sentence, style=style)
    for about, composition in what_if.compositions.items():
        p = "undefined" if composition.p is None else f"{composition.p:.3f}"
        rule = "none" if composition.rule is None else str(composition.rule)
        title = f"{about}: N = {composition.n:,}, V = {composition.v:,}, P = {p}, rule {rule}"
        grid = Grid(title=Text(title), title_justify="left", box=None, padding=(0, 2))
        for heading in ("value", "", what_if.counted, "share"):
            number = heading in (what_if.counted, "share")
            grid.add_column(heading, justify="right" if number else "left")
        for value in composition.values[:SHOWN_VALUES]:
            bar = _bar(value.share)
            grid.add_row(Text(value.value), bar, f"{value.rows:,}", f"{100 * value.share:.1f} %")
        console.print(grid)


def _print_scan(console: Console, scan_result: ScanResult) -> None:
    console.print()
    scan = scan_result.scan
    console.print(
        f"Tried {scan.tried:,} combinations of up to {scan.facts} facts: {scan.breached:,} are "
        f"breaches, {scan.certain:,} of them certain.",
        style="bold red" if scan.breached else "green",
    )
    for sentence in scan_result.sentences:
        console.print(sentence)
    console.print(_growth(scan_result))
    if scan.findings:
        console.print(_findings(scan_result))


def _growth(scan_result: ScanResult) -> Grid:
    # each source has its own people or rows
    people = [source.people is not None for source in scan_result.sources]
    who = "People" if all(people) else "People or rows" if any(people) else "Rows"
    title = f"{who} exposed, by known facts"
    grid = Grid(title=title, title_justify="left", box=None)
    grid.add_column("facts", justify="right")
    for source in scan_result.sources:
        grid.add_column(Text(source.name))
        grid.add_column("certain", justify="right")
        grid.add_column("exposed", justify="right")
    for step in scan_result.scan.growth:
        cells: list[Text | str] = [str(step.facts)]
        for place, source in enumerate(scan_result.sources):
            certain, exposed = step.certain.sources[place], step.exposed.sources[place]
            cells += [_bar(certain / max(source.units, 1)), f"{certain:,}", f"{exposed:,}"]
        grid.add_row(*cells)
    return grid


def _findings(scan_result: ScanResult) -> Grid:
    grid = Grid(title="Worst combinations", title_justify="left", box=None, padding=(0, 2))
    for heading in ("what is known", "N", "V", "P", "rule"):
        grid.add_column(heading, justify="left" if heading == "what is known" else "right")
    news = [finding for finding in scan_result.findings() if finding["news"]]
    for new in news[:SHOWN_FINDINGS]:
        known = ", ".join(f"{name} = {value}" for name, value in new["know"].items())
        grid.add_row(
            Text(known), f"{new['n']:,}", f"{new['v']:,}", f"{new['p']:.2f}", str(new["rule"])
        )
    return grid


def _bar(share: float) -> Text:
    full = max(round(share * BAR_WIDTH), 1 if share > 0 else 0)
    return Text("█" * full, style="red3") + Text("░" * (BAR_WIDTH - full), style="dim")
