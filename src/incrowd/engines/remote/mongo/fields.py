"""Find the columns of a collection: the fields of all its documents, nested ones by their path.

    explore(ask, "clinic.people")    # address.zip, age, …

One pipeline per depth of nesting looks at every document; only names and figures come back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from incrowd.engines.contract import EngineColumn
from incrowd.errors import MalformedData
from incrowd.language import say

Expression = Any
"""An expression of MongoDB: a text, a number, or a mapping with one operator."""
Stage = dict[str, Any]
Ask = Callable[[list[Stage]], list[dict[str, Any]]]
"""Carry out a pipeline on a collection."""
MOST_FIELDS: Final = 10_000
"""Fields of a collection; where there are more, names are values."""
_DEEPEST: Final = 50
_LONGS: Final = (-(2**63), 2**63 - 1)


class Match(StrEnum):
    """How a value is found among others: the server's own index tells 1 from 1.0."""

    PLAIN = "plain"
    WHOLE = "whole"
    DOUBLE = "double"
    COMPARED = "compared"
    """One by one, as numbers of any kind, or what holds such numbers, ask for."""


@dataclass(frozen=True)
class FieldColumn(EngineColumn):
    """A field of the documents of a collection."""

    path: tuple[str, ...] = ()
    arrays: tuple[int, ...] = ()
    """How many names lead to what is an array in some documents, into which no path goes."""
    parent: bool = False
    """Whether it is a document in some documents, whose fields are columns of their own."""
    match: Match = Match.PLAIN

    @property
    def value(self) -> Expression:
        """Its value in a pipeline; null where it is missing."""
        value = _walk("$$ROOT", self.path)
        if self.parent:
            value = {"$cond": [is_document(value), None, value]}
        for length in self.arrays:
            value = {"$cond": [{"$isArray": [_walk("$$ROOT", self.path[:length])]}, None, value]}
        return {"$ifNull": [value, None]}


def is_document(value: Expression) -> Expression:
    """Whether a value is a document: documents come after texts and before arrays."""
    above = {"$gte": [value, {"$literal": {}}]}
    return {"$and": [{"$not": [{"$isArray": [value]}]}, above, {"$lt": [value, {"$literal": []}]}]}


def _walk(value: Expression, path: Sequence[str]) -> Expression:
    """Follow a path; a name that no path can hold is looked for among all names."""
    for place, name in enumerate(path):
        if not is_plain(name):
            inner = _among_all(value, name)
            return _walk(inner, path[place + 1 :])
        value = _step(value, name)
    return value


def _step(value: Expression, name: str) -> Expression:
    if value == "$$ROOT":
        return f"${name}"
    if isinstance(value, str):
        return f"{value}.{name}"
    return _among_all(value, name)


def is_plain(name: str) -> bool:
    """Whether a name can be part of a path.

    >>> [is_plain(name) for name in ("age", "née", "", "$a", "a.b")]
    [True, True, False, False, False]
    """
    return bool(name) and not name.startswith("$") and "." not in name and "\0" not in name


def _among_all(value: Expression, name: str) -> Expression:
    pairs = {"$cond": [is_document(value), {"$objectToArray": value}, []]}
    if value == "$$ROOT":
        pairs = {"$objectToArray": value}
    same = {"$eq": [{"$concat": ["=", "$$pair.k"]}, f"={name}"]}
    found = {"$filter": {"input": pairs, "as": "pair", "cond": same}}
    values = {"$map": {"input": found, "as": "pair", "in": "$$pair.v"}}
    return {"$arrayElemAt": [values, 0]}


@dataclass
class _Seen:
    """What was seen of a field in all documents."""

    path: tuple[str, ...]
    order: tuple[int, ...]
    kinds: set[str] = field(default_factory=set)
    whole: bool = True
    decimal: bool = False
    ends: list[Any] = field(default_factory=list)


def explore(ask: Ask, collection: str) -> list[FieldColumn]:
    """The columns of a collection, in the order in which documents have their fields."""
    seen: dict[tuple[str, ...], _Seen] = {}
    for depth in range(1, _DEEPEST + 1):
        documents = [path for path, each in seen.items() if "object" in each.kinds]
        if depth > 1 and not any(len(path) == depth - 1 for path in documents):
            break
        _look(ask, depth, seen)
        _check_number(seen, collection)
    return [
        _describe(each, seen)
        for each in sorted(seen.values(), key=_standing)
        if each.kinds != {"object"}
    ]


def _standing(seen: _Seen) -> tuple[bool, tuple[int, ...], tuple[str, ...]]:
    """Where a field stands among the others; the identifier of documents comes first."""
    return seen.path[0] != "_id", seen.order, seen.path


def _check_number(seen: Mapping[tuple[str, ...], _Seen], collection: str) -> None:
    if len(seen) > MOST_FIELDS:
        raise MalformedData(
            say(
                "The documents of '{name}' have more than {most:,} different fields.",
                name=collection,
                most=MOST_FIELDS,
            ),
            say("Field names seem to be values: store them as values of one field."),
        )


def _look(ask: Ask, depth: int, seen: dict[tuple[str, ...], _Seen]) -> None:
    """What the fields at one depth are in all documents."""
    broken = False
    for each in ask(_kinds_at(depth)):
        path, last = _path(each["_id"], depth), int(each["last"])
        order = (*seen[path[:-1]].order, last) if depth > 1 else (last,)
        known = seen.setdefault(path, _Seen(path, order))
        known.order = max(known.order, order)
        known.kinds.add(each["_id"]["t"])
        if each["_id"]["t"] == "number":
            known.whole, known.ends = bool(each["whole"]), [each["low"], each["high"]]
            broken = broken or not known.whole
    for each in ask(_decimals_at(depth)) if broken else ():
        seen[_path(each["_id"], depth)].decimal = True


def _path(key: Mapping[str, str], depth: int) -> tuple[str, ...]:
    return tuple(key[f"k{level}"].removeprefix("=") for level in range(depth))


def _fields_at(depth: int) -> list[Stage]:
    """The fields at one depth: names as k0, k1, …, and `e.k`; the value `e.v`; the place `i`."""
    names: dict[str, Expression] = {}
    stages: list[Stage] = [{"$project": {"_id": 0, "e": {"$objectToArray": "$$ROOT"}}}]
    for level in range(depth):
        stages.append({"$unwind": {"path": "$e", "includeArrayIndex": "i"}})
        if level + 1 < depth:
            names[f"k{level}"] = _name()
            stages.append({"$project": {**names, "v": "$e.v", "d": is_document("$e.v")}})
            names[f"k{level}"] = 1
            stages.append({"$match": {"d": True}})
            stages.append({"$project": {**names, "e": {"$objectToArray": "$v"}}})
    return stages


def _name() -> Expression:
    return {"$concat": ["=", "$e.k"]}  # so that none begins with $, which has a meaning


def _names_at(depth: int) -> dict[str, Expression]:
    return {**{f"k{level}": f"$k{level}" for level in range(depth - 1)}, f"k{depth - 1}": _name()}


def _kinds_at(depth: int) -> list[Stage]:
    """The kinds of values of each field, and figures of its numbers."""
    number = {"$eq": ["$t", "number"]}
    whole = {"$cond": [{"$eq": ["$v", {"$trunc": "$v"}]}, 1, 0]}
    path = {f"k{level}": f"$k{level}" for level in range(depth)}
    figures = {
        "_id": {**path, "t": "$t"},
        "last": {"$max": "$i"},
        "whole": {"$min": {"$cond": [number, whole, 1]}},
        "low": {"$min": {"$cond": [number, "$v", None]}},
        "high": {"$max": {"$cond": [number, "$v", None]}},
    }
    looked_at = {**_names_at(depth), "i": 1, "v": "$e.v", "t": _kind("$e.v")}
    bounded = {"$limit": MOST_FIELDS * 9}
    return [*_fields_at(depth), {"$project": looked_at}, {"$group": figures}, bounded]


def _decimals_at(depth: int) -> list[Stage]:
    """The fields that have decimal numbers, which are no floating-point ones."""
    decimal = {"$match": {"e.v": {"$type": "decimal"}}}
    return [*_fields_at(depth), decimal, {"$group": {"_id": _names_at(depth)}}]


def _kind(value: Expression) -> Expression:
    """The kind of a value by where it stands in MongoDB's order of all values.

    Null, numbers, texts, documents, arrays, bytes, object ids, booleans, dates, timestamps.
    """
    from bson import Timestamp

    date = {"$and": [{"$gt": [value, True]}, {"$lt": [value, Timestamp(0, 0)]}]}
    kinds: list[tuple[Expression, str]] = [
        ({"$lte": [value, None]}, "null"),
        ({"$lt": [value, ""]}, "number"),
        ({"$lt": [value, {"$literal": {}}]}, "string"),
        ({"$isArray": [value]}, "array"),
        ({"$lt": [value, {"$literal": []}]}, "object"),
        ({"$in": [value, [True, False]]}, "bool"),
        (date, "date"),
    ]
    result: Expression = "other"
    for condition, kind in reversed(kinds):
        result = {"$cond": [condition, kind, result]}
    return result


_PLAIN: Final = {"date": "TIMESTAMP", "bool": "BOOLEAN"}


def _describe(seen: _Seen, others: Mapping[tuple[str, ...], _Seen]) -> FieldColumn:
    kinds = seen.kinds - {"object", "null"}
    plain, match = "VARCHAR", Match.PLAIN
    if kinds == {"number"} and not seen.decimal:
        whole = seen.whole and all(_LONGS[0] <= end <= _LONGS[1] for end in seen.ends)
        plain, match = ("BIGINT", Match.WHOLE) if whole else ("DOUBLE", Match.DOUBLE)
    elif len(kinds) == 1:
        plain = _PLAIN.get(next(iter(kinds)), "VARCHAR")
    if kinds & {"number", "array"} and match is Match.PLAIN:
        match = Match.COMPARED
    return FieldColumn(
        name=".".join(seen.path),
        type=" or ".join(sorted(kinds)) or "null",
        plain=plain,
        path=seen.path,
        arrays=_arrays(seen, others),
        parent="object" in seen.kinds,
        match=match,
    )


def _arrays(seen: _Seen, others: Mapping[tuple[str, ...], _Seen]) -> tuple[int, ...]:
    return tuple(
        length for length in range(1, len(seen.path)) if "array" in others[seen.path[:length]].kinds
    )
