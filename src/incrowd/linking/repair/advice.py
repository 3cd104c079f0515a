"""Advice for releases that may be linked, computed rather than preached.

What they share and how far exposure falls without it, what is cheap to blur, whether a join makes
several rows of one, which columns give each other away, and whether to anonymise together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.answers import Answer, Words
from incrowd.engines.contract import ROWS as ROW_COUNT
from incrowd.engines.joins.join import Column
from incrowd.language import say
from incrowd.linking.joins.columns import joined_groups, joined_label
from incrowd.linking.joins.joined_rows import JoinedRows, Mask, SourceRows, cramers_v
from incrowd.linking.repair.trial import Change, Trial
from incrowd.linking.scan.analysis import DEFAULT_FACTS, LinkAnalysis
from incrowd.linking.scan.composition import DEFAULT_THRESHOLD
from incrowd.linking.scan.results import ROWS, Unit, counted_words
from incrowd.linking.scan.scan import FactExposure
from incrowd.linking.values.published_value import meaning_of
from incrowd.progress import Part, in_parts
from incrowd.table import SUPPRESSED

FEW_VALUES: Final = 5
GIVING_AWAY: Final = 0.5
"""Cramér's V from which on one column reveals much of another."""
MOST_COMBINATIONS: Final = 300_000
"""Joined combinations up to which changes are tried: each needs a scan of its own."""
_SEVERAL: Final = 1.5
_SAME_PEOPLE: Final = 0.5


@dataclass(frozen=True)
class ExposedRows:
    """Rows of all releases that are exposed, and certain; people of those with a person key."""

    exposed: int
    certain: int

    @classmethod
    def of(cls, exposure: FactExposure) -> ExposedRows:
        """The rows of all releases together."""
        return cls(sum(exposure.exposed.sources), sum(exposure.certain.sources))


@dataclass(frozen=True)
class SharedColumn:
    """A quasi-identifier that releases share, and who is exposed without it or a level up."""

    columns: tuple[str, ...]
    dropped: ExposedRows
    raised: ExposedRows | None
    """None where there is no level between what is published and `*`."""


@dataclass(frozen=True)
class ColumnOfFewValues:
    """A column with few values, the cheapest to blur."""

    column: str
    values: int
    dropped: ExposedRows


@dataclass(frozen=True)
class MultipliedRows:
    """A release whose rows meet several rows of the others."""

    source: int
    mean: float
    """Joined rows for every row that has a partner."""
    most: int
    matched: float
    """Share of its rows that have a partner."""


@dataclass(frozen=True)
class Association:
    """Two columns of a release that give each other away."""

    source: int
    columns: tuple[str, str]
    v: float
    sensitive: bool


@dataclass(frozen=True)
class LinkAdvice(Answer):
    """All advice, in figures and in words."""

    facts: int
    now: ExposedRows
    shared: tuple[SharedColumn, ...]
    few_values: tuple[ColumnOfFewValues, ...]
    multiplied: tuple[MultipliedRows, ...]
    associations: tuple[Association, ...]
    jointly: bool
    """Whether most people of a release may be in another one, too."""
    sentences: tuple[Words, ...]
    unit: Unit = ROWS


def advise_links(
    analysis: LinkAnalysis, threshold: float = DEFAULT_THRESHOLD, facts: int = DEFAULT_FACTS
) -> LinkAdvice:
    """Advice on releases that are linked."""
    sources = analysis.sources
    trial = Trial(analysis, sources.knowable)
    joined = trial.now
    small = len(joined) <= MOST_COMBINATIONS
    groups = list(_groups(analysis, trial)) if small else []
    few = list(_few(analysis, trial)) if small else []
    whole = 1 + sum(1 + bool(raised) for _, raised in groups) + len(few)
    trying = _Trying(trial, facts, threshold, in_parts(sources.progress, whole))
    now = trying.exposed(say("trying all facts"))
    shared = tuple(_shared(analysis, trying, groups))
    few_values = tuple(_blurred(analysis, trying, few))
    multiplied = tuple(_multiplied(joined))
    associations = tuple(_associations(analysis, trial))
    advice = LinkAdvice(
        facts=facts,
        now=now,
        shared=shared,
        few_values=few_values,
        multiplied=multiplied,
        associations=associations,
        jointly=any(release.matched >= _SAME_PEOPLE for release in multiplied),
        sentences=(),
        unit=analysis.unit,
    )
    words = list(_words(analysis, advice))
    if not small:
        words.append(
            say(
                "There are more than {most:,} joined combinations, so we did not try removing "
                "or coarsening a column.",
                most=MOST_COMBINATIONS,
            )
        )
    return LinkAdvice(**{**vars(advice), "sentences": tuple(words)})


@dataclass(frozen=True, eq=False)
class _Trying:
    """Changes of releases that are tried one after the other."""

    trial: Trial
    facts: int
    threshold: float
    following: Callable[[str], Part]

    def exposed(self, step: str, changes: Sequence[Change] = ()) -> ExposedRows:
        """Who is exposed after some changes."""
        part = self.following(step)
        return ExposedRows.of(self.trial.exposed(self.facts, self.threshold, changes, part))

    def without(self, name: str, columns: Sequence[Column]) -> ExposedRows:
        """Who is exposed without some columns."""
        dropped = [_dropping(self.trial, column) for column in columns]
        return self.exposed(say("trying without '{column}'", column=name), dropped)


Group = tuple[tuple[Column, ...], list[Change]]
"""Columns that are joined with each other, and each of them a level up."""


def _groups(analysis: LinkAnalysis, trial: Trial) -> Iterator[Group]:
    """Joined columns but the sensitive ones and person keys."""
    sources = analysis.sources
    fixed = {*sources.sensitive, *(Column(*key) for key in sources.persons.items())}
    for group in joined_groups(sources.pairs):
        if set(group) & fixed:
            continue
        yield (
            group,
            [
                Change(column, levels[0].texts)
                for column in group
                for levels in [trial.levels(column)]
                if len(levels) > 1
            ],
        )


def _shared(
    analysis: LinkAnalysis, trying: _Trying, groups: Sequence[Group]
) -> Iterator[SharedColumn]:
    for group, raised in groups:
        columns = tuple(analysis.sources.columns.label(column) for column in group)
        name = ", ".join(columns)
        dropped = trying.without(name, group)
        higher = say("trying '{column}' a level up", column=name)
        yield SharedColumn(columns, dropped, trying.exposed(higher, raised) if raised else None)


def _dropping(trial: Trial, column: Column) -> Change:
    return Change(column, dict.fromkeys(trial.counts(column), SUPPRESSED))


def _few(analysis: LinkAnalysis, trial: Trial) -> Iterator[tuple[Column, int]]:
    """Columns of one release with few values, and how many; shared ones have their own advice."""
    joined = {column for pair in analysis.sources.pairs for column in (pair.left, pair.right)}
    for column in analysis.sources.knowable:
        values = sum(not meaning_of(text).suppressed for text in trial.counts(column))
        if column not in joined and 2 <= values <= FEW_VALUES:
            yield column, values


def _blurred(
    analysis: LinkAnalysis, trying: _Trying, few: Sequence[tuple[Column, int]]
) -> Iterator[ColumnOfFewValues]:
    for column, values in few:
        name = analysis.sources.columns.label(column)
        yield ColumnOfFewValues(name, values, trying.without(name, [column]))


def _multiplied(joined: JoinedRows) -> Iterator[MultipliedRows]:
    """How many joined rows those of each release stand in that have a partner in another one.

    Where people are counted, how many candidates they are.
    """
    present = [known.combination >= 0 for known in joined.sources]
    for number, known in enumerate(joined.sources):
        others = [each for other, each in enumerate(present) if other != number]
        there = present[number] & np.any(others, axis=0)
        met = _met(joined, known, there)
        matched = (met > 0) & (known.rows > 0)
        rows = int(known.rows[matched].sum())
        most = (met[matched] / known.rows[matched]).max(initial=0)
        yield MultipliedRows(
            source=number + 1,
            mean=float(met[matched].sum() / rows) if rows else 0.0,
            most=round(float(most)),
            matched=rows / max(known.whole, 1),
        )


def _met(joined: JoinedRows, known: SourceRows, there: Mask) -> NDArray[np.float64]:
    """The joined rows, or candidates, of the rows or people of each combination of a source."""
    own = known.combination[there]
    if joined.candidates is None:
        met = np.bincount(own, joined.weights[there], minlength=len(known.rows))
        return met.astype(np.float64)
    return joined.candidates.count_by(own, len(known.rows), there).astype(np.float64)


def _associations(analysis: LinkAnalysis, trial: Trial) -> Iterator[Association]:
    sensitive = set(analysis.sources.sensitive)
    associations = []
    for number, source in enumerate(trial.sources):
        names = [column for column in trial.columns if column.source == number]
        labels = [joined_label(column) for column in names]
        table = source.table.select([*(column.name for column in names), ROW_COUNT])
        coded = JoinedRows.from_tally(table.rename_columns([*labels, ROW_COUNT]))
        codes = {column.name: column.codes for column in coded.columns}
        for first, second in combinations(names, 2):
            v = cramers_v(codes[first.name], codes[second.name], coded.weights)
            if v >= GIVING_AWAY:
                pair = (
                    analysis.sources.columns.label(first),
                    analysis.sources.columns.label(second),
                )
                associations.append(
                    Association(number + 1, pair, v, bool({first, second} & sensitive))
                )
    yield from sorted(
        associations,
        key=lambda association: (not association.sensitive, -association.v, association.columns),
    )


def _words(analysis: LinkAnalysis, advice: LinkAdvice) -> Iterator[str]:
    names = {source.number: source.name for source in analysis.sources.summaries}
    sensitive = analysis.sources.sensitive
    shared = len([pair for pair in analysis.sources.pairs if pair.left not in sensitive])
    counted = say("rows") if advice.unit == ROWS else counted_words(advice.unit)
    yield say(
        "The releases share {count:,} quasi-identifiers. With {facts:,} facts, {certain:,} "
        "{counted} are certain and {exposed:,} exposed.",
        count=shared,
        facts=advice.facts,
        counted=counted,
        **vars(advice.now),
    )
    for column in sorted(
        advice.shared, key=lambda column: (column.dropped.certain, column.dropped.exposed)
    ):
        name = ", ".join(column.columns)
        yield _without(name, column.dropped, counted)
        if column.raised is not None:
            yield _raised(name, column.raised, counted)
    for few in sorted(
        advice.few_values, key=lambda column: (column.dropped.certain, column.dropped.exposed)
    ):
        yield _blurring(few, counted)
    yield from _warnings(advice, names)


def _without(column: str, dropped: ExposedRows, counted: str) -> str:
    return say(
        "Without '{column}' {certain:,} {counted} would be certain and {exposed:,} exposed.",
        column=column,
        counted=counted,
        **vars(dropped),
    )


def _raised(column: str, raised: ExposedRows, counted: str) -> str:
    return say(
        "One level up, '{column}' would leave {certain:,} {counted} certain and {exposed:,} "
        "exposed.",
        column=column,
        counted=counted,
        **vars(raised),
    )


def _blurring(few: ColumnOfFewValues, counted: str) -> str:
    return say(
        "'{column}' has only {values:,} values and costs little to blur: without it {certain:,} "
        "{counted} would be certain and {exposed:,} exposed.",
        column=few.column,
        values=few.values,
        counted=counted,
        **vars(few.dropped),
    )


def _warnings(advice: LinkAdvice, names: Mapping[int, str]) -> Iterator[str]:
    for many in advice.multiplied:
        figures = {"name": names[many.source], "mean": many.mean, "most": many.most}
        if many.mean >= _SEVERAL and advice.unit != ROWS:
            yield say(
                "Each person in '{name}' who has a match may be one of {mean:.1f} on average, "
                "up to {most:,}: shares are counted over these pairs, not over people.",
                **figures,
            )
        elif many.mean >= _SEVERAL:
            yield say(
                "Each row of '{name}' that has a match has {mean:.1f} on average, up to "
                "{most:,}: shares are counted over pairs of rows, not over people.",
                **figures,
            )
    for pair in advice.associations[:5]:
        yield say(
            "'{one}' and '{two}' of '{name}' give each other away (Cramér's V {v:.2f}): generalise "
            "them together.",
            one=pair.columns[0],
            two=pair.columns[1],
            name=names[pair.source],
            v=pair.v,
        )
    if advice.jointly:
        yield say(
            "Many people may be in more than one release: combine the original tables and "
            "anonymise them as one."
        )
