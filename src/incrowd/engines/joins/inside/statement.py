"""Write a join of distinct combinations as one statement of the engine in which the sources lie.

    WITH s0 AS (… GROUP BY …), s1 AS (… GROUP BY …), j1 AS (SELECT … FROM s0 JOIN s1 ON …)
    SELECT s0c0, s0n, s1c0, s1n FROM j1

`s0c1` is the second column of the first source, `s0n` the number of its rows. Where texts go
together by a table of pairs, `m1` holds the combinations of values joined on that are partners, so
that pairs are looked up once for each of them and every kind of join stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from incrowd.engines.joins.inside.counting import count_source
from incrowd.engines.joins.inside.pairs import spell_pairs
from incrowd.engines.joins.inside.sources import SharedEngine
from incrowd.engines.joins.join import Column, Join, JoinCondition, Range
from incrowd.engines.remote.counting.spelling import Spelling

if TYPE_CHECKING:
    from sqlglot import exp

_EXACT_PRODUCT: Final = "decimal(38, 0)"
"""Products of rows, which may be more than the largest number of 64 bits."""


@dataclass(frozen=True, eq=False)
class JoinStatement:
    """A join of sources of one engine, and the columns that are asked for."""

    engine: SharedEngine
    joins: tuple[Join, ...]
    columns: tuple[Column, ...]
    ranges: tuple[Range, ...] = ()

    @cached_property
    def used(self) -> tuple[tuple[str, ...], ...]:
        """By source, the columns that are asked for or joined on."""
        on = [column for join in self.joins for on in join.on for column in (on.left, on.right)]
        every = {*self.columns, *on}
        return tuple(
            tuple(sorted(column.name for column in every if column.source == source))
            for source in range(len(self.engine.sources))
        )

    def numbered(self) -> exp.Select:
        """All joined combinations, source by source its columns and the rows it stands for."""
        from sqlglot import exp

        cells = [
            exp.column(name)
            for source in range(len(self.used))
            for name in (*self.names(source), f"s{source}n")
        ]
        return self._with(exp.select(*cells).from_(self._last))

    def names(self, source: int) -> list[str]:
        """What the columns of a source are called in the statement."""
        return [f"s{source}c{place}" for place in range(len(self.used[source]))]

    def tally(self, marked: Sequence[int]) -> exp.Select:
        """The joined rows of each combination of the columns; of some sources if they are there."""
        from sqlglot import exp

        exact, readable = self.engine.connection.exact, self.engine.connection.readable
        keys = [exp.alias_(exact(self._cell(each)), f"k{p}") for p, each in enumerate(self.columns)]
        marks = [exp.alias_(_mark(source), f"m{source}") for source in marked]
        names = [*(key.alias for key in keys), *(mark.alias for mark in marks)]
        rows = exp.select(*keys, *marks, exp.alias_(self._product(), "n")).from_(self._last)
        total = exp.alias_(exp.cast(exp.Sum(this=exp.column("n")), "text"), "n")
        counted = exp.select(*names, total).from_(rows.subquery("joined"))
        if not names:
            return self._with(counted)
        grouped = counted.group_by(*names).subquery("grouped")
        texts = [
            exp.alias_(readable(exp.column(f"k{place}")), f"c{place}")
            for place in range(len(self.columns))
        ]
        told = [exp.column(mark.alias) for mark in marks]
        return self._with(exp.select(*texts, *told, exp.column("n")).from_(grouped))

    @staticmethod
    def counting(query: exp.Select, most: int) -> exp.Select:
        """How many lines a statement of these has, counted up to one more than are wanted."""
        from sqlglot import exp

        body = query.copy()
        common = body.args.pop("with_", None) or body.args.pop("with", None)
        bounded = body.limit(most + 1).subquery("counted")
        counted = exp.select(exp.alias_(exp.Count(this=exp.Star()), "n")).from_(bounded)
        for each in common.expressions if common is not None else ():
            counted = counted.with_(each.alias, as_=each.this)
        return counted

    @property
    def _last(self) -> str:
        return f"j{len(self.joins)}"

    def _with(self, query: exp.Select) -> exp.Select:
        for source in range(len(self.used)):
            query = query.with_(f"s{source}", as_=self._source(source))
            if source:
                for name, step in self._step(source, self.joins[source - 1]):
                    query = query.with_(name, as_=step)
        return query

    def _source(self, source: int) -> exp.Select:
        """The combinations of a source, each with its rows."""
        made = [each for each in self.ranges if each.source == source]
        known, named = self.engine.sources[source], [*self.names(source), f"s{source}n"]
        return count_source(self.engine.connection, known, self.used[source], named, made)

    def _step(self, new: int, join: Join) -> Iterator[tuple[str, exp.Select]]:
        """Bring in source `new`: its partners, where pairs tell them, then the join itself."""
        from sqlglot import exp

        before, own = "s0" if new == 1 else f"j{new - 1}", f"s{new}"
        cells = [
            exp.column(name)
            for source in range(new + 1)
            for name in (*self.names(source), f"s{source}n")
        ]
        query = exp.select(*cells).from_(before)
        kind = "" if join.kind == "inner" else join.kind
        pairs = [spell_pairs(on, self.spelling(on.left), self.spelling(on.right)) for on in join.on]
        if any(each is not None for each in pairs):
            yield f"m{new}", self._partners(join, pairs, before, own)
            left, right = (self._beside(new, join, side) for side in ("left", "right"))
            query = query.join(f"m{new}", on=left, join_type=kind)
            query = query.join(own, on=right, join_type=kind)
        elif join.on:
            query = query.join(own, on=exp.and_(*map(self._equal, join.on)), join_type=kind)
        else:
            query = query.join(own, join_type="cross")
        yield f"j{new}", query

    def _partners(
        self, join: Join, pairs: Sequence[pa.Table | None], before: str, own: str
    ) -> exp.Select:
        """The combinations of values joined on that go together, as a0, a1, … and b0, b1, …."""
        from sqlglot import exp

        connection = self.engine.connection
        left = self._keys([on.left for on in join.on], before, "a")
        right = self._keys([on.right for on in join.on], own, "b")
        cells = [exp.column(f"{side}{p}") for side in "ab" for p in range(len(join.on))]
        query = exp.select(*cells).from_(left.subquery("l"))
        same = []
        for place, given in enumerate(pairs):
            ours: exp.Expression = exp.column(f"a{place}", "l")
            theirs: exp.Expression = exp.column(f"b{place}", "r")
            if given is None:
                same.append(exp.EQ(this=ours, expression=theirs))
                continue
            texts = {"x": given.column("left").to_pylist(), "y": given.column("right").to_pylist()}
            one, two = (connection.exact(exp.column(name, f"p{place}")) for name in "xy")
            table = connection.given_rows(texts, f"p{place}")
            query = query.join(table, on=exp.EQ(this=one, expression=ours))
            same.append(exp.EQ(this=two, expression=theirs))
        return query.join(right.subquery("r"), on=exp.and_(*same))

    def _keys(self, columns: Sequence[Column], table: str, letter: str) -> exp.Select:
        """The different combinations of values joined on, without those that miss one."""
        from sqlglot import exp

        exact = self.engine.connection.exact
        keys = [
            exp.alias_(exact(self._cell(each)), f"{letter}{p}") for p, each in enumerate(columns)
        ]
        there = [exp.not_(self._cell(each).is_(exp.null())) for each in columns]
        query = exp.select(*keys).from_(table).where(*there)
        return query.group_by(*(exact(self._cell(each)) for each in columns))

    def _beside(self, new: int, join: Join, side: str) -> exp.Condition:
        """What makes a combination of values the one of a table beside it."""
        from sqlglot import exp

        exact, letter = self.engine.connection.exact, "a" if side == "left" else "b"
        columns = [getattr(on, side) for on in join.on]
        return exp.and_(
            *(
                exp.EQ(
                    this=exact(self._cell(each)),
                    expression=exp.column(f"{letter}{place}", f"m{new}"),
                )
                for place, each in enumerate(columns)
            )
        )

    def _equal(self, on: JoinCondition) -> exp.Expression:
        from sqlglot import exp

        exact = self.engine.connection.exact
        left, right = exact(self._cell(on.left)), exact(self._cell(on.right))
        return exp.EQ(this=left, expression=right)

    def _cell(self, column: Column) -> exp.Column:
        from sqlglot import exp

        return exp.column(self._name(column))

    def _name(self, column: Column) -> str:
        return f"s{column.source}c{self.used[column.source].index(column.name)}"

    def spelling(self, column: Column) -> Spelling:
        """How the engine writes a column; the ends of a range are written as everywhere."""
        ends = {(each.source, each.name): each.low for each in self.ranges}
        name = ends.get((column.source, column.name), column.name)
        return self.engine.sources[column.source].spelling(name)

    def _product(self) -> exp.Expression:
        """The rows that a joined combination stands for."""
        from sqlglot import exp

        one = exp.convert(1)
        rows = [
            exp.cast(
                exp.Coalesce(this=exp.column(f"s{source}n"), expressions=[one.copy()]),
                _EXACT_PRODUCT,
            )
            for source in range(len(self.used))
        ]
        product: exp.Expression = rows[0]
        for each in rows[1:]:
            product = exp.Mul(this=product, expression=each)
        return product


def _mark(source: int) -> exp.Expression:
    """0 where a source has a partner, else -1."""
    from sqlglot import exp

    absent = exp.column(f"s{source}n").is_(exp.null())
    return exp.Case().when(absent, exp.convert(-1)).else_(exp.convert(0))
