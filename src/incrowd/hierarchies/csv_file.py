"""Hierarchies as ARX writes them, one line per value: `39;35-39;30-39;20-39;*`."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from incrowd.errors import HierarchyError
from incrowd.hierarchies.builder import Level, count_title, group_by_key, show, top
from incrowd.hierarchies.csv_lines import Line, read_text, split_lines
from incrowd.hierarchies.csv_repair import check_circle, complete
from incrowd.hierarchies.hierarchy import Domain, Hierarchy, find_split
from incrowd.language import join, say
from incrowd.table import MISSING, SUPPRESSED

_NEED_QUOTES: Final = re.compile('[;"\\n\\r]')


def from_csv(source: Path | str, domain: Domain) -> Hierarchy:
    """Read a hierarchy from a file (a path) or a text (a str), and check it against the data.

    Values that are not in the data stay in the hierarchy. A missing value needs no line, and a file
    may have a header and a top of any name or none: what was made of that is in `notes`.
    """
    name = domain.attribute.name
    where = f"'{source}'"
    if not isinstance(source, Path):
        where = say("The hierarchy of '{name}'", name=name)
    text = read_text(source) if isinstance(source, Path) else source.removeprefix("\ufeff")
    lines, notes = complete(split_lines(text, where, domain.values), domain, where)
    paths = _paths(lines, domain, where)
    _check_covers(paths, domain, where)
    levels = _levels(list(paths.values()), where)
    check_circle(lines, where)
    reason = say("Read from the given text.")
    if isinstance(source, Path):
        reason = say("Read from the file {name}.", name=source.name)
    return Hierarchy(
        attribute=name,
        values=tuple(paths),
        groups=tuple(level.groups for level in levels),
        labels=tuple(level.labels for level in levels),
        titles=tuple(level.title for level in levels),
        builder="csv",
        reason=join([reason, *notes]) if notes else reason,
        notes=notes,
    )


def to_csv(hierarchy: Hierarchy) -> str:
    """Write a hierarchy as ARX does: one line per value, its groups separated by semicolons."""
    columns = [
        [labels[code] for code in groups.tolist()]
        for groups, labels in zip(hierarchy.groups, hierarchy.labels, strict=True)
    ]
    rows = zip(map(show, hierarchy.values), *columns, strict=True)
    return "".join(f"{';'.join(map(_quote, row))}\n" for row in rows)


def _quote(cell: str) -> str:
    """A cell as CSV has it; the csv module leaves a lone carriage return unquoted.

    >>> _quote("a;b"), _quote("plain")
    ('"a;b"', 'plain')
    """
    return '"' + cell.replace('"', '""') + '"' if _NEED_QUOTES.search(cell) else cell


def _paths(lines: Sequence[Line], domain: Domain, where: str) -> dict[str | None, Line]:
    """The line of each value; a missing value without one stays apart until `*`."""
    paths: dict[str | None, Line] = {}
    written = set(domain.values)
    for line in lines:
        cell = line.cells[0]
        value = None if cell in ("", MISSING) and cell not in written else cell
        earlier = paths.setdefault(value, line)
        if earlier.cells[1:] != line.cells[1:]:
            raise HierarchyError(
                say(
                    "{where}, lines {first} and {second}: '{value}' appears twice, with "
                    "different groups.",
                    where=where,
                    first=earlier.number,
                    second=line.number,
                    value=show(value),
                ),
                say("Remove one of the two lines."),
            )
    if None in written and None not in paths:
        levels = len(lines[0].cells) - 2
        paths[None] = Line(0, (MISSING, *[MISSING] * levels, SUPPRESSED))
    return paths


def _check_covers(paths: dict[str | None, Line], domain: Domain, where: str) -> None:
    missed = [value for value in domain.values if value not in paths]
    if missed:
        value = say("'{value}'", value=missed[0])
        if len(missed) > 1:
            value = say("'{value}' and {more} more", value=missed[0], more=len(missed) - 1)
        raise HierarchyError(
            say(
                "{where} lacks the value {value} of '{name}'.",
                where=where,
                value=value,
                name=domain.attribute.name,
            ),
            say(
                "Add a line for it: {value};level1;…;{top}.",
                value=show(missed[0]),
                top=SUPPRESSED,
            ),
            [say("lacks '{value}'", value=value) for value in missed[:20]],
        )


def _levels(lines: Sequence[Line], where: str) -> list[Level]:
    below = [
        group_by_key("", (line.cells[depth] for line in lines), str)
        for depth in range(1, len(lines[0].cells) - 1)
    ]
    levels = [*below, top(len(lines))]
    split = find_split([level.groups for level in levels])
    if split:
        depth, first, second = split
        one, two = lines[first], lines[second]
        raise HierarchyError(
            say(
                "{where}, lines {first} and {second}: '{one}' and '{two}' are together at level "
                "{level} ('{group}') but apart at level {above} ('{here}' and '{there}').",
                where=where,
                first=one.number,
                second=two.number,
                one=one.cells[0],
                two=two.cells[0],
                level=depth,
                group=one.cells[depth],
                above=depth + 1,
                here=one.cells[depth + 1],
                there=two.cells[depth + 1],
            ),
            say(
                "Give both the same group at level {above}, or different ones at level {level}.",
                above=depth + 1,
                level=depth,
            ),
        )
    return [_titled(level) for level in levels]


def _titled(level: Level) -> Level:
    title = level.title or count_title(int(np.max(level.groups, initial=-1)) + 1)
    return Level(title, level.groups, level.labels)
