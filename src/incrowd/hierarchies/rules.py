"""Hierarchies as rules, level by level: `{39, 40} => 35-44` makes one group of two.

    level 1
    {single, divorced} => not married
    {married} => married
    level 2
    {not married, married} => *

The left side names values at level 1 and groups of the level below from level 2 on. What no rule
names stays as it is; the last level is `*` whether it is written down or not. A name with a comma,
a brace, a quote or a line break stands in double quotes, a quote in it twice.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from incrowd.errors import HierarchyError
from incrowd.hierarchies.builder import show
from incrowd.hierarchies.csv_file import from_csv
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.table import SUPPRESSED

_LEVEL = re.compile(r"level\s+(\d{1,9})\s*:?", re.IGNORECASE)
# whatever is tried once is not tried again: a run of blanks would else take the square of its time
_NAME = re.compile(r'\s*+(?:"((?:[^"]|"")*+)"|([^,{}"]++))\s*+(,|\Z)')
_ARROW = re.compile(r"\}\s*+=>")
_HINT = say("Write each rule on a line of its own: {{a, b}} => c.")


@dataclass(frozen=True)
class Rule:
    """Names that become one group, and the line that says so."""

    names: tuple[str, ...]
    group: str
    line: int


def from_rules(text: str, domain: Domain) -> Hierarchy:
    """Read a hierarchy from rules and check it against the data."""
    levels = _parse(text)
    paths = {show(value): [show(value)] for value in domain.values}
    for number, rules in enumerate(levels, start=1):
        _climb(paths, rules, number)
    lines = io.StringIO()
    writer = csv.writer(lines, delimiter=";", lineterminator="\n")
    topped = all(path[-1] == SUPPRESSED for path in paths.values())
    writer.writerows([*(path[:-1] if topped else path), SUPPRESSED] for path in paths.values())
    return from_csv(lines.getvalue(), domain)


def named_values(text: str) -> tuple[str, ...]:
    r"""The values that rules are about, for whoever has no data: names that are no groups.

    >>> named_values("{French, German} => European\nlevel 2\n{European, Thai} => any")
    ('French', 'German', 'Thai')
    """
    result: dict[str, None] = {}
    groups: set[str] = set()
    for rules in _parse(text):
        named = dict.fromkeys(name for rule in rules for name in rule.names)
        result |= {name: None for name in named if name not in groups}
        groups |= {rule.group for rule in rules}
    return tuple(result)


def to_rules(hierarchy: Hierarchy) -> str:
    """Write a hierarchy as rules; groups of one that keep their name need none."""
    result = []
    below = [show(value) for value in hierarchy.values]
    for level, (groups, labels) in enumerate(
        zip(hierarchy.groups, hierarchy.labels, strict=True), start=1
    ):
        result.append(f"level {level}")
        members: dict[int, dict[str, None]] = {}
        for name, code in zip(below, groups.tolist(), strict=True):
            members.setdefault(code, {})[name] = None
        for code, names in members.items():
            if list(names) != [labels[code]]:
                result.append(f"{{{', '.join(map(_quoted, names))}}} => {_quoted(labels[code])}")
        below = [labels[code] for code in groups.tolist()]
    return "\n".join(result) + "\n"


def _climb(paths: dict[str, list[str]], rules: Sequence[Rule], level: int) -> None:
    """Give every value its group at the next level."""
    known = {path[-1] for path in paths.values()}
    group_of: dict[str, str] = {}
    for rule in rules:
        for name in rule.names:
            if name not in known:
                raise HierarchyError(
                    say(
                        "Line {line}: there is no '{name}' below level {level}.",
                        line=rule.line,
                        name=name,
                        level=level,
                    ),
                    say(
                        "Name values or groups of level {below} as they are written there.",
                        below=level - 1,
                    ),
                )
            if group_of.setdefault(name, rule.group) != rule.group:
                raise HierarchyError(
                    say(
                        "Line {line}: '{name}' is in two groups of level {level}.",
                        line=rule.line,
                        name=name,
                        level=level,
                    ),
                    say("Name it in one rule of a level only."),
                )
    for path in paths.values():
        path.append(group_of.get(path[-1], path[-1]))


def _parse(text: str) -> list[list[Rule]]:
    """The rules of each level; rules before any heading are of level 1."""
    levels: list[list[Rule]] = []
    for number, line in _lines(text.removeprefix("\ufeff")):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        heading = _LEVEL.fullmatch(line.strip())
        if heading:
            if int(heading[1]) != len(levels) + 1:
                raise HierarchyError(
                    say(
                        "Line {line}: level {level} should begin here.",
                        line=number,
                        level=len(levels) + 1,
                    ),
                    say("Number the levels 1, 2, 3 and so on."),
                )
            levels.append([])
            continue
        if not levels:
            levels.append([])
        levels[-1].append(_rule(line, number))
    if not levels:
        raise HierarchyError(say("There is no rule."), _HINT)
    return levels


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number the lines; a name in quotes may go on in the next one.

    `splitlines` would also break at form feeds and the like, which may stand in values.
    """
    first, pending, quotes = 1, list[str](), 0
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        pending.append(line)
        quotes += line.count('"')
        if quotes % 2 and number < len(lines):
            continue
        yield first, "\n".join(pending)
        first, pending, quotes = number + 1, [], 0


def _rule(line: str, number: int) -> Rule:
    """Read one rule."""
    text = line.strip()
    arrows = list(_ARROW.finditer(text)) if text.startswith("{") else []
    arrow = arrows[-1] if arrows else None
    names = _names(text[1 : arrow.start()]) if arrow else None
    group = _names(text[arrow.end() :].strip()) if arrow else None
    if not names or not group or len(group) != 1:
        result = say("Line {line} is not a rule: {text}", line=number, text=line.strip()[:80])
        raise HierarchyError(result, _HINT)
    return Rule(tuple(names), group[0], number)


def _names(text: str) -> list[str] | None:
    names: list[str] = []
    place = 0
    while place < len(text) or not names:
        match = _NAME.match(text, place)
        if match is None:
            return None
        quoted, plain, comma = match.groups()
        names.append(quoted.replace('""', '"') if quoted is not None else plain.strip())
        place = match.end()
        if not comma:
            return names if place == len(text) else None
    return None


def _quoted(name: str) -> str:
    plain = name.strip() == name and name and not set(name) & set(',{}"\n')
    return name if plain else f'"{name.replace(chr(34), chr(34) * 2)}"'
