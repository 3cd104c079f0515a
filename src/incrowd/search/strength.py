"""How much a rank counts: `strength("strict").explanation`.

A new strength is one `Strength` and one entry in `BUILT_IN`; `/catalogue`, help and documentation
are made from what it says of itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from incrowd.errors import UnknownName


@dataclass(frozen=True)
class Strength:
    """How far the attributes ranked lower give way to those ranked higher."""

    name: str
    title: str
    explanation: str


LINEAR: Final = Strength(
    "linear",
    "Linear",
    "With P ranks, the first counts P and the last 1: many attributes of a low rank can "
    "outweigh the first.",
)
STRONG: Final = Strength(
    "strong",
    "Strong",
    "A third of the rows, those that lose least anyway, are treated as if there were no "
    "ranks. In all others an attribute becomes coarser only when nothing ranked below it can "
    "become coarser any more.",
)
STRICT: Final = Strength(
    "strict",
    "Strict",
    "An attribute becomes coarser only when nothing ranked below it can become coarser any more.",
)

BUILT_IN: Final[tuple[Strength, ...]] = (LINEAR, STRONG, STRICT)

if TYPE_CHECKING:
    StrengthName = str
else:  # so that the REST API can list the names and refuse all others
    StrengthName = Literal[tuple(strength.name for strength in BUILT_IN)]


def strength(name: str) -> Strength:
    """Find a strength by name, or say which one was probably meant.

    >>> strength("strct")
    Traceback (most recent call last):
    incrowd.errors.UnknownName: There is no strength 'strct'.
    """
    known = {candidate.name: candidate for candidate in BUILT_IN}
    if name in known:
        return known[name]
    raise UnknownName.among("strength", name, tuple(known))
