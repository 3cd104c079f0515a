"""A builder: one way of making a hierarchy, which describes itself and says where it fits.

`Builder("interval", …).suits(domain)` gives the reason why it fits an attribute, or None. It groups
the values that it understands level by level; missing values and markers such as `?` stay groups of
their own until `*`, and levels that change nothing are left out.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.hierarchy import Codes, Domain, Hierarchy
from incrowd.language import say
from incrowd.table import MISSING, SUPPRESSED

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


Key = TypeVar("Key", bound=Hashable)
Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Level:
    """One level: the group of each value, and the published text of each group."""

    title: str
    groups: Codes
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Understood:
    """The values of a domain that a builder can read, as positions, in the order of the domain."""

    domain: Domain
    positions: Positions
    apart: Positions = field(init=False)
    """The other values."""

    def __post_init__(self) -> None:
        rest = np.ones(len(self.domain.values), dtype=bool)
        rest[self.positions] = False
        object.__setattr__(self, "apart", np.flatnonzero(rest))


def group_by_key(title: str, keys: Iterable[Key], label: Callable[[Key], str]) -> Level:
    """Group values that share a key, in order of first appearance.

    >>> group_by_key("letter", ["ab", "ac", "b"], str).labels
    ('ab', 'ac', 'b')
    """
    number: dict[Key, int] = {}
    codes = np.fromiter((number.setdefault(key, len(number)) for key in keys), np.int32)
    return Level(title, codes, tuple(label(key) for key in number))


def group_by_number(title: str, numbers: NDArray[np.generic], label: Callable[[int], str]) -> Level:
    """Group values that share a whole number, in the order of the numbers."""
    result, codes = np.unique(numbers, return_inverse=True)
    return Level(title, codes.astype(np.int32), tuple(label(int(number)) for number in result))


def top(size: int) -> Level:
    """The top level, which says nothing."""
    return Level(SUPPRESSED, np.zeros(size, dtype=np.int32), (SUPPRESSED,))


def count_title(groups: int) -> str:
    """What a level is called of which no more is known than how many groups it has.

    >>> count_title(3)
    '3 groups'
    """
    return say("1 group") if groups == 1 else say("{groups} groups", groups=groups)


def assemble(
    understood: Understood,
    levels: Sequence[Level],
    builder: str,
    reason: str,
    *,
    keep_all: bool = False,
) -> Hierarchy:
    """Make a hierarchy of the levels of the understood values; `*` is added on top.

    Levels that group as their neighbour does are left out unless all are to be kept.
    """
    size = len(understood.domain.values)
    whole = [_widen(understood, level) for level in levels]
    chosen = [*(whole if keep_all else _changing(whole, size)), top(size)]
    return Hierarchy(
        attribute=understood.domain.attribute.name,
        values=tuple(understood.domain.values),
        groups=tuple(level.groups for level in chosen),
        labels=tuple(level.labels for level in chosen),
        titles=tuple(level.title for level in chosen),
        builder=builder,
        reason=reason,
    )


def everything(domain: Domain) -> Understood:
    """All values, the missing one included, are understood."""
    return Understood(domain, np.arange(len(domain.values)))


def understood_where(domain: Domain, readable: Iterable[bool]) -> Understood:
    """The values for which a flag is set are understood."""
    return Understood(domain, np.flatnonzero(np.fromiter(readable, bool)))


def show(value: str | None) -> str:
    """A value as people see it."""
    return MISSING if value is None else value


def _widen(understood: Understood, level: Level) -> Level:
    groups = np.empty(len(understood.domain.values), dtype=np.int32)
    groups[understood.positions] = level.groups
    groups[understood.apart] = len(level.labels) + np.arange(len(understood.apart))
    alone = (show(understood.domain.values[position]) for position in understood.apart)
    return replace(level, groups=groups, labels=_distinct([*level.labels, *alone]))


def _distinct(labels: Sequence[str]) -> tuple[str, ...]:
    """Number labels that occur again: only odd data has a value that reads like a group."""
    if len(set(labels)) == len(labels):
        return tuple(labels)
    taken, answer = set(labels), set[str]()
    result = []
    for label in labels:
        name, number = label, 2
        while name in answer or (name is not label and name in taken):
            name, number = f"{label} ({number})", number + 1
        answer.add(name)
        result.append(name)
    return tuple(result)


def _changing(levels: Sequence[Level], size: int) -> list[Level]:
    """Levels of a refinement chain differ exactly where their numbers of groups do."""
    chosen, groups = [], size
    for level in levels:
        if 1 < len(level.labels) < groups:
            chosen.append(level)
            groups = len(level.labels)
    return chosen
