"""Find who goes with whom: texts that are equal, or that stand together in a table of pairs.

Pairs are resolved on the distinct values of the columns joined on, so that what is joined is never
compared row by row. The condition that leaves the fewest candidates comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incrowd.engines.session import Session
from incrowd.engines.source import Progress
from incrowd.engines.statements import create, select, subquery, where

if TYPE_CHECKING:
    import pyarrow as pa

_LEFT, _RIGHT, _PARTNERS = "keys_left", "keys_right", "partners"


@dataclass(frozen=True)
class Pairing:
    """A column of the left and one of the right table, and the texts that go together."""

    left: str
    right: str
    pairs: pa.Table | None


@contextmanager
def paired(
    session: Session,
    left: str,
    right: str,
    on: Sequence[Pairing],
    progress: Progress | None = None,
) -> Iterator[str]:
    """Both tables, as l and r, side by side as all conditions say, in SQL."""
    if not on:
        yield f"{left} AS l CROSS JOIN {right} AS r"
        return
    if all(one.pairs is None for one in on):
        yield f"{left} AS l JOIN {right} AS r ON {_equal(on)}"
        return
    made = _Pairs(session, on, progress)
    try:
        made.resolve(left, right)
        beside_left = [f"l.{one.left} = m.a{place}" for place, one in enumerate(on)]
        beside_right = [f"r.{one.right} = m.b{place}" for place, one in enumerate(on)]
        partners = f"JOIN {_PARTNERS} AS m ON {_all(beside_left)}"
        yield f"{left} AS l {partners} JOIN {right} AS r ON {_all(beside_right)}"
    finally:
        made.drop()


def _equal(on: Sequence[Pairing]) -> str:
    return _all([f"l.{one.left} = r.{one.right}" for one in on])


def _all(conditions: Sequence[str]) -> str:
    return " AND ".join(conditions)


class _Pairs:
    """The combinations of values that go together, in columns a0, … and b0, …, kept."""

    def __init__(self, session: Session, on: Sequence[Pairing], progress: Progress | None) -> None:
        self._session = session
        self._on = list(enumerate(on))
        self._progress = progress
        self._tables: list[str] = []

    def resolve(self, left: str, right: str) -> None:
        self._keep_keys(_LEFT, left, [f"{one.left} AS a{place}" for place, one in self._on])
        self._keep_keys(_RIGHT, right, [f"{one.right} AS b{place}" for place, one in self._on])
        for place, one in self._on:
            if one.pairs is not None:
                self._keep_pairs(place, one.pairs)
        self._keep(_PARTNERS, self._partners())

    def drop(self) -> None:
        for name in self._tables:
            self._session.rows(f"DROP TABLE IF EXISTS {name}")

    def _keep_keys(self, name: str, source: str, keys: list[str]) -> None:
        present = [f"{key.partition(' ')[0]} IS NOT NULL" for key in keys]
        self._keep(name, select(keys, source, where(present), "GROUP BY ALL"))

    def _keep_pairs(self, place: int, pairs: pa.Table) -> None:
        incoming = f"incoming_pairs_{place}"
        self._session.connection.register(incoming, pairs.select(["left", "right"]))
        try:
            texts = ['CAST("left" AS VARCHAR) AS a', 'CAST("right" AS VARCHAR) AS b']
            self._keep(f"pairs_{place}", select(texts, incoming, "GROUP BY ALL"))
        finally:
            self._session.connection.unregister(incoming)

    def _partners(self) -> str:
        """Expand the condition with the fewest candidates, then keep what fulfils the others."""
        first = min(self._conditions(), key=self._candidates)
        equal = [f"l.a{place} = r.b{place}" for place, one in self._on if one.pairs is None]
        if first is None:
            parts = [f"{_LEFT} AS l JOIN {_RIGHT} AS r ON {_all(equal)}"]
        else:
            met = _all([f"p.b = r.b{first}", *equal])
            parts = [f"{_LEFT} AS l JOIN pairs_{first} AS p ON p.a = l.a{first}"]
            parts.append(f"JOIN {_RIGHT} AS r ON {met}")
        for place in self._conditions():
            if place not in (first, None):
                met = f"q{place}.a = l.a{place} AND q{place}.b = r.b{place}"
                parts.append(f"SEMI JOIN pairs_{place} AS q{place} ON {met}")
        return select(["l.*", "r.*"], " ".join(parts))

    def _conditions(self) -> list[int | None]:
        """The places of the conditions by pairs; None for all those of equality together."""
        found: list[int | None] = [place for place, one in self._on if one.pairs is not None]
        return found if len(found) == len(self._on) else [None, *found]

    def _candidates(self, condition: int | None) -> int:
        """How many combinations of values a condition alone would leave."""
        if condition is None:
            equal = [place for place, one in self._on if one.pairs is None]
            left = _counted(_LEFT, [f"a{place}" for place in equal])
            right = _counted(_RIGHT, [f"b{place}" for place in equal])
            met = _all([f"l.a{place} = r.b{place}" for place in equal])
            source = f"{left} AS l JOIN {right} AS r ON {met}"
        else:
            left = _counted(_LEFT, [f"a{condition}"])
            right = _counted(_RIGHT, [f"b{condition}"])
            source = (
                f"{left} AS l JOIN pairs_{condition} AS p ON p.a = l.a{condition}"
                f" JOIN {right} AS r ON r.b{condition} = p.b"
            )
        total = select(["coalesce(sum(CAST(l.m AS HUGEINT) * r.m), 0)"], source)
        return int(self._session.run(total, "joining", self._progress)[0][0])

    def _keep(self, name: str, query: str) -> None:
        self._tables.append(name)
        self._session.run(create("TABLE", name, query), "joining", self._progress)


def _counted(table: str, keys: list[str]) -> str:
    return subquery(select([*keys, "count(*) AS m"], table, "GROUP BY ALL"))
