"""Tell whether nearly all values can be read in some way: 98 of 100 texts are IP addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

ENOUGH: Final = 0.8
SAMPLE: Final = 200


def mostly(
    values: Sequence[str | None], readable: Callable[[str], object], share: float = ENOUGH
) -> bool:
    """Whether at least a share of the values that are there can be read (gives anything true).

    >>> mostly(["1", "2", "3", "4", "x", None], str.isdigit)
    True
    """
    present = [value for value in values if value is not None]
    # every builder asks this of every attribute: most are refused after a glance
    stride = max(1, len(present) // SAMPLE)
    glance = present[::stride]
    if not glance or sum(bool(readable(value)) for value in glance) < share / 2 * len(glance):
        return False
    return sum(bool(readable(value)) for value in present) >= share * len(present)
