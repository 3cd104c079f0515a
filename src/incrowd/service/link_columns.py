"""Columns of several sources by name: `zip` where one source has it, `1.zip` and `2.zip` else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from incrowd.engines.joins import Column, Range
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName, suggestion
from incrowd.linking.pairing import CONDITIONS

Given = Mapping[str, str] | Iterable[str]
"""`{"zip": "13012"}` or `["zip=13012"]`."""
Sides = TypeVar("Sides")


@dataclass(frozen=True)
class Pair:
    """Two columns that are joined, and how."""

    left: Column
    right: Column
    condition: str = "equal"
    reason: str = ""
    """Why it was proposed; empty where it was asked for."""


@dataclass(frozen=True)
class Columns:
    """The columns of every source, ranges included."""

    names: tuple[tuple[str, ...], ...]

    def label(self, column: Column) -> str:
        """The shortest name that says which column is meant.

        >>> Columns((("zip", "age"), ("zip",))).label(Column(0, "age"))
        'age'
        """
        alone = sum(column.name in names for names in self.names) == 1
        return column.name if alone else joined_label(column)

    def found(self, name: str) -> list[Column]:
        """All columns that a name may mean: `zip` in every source, `2.zip` in the second."""
        everywhere = [
            Column(source, name) for source, names in enumerate(self.names) if name in names
        ]
        number, dot, rest = name.partition(".")
        if everywhere or not dot or not number.isdecimal():
            return everywhere
        source = int(number) - 1
        inside = 0 <= source < len(self.names) and rest in self.names[source]
        return [Column(source, rest)] if inside else []

    def wanted(self, name: str) -> list[Column]:
        """All columns that a name may mean, or an error that says which was probably meant."""
        columns = self.found(name.strip())
        if not columns:
            raise UnknownAttribute(
                f"No source has a column '{name.strip()}'.", suggestion(name.strip(), self.all)
            )
        return columns

    @property
    def all(self) -> list[str]:
        """Every column by its label."""
        return [
            self.label(Column(source, name))
            for source, names in enumerate(self.names)
            for name in names
        ]


def joined_label(column: Column) -> str:
    """What a column is called in what was joined: `1.zip`."""
    return f"{column.source + 1}.{column.name}"


def joined_groups(pairs: Sequence[Pair]) -> list[tuple[Column, ...]]:
    """Columns that are joined with each other."""
    groups: list[set[Column]] = []
    for pair in pairs:
        mine = {pair.left, pair.right}
        for group in [each for each in groups if each & mine]:
            groups.remove(group)
            mine |= group
        groups.append(mine)
    return [tuple(sorted(each, key=lambda one: (one.source, one.name))) for each in groups]


def split_on(columns: Columns, text: str) -> tuple[list[Column], list[Column], str]:
    """Read `LEFT=RIGHT:condition`; names may hold the signs that part them.

    >>> split_on(Columns((("zip",), ("plz",))), "zip=plz:covers")[2]
    'covers'
    """
    pair, colon, condition = text.rpartition(":")
    if not colon or (condition not in CONDITIONS and _sides(columns, text) is not None):
        pair, condition = text, "equal"
    if condition not in CONDITIONS:
        raise UnknownName.among("condition", condition, CONDITIONS)
    sides = _sides(columns, pair)
    if sides is None:
        left, equals, right = pair.partition("=")
        if not left.strip() or (equals and not right.strip()):
            raise InvalidParameter(
                f"'{text}' is no pair of columns.", "Write it as in --on zip=postcode:overlaps."
            )
        sides = columns.wanted(left), columns.wanted(right or left)
    return *sides, condition


def _sides(columns: Columns, pair: str) -> tuple[list[Column], list[Column]] | None:
    """Both sides of an equal sign, if there is one that leaves two known names."""
    if "=" not in pair:
        same = columns.found(pair.strip())
        return (same, same) if same else None
    parts = pair.split("=")
    for place in range(1, len(parts)):
        left, right = "=".join(parts[:place]).strip(), "=".join(parts[place:]).strip()
        if columns.found(left) and columns.found(right):
            return columns.found(left), columns.found(right)
    return None


def pairs_asked_for(columns: Columns, given: Given) -> list[Pair]:
    """The pairs of columns to join: each source but the first with the first that fits before."""
    pairs: list[Pair] = []
    for text in _texts(given):
        lefts, rights, condition = split_on(columns, text)
        found = [
            Pair(left, right, condition)
            for right in rights
            for left in [next((one for one in lefts if one.source < right.source), None)]
            if left is not None
        ]
        if not found:
            raise InvalidParameter(
                f"'{text}' does not join two sources.",
                "Name a column of an earlier source first, then one of a later source: "
                "--on zip=postcode.",
            )
        pairs += [pair for pair in found if pair not in pairs]
    return pairs


def facts_asked_for(columns: Columns, given: Given) -> list[tuple[list[Column], str]]:
    """What is known: the columns that a fact is about, and its value."""
    facts = []
    for text in _texts(given):
        parts = text.split("=")
        for place in range(1, len(parts)):
            name = "=".join(parts[:place])
            if columns.found(name.strip()):
                facts.append((columns.found(name.strip()), "=".join(parts[place:]).strip()))
                break
        else:
            if len(parts) == 1:
                raise InvalidParameter(f"'{text}' is no fact.", "Write it as in --know zip=13012.")
            columns.wanted(parts[0])
    return facts


def ranges_asked_for(names: Sequence[Sequence[str]], given: Given) -> list[Range]:
    """Ranges made of two columns, in every source that has both: `age=lower_age:upper_age`."""
    columns = Columns(tuple(tuple(each) for each in names))
    ranges: list[Range] = []
    for text in _texts(given):
        name, equals, ends = text.partition("=")
        low, colon, high = (part.strip() for part in ends.partition(":"))
        if not (equals and colon and name.strip() and low and high):
            raise InvalidParameter(
                f"'{text}' is no range.", "Write it as in --range age=lower_age:upper_age."
            )
        lows, highs = columns.wanted(low), columns.wanted(high)
        upper = {column.source: column.name for column in highs}
        number, dot, rest = name.strip().partition(".")
        only = int(number) - 1 if dot and number.isdecimal() else None
        made = [
            Range(
                one.source, rest if only is not None else name.strip(), one.name, upper[one.source]
            )
            for one in lows
            if one.source in upper and only in (None, one.source)
        ]
        _check_ranges(made, text, names)
        ranges += made
    return ranges


def _check_ranges(made: Sequence[Range], text: str, names: Sequence[Sequence[str]]) -> None:
    if not made:
        raise InvalidParameter(
            f"No source has both ends of '{text}'.", "Name two columns of the same source."
        )
    for one in made:
        if one.name in names[one.source]:
            raise InvalidParameter(
                f"Source {one.source + 1} has a column '{one.name}' already.",
                "Give the range another name.",
            )


def _texts(given: Given) -> list[str]:
    if isinstance(given, Mapping):
        return [f"{name}={value}" for name, value in given.items()]
    return [given] if isinstance(given, str) else list(given)
