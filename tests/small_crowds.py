"""Build crowds from rows of Python values, and the slow obvious twins of the kernels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.engines.contract import ROWS
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.table import Attribute, Kind, Profile, Role

Row = tuple[str | None, ...]


def attribute(name: str, role: Role = Role.QUASI, kind: Kind = Kind.TEXT) -> Attribute:
    return Attribute(Profile(name, kind, rows=1, missing=0, distinct=1), role, "for a test")


def tally(rows: Sequence[Row], names: Sequence[str]) -> pa.Table:
    counted = Counter(rows)
    columns = {
        name: pa.array([row[index] for row in counted], pa.string())
        for index, name in enumerate(names)
    }
    return pa.table({**columns, ROWS: pa.array(list(counted.values()), pa.int64())})


def halving_hierarchy(domain: Domain) -> Hierarchy:
    """Merge neighbours two by two until one group is left."""
    groups = []
    codes = np.arange(max(len(domain.values), 1), dtype=np.int32)
    while not groups or len(set(groups[-1].tolist())) > 1:
        codes = codes // 2
        groups.append(codes.astype(np.int32))
    labels = [
        tuple(f"g{code}" for code in range(int(level.max()) + 1)) for level in groups[:-1]
    ] + [("*",)]
    titles = tuple(f"level {index}" for index in range(1, len(groups) + 1))
    return Hierarchy(
        domain.attribute.name, domain.values, tuple(groups), tuple(labels), titles, "halving", "."
    )


def in_numbers(crowd: Crowd) -> Crowd:
    """The same crowd with whole numbers for its texts, for methods that need numbers."""
    domains = tuple(
        Domain(
            attribute(domain.attribute.name, kind=Kind.INTEGER),
            tuple(None if value is None else str(code) for code, value in enumerate(domain.values)),
            domain.counts,
        )
        for domain in crowd.domains
    )
    return replace(crowd, domains=domains).with_hierarchies(
        {domain.attribute.name: halving_hierarchy(domain) for domain in domains}
    )


def crowd_of(rows: Sequence[Row], quasi: int, sensitive: int = 0) -> Crowd:
    names = [f"q{index}" for index in range(quasi)] + [f"s{index}" for index in range(sensitive)]
    crowd = build_crowd(
        tally(rows, names),
        [attribute(name) for name in names[:quasi]],
        [attribute(name, Role.SENSITIVE) for name in names[quasi:]],
    )
    return crowd.with_hierarchies(
        {domain.attribute.name: halving_hierarchy(domain) for domain in crowd.domains}
    )


def published(crowd: Crowd, row: Row, levels: Sequence[int]) -> Row:
    """What a row looks like at some levels, value by value through the hierarchies."""
    return tuple(
        hierarchy.label(level, hierarchy.values.index(value))
        if level == 0
        else hierarchy.labels[level - 1][hierarchy.groups[level - 1][hierarchy.values.index(value)]]
        for hierarchy, value, level in zip(crowd.hierarchies, row, levels, strict=True)
    )


def slow_classes(crowd: Crowd, rows: Sequence[Row], levels: Sequence[int]) -> Counter[Row]:
    width = len(crowd.names)
    return Counter(published(crowd, row[:width], levels) for row in rows)


def slow_values(
    crowd: Crowd, rows: Sequence[Row], levels: Sequence[int], column: int
) -> dict[Row, Counter[str | None]]:
    width = len(crowd.names)
    found: dict[Row, Counter[str | None]] = defaultdict(Counter)
    for row in rows:
        found[published(crowd, row[:width], levels)][row[column]] += 1
    return found


VALUES = st.sampled_from(["a", "b", "c", "d", "e", None])


def tables(width: int, most: int = 40) -> st.SearchStrategy[list[Row]]:
    return st.lists(st.tuples(*[VALUES] * width), min_size=1, max_size=most)


def any_levels(crowd: Crowd) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(0, height) for height in crowd.heights])
