"""What a verdict is made from: the published classes, the columns and their texts, row order.

Counts are of people where a column is the person key, and of rows where there is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from incrowd.crowd.crowd import Classes
from incrowd.kernels.grouping import Sizes
from incrowd.language import Message, say
from incrowd.table import Attribute, Role, Table

PERSON: Final = "person"
"""The role of the column that tells people apart."""


@dataclass(frozen=True)
class PublishedColumn:
    """A column as it is published: its texts, each with its rows."""

    attribute: Attribute
    recoded: bool
    """Whether labels are published instead of what the data has."""
    texts: tuple[tuple[str, int], ...]

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.attribute.name


@dataclass(frozen=True)
class RowOrder:
    """What is known of the order of the published rows."""

    shuffled: bool | None = None
    """None for a file that is judged as it is: it does not say."""
    numbering: tuple[str, ...] = ()
    """Published columns that number the rows."""
    sorted: tuple[str, ...] = ()
    """Secrets by which the original is sorted, and which are published as they are."""
    follows_original: bool | None = None
    """Whether the rows stand in the order of the original; None where that is not at hand."""


@dataclass(frozen=True)
class Population:
    """What strangers find in the population, where that is known."""

    people: int
    risk: float | None
    """The highest risk in percent that somebody is found who may or may not be in the data."""
    words: Message


class KnownSides(Protocol):
    """How the published groups fall apart once side columns are known."""

    @property
    def names(self) -> tuple[str, ...]:
        """The side columns."""

    def known(self, *names: str) -> Classes:
        """The published groups when some side columns are known besides the quasi-identifiers."""


@dataclass(frozen=True)
class NoSides:
    """No column is published besides quasi-identifiers and secrets."""

    names: tuple[str, ...] = ()

    def known(self, *names: str) -> Classes:
        """There is none to know."""
        raise KeyError(*names)


@dataclass(frozen=True, eq=False)
class Evidence:
    """All that the checks look at."""

    table: Table
    classes: Classes
    """What is published, with the values of sensitive attributes."""
    sides: KnownSides = NoSides()
    """The published groups when side columns are known, too."""
    columns: tuple[PublishedColumn, ...] = ()
    order: RowOrder = RowOrder()
    as_is: bool = False
    """Whether a file is judged as it is: then identifiers in it are published."""
    recoded: bool = False
    """Whether rows are recoded one by one, so that no level or k can be chosen."""
    population: Population | None = None
    person_warning: Message | None = None
    original_key: str | None = None
    """The column of the original by which people have several rows there; None if none does."""
    rows: int | None = None
    """Rows that are published, where classes count people."""

    @cached_property
    def person(self) -> Attribute | None:
        """The column that tells people apart, if there is one."""
        keys = [each for each in self.table.attributes if each.role.value == PERSON]
        return keys[0] if keys else None

    @property
    def sizes(self) -> Sizes:
        """The sizes of the published groups."""
        return self.classes.kept_sizes

    @property
    def people(self) -> int:
        """How many are published: people, or rows where nothing tells people apart."""
        return self.classes.kept_rows

    @property
    def unit(self) -> Message:
        """What is counted."""
        return say("rows") if self.person is None else say("people")

    def count(self, number: int) -> Message:
        """A number of what is counted, in words."""
        if self.person is None:
            return say("1 row") if number == 1 else say("{count:,} rows", count=number)
        return say("1 person") if number == 1 else say("{people:,} people", people=number)

    @cached_property
    def dropped(self) -> frozenset[str]:
        """The columns that are left out of a release: those that point to one person."""
        if self.as_is:
            return frozenset()
        return frozenset(
            attribute.name
            for attribute in self.table.attributes
            if attribute.role is Role.IDENTIFIER or attribute.role.value == PERSON
        )
