"""Put tables about the same people together, one row for each person, to anonymise them as one.

People are recognised by an identifier that all tables have, else by columns that are named, and
only where these distinguish every row of each table from all others. Nobody is lost: whoever is in
one table only has no values in the columns of the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Annotated, Final, Literal

import pyarrow as pa

from incrowd.answers import Translated, part
from incrowd.engines.contract import ROWS, Source
from incrowd.errors import InvalidParameter
from incrowd.language import Message, as_message, say
from incrowd.linking.joins.columns import Assignments, Columns, Pair, joined_groups, parse_pairs
from incrowd.linking.joins.proposal import plain_name
from incrowd.linking.values.published_value import meaning_of
from incrowd.table import DROPPED, SUPPRESSED, Attribute, Role

MOST_CANDIDATES: Final = 50
_STRICTEST: Final = (Role.IDENTIFIER, Role.SENSITIVE, Role.QUASI, Role.INSENSITIVE)

Key = tuple[str, ...]
"""The columns of one table that identify its people."""
Value = tuple[str, ...] | None
"""Who a row is about; None where that is missing or suppressed."""


@dataclass(frozen=True, eq=False)
class PeopleTable:
    """A table that is put together with others."""

    source: Source
    attributes: tuple[Attribute, ...]

    @property
    def name(self) -> str:
        """What the table is called."""
        return self.source.name

    @property
    def names(self) -> list[str]:
        """What its columns are called."""
        return [attribute.name for attribute in self.attributes]

    def people(self, key: Key) -> dict[Value, int]:
        """Everybody of the table with the number of their rows."""
        tally = self.source.tally(list(key))
        people: dict[Value, int] = {}
        counts = tally.column(ROWS).to_pylist()
        for value, rows in zip(_values(tally, key), counts, strict=True):
            people[value] = people.get(value, 0) + rows
        return people


def _values(table: pa.Table, key: Key) -> list[Value]:
    cells = zip(*(table.column(name).to_pylist() for name in key), strict=True)
    return [None if {None, SUPPRESSED} & {*row} else row for row in cells]


Recognition = Literal["identifier", "columns", ""]
"""How people of several tables are recognised."""


@dataclass(frozen=True)
class MergePlan:
    """How people of several tables are recognised, and whether they can be put together."""

    by: Recognition
    """Empty if nothing identifies them."""
    keys: tuple[Key, ...]
    """The columns of each table."""
    people: int
    shared: int
    """People who are in more than one table."""
    reason: Annotated[Message, Translated()]
    """Why it cannot be done; empty if it can."""
    needed: Annotated[Message, Translated()]
    """What is missing."""

    @property
    @part()
    def possible(self) -> bool:
        """Whether the tables can be put together."""
        return not self.reason


@dataclass(frozen=True)
class MergedColumn:
    """A column of the joint table, and where it comes from."""

    name: str
    role: Role
    origin: tuple[tuple[int, str], ...]
    """Table, from 0, and column; several for what identifies the people, and for what agrees."""


def plan_merge(tables: Sequence[PeopleTable], named: Sequence[Key] = ()) -> MergePlan:
    """Find what identifies the people: an identifier of all tables, else the named columns."""
    identified = [
        plan
        for keys in _identifiers(tables)
        if (plan := _evaluate(tables, keys, "identifier")).shared
    ]
    if identified:
        return max(identified, key=lambda plan: (plan.possible, plan.shared))
    if not named or not all(named):
        reason = say("The tables have no identifier in common, so nobody knows who is in both.")
        return MergePlan("", (), 0, 0, reason, _identifier_needed())
    return _evaluate(tables, tuple(named), "columns")


def _identifier_needed() -> Message:
    return say(
        "Give every table a column that identifies its people, such as a patient number, and "
        "make it an identifier: it is never published."
    )


def _identifiers(tables: Sequence[PeopleTable]) -> list[tuple[Key, ...]]:
    """Identifiers of all tables, those of the same name alone where there are such."""
    known = [
        [attribute.name for attribute in each.attributes if attribute.role in DROPPED]
        for each in tables
    ]
    if prod(map(len, known)) > MOST_CANDIDATES:
        known = [names[: max(1, int(MOST_CANDIDATES ** (1 / len(known))))] for names in known]
    every: list[tuple[Key, ...]] = [tuple((name,) for name in names) for names in product(*known)]
    alike = [keys for keys in every if len({plain_name(key[0]) for key in keys}) == 1]
    return alike or every


def _evaluate(tables: Sequence[PeopleTable], keys: tuple[Key, ...], by: Recognition) -> MergePlan:
    people_of = [members.people(key) for members, key in zip(tables, keys, strict=True)]
    times: dict[Value, int] = {}
    for each in people_of:
        for value in each:
            if value is not None:
                times[value] = times.get(value, 0) + 1
    shared = sum(number > 1 for number in times.values())
    people = len(times) + sum(each.get(None, 0) for each in people_of)
    reason, needed = _find_obstacle(tables, keys, people_of, shared)
    if by == "columns" and not reason:
        reason, needed = _find_generalised(keys, times) or (reason, needed)
    return MergePlan(by, keys, people, shared, reason, needed)


def _find_generalised(
    keys: Sequence[Key], people: Iterable[Value]
) -> tuple[Message, Message] | None:
    """That some values stand for many, as `130**` does, and so identify nobody, if they do."""
    for texts in people:
        for place, text in enumerate(texts or ()):
            if meaning_of(text).generalised:
                reason = say(
                    "'{value}' in '{column}' may stand for many people, so nobody knows who is in "
                    "both tables.",
                    value=text,
                    column=keys[0][place],
                )
                return reason, _identifier_needed()
    return None


def _find_obstacle(
    tables: Sequence[PeopleTable],
    keys: Sequence[Key],
    people_of: Sequence[dict[Value, int]],
    shared: int,
) -> tuple[Message, Message]:
    """Why tables cannot be put together by some columns, and what is needed."""
    for members, key, each in zip(tables, keys, people_of, strict=True):
        several = sum(rows for value, rows in each.items() if value is not None and rows > 1)
        if several:
            reason = say(
                "'{column}' does not tell the people of '{name}' apart: {rows:,} rows share its "
                "values with others.",
                column=", ".join(key),
                name=members.name,
                rows=several,
            )
            needed = say(
                "Each person needs one row in each table: combine the rows of each person "
                "first, or add an identifier that is different for every person."
            )
            return reason, needed
    if not shared:
        names = ", ".join(dict.fromkeys(name for key in keys for name in key))
        reason = say(
            "According to '{column}', nobody is in more than one of the tables.", column=names
        )
        return reason, say("Join on what the same people have in each table.")
    return as_message(""), as_message("")


@dataclass(frozen=True, eq=False)
class Joint:
    """All people with what each table says of them."""

    table: pa.Table
    columns: tuple[MergedColumn, ...]


class _People:
    """The people of all tables: where each has a row, and what it says."""

    def __init__(self, tables: Sequence[PeopleTable], keys: Sequence[Key]) -> None:
        self._read = [_whole(members) for members in tables]
        places: dict[object, list[int | None]] = {}
        for number, (table, key) in enumerate(zip(self._read, keys, strict=True)):
            for row, value in enumerate(_values(table, key)):
                who: object = value if value is not None else (number, row)
                places.setdefault((value is None, who), [None] * len(tables))[number] = row
        self._rows = [
            pa.array([rows[number] for rows in places.values()], pa.int64())
            for number in range(len(tables))
        ]

    def says(self, number: int, name: str) -> list[str | None]:
        """What a column of a table says of everybody; None where it says nothing."""
        cells: list[str | None] = (
            self._read[number].column(name).take(self._rows[number]).to_pylist()
        )
        return cells

    def agree(self, origin: Sequence[tuple[int, str]]) -> bool:
        """Whether columns say the same of all people of whom they say something, and of some."""
        shared = [
            {cell for cell in row if cell is not None}
            for row in zip(*(self.says(*place) for place in origin), strict=True)
            if sum(cell is not None for cell in row) > 1
        ]
        return bool(shared) and all(len(values) == 1 for values in shared)

    def column(self, origin: Sequence[tuple[int, str]]) -> pa.Array:
        """What the first of some columns says that says something."""
        cells = zip(*(self.says(*place) for place in origin), strict=True)
        first = [next((cell for cell in row if cell is not None), None) for row in cells]
        return pa.array(first, pa.string())


def merge_people(tables: Sequence[PeopleTable], plan: MergePlan) -> Joint:
    """All people with what each table says of them; a missing text where it says nothing."""
    if not plan.possible:
        raise InvalidParameter(plan.reason, plan.needed)
    people = _People(tables, plan.keys)
    columns = (*_key_columns(tables, plan.keys), *_other_columns(tables, plan.keys, people))
    table = [people.column(column.origin) for column in columns]
    return Joint(pa.table(table, [column.name for column in columns]), columns)


def _key_columns(tables: Sequence[PeopleTable], keys: Sequence[Key]) -> Iterator[MergedColumn]:
    """What identifies the people, once."""
    for names in zip(*keys, strict=True):
        origin = tuple(enumerate(names))
        roles = [_role(tables[number], name) for number, name in origin]
        yield MergedColumn(names[0], min(roles, key=_STRICTEST.index), origin)


def _other_columns(
    tables: Sequence[PeopleTable], keys: Sequence[Key], people: _People
) -> Iterator[MergedColumn]:
    """All other columns: one where those of a name agree, else each apart as `1.zip`, `2.zip`."""
    named: dict[str, list[int]] = {}
    for number, members in enumerate(tables):
        for name in members.names:
            if name not in keys[number]:
                named.setdefault(name, []).append(number)
    used = {*keys[0], *named}
    for name, numbers in named.items():
        origin = tuple((number, name) for number in numbers)
        roles = [_role(tables[number], name) for number in numbers]
        if (
            name not in keys[0]
            and len({*roles}) == 1
            and (len(origin) == 1 or people.agree(origin))
        ):
            yield MergedColumn(name, roles[0], origin)
            continue
        for place, role in zip(origin, roles, strict=True):
            apart = f"{place[0] + 1}.{name}"
            while apart in used:
                apart = f"{place[0] + 1}.{apart}"
            used.add(apart)
            yield MergedColumn(apart, role, (place,))


def _role(members: PeopleTable, name: str) -> Role:
    """The role of a column; in the joint table, which has a row per person, no key is needed."""
    role = next(attribute.role for attribute in members.attributes if attribute.name == name)
    return Role.IDENTIFIER if role is Role.PERSON else role


def _whole(members: PeopleTable) -> pa.Table:
    """All rows of a table; those that are alike stand one after the other."""
    tally = members.source.tally(members.names)
    rows = tally.column(ROWS).to_pylist()
    places = [place for place, times in enumerate(rows) for _ in range(times)]
    return tally.select(members.names).take(pa.array(places, pa.int64()))


def parse_keys(tables: Sequence[PeopleTable], on: Assignments) -> list[Key]:
    """The columns of each table that are joined in all of them."""
    columns = Columns(tuple(tuple(members.names) for members in tables))
    return shared_keys(parse_pairs(columns, on), len(tables))


def shared_keys(pairs: Sequence[Pair], count: int) -> list[Key]:
    """For each of so many tables the columns that are joined, as equal, in all of them."""
    groups = joined_groups([pair for pair in pairs if pair.condition == "equal"])
    whole = [
        {column.source: column.name for column in reversed(group)}
        for group in groups
        if {column.source for column in group} == set(range(count))
    ]
    return [tuple(names[number] for names in whole) for number in range(count)] if whole else []
