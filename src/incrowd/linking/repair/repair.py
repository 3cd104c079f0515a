"""Close a leak with one change of one release: levels up, or rows left out.

Of each column the lowest level that closes it is proposed; of rows, those that match, or those of
them with the likeliest value. The fewest rows of all would take a search of their own.

Costs are shares of the information in a release: of the bits of its columns when texts become
coarser, of its rows when they are left out. The cheapest change that closes the leak comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from incrowd.answers import Answer, Words
from incrowd.engines.joins.join import Column
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.language import say
from incrowd.linking.joins.columns import Assignments
from incrowd.linking.joins.joined_rows import JoinedRows, Mask
from incrowd.linking.repair.steps import LevelledRelease, Step, Steps
from incrowd.linking.repair.trial import Change, TalliedSource, Trial, entropy
from incrowd.linking.scan.analysis import LinkAnalysis
from incrowd.linking.scan.composition import DEFAULT_THRESHOLD, Composition, compose
from incrowd.linking.scan.facts import Fact
from incrowd.linking.scan.results import PEOPLE, ROWS, Unit, WhatIf, counted_words
from incrowd.progress import Part, in_parts

SHOWN_TEXTS: Final = 5


@dataclass(frozen=True)
class Repair(Answer):
    """A change of one release, what it costs, and what the leak is after it."""

    kind: Literal["generalise", "suppress"]
    source: int
    column: str | None
    steps: int
    """Levels up."""
    level: int | None
    """The level of the data set that this is; None where there is no such level to try."""
    texts: dict[str, str]
    """Some texts, and what they become."""
    rows: int
    """Rows that change or are removed; removed people if the release has a person key."""
    cost: float
    """Share of the information in the release that is lost, from 0 to 1."""
    closes: bool
    n: int
    p: float | None
    sentence: Words
    unit: Unit = ROWS
    """What `rows` counts."""


@dataclass(frozen=True)
class Repairs(Answer):
    """All changes that were tried for a leak, the best first."""

    know: dict[str, str]
    repairs: tuple[Repair, ...]
    unit: Unit = ROWS
    """What `n` and `p` of the repairs count."""


def propose_repairs(
    analysis: LinkAnalysis,
    know: Assignments,
    threshold: float = DEFAULT_THRESHOLD,
    releases: Sequence[LevelledRelease | None] | None = None,
) -> Repairs:
    """Changes that close what is known as a leak, the cheapest first.

    Of releases whose levels are known these are tried; of others, what their texts suggest.
    """
    what_if = _checked(analysis, know, threshold)
    tried = _ranked(_Leak.of(analysis, know, threshold, releases))
    return Repairs(what_if.know, tuple(tried), analysis.unit)


def _checked(analysis: LinkAnalysis, know: Assignments, threshold: float) -> WhatIf:
    """What is known, if it is a leak."""
    what_if = analysis.what_if(know, threshold)
    if not what_if.breach:
        raise NothingToMeasure(
            say("There is no leak to repair: what is known gives no value away at this threshold."),
            say("Name facts that are a breach, or let a scan find some."),
        )
    return what_if


def find_rows(
    analysis: LinkAnalysis, know: Assignments, threshold: float, source: int
) -> tuple[list[str], set[tuple[str | None, ...]]]:
    """Rows of a source, from 0, whose absence closes a leak: columns and their texts.

    Of a source with a person key these are the keys of people.
    """
    _checked(analysis, know, threshold)
    leak = _Leak.of(analysis, know, threshold)
    part = Part(analysis.sources.progress, say("looking for the rows of the leak")).unmeasured
    joined = leak.trial.now
    chosen = leak.trial.chosen(joined, leak.facts)
    _, gone = leak.fewest_rows(joined, chosen, source, part)
    key = analysis.sources.persons.get(source)
    if key is not None:
        return [key], {(person,) for person in leak.trial.people(source, joined, gone, key)}
    own = [column for column in joined.columns if column.source == source]
    there = gone & ~joined.absent(source)
    cells = [
        [(*column.texts, None)[code] for code in column.codes[there].tolist()] for column in own
    ]
    return [column.name for column in own], set(zip(*cells, strict=True))


def _ranked(leak: _Leak) -> list[Repair]:
    whole = len(leak.candidates) + len(leak.trial.sources)
    following = in_parts(leak.analysis.sources.progress, whole)
    tried = [*leak.coarser(following), *leak.without_rows(following)]
    return sorted(
        tried,
        key=lambda repair: (
            not repair.closes,
            repair.cost,
            repair.source,
            repair.column or "",
            repair.rows,
        ),
    )


@dataclass(frozen=True, eq=False)
class _Leak:
    analysis: LinkAnalysis
    trial: Trial
    know: Assignments
    facts: list[Fact]
    threshold: float
    steps: Steps | None

    @classmethod
    def of(
        cls,
        analysis: LinkAnalysis,
        know: Assignments,
        threshold: float,
        releases: Sequence[LevelledRelease | None] | None = None,
    ) -> _Leak:
        facts = analysis.facts(know)
        known = {label for fact in facts for label in fact.columns}
        trial = Trial(analysis, [_column(label) for label in known])
        steps = None if releases is None else Steps(analysis, releases, trial.columns)
        return cls(analysis, trial, know, facts, threshold, steps)

    @property
    def candidates(self) -> list[Column]:
        """Columns whose texts the leak hangs on: those that are known, and those joined on."""
        known = {_column(label) for fact in self.facts for label in fact.columns}
        joined = {
            column for pair in self.analysis.sources.pairs for column in (pair.left, pair.right)
        }
        sources = self.analysis.sources
        fixed = {*sources.sensitive, *(Column(*key) for key in sources.persons.items())}
        return sorted((known | joined) - fixed, key=lambda column: (column.source, column.name))

    def coarser(self, following: Callable[[str], Part]) -> Iterator[Repair]:
        """For every column the lowest level that closes the leak, or the highest if none does."""
        for column in self.candidates:
            label, best = self.analysis.sources.columns.label(column), None
            part = following(say("trying levels of '{column}'", column=label)).unmeasured
            for tried in self._levels(column, part):
                best = tried
                if best.closes:
                    break
            if best is not None:
                yield best

    def _levels(self, column: Column, part: Part) -> Iterator[Repair]:
        """Every level above what is published: those of the data set, or as texts suggest them."""
        if self.steps is None or not self.steps.can_try(column):
            for level in self.trial.levels(column):
                part.check()
                yield self._raised(column, level.steps, level.texts, part)
            return
        for step in self.steps.of(column):
            part.check()
            repair = self._stepped(step, part)
            if repair is not None:
                yield repair

    def _stepped(self, step: Step, part: Part) -> Repair | None:
        """A step as it would be published; nothing where nothing would be left to link."""
        assert self.steps is not None  # noqa: S101  # the caller has checked
        try:
            with self.steps.tried(step, part) as analysis:
                what_if = analysis.what_if(self.know, self.threshold)
                after = TalliedSource(
                    "", analysis.sources.sources[step.column.source].tally([step.column.name])
                )
        except InvalidParameter:  # no value goes with any other, or no row is left
            return None
        worst = _worst_of(list(what_if.compositions.values()))
        return self._coarser(step.column, step.texts, after.counts(step.column.name), worst, step)

    def _raised(self, column: Column, steps: int, texts: Mapping[str, str], part: Part) -> Repair:
        change = [Change(column, texts)]
        joined = self.trial.joined(change, part)
        worst = self._worst(joined, self.trial.chosen(joined, self.facts, change))
        after: dict[str, int] = {}
        for text, rows in self.trial.counts(column).items():
            after[texts.get(text, text)] = after.get(texts.get(text, text), 0) + rows
        return self._coarser(column, texts, after, worst, steps)

    def _coarser(
        self,
        column: Column,
        texts: Mapping[str, str],
        after: Mapping[str, int],
        worst: Composition,
        by: Step | int,
    ) -> Repair:
        """A column with coarser texts, in figures and words."""
        before = self.trial.counts(column)
        information, lost = self.trial.information(column.source), entropy(before) - entropy(after)
        label = self.analysis.sources.columns.label(column)
        name = self.analysis.sources.summaries[column.source].name
        cost = max(lost, 0.0) / information if information else 0.0
        sentence = (
            say("Remove '{column}' from '{name}'", column=label, name=name)
            if set(after) == {"*"}
            else say(
                "Publish '{column}' of '{name}' more coarsely ({before} becomes {after})",
                column=label,
                name=name,
                **_example(texts),
            )
        )
        return Repair(
            kind="generalise",
            source=column.source + 1,
            column=label,
            steps=by if isinstance(by, int) else by.steps,
            level=None if isinstance(by, int) else by.level,
            texts=dict(sorted(texts.items())[:SHOWN_TEXTS]),
            rows=sum(rows for text, rows in before.items() if texts.get(text, text) != text),
            cost=cost,
            closes=not worst.breach,
            n=worst.n,
            p=worst.p,
            sentence=_ended(sentence, worst, cost, self.analysis.unit),
        )

    def without_rows(self, following: Callable[[str], Part]) -> Iterator[Repair]:
        """For every source the rows that match, left out."""
        joined = self.trial.now
        chosen = self.trial.chosen(joined, self.facts)
        for number, source in enumerate(self.analysis.sources.summaries):
            part = following(say("trying without rows of '{name}'", name=source.name)).unmeasured
            repair = self.fewest_rows(joined, chosen, number, part)[0]
            # of some sources nobody matches, and a release without any row is none
            if 0 < repair.rows < joined.sources[number].whole:
                yield repair

    def fewest_rows(
        self, joined: JoinedRows, chosen: Mask, number: int, part: Part
    ) -> tuple[Repair, Mask]:
        """All rows of a source that match, or fewer that close the leak, and where they joined."""
        options = [
            (self._left_out(joined, gone, number, part), gone)
            for gone in self._matching(joined, chosen)
        ]
        closing = [option for option in options if option[0].closes]
        return min(closing or options, key=lambda option: (not option[0].rows, option[0].rows))

    def _matching(self, joined: JoinedRows, chosen: Mask) -> list[Mask]:
        """All rows that match, and those of them that have the likeliest value."""
        likeliest = np.zeros(len(joined), np.bool_)
        for target in self.analysis.independent_targets(joined):
            composition = compose(joined, target, chosen, self.threshold)
            codes = [code for code, text in enumerate(target.texts) if text in composition.dominant]
            likeliest |= np.isin(target.codes, codes)
        return [chosen, chosen & likeliest]

    def _left_out(self, joined: JoinedRows, gone: Mask, number: int, part: Part) -> Repair:
        part.check()
        known = joined.sources[number]
        left = self.trial.joined_without(number, joined, gone, part)
        worst = self._worst(left, self.trial.chosen(left, self.facts))
        rows = known.count(gone)
        cost = rows / max(known.whole, 1)
        name = self.analysis.sources.summaries[number].name
        sentence = _leaving_out(name, rows, by_person=known.by_person)
        return Repair(
            kind="suppress",
            source=number + 1,
            column=None,
            steps=0,
            level=None,
            texts={},
            rows=rows,
            cost=cost,
            closes=not worst.breach,
            n=worst.n,
            p=worst.p,
            sentence=_ended(sentence, worst, cost, self.analysis.unit),
            unit=PEOPLE if known.by_person else ROWS,
        )

    def _worst(self, joined: JoinedRows, chosen: Mask) -> Composition:
        targets = self.analysis.independent_targets(joined)
        return _worst_of([compose(joined, target, chosen, self.threshold) for target in targets])


def _worst_of(compositions: Sequence[Composition]) -> Composition:
    return max(compositions, key=lambda composition: (composition.breach, composition.p or 0.0))


def _example(texts: Mapping[str, str]) -> dict[str, str]:
    before, after = min((pair for pair in texts.items() if pair[0] != pair[1]), default=("", ""))
    return {"before": before, "after": after}


def _leaving_out(name: str, rows: int, *, by_person: bool) -> str:
    if by_person and rows == 1:
        return say("Remove 1 person from '{name}'", name=name)
    if by_person:
        return say("Remove {people:,} people from '{name}'", people=rows, name=name)
    if rows == 1:
        return say("Remove 1 row from '{name}'", name=name)
    return say("Remove {rows:,} rows from '{name}'", rows=rows, name=name)


def _ended(sentence: str, worst: Composition, cost: float, unit: str) -> str:
    if worst.n == 0:
        return say(
            "{what}: then nobody matches any more; {cost:.1f} % of the release is lost.",
            what=sentence,
            cost=100 * cost,
        )
    if not worst.breach:
        return say(
            "{what}: then {count:,} {counted} match and the likeliest value has a probability "
            "of {percent:.0f} %; {cost:.1f} % of the release is lost.",
            what=sentence,
            count=worst.n,
            counted=say("rows") if unit == ROWS else counted_words(unit),
            percent=100 * (worst.p or 0),
            cost=100 * cost,
        )
    return say(
        "{what}: this alone does not close the leak. The likeliest value still has a "
        "probability of {percent:.0f} %.",
        what=sentence,
        percent=100 * (worst.p or 0),
    )


def _column(label: str) -> Column:
    number, _, name = label.partition(".")
    return Column(int(number) - 1, name)
