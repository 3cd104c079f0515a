"""What a file will be used for, and what must therefore be lost as little of as possible.

>>> find_use("learning").objective
'loss'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from incrowd.answers import Words
from incrowd.errors import UnknownName
from incrowd.language import say


@dataclass(frozen=True)
class Use:
    """A use of a file, explained; the objective of automatic runs follows from it."""

    name: str
    title: Words
    explanation: Words
    objective: str
    """The measure that is made as small as possible."""
    reason: Words
    """Why that measure."""
    proposal: str
    """The proposal that suits this use best, where it passes."""
    proposal_reason: Words


STATISTICS: Final = Use(
    "statistics",
    say("Statistics"),
    say("People count, average and compare groups."),
    "information",
    say(
        "Counts and comparisons draw on every column, so the file keeps as much information as "
        "possible in each of them."
    ),
    "every_row",
    say("Statistics need every row: totals and shares stay right when nobody is removed."),
)
LEARNING: Final = Use(
    "learning",
    say("Machine learning"),
    say("A program learns from the rows and makes predictions."),
    "loss",
    say(
        "A model learns from fine differences, so ranges and groups of values stay as small as "
        "possible."
    ),
    "balanced",
    say("A model learns best when every row describes a column in the same detail."),
)
LOOKUP: Final = Use(
    "lookup",
    say("Looking things up"),
    say("People read single rows and need exact values."),
    "exactness",
    say("Whoever reads a single row needs exact values, so as many as possible stay as they are."),
    "exact_values",
    say("Whoever looks something up needs exact values more than every last row."),
)

BUILT_IN: Final[tuple[Use, ...]] = (STATISTICS, LEARNING, LOOKUP)
DEFAULT: Final = STATISTICS.name

if TYPE_CHECKING:
    UseName = str
else:  # so that the REST API can list the names and refuse all others
    UseName = Literal[tuple(use.name for use in BUILT_IN)]


def find_use(name: str) -> Use:
    """Find a use by name, or say which one was probably meant.

    >>> find_use("lerning")
    Traceback (most recent call last):
    incrowd.errors.UnknownName: There is no use of a file 'lerning'.
    """
    known = {use.name: use for use in BUILT_IN}
    if name in known:
        return known[name]
    raise UnknownName.among("use of a file", name, tuple(known))
