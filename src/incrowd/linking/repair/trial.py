"""Try a change of a release in memory: the same join and the same facts, on other texts.

A text that takes the place of others goes with all that these went with, and matches a fact if one
of these did: whoever knows a person knows as much as before.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from incrowd.engines.contract import ROWS
from incrowd.engines.joins.join import Column, Join, JoinCondition
from incrowd.engines.joins.joined_sources import JoinedSources
from incrowd.engines.joins.persons import code_persons
from incrowd.language import say
from incrowd.linking.joins.columns import joined_label
from incrowd.linking.joins.joined_rows import JoinedColumn, JoinedRows, Mask
from incrowd.linking.scan.analysis import LinkAnalysis
from incrowd.linking.scan.facts import Fact, is_published, matching, select
from incrowd.linking.scan.knowledge import Link, find_knowables
from incrowd.linking.scan.scan import FactExposure, FactSearch
from incrowd.linking.values.coarsening import CoarserLevel, levels_above
from incrowd.progress import SILENT, Part, Progress, silent
from incrowd.table import Profile


@dataclass(frozen=True, eq=False)
class TalliedSource:
    """A source as its distinct combinations, in memory."""

    name: str
    table: pa.Table

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(pc.sum(self.table.column(ROWS)).as_py() or 0)

    def profiles(self) -> tuple[Profile, ...]:
        """Nothing is known but the texts."""
        return ()

    def tally(self, columns: Sequence[str]) -> pa.Table:
        """The combinations of some columns; all rows are one of no column, if there are any."""
        if not columns:
            return pa.table({ROWS: pa.array([self.rows] if self.rows else [], pa.int64())})
        summed = self.table.group_by(list(columns)).aggregate([(ROWS, "sum")])
        return summed.select([*columns, f"{ROWS}_sum"]).rename_columns([*columns, ROWS])

    def close(self) -> None:
        """There is nothing to close."""

    def counts(self, column: str) -> dict[str, int]:
        """The rows of every text of a column; missing ones are not counted."""
        tally = self.tally([column])
        pairs = zip(*(each.to_pylist() for each in tally.columns), strict=True)
        return {text: rows for text, rows in pairs if text is not None}

    def without(self, gone: Container[tuple[str | None, ...]]) -> TalliedSource:
        """The same source without some combinations of all its columns."""
        names = [name for name in self.table.column_names if name != ROWS]
        return self._left([row not in gone for row in self._cells(names)])

    def without_people(
        self, gone: Container[tuple[str | None, ...]], names: Sequence[str], key: str
    ) -> TalliedSource:
        """The same source without the people who have a row with some combination of columns.

        All rows of these people go, as they are published or left out together.
        """
        matching = self._matching(gone, names)
        persons, anonymous = code_persons(self.table.column(key))
        leaving = np.zeros(int(persons.max(initial=0)) + 1, np.bool_)
        leaving[persons[matching & ~anonymous]] = True
        kept = ~np.where(anonymous, matching, leaving[persons])
        return self._left(kept.tolist())

    def people(
        self, gone: Container[tuple[str | None, ...]], names: Sequence[str], key: str
    ) -> set[str | None]:
        """The keys of the people who have a row with some combination of columns."""
        matching = self._matching(gone, names)
        return set(self.table.column(key).filter(pa.array(matching)).to_pylist())

    def _matching(self, gone: Container[tuple[str | None, ...]], names: Sequence[str]) -> Mask:
        return np.array([row in gone for row in self._cells(names)], np.bool_)

    def _cells(self, names: Sequence[str]) -> list[tuple[str | None, ...]]:
        """The texts of some columns, combination by combination."""
        cells = (self.table.column(name).to_pylist() for name in names)
        return list(zip(*cells, strict=True)) if names else [()] * self.table.num_rows

    def _left(self, kept: list[bool]) -> TalliedSource:
        left = self.table.filter(pa.array(kept, pa.bool_()))
        names = [name for name in self.table.column_names if name != ROWS]
        for place, name in enumerate(names):  # texts that are gone are published no more
            left = left.set_column(place, name, left.column(name).cast(pa.string()))
        return replace(self, table=left)

    def changed(self, column: str, texts: Mapping[str, str]) -> TalliedSource:
        """The same source with other texts in one column."""
        at = self.table.column_names.index(column)
        new = _with_texts(self.table.column(column), texts)
        return replace(self, table=self.table.set_column(at, column, new))


def _with_texts(cells: pa.ChunkedArray, texts: Mapping[str, str]) -> pa.ChunkedArray:
    """Other texts for some, looked up once for each different one."""
    coded = cells if pa.types.is_dictionary(cells.type) else cells.dictionary_encode()
    chunks = coded.unify_dictionaries().chunks
    before = chunks[0].dictionary.to_pylist() if chunks else []
    after = [texts.get(text, text) for text in before]
    kept = {text: place for place, text in enumerate(dict.fromkeys(after))}
    places = pa.array([kept[text] for text in after], pa.int32())
    known = pa.array(list(kept), pa.string())
    new = [pa.DictionaryArray.from_arrays(places.take(chunk.indices), known) for chunk in chunks]
    return pa.chunked_array(new, pa.dictionary(pa.int32(), pa.string()))


@dataclass(frozen=True, eq=False)
class Change:
    """Other texts in one column of one source."""

    column: Column
    texts: Mapping[str, str]
    """The new text of every text; all others stay."""


class Trial:
    """Linked releases in memory, to be changed and joined again."""

    def __init__(self, analysis: LinkAnalysis, columns: Iterable[Column]) -> None:
        sources = analysis.sources
        joined_on = [column for pair in sources.pairs for column in (pair.left, pair.right)]
        self.analysis = analysis
        self._joined_on = frozenset(joined_on)
        self._information: dict[int, float] = {}
        self._counts: dict[Column, dict[str, int]] = {}
        self.columns = sorted(
            {*columns, *joined_on, *sources.sensitive},
            key=lambda column: (column.source, column.name),
        )
        self.sources = [
            TalliedSource(source.name, sources.tally_of(number, self._tallied(number)))
            for number, source in enumerate(sources.sources)
        ]

    def _names(self, source: int) -> list[str]:
        return [column.name for column in self.columns if column.source == source]

    def _tallied(self, source: int) -> list[str]:
        """The columns of a source that are counted: those in use, and the person key."""
        key = self.analysis.sources.persons.get(source)
        return list(dict.fromkeys([*self._names(source), *([] if key is None else [key])]))

    def counts(self, column: Column) -> Mapping[str, int]:
        """The rows of every text that is published of a column."""
        if column not in self._counts:
            self._counts[column] = self.sources[column.source].counts(column.name)
        return self._counts[column]

    def levels(self, column: Column) -> list[CoarserLevel]:
        """The levels above what is published of a column."""
        return levels_above(self.counts(column), self.analysis.sources.hierarchy_of(column))

    @cached_property
    def now(self) -> JoinedRows:
        """The joined combinations as they are, and the rows that stand in them."""
        part = Part(self.analysis.sources.progress, say("joining the releases"))
        return self._joined(self.sources, (), part.unmeasured)

    def joined(self, changes: Sequence[Change], progress: Progress = silent) -> JoinedRows:
        """The joined combinations after some changes, and the rows that stand in them.

        They are joined again only where columns change that are joined on.
        """
        if self._joined_on.isdisjoint(change.column for change in changes):
            return self.now.changed(
                {joined_label(change.column): change.texts for change in changes}
            )
        return self.join_again(changes, progress)

    def join_again(self, changes: Sequence[Change], progress: Progress = silent) -> JoinedRows:
        """The same, whatever changes."""
        numbers = range(len(self.sources))
        changed = [self._changed(number, changes) for number in numbers]
        return self._joined(changed, changes, progress)

    def joined_without(
        self, source: int, joined: JoinedRows, gone: Mask, progress: Progress = silent
    ) -> JoinedRows:
        """The joined combinations without the rows of a source that stand in some of them.

        Rows of other sources that met nobody else are left without a partner, as the join says.
        Of a source with a person key all rows of the people go who stand in them.
        """
        combination = joined.sources[source].combination
        places = np.flatnonzero(gone & (combination >= 0))
        sources, key = list(self.sources), self.analysis.sources.persons.get(source)
        if key is None:
            places = places[np.unique(combination[places], return_index=True)[1]]
            left = sources[source].without(self._cells(source, joined, places.tolist()))
        else:
            cells = self._cells(source, joined, places.tolist())
            left = sources[source].without_people(cells, self._names(source), key)
        sources[source] = left
        return self._joined(sources, (), progress)

    def people(self, source: int, joined: JoinedRows, gone: Mask, key: str) -> set[str | None]:
        """The keys of the people of a source who stand in some joined combinations."""
        places = np.flatnonzero(gone & (joined.sources[source].combination >= 0))
        cells = self._cells(source, joined, places.tolist())
        return self.sources[source].people(cells, self._names(source), key)

    def _cells(
        self, source: int, joined: JoinedRows, places: Sequence[int]
    ) -> set[tuple[str | None, ...]]:
        """The texts of a source in some joined combinations."""
        columns = [joined.column(f"{source + 1}.{name}") for name in self._names(source)]
        texts = [(*column.texts, None) for column in columns]
        return {
            tuple(known[column.codes[place]] for column, known in zip(columns, texts, strict=True))
            for place in places
        }

    def _joined(
        self, sources: Sequence[TalliedSource], changes: Sequence[Change], progress: Progress
    ) -> JoinedRows:
        persons = self.analysis.sources.persons
        with closing(JoinedSources(sources, progress=progress, persons=persons)) as engine:
            joins = self._joins(changes)
            return JoinedRows.from_partners(
                engine.tally_with_partners(joins, self.columns, progress, numbered=True)
            )

    def _joins(self, changes: Sequence[Change]) -> list[Join]:
        texts = {change.column: change.texts for change in changes}
        return [
            replace(join, on=tuple(self._on(on, texts) for on in join.on))
            for join in self.analysis.sources.joins
        ]

    def _on(self, on: JoinCondition, texts: Mapping[Column, Mapping[str, str]]) -> JoinCondition:
        if on.left not in texts and on.right not in texts:
            return on
        left, right = texts.get(on.left, {}), texts.get(on.right, {})
        new = {
            (left.get(ours, ours), right.get(theirs, theirs)) for ours, theirs in self._pairs(on)
        }
        ordered = sorted(new)
        table = {
            "left": pa.array([ours for ours, _ in ordered], pa.string()),
            "right": pa.array([two for _, two in ordered], pa.string()),
        }
        return replace(on, pairs=pa.table(table))

    def _pairs(self, on: JoinCondition) -> list[tuple[str, str]]:
        if on.pairs is not None:
            return list(zip(*(each.to_pylist() for each in on.pairs.columns), strict=True))
        there = self.counts(on.right)
        return [(text, text) for text in self.counts(on.left) if text in there]

    def chosen(
        self, joined: JoinedRows, facts: Sequence[Fact], changes: Sequence[Change] = ()
    ) -> Mask:
        """What the facts match after some changes."""
        hierarchies = self.analysis.sources.hierarchies
        texts = {joined_label(change.column): change for change in changes}

        def published(label: str) -> Sequence[str]:
            change, column = texts.get(label), joined.column(label)
            return column.texts if change is None else self._texts(change.column)

        def matches(column: JoinedColumn, fact: Fact) -> Mask:
            change = texts.get(column.label)
            hierarchy = hierarchies.get(column.name)
            known = is_published(fact, column.label, published)
            if change is None:
                return matching(column.texts, fact.value, hierarchy, known)
            before = self._texts(change.column)
            held = matching(before, fact.value, hierarchy, known)
            kept = {change.texts.get(t, t) for t, yes in zip(before, held, strict=True) if yes}
            return np.array([text in kept for text in column.texts], np.bool_)

        return select(joined, facts, hierarchies, matches)

    def _texts(self, column: Column) -> list[str]:
        """What is published of a column."""
        return list(self.counts(column))

    def exposed(
        self, facts: int, threshold: float, changes: Sequence[Change] = (), part: Part = SILENT
    ) -> FactExposure:
        """Who is exposed by so many facts after some changes."""
        part.check()
        sources = self.analysis.sources
        joined = self.joined(changes, part.unmeasured)
        changed = {joined_label(change.column) for change in changes}
        links = [
            Link(left, right, "overlaps" if {left, right} & changed else pair.condition)
            for pair in sources.pairs
            for left, right in [(joined_label(pair.left), joined_label(pair.right))]
        ]
        labels = [joined_label(column) for column in sources.knowable]
        known = find_knowables(joined, labels, links, sources.hierarchies)
        known = [knowable for knowable in known if knowable.facts]
        targets = self.analysis.independent_targets(joined)
        most = min(facts, len(known))
        report = partial(part, part.step)
        return FactSearch(joined, targets, known, threshold, most, report).count_exposed()

    def _changed(self, source: int, changes: Sequence[Change]) -> TalliedSource:
        changed = self.sources[source]
        for change in changes:
            if change.column.source == source:
                changed = changed.changed(change.column.name, change.texts)
        return changed

    def information(self, source: int) -> float:
        """The information of all columns of a source about a row, in bits."""
        if source not in self._information:
            opened = self.analysis.sources
            names = {
                column.name
                for column in (*opened.knowable, *self.columns)
                if column.source == source
            }
            columns = (TalliedSource("", opened.tally_of(source, [name])) for name in names)
            bits = [entropy(column.counts(column.table.column_names[0])) for column in columns]
            self._information[source] = sum(bits)
        return self._information[source]


def entropy(counts: Mapping[str, int]) -> float:
    """The information of a column about a row, in bits.

    >>> entropy({"a": 2, "b": 2})
    1.0
    """
    rows = np.sort(np.array(list(counts.values()), np.float64))  # the same sum in any order
    shares = rows[rows > 0] / max(rows.sum(), 1)
    return float(-(shares * np.log2(shares)).sum())
