"""Read the rows of one page from a remote table, and nothing but these.

read_page(table, PageRequest(limit=100), published)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import pyarrow as pa
import pyarrow.compute as pc

from incrowd.engines.duckdb.statements import select
from incrowd.engines.remote.counted import CountedTable
from incrowd.engines.remote.counting.value_order import ColumnValues
from incrowd.engines.remote.published import Given, PublishedRows
from incrowd.engines.stored.page import Filter, KeptTuples, Labels, PageRequest, Parts
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.table import MISSING

if TYPE_CHECKING:
    from sqlglot import exp

Cells = tuple[str | None, ...]


@dataclass(frozen=True)
class ShownRow:
    """A row that was fetched: as it is in the data, as it is published, and its part."""

    original: Cells
    shown: Cells
    suppressed: bool
    part: int | None = None


class RowQuery(Protocol):
    """The rows that a request asks for."""

    def count(self) -> int:
        """How many rows could be shown."""

    def fetch(self) -> list[ShownRow]:
        """The rows of the page."""


@dataclass(frozen=True, eq=False)
class PageQuery:
    """The rows that a request asks for, as a statement."""

    table: CountedTable
    request: PageRequest
    only: bool = False
    """Whether rows of combinations that the request does not know are passed over."""

    @cached_property
    def rows(self) -> PublishedRows:
        """The rows in the state that is asked for."""
        return PublishedRows(self.table, self.request.recodings, self.request.kept, self.only)

    def count(self) -> int:
        """How many rows could be shown."""
        from sqlglot import exp

        counting = exp.alias_(exp.Count(this=exp.Star()), "n")
        query = self._matching([]).select(counting)
        return int(self.table.connection.fetch(query, "counting rows").column(0)[0].as_py())

    def fetch(self) -> list[ShownRow]:
        """The rows of the page."""
        from sqlglot import exp

        names = [column.name for column in self.table.columns]
        query = self._matching(names)
        query = self._sorted(query)
        query = query.limit(self.request.limit).offset(self.request.offset)
        columns = [exp.alias_(self.rows.original(name), f"x{i}") for i, name in enumerate(names)]
        changed = self._changed
        columns += [exp.alias_(self.rows.shown(name), f"y{i}") for i, name in enumerate(changed)]
        columns.append(exp.alias_(_flag(self.rows.hidden), "hidden"))
        if self.rows.parts is not None:
            columns.append(exp.alias_(exp.column("part", "p"), "part"))
        answer = self.table.connection.fetch(query.select(*columns), "reading a page")
        return self._read(answer, names, changed)

    @property
    def _changed(self) -> list[str]:
        return [
            column.name
            for column in self.table.columns
            if column.name in self.request.recodings or column.name in self.rows.local
        ]

    def _read(
        self, answer: pa.Table, names: Sequence[str], changed: Sequence[str]
    ) -> list[ShownRow]:
        width = len(names)
        texts = self.table.respell_rows(
            answer.select(range(width)).rename_columns(list(names)), names
        )
        originals = [column.to_pylist() for column in texts.columns]
        cells = [column.to_pylist() for column in answer.columns[width:]]
        labels = dict(zip(changed, cells, strict=False))
        hidden = cells[len(changed)]
        parts = cells[len(changed) + 1] if self.rows.parts is not None else [None] * len(hidden)
        result = []
        for place, original in enumerate(zip(*originals, strict=True)):
            shown = tuple(
                labels[name][place] if name in labels else value
                for name, value in zip(names, original, strict=True)
            )
            part = parts[place]
            number = None if part is None else int(part)
            result.append(ShownRow(original, shown, bool(int(hidden[place])), number))
        return result

    def _matching(self, names: Sequence[str]) -> exp.Select:
        """All rows that the filters let through; suppressed ones only if asked for."""
        wanted = [*names, *(each.column for each in self.request.filters)]
        sorted_by = [] if self.request.sort is None else [self.request.sort]
        keyed = [
            name for name in (*wanted[len(names) :], *sorted_by) if name not in self.rows.local
        ]
        source = self.rows.source(
            [*wanted, *sorted_by], keyed, suppressed=self.request.include_suppressed
        )
        for place, each in enumerate(self.request.filters):
            source = self._filtered(source, each, f"f{place}")
        return source

    def _filtered(self, query: exp.Select, wanted: Filter, alias: str) -> exp.Select:
        from sqlglot import exp

        values = self._values(wanted.column).matching(wanted)
        if not values:
            return query.where(exp.false())
        exact = self.table.connection.exact
        given = self.table.connection.given_rows({"k": self._keys(wanted.column, values)}, alias)
        known = exact(exp.column("k", alias))
        return query.join(given, on=exp.EQ(this=self._key(wanted.column), expression=known))

    def _sorted(self, query: exp.Select) -> exp.Select:
        """By the column asked for, then always in the same order."""
        from sqlglot import exp

        order: list[exp.Expression] = []
        if self.request.sort is not None:
            name = self.request.sort
            values = self._values(name).ordered(descending=self.request.descending)
            given: Given = {"k": [], "o": []}
            for place, value in enumerate(values):
                keys = self._keys(name, [value])
                given["k"] += keys
                given["o"] += [str(place)] * len(keys)
            known = self.table.connection.exact(exp.column("k", "o"))
            query = query.join(
                self.table.connection.given_rows(given, "o"),
                on=exp.EQ(this=self._key(name), expression=known),
                join_type="left" if self.request.include_suppressed else "",
            )
            order.append(exp.Ordered(this=exp.cast(exp.column("o", "o"), "bigint")))
        unique = [p.name for p in self.table.profiles() if p.unique][:1]
        names = unique or [column.name for column in self.table.columns]
        order += [exp.Ordered(this=self.rows.original(name)) for name in names]
        return query.order_by(*order)

    def _key(self, name: str) -> exp.Expression:
        """What the values of a column are compared by: those shown where rows differ."""
        from sqlglot import exp

        if name not in self.rows.local:
            return self.rows.key(name)
        told_apart = exp.DPipe(this=exp.Literal.string("="), expression=self.rows.shown(name))
        known = exp.Coalesce(this=told_apart, expressions=[exp.Literal.string("")])
        return self.table.connection.exact(known)

    def _keys(self, name: str, values: Sequence[str | None]) -> list[str | None]:
        if name in self.rows.local:
            return ["" if value is None else f"={value}" for value in values]
        spelling = self.table.spelling(name)
        return [
            "" if spelled is None else f"={spelled}"
            for value in values
            for spelled in ((None,) if value is None else spelling.of_engine(value))
        ]

    def _values(self, name: str) -> ColumnValues:
        return values_of(self.table, name, self.request)


def values_of(table: CountedTable, name: str, request: PageRequest) -> ColumnValues:
    """What a column shows in a state, to be sorted and filtered by."""
    profile = table.profile(name)
    parts = request.kept.parts if request.kept is not None else None
    if parts is not None and name in parts.labels:
        return ColumnValues(table.session, profile, parts.labels[name])
    if name in request.recodings:
        return ColumnValues(table.session, profile, request.recodings[name])
    if profile.distinct > table.most_tuples:
        raise InvalidParameter(
            say("'{name}' has too many values to sort or filter by.", name=name),
            say("Choose a column with fewer values."),
        )
    return ColumnValues(table.session, profile, table.values(name))


def locate(table: CountedTable, kept: KeptTuples, rows: Sequence[ShownRow]) -> list[int | None]:
    """The place of each row's combination among those that are known, or the number of its part."""
    if kept.parts is not None:
        return [row.part for row in rows]
    places = [table.place_of(name) for name in kept.columns]
    return find_tuples(table, kept, [[row.original[place] for row in rows] for place in places])


def find_tuples(
    table: CountedTable, kept: KeptTuples, values: Sequence[Sequence[str | None]]
) -> list[int | None]:
    """The place of each combination of values, given column by column."""
    count = len(values[0]) if values else 0
    names = [f"t{place}" for place in range(len(values))]
    asked = pa.table([pa.array(each, pa.string()) for each in values], names)
    asked = asked.append_column("place", pa.array(range(count), pa.int64()))
    known = pa.table(kept.table.columns[: len(names)], names)
    known = known.append_column("tuple", pa.array(range(known.num_rows), pa.int64()))
    same = " AND ".join(f"a.{name} IS NOT DISTINCT FROM t.{name}" for name in names)
    with table.session.connection.cursor() as cursor:
        cursor.register("asked", asked)
        cursor.register("known", known)
        join = f"JOIN known AS t ON {same or 'true'}"
        answer = cursor.execute(select(["a.place", "t.tuple"], "asked AS a", join)).fetchall()
        cursor.unregister("asked")
        cursor.unregister("known")
    places = dict(answer)
    return [places.get(place) for place in range(count)]


def restrict(kept: KeptTuples, tuples: Sequence[int]) -> KeptTuples:
    """Some combinations alone, all of them shown; parts that belong to them come along."""
    places = pa.array(sorted(set(tuples)), pa.int64())
    columns = [column.take(places) for column in kept.tuples.columns]
    if kept.parts is None:
        shown = pa.array([True] * len(places), pa.bool_())
        names = [*kept.columns, "kept", "size"]
        return KeptTuples(kept.columns, pa.table([*columns, shown, kept.sizes.take(places)], names))
    table = kept.parts.table
    chosen = pc.is_in(table.column("tuple"), value_set=places)
    few = table.filter(chosen)
    again = pc.index_in(few.column("tuple"), value_set=places).cast(pa.int64())
    shown = pa.array([True] * few.num_rows, pa.bool_())
    few = few.set_column(few.schema.get_field_index("tuple"), "tuple", again)
    few = few.set_column(few.schema.get_field_index("kept"), "kept", shown)
    mask = chosen.combine_chunks() if isinstance(chosen, pa.ChunkedArray) else chosen
    labels = {
        name: Labels(known.codes.filter(mask), known.texts)
        for name, known in kept.parts.labels.items()
    }
    return KeptTuples(kept.columns, pa.table(columns, list(kept.columns)), Parts(few, labels))


def shown_cells(row: ShownRow, changed: set[int]) -> Cells:
    """What the page shows: a label that stands for missing says so."""
    return tuple(
        MISSING if place in changed and value is None else value
        for place, value in enumerate(row.shown)
    )


def _flag(condition: exp.Expression) -> exp.Expression:
    from sqlglot import exp

    return exp.Case().when(condition, exp.convert(1)).else_(exp.convert(0))
