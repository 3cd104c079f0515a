"""Complete the lines of a hierarchy file, and say so: skip a header, let a top `all` be `*`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from incrowd.errors import HierarchyError
from incrowd.hierarchies.csv_lines import Line, shorten
from incrowd.hierarchies.hierarchy import Domain
from incrowd.language import Message, say
from incrowd.table import SUPPRESSED

_VALUE_HEADINGS: Final = frozenset({"value", "values", "valor", "wert", "valeur", "valore"})
_LEVEL_HEADING: Final = re.compile(
    r"(level|generali[sz]ation|nivel|nível|ebene|stufe|niveau|livello)[\s_-]*\d*", re.IGNORECASE
)
_TOP: Final = re.compile(
    r"(top|root)([\s_-]?\w{1,2})?|\*+|all|any|anything|everything|total|alle|alles|todos?|todas?|"
    r"tous|tout|tutti|tutto|tudo",
    re.IGNORECASE,
)


class CompleteLines(NamedTuple):
    """Lines of one length that all end in `*`, and what had to be done for that."""

    lines: Sequence[Line]
    notes: tuple[Message, ...]


def complete(lines: Sequence[Line], domain: Domain, where: str) -> CompleteLines:
    """Skip a header, and let every line end in `*`."""
    if not lines:
        raise HierarchyError(
            say("{where} is empty.", where=where),
            say("Write one line per value: value;level1;…;{top}.", top=SUPPRESSED),
        )
    notes: list[Message] = []
    lines = _without_empty_end(lines)
    if is_header(lines, domain):
        header = shorten(";".join(lines[0].cells))
        notes.append(
            say("Its first line, '{header}', was skipped because it is a header.", header=header)
        )
        lines = lines[1:]
    _check_lengths(lines, where)
    lines, note = _with_top(lines, domain, where)
    return CompleteLines(lines, (*notes, *note))


def _with_top(
    lines: Sequence[Line], domain: Domain, where: str
) -> tuple[Sequence[Line], list[Message]]:
    last = {line.cells[-1]: line for line in reversed(lines)}
    if list(last) == [SUPPRESSED]:
        return lines, []
    name = next(iter(last))
    # without data a text says what words stand for: its only group must not get lost
    if len(last) == 1 and (domain.values or _TOP.fullmatch(name.strip())):
        note = say(
            "Its last level has a single group, '{name}': it is the top, published as '{top}'.",
            name=shorten(name),
            top=SUPPRESSED,
        )
        return [replace(line, cells=(*line.cells[:-1], SUPPRESSED)) for line in lines], [note]
    _check_tops(last, where)
    note = say("It had no top: '{top}' was added above its last level.", top=SUPPRESSED)
    return [replace(line, cells=(*line.cells, SUPPRESSED)) for line in lines], [note]


def is_header(lines: Sequence[Line], domain: Domain) -> bool:
    """Whether the first line names columns: it is no value of the data, and looks like a heading.

    It does if it calls its columns value and levels, or by the attribute's name and as no group is
    called, or if it alone does not end as all other lines do.
    """
    first, others = lines[0].cells, [line.cells for line in lines[1:]]
    if not others or len(first) < 2 or first[0] in domain.values:
        return False
    groups = {cell for cells in others for cell in cells[1:]}
    new = not groups & set(first[1:])
    heading = first[0].strip().casefold()
    if heading in {*_VALUE_HEADINGS, domain.attribute.name.casefold()} and new:
        return True
    names = [cell for cell in first[1:] if cell != SUPPRESSED]
    if names and all(_LEVEL_HEADING.fullmatch(name.strip()) for name in names):
        return True
    return len(others) > 1 and new and len({cells[-1] for cells in others}) == 1


def check_circle(lines: Sequence[Line], where: str) -> None:
    """Refuse names that lie above one another in a circle: `a` under `b`, and `b` under `a`."""
    above: dict[str, dict[str, Line]] = {}
    for line in lines:
        for name, group in _steps(line):
            above.setdefault(name, {}).setdefault(group, line)
    circle = _find_circle(above)
    if not circle:
        return
    line = above[circle[0]][circle[1]]
    raise HierarchyError(
        say(
            "{where}, line {line}: its groups form a circle: {circle}.",
            where=where,
            line=line.number,
            circle=" → ".join(f"'{shorten(name, 30)}'" for name in circle[:6]),
        ),
        say("Give every group a name that no value and no group of another level has."),
    )


def _steps(line: Line) -> Iterator[tuple[str, str]]:
    """Each name of a line with the next one above it, up to the last group below the top."""
    for depth in range(len(line.cells) - 2):
        if line.cells[depth] != line.cells[depth + 1]:
            yield line.cells[depth], line.cells[depth + 1]


def _find_circle(above: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Names each of which lies under the next, the last being the first; none if there are none.

    >>> _find_circle({"a": {"b": 1}, "b": {"c": 1}, "c": {"b": 1}})
    ['b', 'c', 'b']
    """
    finished: set[str] = set()
    for start in above:
        path, pending = {start: None}, [iter(above[start])]
        while pending:
            following = next(pending[-1], None)
            if following is None:
                finished.add(path.popitem()[0])
                pending.pop()
            elif following in path:
                names = list(path)
                return [*names[names.index(following) :], following]
            elif following in above and following not in finished:
                path[following] = None
                pending.append(iter(above[following]))
    return []


def _without_empty_end(lines: Sequence[Line]) -> Sequence[Line]:
    """Leave out a last column without any text: some programs end every line in a delimiter."""
    if len({len(line.cells) for line in lines}) > 1:
        return lines
    width = max(_last_filled(line) for line in lines)
    return [replace(line, cells=line.cells[:width]) for line in lines]


def _last_filled(line: Line) -> int:
    """How many cells a line has up to the last one with a text."""
    return max((place for place, cell in enumerate(line.cells, 1) if cell), default=0)


def _check_lengths(lines: Sequence[Line], where: str) -> None:
    width = len(lines[0].cells)
    for line in lines:
        value = shorten(line.cells[0])
        if len(line.cells) < 2:
            raise HierarchyError(
                say(
                    "{where}, line {line}: '{value}' has no group above it.",
                    where=where,
                    line=line.number,
                    value=value,
                ),
                say("Write one line per value: value;level1;…;{top}.", top=SUPPRESSED),
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


def _check_tops(last: Mapping[str, Line], where: str) -> None:
    """Refuse `*` or `all` beside another last group: it is a top that not all values reach."""
    tops = [name for name in last if _TOP.fullmatch(name.strip())]
    if not tops:
        return
    other = next(name for name in last if name != tops[0])
    first, second = sorted((last[tops[0]], last[other]), key=lambda line: line.number)
    raise HierarchyError(
        say(
            "{where} has two tops: line {first} ends in '{one}', line {second} ends in '{two}'.",
            where=where,
            first=first.number,
            one=shorten(first.cells[-1]),
            second=second.number,
            two=shorten(second.cells[-1]),
        ),
        say(
            "Let every line end in '{top}', or leave the last column out: the top is then added.",
            top=SUPPRESSED,
        ),
    )
