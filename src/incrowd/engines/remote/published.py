"""The rows of a remote table as a state shows them: one SELECT with the level maps joined.

    PublishedRows(table, recodings, kept).select(["age", "sex"])

Labels come from a small table per generalised column, which travels within the statement; the
classes that are left out, or those that are kept if they are fewer, from another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.engines.remote.counted import CountedTable
from incrowd.engines.remote.kept_classes import are_split, choose_classes, encode
from incrowd.engines.remote.literals import text_literal
from incrowd.engines.stored.page import KeptTuples, Parts, Recoding
from incrowd.table import as_written

if TYPE_CHECKING:
    from sqlglot import exp

Given = dict[str, list[str | None]]
"""Rows of ours, by column."""
_KEPT = "kept"


@dataclass(frozen=True, eq=False)
class _Map:
    """What stands for each value of a column as the engine writes it, and the number of that."""

    given: Given
    """`k` the value, `l` what is shown, `g` its number."""
    numbers: Mapping[str | None, str]
    """The number that each value of the data has."""


@dataclass(frozen=True, eq=False)
class _Classes:
    """The classes that are left out, or else those that are kept."""

    given: Given
    kept: bool


@dataclass(frozen=True, eq=False)
class PublishedRows:
    """Rows in a state, ready to be selected from."""

    table: CountedTable
    recodings: Mapping[str, Recoding]
    kept: KeptTuples | None
    only: bool = False
    """Whether rows of combinations that are not among those kept are passed over."""

    @property
    def parts(self) -> Parts | None:
        """What is published where rows are recoded one by one."""
        return self.kept.parts if self.kept is not None else None

    @property
    def local(self) -> dict[str, int]:
        """The columns whose label depends on the part of a row, with their number."""
        names = self.parts.labels if self.parts is not None else {}
        return {name: place for place, name in enumerate(names)}

    def place(self, name: str) -> int:
        """The number of a column in the table."""
        return self.table.place_of(name)

    def original(self, name: str) -> exp.Expression:
        """The text that the data has."""
        from sqlglot import exp

        return exp.column(f"x{self.place(name)}", "d")

    def shown(self, name: str) -> exp.Expression:
        """What is published of a column; null where it is missing."""
        from sqlglot import exp

        if name in self.local:
            return exp.column(f"l{self.local[name]}", "p")
        if name in self.recodings:
            return exp.column("l", f"r{self.place(name)}")
        return self.original(name)

    def key(self, name: str) -> exp.Expression:
        """By what a column is looked up: its text, told apart from a missing one."""
        from sqlglot import exp

        return exp.column(f"k{self.place(name)}", "d")

    def select(self, names: Sequence[str]) -> exp.Select:
        """The published rows of some columns as texts, called c0, c1 and so on."""
        from sqlglot import exp

        shown = [exp.alias_(self.shown(name), f"c{place}") for place, name in enumerate(names)]
        return self.source(names, keyed=()).select(*(shown or [_nothing()]))

    def select_typed(self, names: Sequence[str], key: str) -> exp.Select:
        """The published rows under their own names, as they are where nothing was changed.

        They are shuffled by a key: nobody can foresee their order who does not know it.
        """
        from sqlglot import exp

        shown = [
            exp.alias_(self._typed(name), exp.to_identifier(name, quoted=True)) for name in names
        ]
        connection = self.table.connection
        cells = [exp.column(f"x{self.place(column.name)}", "d") for column in self.table.columns]
        text: exp.Expression = text_literal(connection.engine, key)
        for cell in cells:
            known = exp.Coalesce(this=cell, expressions=[exp.Literal.string("")])
            text = exp.DPipe(this=text, expression=known)
        everything = [column.name for column in self.table.columns]
        query = self.source(everything, keyed=(), native=names).select(*shown)
        return query.order_by(exp.Ordered(this=connection.digest(text)))

    def select_raised(self, names: Sequence[str]) -> exp.Select:
        """All rows under their own names, generalised where a label is known."""
        from sqlglot import exp

        shown = [
            exp.alias_(self._typed(name), exp.to_identifier(name, quoted=True)) for name in names
        ]
        return self.source(names, keyed=(), native=names).select(*shown)

    def _typed(self, name: str) -> exp.Expression:
        from sqlglot import exp

        if name in self.local or name in self.recodings:
            return self.shown(name)
        return exp.column(f"v{self.place(name)}", "d")

    def source(
        self,
        names: Iterable[str],
        keyed: Iterable[str],
        *,
        suppressed: bool = False,
        native: Sequence[str] = (),
    ) -> exp.Select:
        """A SELECT without columns yet: FROM and JOINs, without suppressed rows unless asked."""
        from sqlglot import exp

        wanted = list(dict.fromkeys(names))
        recoded = [name for name in wanted if name in self.recodings]
        grouped = list(self.kept.columns) if self.kept is not None else []
        mapped = [*recoded, *(name for name in grouped if name in self._maps)]
        keys = dict.fromkeys([*mapped, *grouped, *keyed])
        query = exp.Select().from_(self._base([*wanted, *keys], keys, native))
        for name in dict.fromkeys(mapped):
            query = self._join_map(query, name)
        if self.kept is None:
            return query
        if self.parts is not None:
            return self._join_parts(query, suppressed)
        return self._join_classes(query, suppressed)

    @property
    def hidden(self) -> exp.Expression:
        """Whether a row is suppressed, in a source that has such rows."""
        from sqlglot import exp

        if self.kept is None:
            return exp.false()
        if self.parts is not None:
            return exp.column("part", "p").is_(exp.null())
        missing = exp.column("mark", "s").is_(exp.null())
        return missing if self._classes.kept else exp.not_(missing)

    def _base(
        self, names: Iterable[str], keyed: Iterable[str], native: Sequence[str]
    ) -> exp.Subquery:
        from sqlglot import exp

        keys = set(keyed)
        columns = []
        for name in dict.fromkeys(names):
            text, place = self.table.text_of(name), self.place(name)
            columns.append(exp.alias_(text, f"x{place}"))
            if name in keys:
                columns.append(exp.alias_(self._look_up_key(name), f"k{place}"))
            if name in native:
                columns.append(exp.alias_(exp.column(name, quoted=True), f"v{place}"))
        if self._split:
            columns.append(exp.alias_(self._number_rows(), "place"))
        return exp.select(*(columns or [_nothing()])).from_(self.table.relation).subquery("d")

    def _look_up_key(self, name: str) -> exp.Expression:
        return look_up_key(self.table, name)

    def _number_rows(self) -> exp.Expression:
        """Number the rows of each combination, always in the same order."""
        from sqlglot import exp

        assert self.kept is not None  # noqa: S101 - only rows in parts are numbered
        among = [self._look_up_key(name) for name in self.kept.columns]
        order = [exp.Ordered(this=self.table.text_of(column.name)) for column in self.table.columns]
        return exp.Window(
            this=exp.RowNumber(), partition_by=among, order=exp.Order(expressions=order)
        )

    @cached_property
    def _maps(self) -> dict[str, _Map]:
        """The maps of the columns that are generalised, or written otherwise by the engine."""
        maps = {name: self._recode(name, known) for name, known in self.recodings.items()}
        for name in self.kept.columns if self.kept is not None else ():
            spelling = self.table.spelling(name)
            if name not in maps and spelling.plain:
                values = (*spelling.written, None)
                maps[name] = self._map(name, values, [value or "" for value in values])
        return maps

    def _recode(self, name: str, recoding: Recoding) -> _Map:
        return self._map(name, recoding.values, recoding.labels)

    def _map(self, name: str, values: Sequence[str | None], labels: Sequence[str]) -> _Map:
        spelling = self.table.spelling(name)
        numbers: dict[str, str] = {}
        given: Given = {"k": [], "l": [], "g": []}
        known: dict[str | None, str] = {}
        for value, label in zip(values, labels, strict=True):
            number = known[value] = numbers.setdefault(label, str(len(numbers)))
            for spelled in (None,) if value is None else spelling.of_engine(value):
                given["k"].append("" if spelled is None else f"={spelled}")
                given["l"].append(as_written(label))
                given["g"].append(number)
        return _Map(given, known)

    def _join_map(self, query: exp.Select, name: str) -> exp.Select:
        """A row whose value has no label drops out, and is missed when the release is verified."""
        from sqlglot import exp

        connection, alias = self.table.connection, f"r{self.place(name)}"
        given = connection.given_rows(self._maps[name].given, alias)
        same = exp.EQ(this=self.key(name), expression=connection.exact(exp.column("k", alias)))
        return query.join(given, on=same)

    @cached_property
    def _classes(self) -> _Classes:
        assert self.kept is not None  # noqa: S101 - asked only where there are classes
        codes = [self._class_codes(place) for place in range(len(self.kept.columns))]
        chosen = choose_classes(codes, self.kept.kept, only=self.only)
        names = [f"g{place}" for place in range(len(codes))]
        given: Given = {name: chosen.table.column(name).to_pylist() for name in names}
        return _Classes({**given, "mark": ["1"] * chosen.table.num_rows}, chosen.kept)

    def _class_codes(self, place: int) -> pa.Array:
        """What tells the classes apart in one column: the number of a label, or the value."""
        assert self.kept is not None  # noqa: S101
        return _look_up(self.kept.table.column(place), self._code_of(self.kept.columns[place]))

    def _code_of(self, name: str) -> Mapping[str | None, str] | None:
        known = self._maps.get(name)
        return None if known is None else known.numbers

    def _group_column(self, name: str) -> exp.Expression:
        from sqlglot import exp

        if name in self._maps:
            return exp.column("g", f"r{self.place(name)}")
        return self.key(name)

    def _same_group(self, alias: str) -> list[exp.Expression]:
        from sqlglot import exp

        assert self.kept is not None  # noqa: S101
        exact = self.table.connection.exact
        return [
            exp.EQ(
                this=exact(self._group_column(name)) if name in self._maps else self.key(name),
                expression=exact(exp.column(f"g{place}", alias)),
            )
            for place, name in enumerate(self.kept.columns)
        ]

    def _join_classes(self, query: exp.Select, suppressed: bool) -> exp.Select:
        from sqlglot import exp

        classes = self._classes
        if not classes.given["mark"] and not classes.kept:
            return query.join(
                exp.select(exp.alias_(exp.cast(exp.null(), "text"), "mark")).subquery("s"),
                join_type="cross",
            )
        given = self.table.connection.given_rows(classes.given, "s")
        same = exp.and_(*self._same_group("s"))
        if classes.kept and not suppressed:
            return query.join(given, on=same)
        query = query.join(given, on=same, join_type="left")
        return query if suppressed else query.where(exp.not_(self.hidden))

    @cached_property
    def _split(self) -> bool:
        """Whether rows of one combination are published in different ways."""
        return self.parts is not None and are_split(self.parts)

    @cached_property
    def _given_parts(self) -> Given:
        """Each part that is kept: its combination, which of its rows, and what is shown."""
        assert self.kept is not None  # noqa: S101
        assert self.parts is not None  # noqa: S101
        table = self.parts.table
        kept = np.flatnonzero(table.column(_KEPT).combine_chunks().to_numpy(zero_copy_only=False))
        chosen = pa.array(kept)
        tuples = table.column("tuple").take(chosen)
        given: Given = {"part": [str(part) for part in kept.tolist()]}
        for place in range(len(self.kept.columns)):
            given[f"g{place}"] = self._class_codes(place).take(tuples).to_pylist()
        if self._split:
            first, last = _ranges(table)
            given["first"] = [str(number) for number in first[kept].tolist()]
            given["last"] = [str(number) for number in last[kept].tolist()]
        for name, number in self.local.items():
            labels = self.parts.labels[name]
            texts = pa.array([text and as_written(text) for text in labels.texts], pa.string())
            given[f"l{number}"] = texts.take(labels.codes.take(chosen)).to_pylist()
        return given

    def _join_parts(self, query: exp.Select, suppressed: bool) -> exp.Select:
        from sqlglot import exp

        given = self.table.connection.given_rows(self._given_parts, "p")
        same = self._same_group("p")
        if self._split:
            low, high = (exp.cast(exp.column(name, "p"), "bigint") for name in ("first", "last"))
            same.append(exp.Between(this=exp.column("place", "d"), low=low, high=high))
        return query.join(given, on=exp.and_(*same), join_type="left" if suppressed else "")


def look_up_key(table: CountedTable, name: str) -> exp.Expression:
    """By what a column is looked up: its text, told apart from a missing one."""
    from sqlglot import exp

    text = exp.paren(table.text_of(name))
    told_apart = exp.DPipe(this=exp.Literal.string("="), expression=text)
    known = exp.Coalesce(this=told_apart, expressions=[exp.Literal.string("")])
    return table.connection.exact(known)


def _nothing() -> exp.Expression:
    """A column for a SELECT of rows that are only counted."""
    from sqlglot import exp

    return exp.Alias(this=exp.convert(1), alias=exp.to_identifier("one"))


def _look_up(column: pa.ChunkedArray, codes: Mapping[str | None, str] | None) -> pa.Array:
    """What stands for each value; without codes the value itself, told apart from missing."""
    coded = encode(column)
    values = [*coded.dictionary.to_pylist(), None]
    if codes is None:
        texts = ["" if value is None else f"={value}" for value in values]
    else:
        texts = [codes.get(value, "") for value in values]
    places = coded.indices.fill_null(len(values) - 1)
    return pa.array(texts, pa.string()).take(places)


def _ranges(parts: pa.Table) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last row of each part, counted within its combination from 1."""
    tuples = parts.column("tuple").combine_chunks().to_numpy()
    rows = parts.column("rows").combine_chunks().to_numpy()
    ends = np.cumsum(rows)
    begins = ends - rows
    first_of_tuple = np.concatenate([[True], tuples[1:] != tuples[:-1]])
    base = np.maximum.accumulate(np.where(first_of_tuple, begins, 0))
    return begins - base + 1, ends - base
