"""Look values up inside a pipeline: their place in a list of ours, from 0; -1 where there is none.

place_of(column, ["a", "b", None], "$x3")

The server keeps such a list as an index of its own; only numbers of several kinds, and arrays, have
to be compared one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from incrowd.engines.remote.mongo.fields import Expression, FieldColumn, Match
from incrowd.engines.remote.mongo.values import write_value


def place_of(column: FieldColumn, keys: Sequence[Any], value: Expression) -> Expression:
    """The place of a value of a column among others."""
    known = {"$literal": list(keys)}
    if column.match is Match.WHOLE:
        whole = {"$eq": [value, {"$trunc": value}]}
        value = {"$cond": [whole, {"$toLong": value}, value]}
    elif column.match is Match.DOUBLE:
        value = {"$toDouble": value}
    elif column.match is Match.COMPARED:
        same = {"$map": {"input": known, "as": "key", "in": {"$eq": ["$$key", value]}}}
        return {"$indexOfArray": [same, True]}
    return {"$indexOfArray": [known, value]}


def element(items: Sequence[Any], place: Expression) -> Expression:
    """What stands at a place of a list of ours."""
    return {"$arrayElemAt": [{"$literal": list(items)}, place]}


def as_stored(column: FieldColumn, values: Iterable[Any]) -> list[Any]:
    """Values as `place_of` compares them: whole numbers as long ones, both zeros."""
    from bson import Int64

    if column.match is Match.WHOLE:
        return [Int64(text) for text in dict.fromkeys(map(write_value, values)) if text is not None]
    if column.match is not Match.DOUBLE:
        return list(values)
    numbers = {float(text) for text in map(write_value, values) if text is not None}
    return sorted(numbers) + ([-0.0] if 0.0 in numbers else [])


@dataclass(eq=False)
class LevelMap:
    """What stands for each value of a column: its label, by number."""

    keys: list[Any] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """The number of the label of each key."""
    labels: list[str | None] = field(default_factory=list)
    """What is shown under each number."""
    known: dict[str | None, int] = field(default_factory=dict)
    """The number of each value of the data."""

    def add(self, value: str | None, keys: Sequence[Any], number: int) -> None:
        """Remember the number of a value."""
        self.known[value] = number
        self.keys += keys
        self.numbers += [number] * len(keys)
