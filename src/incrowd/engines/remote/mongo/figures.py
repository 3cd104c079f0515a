"""Figures of a field with very many values, counted in the server: lengths, ends, commonest values.

Stages that follow a `$group` whose documents are `{_id: {k0: value}, n: rows}`.
"""

from __future__ import annotations

from typing import Final

from incrowd.engines.remote.mongo.fields import Expression, FieldColumn, Stage

_LISTED: Final = 1_001
"""The commonest values, and the missing one."""
_VALUE: Final = "$_id.k0"
_LENGTHS: Final = {"TIMESTAMP": 19, "BOOLEAN": 5}
_OBJECT_ID: Final = 24


def figures_of(column: FieldColumn) -> list[Stage]:
    """One document: how many values, how long they are, the smallest and the largest."""
    missing = {"$eq": [_VALUE, None]}
    length = {"$cond": [missing, None, _length(column)]}
    known = {"$cond": [missing, None, _VALUE]}
    return [
        {
            "$group": {
                "_id": None,
                "missing": {"$sum": {"$cond": [missing, "$n", 0]}},
                "known": {"$sum": {"$cond": [missing, 0, 1]}},
                "shortest": {"$min": length},
                "longest": {"$max": length},
                "low": {"$min": known},
                "high": {"$max": known},
            }
        }
    ]


def _length(column: FieldColumn) -> Expression:
    """The length of a value as text, where the server writes it as we do."""
    if column.type == "string":
        return {"$strLenCP": _VALUE}
    if column.plain == "BIGINT":
        return {"$strLenCP": {"$toString": {"$toLong": _VALUE}}}
    if column.plain == "DOUBLE":
        return {"$strLenCP": {"$toString": {"$toDouble": _VALUE}}}
    return _LENGTHS.get(column.plain, _OBJECT_ID)


def most_common() -> list[Stage]:
    """The commonest values with their rows."""
    return [{"$sort": {"n": -1, "_id": 1}}, {"$limit": _LISTED}]
