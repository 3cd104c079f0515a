"""Make domains for tests in one line, and read hierarchies as people do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from incrowd.hierarchies import Domain, Hierarchy
from incrowd.table import Attribute, Kind, Profile, Role


def make_domain(
    values: Sequence[str | None],
    kind: Kind = Kind.TEXT,
    meaning: str | None = None,
    counts: Sequence[int] | None = None,
    name: str = "x",
    *,
    decimal_comma: bool = False,
    date_format: str | None = None,
) -> Domain:
    rows = np.array([1] * len(values) if counts is None else counts, dtype=np.int64)
    present = [value for value in values if value is not None]
    profile = Profile(
        name,
        kind,
        rows=int(rows.sum()),
        missing=sum(int(n) for n, value in zip(rows, values, strict=True) if value is None),
        distinct=len(present),
        decimal_comma=decimal_comma,
        date_format=date_format,
    )
    return Domain(Attribute(profile, Role.QUASI, "", meaning), tuple(values), rows)


def path(hierarchy: Hierarchy, value: str | None) -> list[str]:
    """What is published of a value at the levels 1 … H."""
    place = hierarchy.values.index(value)
    return [
        labels[groups[place]]
        for groups, labels in zip(hierarchy.groups, hierarchy.labels, strict=True)
    ]


def partition(hierarchy: Hierarchy, level: int) -> set[frozenset[str | None]]:
    """The values of a level as a set of sets."""
    sets: dict[int, set[str | None]] = {}
    for value, code in zip(hierarchy.values, hierarchy.groups[level - 1].tolist(), strict=True):
        sets.setdefault(code, set()).add(value)
    return {frozenset(members) for members in sets.values()}
