"""Crowds for tests: from columns of texts, or from nothing but the sizes of classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.engines.contract import ROWS
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.table import Attribute, Kind, Profile, Role

Column = Sequence[str | None]


def attribute(name: str, column: Column, role: Role, kind: Kind = Kind.TEXT) -> Attribute:
    missing = sum(value is None for value in column)
    distinct = len({value for value in column if value is not None})
    return Attribute(Profile(name, kind, len(column), missing, distinct), role, "in a test")


def tree(name: str, paths: Mapping[str | None, Sequence[str]]) -> Hierarchy:
    """A hierarchy from the labels of each value at the levels 1, 2 …; `*` is added on top."""
    full = {value: (*labels, "*") for value, labels in paths.items()}
    groups, labels = [], []
    for level in range(len(next(iter(full.values())))):
        column = [path[level] for path in full.values()]
        known = list(dict.fromkeys(column))
        groups.append(np.array([known.index(label) for label in column], np.int32))
        labels.append(tuple(known))
    titles = tuple(f"level {level + 1}" for level in range(len(groups)))
    return Hierarchy(name, tuple(full), tuple(groups), tuple(labels), titles, "test", "")


def crowd_of(
    columns: Mapping[str, Column],
    *,
    sensitive: Sequence[str] = (),
    numeric: Sequence[str] = (),
    hierarchies: Sequence[Hierarchy] = (),
    rows: Sequence[int] | None = None,
) -> Crowd:
    """A crowd of some columns; all that are not sensitive are quasi-identifiers.

    A quasi-identifier without a hierarchy gets one of height 1.
    """
    quasi = [name for name in columns if name not in sensitive]
    counts = rows or [1] * len(next(iter(columns.values())))
    tally = pa.table(
        {name: pa.array(list(column), pa.string()) for name, column in columns.items()}
        | {ROWS: pa.array(list(counts), pa.int64())}
    )
    kinds = {name: Kind.INTEGER if name in numeric else Kind.TEXT for name in columns}
    crowd = build_crowd(
        tally,
        [attribute(name, columns[name], Role.QUASI, kinds[name]) for name in quasi],
        [attribute(name, columns[name], Role.SENSITIVE, kinds[name]) for name in sensitive],
    )
    flat = {name: tree(name, dict.fromkeys(columns[name], ())) for name in quasi if columns[name]}
    return crowd.with_hierarchies(flat | {one.attribute: one for one in hierarchies})


def crowd_of_sizes(sizes: Sequence[int]) -> Crowd:
    """A crowd with one quasi-identifier and classes of these sizes."""
    return crowd_of({"id": [str(index) for index in range(len(sizes))]}, rows=sizes)
