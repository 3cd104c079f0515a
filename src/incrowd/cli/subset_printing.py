"""What people see of attribute subsets and stand-outs in the terminal."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text
from rich.tree import Tree as Branches

from incrowd.cli.printing import plain_console

if TYPE_CHECKING:
    from incrowd.service.subsets.results import Picture, Subsets
    from incrowd.service.subsets.standouts import StandoutList

COLOURS = ("red3", "red1", "dark_orange", "orange1", "yellow3", "chartreuse3", "green3")
"""From worst to best."""
WIDEST = 14
"""Attributes that a terminal has room for; beyond them the smallest pairs are listed."""
MOST_LISTED = 20
BAR_WIDTH = 40


def print_subsets(subsets: Subsets) -> None:
    """Print the matrix in the order of the tree, the tree, and what can be released together."""
    console = plain_console()
    width = subsets.picture.columns.width
    console.print(_title(subsets), style="italic")
    console.print(_matrix(subsets) if width <= WIDEST else _smallest_pairs(subsets))
    whole = "not defined" if subsets.shown.whole is None else f"{subsets.shown.whole:,.4g}"
    console.print(f"All attributes together: {whole}")
    for sentence in subsets.pair_words:
        console.print(sentence)
    console.print(_tree(subsets.picture, subsets.threshold))
    console.print(_guide(subsets))
    console.print(_maximal(subsets))
    for sentence in subsets.explanation:
        console.print(sentence)


def _matrix(subsets: Subsets) -> Grid:
    names, order = subsets.picture.columns.names, subsets.picture.order
    grid = Grid(box=None, padding=(0, 1))
    grid.add_column("")
    for number in range(1, len(order) + 1):
        grid.add_column(str(number), justify="right")
    for number, a in enumerate(order, start=1):
        cells = [_cell(subsets, subsets.shown.cells[a][b]) for b in order]
        grid.add_row(Text(f"{number} {names[a]}"), *cells)
    return grid


def _title(subsets: Subsets) -> str:
    shown = subsets.shown
    unit = "" if shown.unit == "rows" else f", {shown.unit}"
    if subsets.picture.columns.width > WIDEST:
        return f"{shown.title}{unit}: the worst pairs"
    return f"{shown.title}{unit}: attributes on the diagonal, pairs beside them"


def _cell(subsets: Subsets, value: float | None) -> Text:
    if value is None:
        return Text("–", style="dim")
    return Text(f"{value:,.4g}" if value < 1e4 else f"{value:,.0f}", style=_colour(subsets, value))


def _colour(subsets: Subsets, value: float) -> str:
    """Colour on a logarithmic scale between the least and the greatest value."""
    known = [cell for line in subsets.shown.cells for cell in line if cell is not None]
    low, high = log(1 + max(min(known), 0)), log(1 + max(0, *known))
    share = (log(1 + max(value, 0)) - low) / (high - low) if high > low else 1.0
    if subsets.shown.better == "lower":
        share = 1 - share if high > low else 0.0
    return COLOURS[round(share * (len(COLOURS) - 1))]


def _smallest_pairs(subsets: Subsets) -> Grid:
    names, shown = subsets.picture.columns.names, subsets.shown
    grid = Grid(box=None)
    pairs = [
        (value, names[a], names[b])
        for a, line in enumerate(shown.cells)
        for b, value in enumerate(line[:a])
        if value is not None
    ]
    pairs.sort(key=lambda item: item[0], reverse=shown.better == "lower")
    for value, first, second in pairs[:MOST_LISTED]:
        grid.add_row(Text(f"{first}, {second}"), _cell(subsets, value))
    return grid


def _tree(picture: Picture, threshold: int) -> Branches:
    """The tree from the root down, nodes above the threshold in green."""
    nodes, names = picture.tree.nodes, picture.columns.names

    def label(number: int) -> Text:
        node = nodes[number]
        style = "green3" if node.k >= threshold else "red1"
        name = names[number] if node.children is None else f"{len(node.members)} attributes"
        return Text(name) + Text(f"  k = {node.k:,}", style=style)

    root = len(nodes) - 1
    drawn = Branches(label(root))
    waiting = [(root, drawn)]
    while waiting:
        number, branch = waiting.pop()
        children = nodes[number].children or ()
        waiting += [(child, branch.add(label(child))) for child in children]
    return drawn


def _guide(subsets: Subsets) -> Grid:
    title = f"Where the tree is cut at {subsets.threshold:,}"
    grid = Grid(title=title, title_justify="left", box=None, padding=(0, 2))
    for heading in ("can be released together", "k", "the next merge adds", "what breaks it"):
        grid.add_column(heading, justify="right" if heading == "k" else "left")
    for subset in subsets.releasable[:MOST_LISTED]:
        added, why = "", "nothing is left to add"
        if subset.next is not None:
            added = ", ".join(subsets.named(subset.next.added))
            worst = subset.next.examples[0].values
            values = ", ".join(f"{name} = {value}" for name, value in worst.items())
            why = f"{subset.next.rows:,} rows in {subset.next.groups:,} groups, such as {values}"
        members = ", ".join(subsets.named(subset.members))
        grid.add_row(Text(members), f"{subset.k:,}", Text(added), Text(why))
    return grid


def _maximal(subsets: Subsets) -> Grid:
    title = "All subsets that can be released and not be extended"
    grid = Grid(title=title, title_justify="left", box=None, padding=(0, 2))
    for heading in ("attributes", "k", ""):
        grid.add_column(heading, justify="right" if heading == "k" else "left")
    maximal = subsets.maximal.subsets
    for subset in maximal[:MOST_LISTED]:
        missed = "" if frozenset(subset.members) in subsets.in_tree else "not in the tree"
        grid.add_row(Text(", ".join(subsets.named(subset.members))), f"{subset.k:,}", missed)
    if len(maximal) > MOST_LISTED:
        grid.add_row(f"… and {len(maximal) - MOST_LISTED:,} more", "", "")
    return grid


def print_standouts(standouts: StandoutList) -> None:
    """Print who stands out, then which attributes and values do it."""
    console = plain_console()
    for sentence in standouts.explanation:
        console.print(sentence)
    console.print(_standing_rows(standouts))
    console.print(_attribute_shares(standouts))
    console.print(_value_shares(standouts))


def _standing_rows(standouts: StandoutList) -> Grid:
    title = f"Rows that stand out: {len(standouts.rows):,} of {standouts.total:,}"
    grid = Grid(title=title, title_justify="left", box=None, padding=(0, 2))
    for heading in ("row", "score", "why", "ways"):
        grid.add_column(heading, justify="left" if heading == "why" else "right")
    for row in standouts.rows:
        ways = f"{len(row.combinations):,}"
        grid.add_row(f"{row.row:,}", f"{row.score:,.0f}", Text(row.reason), ways)
    return grid


def _attribute_shares(standouts: StandoutList) -> Grid:
    grid = Grid(title="Attributes that take part", title_justify="left", box=None, padding=(0, 2))
    shares = [(name, share) for name, share in standouts.attributes.items() if share > 0]
    for name, share in sorted(shares, key=lambda item: -item[1])[:MOST_LISTED]:
        full = round(share / 100 * BAR_WIDTH)
        grid.add_row(Text(name), Text("█" * full, style="dark_orange"), f"{share:.1f} %")
    return grid


def _value_shares(standouts: StandoutList) -> Grid:
    grid = Grid(title="Values that take part", title_justify="left", box=None, padding=(0, 2))
    for value in standouts.values[:MOST_LISTED]:
        rows = f"{value.rows:,} rows stand out"
        grid.add_row(Text(f"{value.attribute} = {value.value}"), f"{value.share:.1f} %", rows)
    return grid
