"""The proposals that are made for a release, and how each is looked for.

>>> [plan.name for plan in BUILT_IN]
['every_row', 'exact_values', 'balanced']
"""

from dataclasses import dataclass
from typing import Final

from incrowd.answers import Words
from incrowd.language import say

FEW: Final = 0.05
"""The share of the rows that a balanced proposal removes if it can."""
SOME: Final = 0.2
"""The share that it removes if that is not enough."""


@dataclass(frozen=True)
class Try:
    """A search: its method, what it loses as little of as possible, the rows that it may remove."""

    method: str
    most: float
    utility: str | None = None
    """None as the use of the file has it."""


@dataclass(frozen=True)
class Plan:
    """A proposal, explained; its searches are tried in order until one passes every check."""

    name: str
    title: Words
    explanation: Words
    tries: tuple[Try, ...]


EVERY_ROW: Final = Plan(
    "every_row",
    say("Keep every row"),
    say("Nobody is removed. Values become coarser, each row only as far as it must."),
    (Try("priority", 0.0), Try("optimal", 0.0)),
)
EXACT_VALUES: Final = Plan(
    "exact_values",
    say("Keep exact values"),
    say("As many values as possible stay exactly as they are. Rows that stand out are removed."),
    (Try("optimal", 1.0, "exactness"),),
)
BALANCED: Final = Plan(
    "balanced",
    say("Balanced"),
    say("Each column has one level of detail for all rows. Rows that still stand out are removed."),
    (Try("optimal", FEW), Try("optimal", SOME), Try("optimal", 1.0)),
)

BUILT_IN: Final[tuple[Plan, ...]] = (EVERY_ROW, EXACT_VALUES, BALANCED)
