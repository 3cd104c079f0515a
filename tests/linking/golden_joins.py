"""The golden queries of AnonymityPal's cases, as joins and facts of our own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

TABLE = re.compile(r"table(\d\d) (\w)")


@dataclass(frozen=True)
class Query:
    """A golden query taken apart."""

    tables: tuple[Path, Path]
    kind: str
    on: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    """Label and value; several values of one label are alternatives."""
    asked: str
    """`1`, `2`, `pair` or `unordered`: which sensitive value is counted."""
    different: bool
    ages: bool
    """Whether ages are two columns."""


def read_query(sql: str, golden: Path) -> Query:
    """Take a golden query apart: the first table is source 1."""
    tables = {alias: number for number, alias in TABLE.findall(sql)}
    place = {alias: str(position) for position, alias in enumerate(tables, 1)}
    head, _, where = sql.partition(" where ")
    _, _, on = head.partition(" on ")
    paths = tuple(next(golden.glob(f"ap_table{number}*.csv")) for number in tables.values())
    chosen = head[len("select ") : head.index(" from ")]
    asked = place.get(chosen[0], "")
    if "||" in chosen:
        asked = "unordered" if "min(" in chosen else "pair"
    return Query(
        tables=(paths[0], paths[1]),
        kind="cross" if "CROSS" in sql else "left" if "LEFT" in sql else "inner",
        on=tuple((left, right) for _, left, _, right in re.findall(r"(\w)\.(\w+)=(\w)\.(\w+)", on)),
        facts=tuple(_facts(where, place)),
        asked=asked,
        different="<>" in where,
        ages="LowerAge" in where,
    )


def _facts(where: str, place: dict[str, str]):
    for alias, column, value in re.findall(r"(\w)\.(\w+)='([^']*)'", where):
        yield f"{place[alias]}.{column}", value
    for alias, column, values in re.findall(r"(\w)\.(\w+) in \(([^)]*)\)", where):
        for value in re.findall(r"'([^']*)'", values):
            yield f"{place[alias]}.{column}", value
    for number, alias in re.findall(r"(\d+) between (\w)\.LowerAge", where):
        yield f"{place[alias]}.age", number
