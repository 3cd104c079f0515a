"""A builder: one way of making a hierarchy, which describes itself and says where it fits.

`Builder("interval", …).suits(domain)` gives the reason why it fits an attribute, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.hierarchies.hierarchy import Domain, Hierarchy

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


@dataclass(frozen=True)
class Builder:
    """One way of making a hierarchy for the values of an attribute."""

    name: str
    title: str
    explanation: str
    """One sentence for a person who is no expert."""
    citation: str
    suits: Callable[[Domain], str | None]
    """Why this builder fits the attribute, as part of a sentence ("its values are …"), or None."""
    build: Callable[[Domain], Hierarchy]
