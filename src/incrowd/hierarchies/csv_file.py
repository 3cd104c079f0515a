"""Hierarchies as ARX writes them, one line per value: `39;35-39;30-39;20-39;*`."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from incrowd.errors import HierarchyError, SourceNotFound, SourceNotReadable
from incrowd.hierarchies.builder import Level, count_title, group_by_key, show, top
from incrowd.hierarchies.hierarchy import Domain, Hierarchy, find_split
from incrowd.language import say
from incrowd.table import MISSING, SUPPRESSED

DELIMITERS: Final = (";", ",", "\t", "|")
_MARKS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Line:
    """One line of a hierarchy file: the value, its group at each level, and where it stands."""

    number: int
    cells: tuple[str, ...]


def read_text(path: Path) -> str:
    """Read a file as UTF-8 or UTF-16 with a mark, as UTF-8, or else as Windows-1252 or Latin-1."""
    if path.is_dir() or not path.exists():
        folder = say("The hierarchy file '{path}' is a directory, not a file.", path=path)
        missing = say("The hierarchy file '{path}' does not exist.", path=path)
        raise SourceNotFound(folder if path.is_dir() else missing, say("Check the path."))
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SourceNotReadable(
            say(
                "The hierarchy file '{path}' cannot be read: {error}.",
                path=path,
                error=error.strerror,
            ),
            say("Check its permissions."),
        ) from error
    return _decode(raw)


def split_lines(text: str, where: str) -> list[Line]:
    """Split a text in lines and cells by the delimiter that fits best; skip blank lines."""
    choices = [list(_parse(text, delimiter, where)) for delimiter in DELIMITERS]
    return max(choices, key=_fitness)


def _decode(raw: bytes) -> str:
    marked = "utf-8-sig" if raw.startswith(_MARKS[0]) else "utf-16"
    encodings = [marked] if raw.startswith(_MARKS) else ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def _parse(text: str, delimiter: str, where: str) -> Iterator[Line]:
    reader = csv.reader(_lines(text), delimiter=delimiter)
    start = 1
    try:
        for cells in reader:
            if any(cells):
                yield Line(start, tuple(cells))
            start = reader.line_num + 1
    except csv.Error as error:
        raise HierarchyError(
            say("{where}, line {line}: {error}.", where=where, line=reader.line_num, error=error),
            say("Check the quotes of that line."),
        ) from error


def _lines(text: str) -> Iterator[str]:
    # splitlines() would also break at form feeds and the like, which may stand in values
    yield from (line + "\n" for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _fitness(lines: Sequence[Line]) -> tuple[int, int, int]:
    """Lines that end in `*` count first, then lines of the usual length, then cells."""
    lengths = Counter(len(line.cells) for line in lines)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    ended = sum(line.cells[-1] == SUPPRESSED and len(line.cells) > 1 for line in lines)
    return ended, lengths[usual] if usual > 1 else 0, usual


def from_csv(source: Path | str, domain: Domain) -> Hierarchy:
    """Read a hierarchy from a file (a path) or a text (a str), and check it against the data.

    Values that are not in the data stay in the hierarchy. A missing value needs no line.
    """
    name = domain.attribute.name
    where = f"'{source}'"
    if not isinstance(source, Path):
        where = say("The hierarchy of '{name}'", name=name)
    text = read_text(source) if isinstance(source, Path) else source.removeprefix("\ufeff")
    lines = split_lines(text, where)
    _check_lines(lines, where)
    paths = _paths(lines, domain, where)
    _check_covers(paths, domain, where)
    levels = _levels(list(paths.values()), where)
    reason = say("Read from a given text.")
    if isinstance(source, Path):
        reason = say("Read from the file {name}.", name=source.name)
    return Hierarchy(
        attribute=name,
        values=tuple(paths),
        groups=tuple(level.groups for level in levels),
        labels=tuple(level.labels for level in levels),
        titles=tuple(level.title for level in levels),
        builder="csv",
        reason=reason,
    )


def to_csv(hierarchy: Hierarchy) -> str:
    """Write a hierarchy as ARX does: one line per value, its groups separated by semicolons."""
    columns = [
        [labels[code] for code in groups.tolist()]
        for groups, labels in zip(hierarchy.groups, hierarchy.labels, strict=True)
    ]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerows(zip(map(show, hierarchy.values), *columns, strict=True))
    return text.getvalue()


def _check_lines(lines: Sequence[Line], where: str) -> None:
    if not lines:
        raise HierarchyError(
            say("{where} is empty.", where=where),
            say("Write one line per value: value;level1;…;{top}.", top=SUPPRESSED),
        )
    width = len(lines[0].cells)
    for line in lines:
        value = shorten(line.cells[0])
        if line.cells[-1] != SUPPRESSED or len(line.cells) < 2:
            hint = say("Give every value '{top}' as its last level.", top=SUPPRESSED)
            if line is lines[0]:
                hint = say("{hint} If this line is a header, remove it.", hint=hint)
            raise HierarchyError(
                say(
                    "{where}, line {line}: '{value}' does not end in '{top}'.",
                    where=where,
                    line=line.number,
                    value=value,
                    top=SUPPRESSED,
                ),
                hint,
            )
        if len(line.cells) != width:
            raise HierarchyError(
                say(
                    "{where}, line {line}: '{value}' has {levels} levels, the lines before have "
                    "{before}.",
                    where=where,
                    line=line.number,
                    value=value,
                    levels=len(line.cells) - 1,
                    before=width - 1,
                ),
                say("Give every value the same number of levels."),
            )


def shorten(value: str, most: int = 60) -> str:
    """Cut a long value for a message: an open quote makes one cell of the rest of a file.

    >>> shorten("abcdef", 3)
    'abc…'
    """
    return value if len(value) <= most else f"{value[:most]}…"


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
                    "{where}, lines {first} and {second}: '{value}' stands twice, with different "
                    "groups.",
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
                "{where} misses the value {value} of '{name}'.",
                where=where,
                value=value,
                name=domain.attribute.name,
            ),
            say(
                "Add a line for it: {value};level1;…;{top}.",
                value=show(missed[0]),
                top=SUPPRESSED,
            ),
            [say("misses '{value}'", value=value) for value in missed[:20]],
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
