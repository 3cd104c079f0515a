"""An attacker who knows no more of incrowd than its files: counts rows in dictionaries.

Knows all quasi-identifiers of everybody and any one side column, the shares of every secret in the
original, and looks for people above the limits of a preset.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Row = Mapping[str, "str | None"]
EMAIL = re.compile(r"\S+@\S+\.\w+")
NEARLY = 1e-9


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
    groups = _group(target.rows, target.quasi)
    yield from _too_small(groups, limits, "quasi-identifiers")
    if 100 * len(groups) / len(target.rows) > limits.average + NEARLY:
        yield "the average is too high"
    for side in target.sides:
        yield from _too_small(_group(target.rows, [*target.quasi, side]), limits, side)
    for name in (*target.categories, *target.numbers):
        least = limits.different if name in target.categories else min(2, limits.different)
        for group in groups.values():
            values = {row[name] for row in group if row[name]}
            if len(values) < least:
                yield f"{len(group)} people share {name} = {values}"
    for name in target.numbers:
        for group in groups.values():
            if _distance(group, target.original, name) > limits.distance + 1e-6:
                yield f"{name} of {len(group)} people is far from that of all"
    for row in target.rows:
        yield from (f"{cell} is an address" for cell in row.values() if EMAIL.search(cell or ""))


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
