"""A hierarchy from some level on: what is published there becomes what the data has.

begin_at(ages, 2).label(0, 0)        # "20-29", which was level 2 before
"""

import numpy as np

from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.table import as_written


def begin_at(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """The levels above one as a hierarchy of their own; the top alone stays the top."""
    if level == 0:
        return hierarchy
    level = hierarchy.check_level(level)
    below = hierarchy.groups[level - 1]
    values = tuple(as_written(label) for label in hierarchy.labels[level - 1])
    first = np.zeros(len(values), np.int64)
    first[below[::-1]] = np.arange(len(below))[::-1]
    above = slice(level, None) if level < hierarchy.height else slice(level - 1, None)
    groups = tuple(
        np.ascontiguousarray(group[first], dtype=np.int32) for group in hierarchy.groups[above]
    )
    return Hierarchy(
        hierarchy.attribute,
        values,
        groups,
        hierarchy.labels[above],
        hierarchy.titles[above],
        hierarchy.builder,
        hierarchy.reason,
        hierarchy.notes,
    )
