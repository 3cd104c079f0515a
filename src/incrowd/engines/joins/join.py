"""What a join is: its kind, and the columns of two sources that have to go together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import Message, say

JoinKind = Literal["inner", "left", "right", "full", "cross"]
JOIN_KINDS: Final = ("inner", "left", "right", "full", "cross")


@dataclass(frozen=True)
class Column:
    """A column of one of the sources, which are counted from 0, or a range of it."""

    source: int
    name: str


@dataclass(frozen=True)
class Range:
    """A column of texts such as `20-30` made of two columns of a source.

    Where the lower end is missing the text is `<=30`, where the upper one is, `>=20`.
    """

    source: int
    name: str
    low: str
    high: str


@dataclass(frozen=True)
class JoinCondition:
    """Two columns that have to go together; a missing value goes with nothing."""

    left: Column
    right: Column
    pairs: pa.Table | None = None
    """The texts that go together, in columns `left` and `right`; None if they have to be equal."""

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes it the same condition as another."""
        return (self.left, self.right, None if self.pairs is None else id(self.pairs))


@dataclass(frozen=True)
class Join:
    """How a source is joined to all those before it."""

    kind: JoinKind
    on: tuple[JoinCondition, ...] = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes it the same join as another."""
        return (self.kind, *(on.key for on in self.on))


@dataclass(frozen=True)
class JoinPlace:
    """Where sources were joined, and how much of it came here."""

    engine: str | None
    """What the engine is called; None where the join was made here."""
    server: str | None
    """Its address, without a password."""
    combinations: int
    """The joined combinations that came here, or were made here."""
    reason: Message | None = None
    """Why it was made here although all sources lie in databases."""

    @property
    def sentence(self) -> Message:
        """Where it was, in words.

        >>> JoinPlace("Trino", "trino://ann@h:8080/pg/public", 812).sentence
        'Joined inside Trino at trino://ann@h:8080/pg/public; 812 joined combinations came here.'
        """
        if self.engine is not None:
            return say(
                "Joined inside {engine} at {server}; {count:,} joined combinations came here.",
                engine=self.engine,
                server=self.server or "",
                count=self.combinations,
            )
        if self.reason is not None:
            return say(
                "Joined here, from the combinations of each source ({count:,} joined). {reason}",
                count=self.combinations,
                reason=self.reason,
            )
        return say("Joined here: {count:,} joined combinations.", count=self.combinations)


@dataclass(frozen=True, eq=False)
class JoinedTally:
    """Joined combinations, and who stands in them."""

    table: pa.Table
    """The columns that were asked for, and the joined rows."""
    combination: Mapping[int, NDArray[np.int32]]
    """By source, the number of its combination in each joined one, or -1: it has no partner.

    A source that is not told always has one. Where only marks were asked for all numbers are 0.
    """
    rows: tuple[NDArray[np.int64], ...]
    """By source, the rows of each of its combinations; nothing where marks were asked for."""
    by_person: tuple[int, ...] = ()
    """Sources whose numbers are those of kinds of people, and whose figures are people."""
    place: JoinPlace | None = None
    """Where it was joined."""


def too_many_combinations(most: int) -> InvalidParameter:
    """Say that more would be joined than fits into memory."""
    return InvalidParameter(
        say("The join gives more than {most:,} different combinations.", most=most),
        say("Join on more columns, leave out columns that hardly ever match, or filter first."),
    )


def sources_without_partner(joins: Sequence[Join]) -> tuple[int, ...]:
    """The sources that may have no partner in what is joined.

    >>> sources_without_partner([Join("left"), Join("inner")])
    (1,)
    >>> sources_without_partner([Join("inner"), Join("right")])
    (0, 1)
    """
    result = set()
    for new, join in enumerate(joins, 1):
        if join.kind in ("left", "full"):
            result.add(new)
        if join.kind in ("right", "full"):
            result |= set(range(new))
    return tuple(sorted(result))


def check_joins(joins: Sequence[Join], sources: int) -> None:
    """Refuse what cannot be joined: join i brings in source i + 1 by columns of it and others."""
    if len(joins) != sources - 1:
        raise InvalidParameter(
            say(
                "{sources} sources need {wanted} joins, not {joins}.",
                sources=sources,
                wanted=sources - 1,
                joins=len(joins),
            ),
            say("Say for every source but the first how it is joined."),
        )
    for new, join in enumerate(joins, 1):
        _check_join(join, new)


def _check_join(join: Join, new: int) -> None:
    if join.kind not in JOIN_KINDS:
        raise UnknownName.among("join", join.kind, JOIN_KINDS)
    if join.kind == "cross" and join.on:
        raise InvalidParameter(say("A cross join has no conditions."), say("Choose an inner join."))
    if join.kind != "cross" and not join.on:
        raise InvalidParameter(
            say("The join of source {number} names no columns.", number=new + 1),
            say("Name a column of each side, or choose a cross join."),
        )
    for on in join.on:
        if not (0 <= on.left.source < new and on.right.source == new):
            raise InvalidParameter(
                say(
                    "Source {number} cannot be joined on a column of source {left} and one of "
                    "source {right}.",
                    number=new + 1,
                    left=on.left.source + 1,
                    right=on.right.source + 1,
                ),
                say(
                    "Name a column of an earlier source, then one of source {number}.",
                    number=new + 1,
                ),
            )
