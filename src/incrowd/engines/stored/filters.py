"""A filter as a condition in SQL with the values to bind: Filter("age", "at_least", "18")."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import Final

from incrowd.engines.duckdb import dates
from incrowd.engines.stored.displayed_columns import ShownColumn
from incrowd.engines.stored.page import Filter
from incrowd.errors import InvalidParameter, suggestion
from incrowd.table import Profile

Bound = str | int | float | datetime
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,36}")
"""As long as the engine has room for."""


@dataclass(frozen=True)
class Condition:
    """What must hold, with a `?` for each value."""

    sql: str
    values: tuple[Bound, ...] = ()


def condition(column: ShownColumn, wanted: Filter) -> Condition:
    """What a filter asks of a column as it is shown."""
    return _CONDITIONS[wanted.operator](column, wanted.value or "")


def _contains(column: ShownColumn, value: str) -> Condition:
    return Condition(f"contains(lower({column.text}), lower(CAST(? AS VARCHAR)))", (value,))


def _equals(column: ShownColumn, value: str) -> Condition:
    number = None if column.recoded else _number(value, column.profile)
    if number is not None:
        return Condition(f"{column.key} = ?", (number,))
    return Condition(f"{column.text} = ?", (value,))


def _not_equals(column: ShownColumn, value: str) -> Condition:
    same = _equals(column, value)
    return Condition(f"NOT coalesce({same.sql}, false)", same.values)


def _missing(column: ShownColumn, _: str) -> Condition:
    return Condition(f"({column.missing})")


def _compared(sign: str) -> Callable[[ShownColumn, str], Condition]:
    def compare(column: ShownColumn, value: str) -> Condition:
        return Condition(f"{column.key or column.text} {sign} ?", (_bound(column, value),))

    return compare


_CONDITIONS: Final[dict[str, Callable[[ShownColumn, str], Condition]]] = {
    "contains": _contains,
    "equals": _equals,
    "not_equals": _not_equals,
    "missing": _missing,
    "at_least": _compared(">="),
    "at_most": _compared("<="),
}


def _bound(column: ShownColumn, value: str) -> Bound:
    """What the keys of a column are compared with."""
    labels = column.local or column.recoding
    if labels is not None:
        return _rank(labels.ranks, column.name, value)
    if column.key is None:
        return value
    profile = column.profile
    known = dates.parse(value, profile.date_format) if profile.date_format else None
    found = known or _number(value, profile)
    if found is None:
        example = profile.minimum or "0"
        raise InvalidParameter(
            f"'{column.name}' cannot be compared with '{value}'.",
            f"Give a {profile.kind} as the column has them, for example {example}.",
        )
    return found


def _rank(ranks: dict[str, int | None], name: str, label: str) -> int:
    rank = ranks.get(label)
    if rank is None:
        known = [each for each, place in ranks.items() if place is not None]
        raise InvalidParameter(
            f"'{name}' shows no '{label}' to compare with.", suggestion(label, known)
        )
    return rank


def _number(value: str, profile: Profile) -> int | float | None:
    """A value as a number, if the column is one of numbers; integers to the last digit."""
    if not profile.kind.numeric:
        return None
    text = value.replace(",", ".") if profile.decimal_comma else value
    if _INTEGER.fullmatch(text):
        return int(text)
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
