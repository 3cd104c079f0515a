"""Which attributes matter most: `sex=salary,age` spares sex and salary first, then age."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import say


@dataclass(frozen=True)
class Priorities:
    """Quasi-identifiers in ranked groups, the most important group first.

    >>> ranked = Priorities.parse("sex=salary,age", ["age", "sex", "zip", "salary"])
    >>> ranked.groups
    (('sex', 'salary'), ('age',), ('zip',))
    >>> ranked.weight("age")
    0.6666666666666666
    """

    groups: tuple[tuple[str, ...], ...]

    @classmethod
    def equal(cls, attributes: Sequence[str]) -> Priorities:
        """No attribute matters more than another."""
        return cls((tuple(attributes),))

    @classmethod
    def parse(cls, text: str, attributes: Sequence[str]) -> Priorities:
        """Read `a,b=c,d`: the first is the most important, `=` marks equals."""
        groups = [group for group in text.split(",") if group.strip()]
        return cls.ranked(
            [[name.strip() for name in group.split("=")] for group in groups], attributes
        )

    @classmethod
    def ranked(cls, groups: Sequence[str | Sequence[str]], attributes: Sequence[str]) -> Priorities:
        """Rank groups of attributes, or single ones; those not named share the last rank."""
        named = tuple(
            (group,) if isinstance(group, str) else tuple(group) for group in groups if group
        )
        seen: set[str] = set()
        for name in (name for group in named for name in group):
            if name not in attributes:
                raise UnknownAttribute.among(name, attributes)
            if name in seen:
                raise InvalidParameter(
                    say("The priorities name '{name}' twice.", name=name),
                    say("Give each attribute one rank."),
                )
            seen.add(name)
        rest = tuple(name for name in attributes if name not in seen)
        return cls((*named, rest) if rest else named)

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The rank of each attribute, 1 for the most important ones."""
        return {name: rank for rank, group in enumerate(self.groups, 1) for name in group}

    @property
    def are_equal(self) -> bool:
        """Whether all attributes share one rank."""
        return len(self.groups) == 1

    def weight(self, attribute: str) -> float:
        """How much an attribute counts: (P − rank + 1) / P with P ranks."""
        return (len(self.groups) - self.ranks[attribute] + 1) / len(self.groups)
