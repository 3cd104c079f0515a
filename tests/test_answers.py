"""One serialiser for every result."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum

from incrowd.answers import Answer, part, parts_of, serialise, shape


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Inner:
    low: float
    high: float


@dataclass(frozen=True)
class Outer(Answer):
    inner: Inner = field(metadata=shape(inline=True))
    sizes: dict[int, tuple[int, ...]]
    colour: Colour
    secret: object = field(metadata=shape(hidden=True))
    renamed: tuple[Inner, ...] = field(metadata=shape(key="others"))
    missing: Inner | None = field(default=None, metadata=shape(optional=True))
    nothing: str | None = None

    @property
    @part("mean")
    def middle(self) -> float:
        return (self.inner.low + self.inner.high) / 2

    @property
    def unsaid(self) -> int:
        return 1


ANSWER = Outer(Inner(1, 2), {3: (4, 5)}, Colour.RED, object(), (Inner(6, 7),))


def test_fields_and_marked_properties_are_told() -> None:
    assert ANSWER.to_dict() == {
        "low": 1,
        "high": 2,
        "sizes": {"3": [4, 5]},
        "colour": "red",
        "others": [{"low": 6, "high": 7}],
        "nothing": None,
        "mean": 1.5,
    }
    assert json.loads(json.dumps(ANSWER.to_dict(), allow_nan=False)) == ANSWER.to_dict()


def test_what_is_optional_is_told_where_there_is_some() -> None:
    told = Outer(Inner(1, 2), {}, Colour.RED, None, (), Inner(8, 9)).to_dict()
    assert told["missing"] == {"low": 8, "high": 9}


def test_lists_and_mappings_of_results_are_told_too() -> None:
    assert serialise([Inner(1, 2)]) == [{"low": 1, "high": 2}]
    assert serialise({"a": (Inner(1, 2), None)}) == {"a": [{"low": 1, "high": 2}, None]}


def test_a_property_of_a_subclass_takes_the_place_of_its_parent() -> None:
    class More(Outer):
        @property
        @part("mean")
        def middle(self) -> float:
            return -1.0

    assert [each.key for each in parts_of(More)].count("mean") == 1
