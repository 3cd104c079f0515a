"""A table without its rows: attributes, what is known of their values, and their roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Final

from incrowd.answers import Choice
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import say

MISSING: Final = "*missing*"
"""How a missing value is shown to people; in domains it is `None`."""

SUPPRESSED: Final = "*"
"""The one value at the top of every hierarchy."""

BY_YOU: Final = "chosen by you"
"""Why a column has its role, where the user gave it."""

_IN_A_SET: Final = re.compile(rf"(?:(?<=\{{)|(?<=, )){re.escape(MISSING)}(?=, |\}}$)")


def as_written(label: str) -> str | None:
    """What stands in a file for a label: missing is empty there, by itself as within a set.

    >>> as_written("*missing*"), as_written("{a, *missing*}"), as_written("[1, 5[")
    (None, '{a, }', '[1, 5[')
    """
    if label == MISSING:
        return None
    return _IN_A_SET.sub("", label) if label.startswith("{") else label


class Role(StrEnum):
    """What an attribute means for privacy."""

    IDENTIFIER = "identifier"
    PERSON = "person"
    QUASI = "quasi"
    SENSITIVE = "sensitive"
    INSENSITIVE = "insensitive"


DROPPED: Final = (Role.IDENTIFIER, Role.PERSON)
"""Roles of columns that are never published."""

RoleName = Annotated[str, Choice(tuple(Role))]
"""A role as it is written in an answer."""


class Kind(StrEnum):
    """What the values of a column are, decided on the whole column."""

    INTEGER = "integer"
    DECIMAL = "decimal"
    DATE = "date"
    TIMESTAMP = "timestamp"
    BOOLEAN = "boolean"
    TEXT = "text"

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers that can be put in intervals."""
        return self in (Kind.INTEGER, Kind.DECIMAL)


@dataclass(frozen=True)
class Profile:
    """What an engine found out about one column by looking at every row."""

    name: str
    kind: Kind
    rows: int
    missing: int
    distinct: int
    """Distinct values, the missing one not counted."""
    shortest: int = 0
    longest: int = 0
    """Length in characters of the shortest and the longest value."""
    minimum: str | None = None
    maximum: str | None = None
    """Smallest and largest value, as written in the data; None for text."""
    decimal_comma: bool = False
    date_format: str | None = None
    """strptime format of DATE and TIMESTAMP columns that come as text."""
    markers: tuple[str, ...] = ()
    """Values such as `?` or `NA` in a column whose other values are numbers or dates."""
    common: tuple[tuple[str, int], ...] = ()
    """The most frequent values with their rows (at most 1,000), ties by value order."""

    @property
    def unique(self) -> bool:
        """Whether no value occurs twice."""
        return self.rows > 1 and self.distinct == self.rows - self.missing > 1


@dataclass(frozen=True)
class Attribute:
    """A column with its role, and why it has that role."""

    profile: Profile
    role: Role
    reason: str
    meaning: str | None = None
    """What the values are about, where it is known: `age`, `postcode`, `country`, `icd10` …"""
    doubtful: bool = False
    """Whether neither name nor values told much, so that a person had better be asked."""

    @property
    def name(self) -> str:
        """The column's name."""
        return self.profile.name

    @property
    def kind(self) -> Kind:
        """What the values are."""
        return self.profile.kind


@dataclass(frozen=True)
class Table:
    """Name, number of rows and attributes of a data set; the rows stay in the engine."""

    name: str
    rows: int
    attributes: tuple[Attribute, ...] = field(default=())

    @property
    def names(self) -> list[str]:
        """The column names in order."""
        return [attribute.name for attribute in self.attributes]

    def attribute(self, name: str) -> Attribute:
        """Find an attribute by name, or say which one was probably meant."""
        if name not in self._by_name:
            raise UnknownAttribute.among(name, self.names)
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Attribute]:
        return {attribute.name: attribute for attribute in self.attributes}

    @property
    def person(self) -> Attribute | None:
        """The person key: rows with the same value of it are one person's; None without one."""
        return next(iter(self.with_role(Role.PERSON)), None)

    @property
    def people(self) -> int:
        """How many people the rows are about; as many as rows where there is no person key.

        A key of blanks alone counts as one person here.
        """
        key = self.person
        return self.rows if key is None else key.profile.distinct + key.profile.missing

    def with_role(self, role: Role) -> list[Attribute]:
        """The attributes that have a role, in column order."""
        return [attribute for attribute in self.attributes if attribute.role is role]

    def assigning(self, roles: Mapping[str, Role], reason: str = BY_YOU) -> Table:
        """Give some attributes another role."""
        for name in roles:
            self.attribute(name)
        keys = [name for name, role in roles.items() if role is Role.PERSON]
        if len(keys) > 1:
            raise InvalidParameter(
                say("Only one column can be the person key, not {names}.", names=", ".join(keys)),
                say("Make the others identifiers."),
            )
        if keys and self.person is not None:  # the new key takes the place of the old one
            roles = {self.person.name: Role.IDENTIFIER, **roles}
        return replace(self, attributes=tuple(_assigned(self.attributes, roles, reason)))


def _assigned(
    attributes: Iterable[Attribute], roles: Mapping[str, Role], reason: str
) -> Iterable[Attribute]:
    for attribute in attributes:
        if attribute.name in roles:
            yield replace(attribute, role=roles[attribute.name], reason=reason, doubtful=False)
        else:
            yield attribute
