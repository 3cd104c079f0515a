"""Analyse what linked releases give away: what-ifs about some facts, and scans of all facts.

    with LinkAnalysis(LinkedSources(sources, request)) as analysis:
        analysis.what_if({"age": "29"}).breach

Each source is grouped by the columns in use, the engine joins these combinations, and everything
else is a function of the joined ones in memory.
"""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from incrowd.engines.joins.join import Column
from incrowd.errors import InvalidParameter
from incrowd.language import Message, say
from incrowd.linking.joins.columns import Assignments, joined_groups, joined_label, parse_facts
from incrowd.linking.joins.joined_rows import JoinedColumn, JoinedRows, Mask
from incrowd.linking.joins.persons import warn_of_rows
from incrowd.linking.joins.sources import LinkedSources
from incrowd.linking.scan import composition
from incrowd.linking.scan.facts import Fact, Matches, is_published, select
from incrowd.linking.scan.facts import matching as match_texts
from incrowd.linking.scan.knowledge import Link, find_knowables
from incrowd.linking.scan.results import (
    COMBINATIONS,
    PEOPLE,
    ROWS,
    JoinedIn,
    ScanResult,
    WhatIf,
    explain_scan,
    explain_what_if,
)
from incrowd.linking.scan.scan import scan

DEFAULT_FACTS: Final = 2


class LinkAnalysis:
    """Releases that are open to be linked: ask what-ifs, scan, close."""

    def __init__(self, sources: LinkedSources, also_close: ExitStack | None = None) -> None:
        self.sources = sources
        self._also_close = also_close
        self.wide = True
        """Whether the joined combinations of all columns can be held in memory."""
        self._targets: tuple[JoinedRows, dict[str, composition.Target]] | None = None
        self._order: tuple[JoinedRows, NDArray[np.int64]] | None = None

    def close(self) -> None:
        """Close the engine that joins, and what was opened for it."""
        self.sources.close()
        if self._also_close is not None:
            self._also_close.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def order_of(self, joined: JoinedRows, shown: Sequence[Column]) -> NDArray[np.int64]:
        """The order in which joined combinations are shown; found once for all pages."""
        if self._order is None or self._order[0] is not joined:
            self._order = joined, joined.order_by([joined_label(column) for column in shown])
        return self._order[1]

    @cached_property
    def target_names(self) -> tuple[str, ...]:
        """What compositions are about: the sensitive value, or `1`, `2`, `pair`, `unordered`."""
        sensitive = self.sources.sensitive
        if self.sources.request.different and len(sensitive) != 2:
            raise InvalidParameter(
                say("Values that differ need a sensitive column in exactly two sources."),
                say("Choose the sensitive column of both."),
            )
        _ = self.sources.joins
        if self.sources.request.different:
            return (
                *(str(column.source + 1) for column in sensitive),
                composition.PAIR,
                composition.UNORDERED,
            )
        first, *others = sensitive
        alone = not others or any(column.name != first.name for column in others)
        return (self.sources.columns.label(first) if alone else first.name,)

    def check(self) -> None:
        """Refuse at once what cannot be linked."""
        _ = self.target_names

    @property
    def unit(self) -> str:
        """What is counted: people where a source has a person key, joined rows elsewhere.

        Two people of two releases are one only if the releases are joined by who it is.
        """
        if not self.sources.persons:
            return ROWS
        return PEOPLE if self.sources.joined_by_person else COMBINATIONS

    @property
    def row_notes(self) -> list[Message]:
        """Where people have several rows, but there is no person key: rows are counted."""
        notes = [
            warn_of_rows(source.name, attributes)
            for source, attributes in zip(
                self.sources.sources, self.sources.attributes, strict=True
            )
        ]
        return [note for note in notes if note is not None]

    def targets_of(self, joined: JoinedRows) -> dict[str, composition.Target]:
        """The sensitive value of every joined combination, by what it is about."""
        if self._targets is None or self._targets[0] is not joined:
            self._targets = joined, self._build_targets(joined)
        return self._targets[1]

    def _build_targets(self, joined: JoinedRows) -> dict[str, composition.Target]:
        columns = [joined.column(joined_label(column)) for column in self.sources.sensitive]
        if not self.sources.request.different:
            (about,) = self.target_names
            return {about: composition.Target.of(about, joined, columns)}
        return composition.differing(joined, columns, self.target_names)

    def independent_targets(self, joined: JoinedRows) -> list[composition.Target]:
        """The targets that show every leak: a pair that is given away gives its values away."""
        return [
            target for about, target in self.targets_of(joined).items() if about != composition.PAIR
        ]

    def facts(self, know: Assignments) -> list[Fact]:
        """What is known, as facts about joined columns."""
        equal = [pair for pair in self.sources.pairs if pair.condition == "equal"]
        groups = [set(group) for group in joined_groups(equal)]
        return [
            Fact(
                tuple(map(joined_label, columns)),
                value,
                same=any(group.issuperset(columns) for group in groups),
            )
            for columns, value in parse_facts(self.sources.columns, know)
        ]

    def what_if(
        self, know: Assignments = (), threshold: float = composition.DEFAULT_THRESHOLD
    ) -> WhatIf:
        """What somebody learns who knows some facts."""
        composition.check_threshold(threshold)
        facts = parse_facts(self.sources.columns, know)
        self.sources.check_no_key(column for columns, _ in facts for column in columns)
        joined = self.sources.joined(column for columns, _ in facts for column in columns)
        chosen = select(joined, self.facts(know), self.sources.hierarchies)
        compositions = {
            about: composition.compose(joined, target, chosen, threshold)
            for about, target in self.targets_of(joined).items()
        }
        without_value = self._count_without_value(joined, chosen)
        shown = {self.sources.columns.shortest_name(columns): value for columns, value in facts}
        sentences = explain_what_if(compositions, threshold, without_value, self.unit)
        notes = tuple(self.row_notes)
        words = (*notes, *sentences)
        told = words, self.unit, notes, JoinedIn.of(joined)
        return WhatIf(shown, threshold, compositions, without_value, *told)

    def _count_without_value(self, joined: JoinedRows, chosen: Mask) -> int:
        """Who matches, but has no value of the sensitive columns that are needed."""
        columns = [joined.column(joined_label(column)) for column in self.sources.sensitive]
        missing = [column.codes == column.missing for column in columns]
        every = self.sources.request.different
        without = np.any(missing, axis=0) if every else np.all(missing, axis=0)
        return count_without(joined, chosen, without)

    def scan(
        self, facts: int = DEFAULT_FACTS, threshold: float = composition.DEFAULT_THRESHOLD
    ) -> ScanResult:
        """Who is exposed by any combination of up to so many facts."""
        joined = self.sources.joined(self.sources.knowable, numbered=True)
        links = [
            Link(joined_label(pair.left), joined_label(pair.right), pair.condition)
            for pair in self.sources.pairs
        ]
        known = find_knowables(
            joined, list(map(joined_label, self.sources.knowable)), links, self.sources.hierarchies
        )
        targets = self.independent_targets(joined)

        def report(done: float) -> None:
            self.sources.progress("trying all facts", done)

        result = scan(joined, targets, known, threshold, facts, report)
        sources, columns = self.sources.summaries, self.sources.columns
        notes = tuple(self.row_notes)
        words = (*notes, *explain_scan(result, joined.rows, sources, columns))
        where = JoinedIn.of(joined)
        whole = sources, columns, joined.rows, joined.everyone
        return ScanResult(result, *whole, words, self.unit, notes, where)


def count_without(joined: JoinedRows, chosen: Mask, without: Mask) -> int:
    """Joined rows that were chosen without a value; of people those without any."""
    if joined.candidates is None:
        return joined.count(chosen & without)
    told = joined.candidates.there(chosen & ~without)
    silent = joined.candidates.there(chosen & without) & ~told
    return int(joined.candidates.sizes[silent].sum())


MOST_ROWS: Final = 500


@dataclass(frozen=True)
class MarkedRow:
    """A joined row, and whether it counts among those that match."""

    matches: bool
    cells: tuple[str | None, ...]


@dataclass(frozen=True)
class JoinedRowsPage:
    """Some joined rows, and how many there are in all."""

    columns: tuple[str, ...]
    total: int
    matching: int | None
    """None where there are too many to be counted before they are shown."""
    offset: int
    rows: tuple[MarkedRow, ...]


def page_joined_rows(
    analysis: LinkAnalysis, know: Assignments, offset: int, limit: int
) -> JoinedRowsPage:
    """Joined rows by their values, the matching ones first; as the engine has very many of them."""
    if offset < 0 or not 0 <= limit <= MOST_ROWS:
        raise InvalidParameter(
            say("{limit:,} rows after row {offset:,} cannot be shown.", limit=limit, offset=offset),
            say("Ask for at most {most:,} rows, from 0 on.", most=MOST_ROWS),
        )
    shown = _shown(analysis)
    joined = count_all_columns(analysis, know)
    if joined is None:
        return _in_order(analysis, know, shown, offset, limit)
    matching = _matching(analysis, joined, know)
    order = analysis.order_of(joined, shown)
    order = np.concatenate([order[matching[order]], order[~matching[order]]])
    ends = np.cumsum(joined.weights[order])
    rows = np.arange(min(offset, joined.rows), min(offset + limit, joined.rows))
    places = order[np.searchsorted(ends, rows, side="right")]
    return JoinedRowsPage(
        columns=tuple(map(joined_label, shown)),
        total=joined.rows,
        matching=int(joined.weights[matching].sum()),
        offset=offset,
        rows=tuple(_rows(joined, shown, places.tolist(), matching)),
    )


def _in_order(
    analysis: LinkAnalysis, know: Assignments, shown: list[Column], offset: int, limit: int
) -> JoinedRowsPage:
    """Rows as the engine has them: marked, but not sorted."""
    columns = list(dict.fromkeys([*shown, *_asked(analysis, know), *analysis.sources.sensitive]))
    joined = JoinedRows.from_partners(analysis.sources.page(columns, offset, limit))

    def published(label: str) -> list[str | None]:
        column = joined.column(label)
        return analysis.sources.values(Column(column.source, column.name))

    def matches(column: JoinedColumn, fact: Fact) -> Mask:
        known = is_published(fact, column.label, published)
        hierarchy = analysis.sources.hierarchies.get(column.name)
        return match_texts(column.texts, fact.value, hierarchy, known)

    matching = _matching(analysis, joined, know, matches)
    return JoinedRowsPage(
        columns=tuple(map(joined_label, shown)),
        total=analysis.sources.joined_rows,
        matching=None,
        offset=offset,
        rows=tuple(_rows(joined, shown, range(len(joined)), matching)),
    )


def _rows(
    joined: JoinedRows, shown: list[Column], places: Iterable[int], matching: Mask
) -> list[MarkedRow]:
    columns = [joined.column(joined_label(column)) for column in shown]
    texts = [(*column.texts, None) for column in columns]
    return [
        MarkedRow(
            bool(matching[place]),
            tuple(known[column.codes[place]] for column, known in zip(columns, texts, strict=True)),
        )
        for place in places
    ]


def _shown(analysis: LinkAnalysis) -> list[Column]:
    """All columns that may be looked at, in the order of the sources."""
    sources = analysis.sources
    kept = {*sources.knowable, *sources.sensitive}
    return [
        Column(source, name)
        for source, names in enumerate(sources.columns.names)
        for name in names
        if Column(source, name) in kept
    ]


def _asked(analysis: LinkAnalysis, know: Assignments) -> list[Column]:
    facts = parse_facts(analysis.sources.columns, know)
    return [column for columns, _ in facts for column in columns]


def count_all_columns(analysis: LinkAnalysis, know: Assignments) -> JoinedRows | None:
    """The joined combinations of all columns, if they can be held in memory.

    They are counted once, so that other facts cost little.
    """
    analysis.check()
    if not analysis.wide:
        return None
    try:
        return analysis.sources.joined([*_shown(analysis), *_asked(analysis, know)])
    except InvalidParameter:  # too many combinations
        analysis.wide = False
        return None


def _matching(
    analysis: LinkAnalysis, joined: JoinedRows, know: Assignments, matches: Matches | None = None
) -> Mask:
    """The combinations that count: all facts match, and there is a sensitive value."""
    facts, hierarchies = analysis.facts(know), analysis.sources.hierarchies
    targets = analysis.targets_of(joined)
    main = targets.get(composition.PAIR, next(iter(targets.values())))
    chosen: Mask = select(joined, facts, hierarchies, matches) & (main.codes >= 0)
    return chosen
