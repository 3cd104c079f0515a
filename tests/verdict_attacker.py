"""An attacker who knows no more of incrowd than its files: counts rows in dictionaries.

Knows all quasi-identifiers of everybody and any one or two side columns, the shares of every secret
in the original and the order of its rows, and looks for people above the limits of a preset.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil

Row = Mapping[str, "str | None"]
EMAIL = re.compile(r"\S+@\S+\.\w+")
NEARLY = 1e-9
DOUBT = 0.2 - 1e-9
"""The part of the doubt about a secret that must be left."""


@dataclass(frozen=True)
class Limits:
    """What nobody may be above."""

    smallest: float
    highest: float
    average: float
    different: int
    distance: float


@dataclass(frozen=True)
class Target:
    """A release, and the columns of which kind it has."""

    rows: Sequence[Row]
    quasi: Sequence[str]
    sides: Sequence[str] = ()
    categories: Sequence[str] = ()
    numbers: Sequence[str] = ()
    original: Sequence[Row] = ()


def find_exposed(target: Target, limits: Limits) -> Iterator[str]:
    """Say who is above the limits, and why; nothing where nobody is."""
    if 100 * len(_group(target.rows, target.quasi)) / len(target.rows) > limits.average + NEARLY:
        yield "the average is too high"
    for known in ((), *((side,) for side in target.sides), *combinations(target.sides, 2)):
        groups = _group(target.rows, [*target.quasi, *known])
        yield from _too_small(groups, limits, " and ".join(known) or "quasi-identifiers")
        yield from _told(groups.values(), target, limits)
    for row in target.rows:
        yield from (f"{cell} is an address" for cell in row.values() if EMAIL.search(cell or ""))


def _told(groups: Iterable[Sequence[Row]], target: Target, limits: Limits) -> Iterator[str]:
    """Whose secrets are told to whoever finds their group."""
    for group in groups:
        for name in (*target.categories, *target.numbers):
            least = limits.different if name in target.categories else min(2, limits.different)
            values = {row[name] for row in group if row[name]}
            if len(values) < least:
                yield f"{len(group)} people share {name} = {values}"
            close = _close(target.original, name) if name in target.numbers else 0.0
            if limits.different > 1 and _doubt_left(group, target.original, name, close) < DOUBT:
                yield f"there is no doubt about {name} of {len(group)} people"
        for name in target.numbers:
            if _distance(group, target.original, name) > limits.distance + 1e-6:
                yield f"{name} of {len(group)} people is far from that of all"


def _close(original: Sequence[Row], name: str) -> float:
    """A twentieth of the usual spread: a guess so near is as good as the number."""
    numbers = sorted(float(row[name]) for row in original if row[name])
    low, high = (numbers[max(ceil(part * len(numbers)) - 1, 0)] for part in (0.05, 0.95))
    return 0.05 * (high - low)


def _doubt_left(group: Sequence[Row], original: Sequence[Row], name: str, close: float) -> float:
    """How often the best guess is wrong in a group, as a part of how often it is without it."""
    left = 1.0
    for value in {row[name] for row in group if row[name]}:
        wrong = [
            sum(not _guessed(row[name], value, close) for row in rows) / len(rows)
            for rows in (group, original)
        ]
        if wrong[1]:
            left = min(left, wrong[0] / wrong[1])
    return left


def _guessed(cell: str | None, value: str, close: float) -> bool:
    if not close:
        return cell == value
    return bool(cell) and 0 <= float(cell) - float(value) <= close


def link_by_order(rows: Sequence[Row], quasi: Sequence[str], truth: str) -> tuple[int, int]:
    """Link the people of each group to its rows, both in their order; count hits and groups.

    The attacker knows the order of the original and who is published. `truth` is the place of each
    published row there, which the attacker does not have: it tells how many hits there are.
    """
    groups = _group(rows, quasi)
    hits = 0
    for group in groups.values():
        places = [int(row[truth]) for row in group]
        hits += sum(place == guess for place, guess in zip(places, sorted(places), strict=True))
    return hits, len(groups)


def _group(rows: Sequence[Row], names: Sequence[str]) -> dict[tuple, list[Row]]:
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in names)].append(row)
    return groups


def _too_small(groups: Mapping[tuple, Sequence[Row]], limits: Limits, known: str) -> Iterator[str]:
    for key, group in groups.items():
        if len(group) < limits.smallest or 100 / len(group) > limits.highest + NEARLY:
            yield f"{key} has {len(group)} people for whoever knows {known}"


def _distance(group: Sequence[Row], original: Sequence[Row], name: str) -> float:
    """The ordered distance of Li et al.: how far the mass of the group must be moved, by ranks."""
    everybody = Counter(float(row[name]) for row in original)
    here = Counter(float(row[name]) for row in group)
    carried = moved = 0.0
    for value in sorted(everybody):
        carried += here[value] / len(group) - everybody[value] / len(original)
        moved += abs(carried)
    return moved / max(len(everybody) - 1, 1)
