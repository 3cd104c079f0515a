"""What sampling and noise would do, before anything is applied: to values, and to the risks.

`measure_effects(table, parse_steps(["income:rank_swap=5"])).after.highest_risk`
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from incrowd.answers import Answer, Words, shape
from incrowd.dataset.changing import change_values
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.population import PopulationRisk, measure_population
from incrowd.dataset.results import Risk
from incrowd.dataset.risk import measure_risk
from incrowd.language import Message, say
from incrowd.techniques.effect import Effect, Spread, ValueCount
from incrowd.techniques.step import Step


@dataclass(frozen=True)
class StepEffect:
    """One technique and what it does to the rows that it has."""

    name: str
    title: Words
    column: str | None
    value: str
    seed: str | None = field(metadata=shape(optional=True))
    """What is drawn by; the same seed repeats the same answer."""
    rows: int
    """Rows before."""
    kept: int
    """Rows after."""
    changed: int
    """Cells that have another value afterwards."""
    share_changed: float
    """The same as a share of the rows, from 0 to 1."""
    margins: float
    """The share of the rows, from 0 to 1, by which the counts of the values differ afterwards."""
    before: Spread | None
    """Mean and standard deviation of a column of numbers."""
    after: Spread | None
    correlation: float | None
    """Between old and new numbers."""
    rank_correlation: float | None
    bars: tuple[ValueCount, ...]
    """How many rows have a value, or lie in a range, before and after."""
    explanation: tuple[Words, ...]


@dataclass(frozen=True)
class TechniqueEffects(Answer):
    """What techniques do to a table, one after the other, and what that does to its risks."""

    rows: int
    """Rows of the table as it is."""
    techniques: tuple[StepEffect, ...]
    before: Risk | None
    """None where no column is a quasi-identifier."""
    after: Risk | None
    journalist_risk: PopulationRisk | None
    """The sample among all people of the table: what somebody finds who does not know who was
    drawn. None where no sample is drawn, or the values are changed at random after it."""


def measure_effects(table: OpenTable, steps: Sequence[Step]) -> TechniqueEffects:
    """Apply techniques to a copy, compare, and let go of the copy."""
    before = measure_risk(table, advise=False) if table.measurable else None
    changed, effects = change_values(table, steps, owning=False)
    with closing(changed.source):
        after = measure_risk(changed, advise=False) if changed.measurable else None
        journalist = None
        if after is not None:
            journalist = _measure_sample(table, changed, steps)
    return TechniqueEffects(
        table.table.rows, tuple(map(_describe, effects)), before, after, journalist
    )


def _measure_sample(
    table: OpenTable, changed: OpenTable, steps: Sequence[Step]
) -> PopulationRisk | None:
    """The risk of the sample among all people, whose values were changed in the same way."""
    people = _for_everybody(steps)
    if people is None:
        return None
    everybody, _ = change_values(table, people, owning=False)
    try:
        among = replace(
            changed, population=everybody.source, population_size=everybody.table.people
        )
        crowd = among.crowd
        return measure_population(crowd.at(crowd.bottom), among.population_crowd, None)
    finally:
        if everybody is not table:
            everybody.source.close()


def _for_everybody(steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """The steps without the samples; None where none is drawn, or others depend on who is drawn."""
    samples = [place for place, step in enumerate(steps) if not step.technique.about_column]
    if not samples:
        return None
    later = [step for step in steps[samples[0] :] if step.technique.about_column]
    if any(step.technique.random or step.setting.percent for step in later):
        return None
    return tuple(step for step in steps if step.technique.about_column)


def _describe(effect: Effect) -> StepEffect:
    step = effect.step
    return StepEffect(
        step.name,
        step.technique.title,
        step.column,
        step.value,
        step.seed,
        effect.rows,
        effect.kept,
        effect.changed,
        effect.changed / max(effect.rows, 1),
        effect.margins,
        effect.before,
        effect.after,
        effect.correlation,
        effect.rank_correlation,
        effect.bars,
        tuple(_explain(effect)),
    )


def _explain(effect: Effect) -> list[Message]:
    if not effect.step.technique.about_column:
        return [say("{kept:,} of {rows:,} rows stay.", kept=effect.kept, rows=effect.rows)]
    told = [
        say(
            "{changed:,} of {rows:,} cells of '{column}' get another value ({share:.1f} %).",
            changed=effect.changed,
            rows=effect.rows,
            column=effect.step.column,
            share=100 * effect.changed / max(effect.rows, 1),
        )
    ]
    if effect.step.technique.keeps_counts:
        told.append(say("Every value occurs exactly as often as before."))
    elif effect.changed:
        told.append(
            say(
                "The counts of the values differ in {share:.1f} % of the rows.",
                share=100 * effect.margins,
            )
        )
    return told
