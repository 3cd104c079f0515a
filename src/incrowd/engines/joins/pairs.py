"""Find who goes with whom: numbers that are equal, or that stand together in a table of pairs.

Pairs are resolved on the distinct values of the columns joined on, so that what is joined is never
compared row by row: where many rows share their values, it is found first which combinations of
values go together. The condition that leaves the fewest candidates comes first.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import create, select, subquery, where
from incrowd.progress import Progress

_LEFT, _RIGHT, _PARTNERS = "keys_left", "keys_right", "partners"
_ROWS_PER_KEY: Final = 2
"""Rows for each combination of keys up to which the rows themselves are joined."""


@dataclass(frozen=True)
class KeyPair:
    """A column of the left and one of the right table, and the numbers that go together."""

    left: str
    right: str
    pairs: pa.Table | None


@contextmanager
def join_by_pairs(
    session: Session,
    left: str,
    right: str,
    on: Sequence[KeyPair],
    progress: Progress | None = None,
) -> Iterator[str]:
    """Both tables, as l and r, side by side as all conditions say, in SQL."""
    if not on:
        yield f"{left} AS l CROSS JOIN {right} AS r"
        return
    if all(pair.pairs is None for pair in on):
        yield f"{left} AS l JOIN {right} AS r ON {_and(_equal(on))}"
        return
    made = _PairTables(session, progress)
    try:
        made.keep_pairs(on)
        sides = _Side(left, [pair.left for pair in on]), _Side(right, [pair.right for pair in on])
        if all(made.is_distinct(side) for side in sides):
            yield made.together(*sides, on)
        else:
            yield made.by_partners(*sides, on)
    finally:
        made.drop()


def _equal(on: Sequence[KeyPair]) -> list[str]:
    return [f"l.{pair.left} = r.{pair.right}" for pair in on if pair.pairs is None]


def _and(conditions: Sequence[str]) -> str:
    return " AND ".join(conditions)


@dataclass(frozen=True)
class _Side:
    """A table, and the column of it that each condition is about."""

    table: str
    keys: Sequence[str]


class _PairTables:
    """The numbers that go together, condition by condition, kept as tables."""

    def __init__(self, session: Session, progress: Progress | None) -> None:
        self._session = session
        self._progress = progress
        self._tables: list[str] = []

    def keep_pairs(self, on: Sequence[KeyPair]) -> None:
        for place, pair in enumerate(on):
            if pair.pairs is None:
                continue
            incoming = f"incoming_pairs_{place}"
            self._session.connection.register(incoming, pair.pairs.select(["left", "right"]))
            try:
                codes = ['"left" AS a', '"right" AS b']
                self._keep(f"pairs_{place}", select(codes, incoming, "GROUP BY ALL"))
            finally:
                self._session.connection.unregister(incoming)

    def drop(self) -> None:
        for name in self._tables:
            self._session.rows(f"DROP TABLE IF EXISTS {name}")

    def is_distinct(self, side: _Side) -> bool:
        """Whether hardly any rows share all their keys: then nothing is gained by finding these."""
        keys = ", ".join(side.keys)
        counts = ["count(*)", f"approx_count_distinct(hash({keys}))"]
        ((rows, different),) = self._session.run(
            select(counts, side.table), "joining", self._progress
        )
        return bool(rows <= _ROWS_PER_KEY * different)

    def together(self, left: _Side, right: _Side, on: Sequence[KeyPair]) -> str:
        """Expand the condition with the fewest candidates, then keep what fulfils the others."""
        by_pairs: list[int | None] = [i for i, pair in enumerate(on) if pair.pairs is not None]
        conditions = by_pairs if len(by_pairs) == len(on) else [None, *by_pairs]
        first = min(conditions, key=lambda condition: self._candidates(left, right, on, condition))
        equal = _equal(on)
        if first is None:
            parts = [f"{left.table} AS l JOIN {right.table} AS r ON {_and(equal)}"]
        else:
            met = _and([f"p.b = r.{right.keys[first]}", *equal])
            parts = [f"{left.table} AS l JOIN pairs_{first} AS p ON p.a = l.{left.keys[first]}"]
            parts.append(f"JOIN {right.table} AS r ON {met}")
        for place in by_pairs:
            if place is not None and place != first:
                met = f"q{place}.a = l.{left.keys[place]} AND q{place}.b = r.{right.keys[place]}"
                parts.append(f"SEMI JOIN pairs_{place} AS q{place} ON {met}")
        return " ".join(parts)

    def by_partners(self, left: _Side, right: _Side, on: Sequence[KeyPair]) -> str:
        """Find which combinations of keys go together first: many rows share them."""
        ours = self._keep_keys(_LEFT, left, "a")
        theirs = self._keep_keys(_RIGHT, right, "b")
        renamed = [
            KeyPair(a, b, pair.pairs) for a, b, pair in zip(ours.keys, theirs.keys, on, strict=True)
        ]
        source = self.together(ours, theirs, renamed)
        self._keep(_PARTNERS, select(["l.*", "r.*"], source))
        beside = [
            [f"{table}.{key} = m.{kept}" for key, kept in zip(side.keys, keys, strict=True)]
            for table, side, keys in (("l", left, ours.keys), ("r", right, theirs.keys))
        ]
        partners = f"JOIN {_PARTNERS} AS m ON {_and(beside[0])}"
        return f"{left.table} AS l {partners} JOIN {right.table} AS r ON {_and(beside[1])}"

    def _keep_keys(self, name: str, side: _Side, letter: str) -> _Side:
        """The different combinations of keys of a table, without those that miss one."""
        present = [f"{key} IS NOT NULL" for key in side.keys]
        keys = [f"{letter}{place}" for place in range(len(side.keys))]
        renamed = [f"{key} AS {kept}" for key, kept in zip(side.keys, keys, strict=True)]
        self._keep(name, select(renamed, side.table, where(present), "GROUP BY ALL"))
        return _Side(name, keys)

    def _candidates(
        self, left: _Side, right: _Side, on: Sequence[KeyPair], condition: int | None
    ) -> int:
        """How many combinations a condition alone would leave; None: all those of equality."""
        places = [i for i, pair in enumerate(on) if pair.pairs is None]
        places = places if condition is None else [condition]
        ours = _count_keys(left.table, [left.keys[place] for place in places], "a")
        theirs = _count_keys(right.table, [right.keys[place] for place in places], "b")
        if condition is None:
            met = _and([f"l.a{i} = r.b{i}" for i in range(len(places))])
            source = f"{ours} AS l JOIN {theirs} AS r ON {met}"
        else:
            source = (
                f"{ours} AS l JOIN pairs_{condition} AS p ON p.a = l.a0"
                f" JOIN {theirs} AS r ON r.b0 = p.b"
            )
        total = select(["coalesce(sum(CAST(l.m AS HUGEINT) * r.m), 0)"], source)
        return int(self._session.run(total, "joining", self._progress)[0][0])

    def _keep(self, name: str, query: str) -> None:
        self._tables.append(name)
        self._session.run(create("TABLE", name, query), "joining", self._progress)


def _count_keys(table: str, keys: Sequence[str], letter: str) -> str:
    """How many rows have each combination of keys."""
    named = [f"{key} AS {letter}{place}" for place, key in enumerate(keys)]
    return subquery(select([*named, "count(*) AS m"], table, "GROUP BY ALL"))
