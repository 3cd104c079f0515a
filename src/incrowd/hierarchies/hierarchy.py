"""A hierarchy: for one attribute, the levels 0 (as is) … H, where level H is always `*`."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import HierarchyError, InvalidParameter
from incrowd.language import Message, say
from incrowd.table import MISSING, SUPPRESSED, Attribute

Codes = NDArray[np.int32]


@dataclass(frozen=True)
class Domain:
    """The distinct values of an attribute in the data, each with its number of rows.

    Values stand as written in the data; `None` is the missing value.
    """

    attribute: Attribute
    values: Sequence[str | None]
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Levels of one attribute, as groups of its values.

    `groups[i][v]` is the group of value `v` at level `i + 1`, `labels[i][g]` the published text of
    group `g` there, `titles[i]` what the level is called ("5-year bands").
    """

    attribute: str
    values: tuple[str | None, ...]
    groups: tuple[Codes, ...]
    labels: tuple[tuple[str, ...], ...]
    titles: tuple[str, ...]
    builder: str
    reason: str
    notes: tuple[Message, ...] = ()
    """What was noticed and changed in reading it, as sentences; the reason holds them, too."""

    def __post_init__(self) -> None:
        if not self.groups or self.labels[-1] != (SUPPRESSED,):
            raise HierarchyError(
                say(
                    "The hierarchy of '{name}' does not end in '{top}'.",
                    name=self.attribute,
                    top=SUPPRESSED,
                ),
                say("Give every value '{top}' as its last level.", top=SUPPRESSED),
            )
        check(self)

    @property
    def height(self) -> int:
        """The number of the highest level, `*`."""
        return len(self.groups)

    def title(self, level: int) -> str:
        """What a level is called: `as is`, `5-year bands`, `*`."""
        return say("as is") if level == 0 else self.titles[level - 1]

    def label(self, level: int, code: int) -> str:
        """The published text of a value (level 0) or a group."""
        if level:
            return self.labels[level - 1][code]
        value = self.values[code]
        return MISSING if value is None else value

    def check_level(self, level: int) -> int:
        """Return the level if the hierarchy has it."""
        if 0 <= level <= self.height:
            return level
        raise InvalidParameter(
            say("'{name}' has no level {level}.", name=self.attribute, level=level),
            say(
                "Its levels are 0 (as is) to {height} ('{top}').",
                height=self.height,
                top=SUPPRESSED,
            ),
        )

    def leaves(self, level: int) -> NDArray[np.int64]:
        """How many values of the hierarchy lie under each group of a level."""
        if level == 0:
            return np.ones(len(self.values), dtype=np.int64)
        return np.bincount(self.groups[level - 1], minlength=len(self.labels[level - 1]))

    def locate(self, values: Sequence[str | None]) -> Codes:
        """Find the position of each value of the data in this hierarchy."""
        position = {value: index for index, value in enumerate(self.values)}
        result = [position.get(value, -1) for value in values]
        if -1 in result:
            missed = values[result.index(-1)]
            shown = MISSING if missed is None else repr(missed)
            raise HierarchyError(
                say(
                    "The hierarchy of '{name}' lacks the value {value}.",
                    name=self.attribute,
                    value=shown,
                ),
                say("Add a line for it: value;level1;…;{top}.", top=SUPPRESSED),
            )
        return np.array(result, dtype=np.int32)


def check(hierarchy: Hierarchy) -> None:
    """Refuse a hierarchy whose levels do not fit together; construction calls it."""
    _check_shape(hierarchy)
    for level, labels in enumerate(hierarchy.labels, start=1):
        _check_distinct(
            hierarchy, say("has, at level {level}, two groups called", level=level), labels
        )
    _check_distinct(hierarchy, say("repeats the value"), hierarchy.values)
    split = find_split(hierarchy.groups)
    if split:
        level, first, second = split
        raise HierarchyError(
            say(
                "In the hierarchy of '{name}', '{first}' and '{second}' are together at level "
                "{level} but apart at level {above}.",
                name=hierarchy.attribute,
                first=hierarchy.label(0, first),
                second=hierarchy.label(0, second),
                level=level,
                above=level + 1,
            ),
            say(
                "Put both in the same group at level {above}, too, or apart at level {level}.",
                above=level + 1,
                level=level,
            ),
        )


def find_split(groups: Sequence[Codes]) -> tuple[int, int, int] | None:
    """Find a level and two values that are together there and apart one level higher.

    >>> find_split([np.array([0, 0, 1], np.int32), np.array([0, 1, 1], np.int32)])
    (1, 0, 1)
    """
    for level, (fine, coarse) in enumerate(pairwise(groups), start=1):
        if not len(fine):
            continue
        # the first value of each group speaks for it: later writes are overwritten in reverse
        speaker = np.zeros(int(fine.max()) + 1, dtype=np.int64)
        speaker[fine[::-1]] = np.arange(len(fine))[::-1]
        strays = np.flatnonzero(coarse[speaker[fine]] != coarse)
        if len(strays):
            return level, int(speaker[fine[strays[0]]]), int(strays[0])
    return None


def _check_shape(hierarchy: Hierarchy) -> None:
    levels = {len(hierarchy.groups), len(hierarchy.labels), len(hierarchy.titles)}
    fits = all(
        len(codes) == len(hierarchy.values)
        and (not len(codes) or (codes.min() >= 0 and codes.max() < len(labels)))
        for codes, labels in zip(hierarchy.groups, hierarchy.labels, strict=False)
    )
    if len(levels) > 1 or not fits:
        raise HierarchyError(
            say("The hierarchy of '{attribute}' is uneven.", attribute=hierarchy.attribute),
            say("Give every value one group, and every level its labels and its title."),
        )


def _check_distinct(hierarchy: Hierarchy, complaint: Message, names: Sequence[str | None]) -> None:
    if len(set(names)) == len(names):
        return
    seen: set[str | None] = set()
    for name in names:
        if name in seen:
            raise HierarchyError(
                say(
                    "The hierarchy of '{attribute}' {complaint} '{value}'.",
                    attribute=hierarchy.attribute,
                    complaint=complaint,
                    value=MISSING if name is None else name,
                ),
                say("Every value and every group of a level needs its own name."),
            )
        seen.add(name)
