"""Steps of linked data sets: a quasi-identifier at a higher level, linked as it would be published.

What is tried is counted in memory from the original rows, with the rows that a higher level brings
back or leaves out, so that what is reported of a step is what happens once it is applied.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pyarrow as pa

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.engines.contract import ROWS, Source
from incrowd.engines.joins.join import Column
from incrowd.linking.joins.columns import Pair, joined_label
from incrowd.linking.joins.proposal import compared
from incrowd.linking.joins.sources import LinkedSources
from incrowd.linking.repair.trial import TalliedSource
from incrowd.linking.scan.analysis import LinkAnalysis
from incrowd.linking.values.taxonomy import together
from incrowd.progress import Progress, silent

Cells = list[str | None]


@dataclass(frozen=True)
class Step:
    """A quasi-identifier of a data set at a higher level than now."""

    column: Column
    level: int
    steps: int
    """Levels above the one of now."""
    texts: Mapping[str, str]
    """What is published of each text of now."""


@dataclass(frozen=True, eq=False)
class LevelledRelease:
    """A data set whose quasi-identifiers have levels: as it is published now and at others."""

    name: str
    source: Source
    """The original rows."""
    crowd: Crowd
    levels: Mapping[str, int]
    heights: Mapping[str, int]
    classes_at: Callable[[Mapping[str, int]], Classes]
    """The classes at some levels, those that are left out marked."""
    labels_at: Callable[[int, int], Sequence[str]]
    """What is published of each value of a quasi-identifier, by its place, at a level from 1 on."""


class LevelledTally:
    """A data set counted by some columns, as it would be published at any levels."""

    def __init__(self, release: LevelledRelease, names: Sequence[str]) -> None:
        self.release = release
        self.names = tuple(names)
        self.crowd = release.crowd
        every = dict.fromkeys([*self.crowd.names, *names])
        self._table = release.source.tally(list(every))

    def cells(self, name: str) -> Cells:
        """The original texts of a column, one for each combination."""
        cells: Cells = self._table.column(name).to_pylist()
        return cells

    @property
    def rows(self) -> list[int]:
        """How many rows have each combination."""
        counts: list[int] = self._table.column(ROWS).to_pylist()
        return counts

    @cached_property
    def _codes(self) -> list[list[int]]:
        places = [
            {text: at for at, text in enumerate(domain.values)} for domain in self.crowd.domains
        ]
        return [
            [place[text] for text in self.cells(name)]
            for name, place in zip(self.crowd.names, places, strict=True)
        ]

    @cached_property
    def _tuples(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The combination of quasi-identifiers that each combination belongs to."""
        known = {
            codes: at
            for at, codes in enumerate(
                zip(
                    *(codes_of_column.tolist() for codes_of_column in self.crowd.codes), strict=True
                )
            )
        }
        return np.array([known[codes] for codes in zip(*self._codes, strict=True)], np.int64)

    def kept(self, levels: Mapping[str, int]) -> list[bool]:
        """Which combinations are published at some levels; those that are not named are 0."""
        classes = self.release.classes_at(levels)
        kept: list[bool] = classes.kept[classes.members][self._tuples].tolist()
        return kept

    def shown(self, name: str, levels: Mapping[str, int]) -> Cells:
        """What is published of each combination in one column."""
        level = levels.get(name, 0)
        if not level:
            return self.cells(name)
        place = self.crowd.names.index(name)
        labels = self.release.labels_at(place, level)
        return [labels[code] for code in self._codes[place]]

    def at(self, levels: Mapping[str, int]) -> TalliedSource:
        """The data set as it is published at some levels."""
        kept = pa.array(self.kept(levels), pa.bool_())
        columns = [pa.array(self.shown(name, levels), pa.string()) for name in self.names]
        whole = pa.table([*columns, self._table.column(ROWS)], [*self.names, ROWS])
        return TalliedSource(self.release.name, whole.filter(kept))


class Steps:
    """All steps of some linked data sets, to be tried one at a time."""

    def __init__(
        self,
        analysis: LinkAnalysis,
        releases: Sequence[LevelledRelease | None],
        columns: Iterable[Column],
    ) -> None:
        self.analysis = analysis
        self._releases = tuple(releases)
        self._columns = sorted(set(columns), key=joined_label)
        self._tallies: dict[int, LevelledTally] = {}

    def _names(self, source: int) -> list[str]:
        """The columns in use, ranges as the two columns that they are made of; the person key."""
        made = {
            made_range.name: made_range
            for made_range in self.analysis.sources.ranges
            if made_range.source == source
        }
        used = [column.name for column in self._columns if column.source == source]
        plain = [
            name
            for each in used
            for name in ((made[each].low, made[each].high) if each in made else (each,))
        ]
        key = self.analysis.sources.persons.get(source)
        return list(dict.fromkeys([*plain, *([] if key is None else [key])]))

    @cached_property
    def _now(self) -> list[TalliedSource]:
        sources = self.analysis.sources.sources
        return [
            TalliedSource(source.name, source.tally(self._names(number)))
            for number, source in enumerate(sources)
        ]

    def _tally(self, source: int) -> LevelledTally:
        """A data set counted by the columns in use."""
        if source not in self._tallies:
            self._tallies[source] = LevelledTally(self._release(source), self._names(source))
        return self._tallies[source]

    def _release(self, source: int) -> LevelledRelease:
        release = self._releases[source]
        assert release is not None  # noqa: S101  # steps are tried only where there are levels
        return release

    def can_try(self, column: Column) -> bool:
        """Whether a column is a quasi-identifier with levels; where rows are recoded none has."""
        release = self._releases[column.source]
        return release is not None and column.name in release.heights

    def of(self, column: Column) -> Iterator[Step]:
        """The levels above the one of now, the lowest first."""
        release = self._release(column.source)
        now = release.levels.get(column.name, 0)
        tally = self._tally(column.source)
        before = tally.shown(column.name, release.levels)
        for level in range(now + 1, release.heights[column.name] + 1):
            after = tally.shown(column.name, {**release.levels, column.name: level})
            pairs = zip(before, after, strict=True)
            texts = {old: new for old, new in pairs if old is not None and new is not None}
            yield Step(column, level, level - now, texts)

    @contextmanager
    def tried(self, step: Step, progress: Progress = silent) -> Iterator[LinkAnalysis]:
        """The same question about the data sets as they would be with a step applied."""
        number, name = step.column.source, step.column.name
        sources = list(self._now)
        levels = {**self._release(number).levels, name: step.level}
        sources[number] = self._tally(number).at(levels)
        now = self.analysis.sources
        on = list(self._on(step, sources))
        request = replace(now.request, on=on, join=tuple(now.kinds))
        linked = LinkedSources(
            sources,
            request,
            progress,
            attributes=now.attributes,
            hierarchies=now.own_hierarchies,
        )
        with closing(LinkAnalysis(linked)) as analysis:
            yield analysis

    def _on(self, step: Step, sources: Sequence[TalliedSource]) -> Iterator[tuple[str, ...]]:
        """The pairs as they would be proposed: what was equal need not be, `*` says nothing."""
        pairs = self.analysis.sources.pairs
        for pair in pairs:
            condition: str | None = pair.condition
            if step.column in (pair.left, pair.right):
                condition = self._condition(pair, sources)
            alone = sum(other_pair.right.source == pair.right.source for other_pair in pairs) == 1
            if condition is not None or alone:
                how = condition or "overlaps"
                yield joined_label(pair.left), joined_label(pair.right), how

    def _condition(self, pair: Pair, sources: Sequence[TalliedSource]) -> str | None:
        """What would be proposed where the condition of now is; else one that goes on holding."""
        ranges = {
            Column(made_range.source, made_range.name)
            for made_range in self.analysis.sources.ranges
        }
        if {pair.left, pair.right} & ranges:
            return pair.condition
        before, after = self._proposed(pair, self._now), self._proposed(pair, sources)
        if before == pair.condition:
            return after
        return "overlaps" if pair.condition == "equal" else pair.condition

    def _proposed(self, pair: Pair, sources: Sequence[TalliedSource]) -> str | None:
        sides = (pair.left, pair.right)
        left, right = (list(sources[column.source].counts(column.name)) for column in sides)
        words = together(self.analysis.sources.words.get(column.name) for column in sides)
        comparison = compared(left, right, words)
        return None if comparison is None else comparison[0]
