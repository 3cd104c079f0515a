"""What to do next: one attribute one step coarser, or the rows of small classes left out.

`explain(classes, steps)` says in sentences who stands out, why, and what to do first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

from incrowd.advice.gauges import WORST_SCORE, Gauges, read_gauges
from incrowd.advice.suppression_words import explain_causes
from incrowd.answers import Words, part, shape
from incrowd.crowd.crowd import Crowd, Protection, State
from incrowd.crowd.published import PublishedClasses
from incrowd.crowd.raising import raise_attribute
from incrowd.language import Message, as_message, say
from incrowd.measures.enforcement import SuppressedBy, enforce, suppress, tell_apart
from incrowd.measures.possible_diversity import explain_impossible_diversity
from incrowd.measures.risk.distribution import Bucket, distribute
from incrowd.table import SUPPRESSED

HIGHEST_K = 20
"""Suppression is shown for k up to this."""

THREADS = 2
"""Attributes are tried side by side: the kernels leave the interpreter alone."""


@dataclass(frozen=True)
class Effect:
    """What a state looks like once it is reached."""

    gauges: Gauges = field(metadata=shape(inline=True))
    rows: int
    classes: int
    uniques: int
    suppressed_rows: int
    distribution: tuple[Bucket, ...]
    persons: int | None = field(default=None, metadata=shape(optional=True))
    suppressed_persons: int | None = field(default=None, metadata=shape(optional=True))
    """Where there is a person key: who is published, and who is left out."""

    @property
    @part()
    def score(self) -> float:
        """The sum of the gauges: the smaller the better; nothing is worse than no row left."""
        return self.gauges.score if self.rows else WORST_SCORE

    @classmethod
    def of(cls, classes: PublishedClasses) -> Effect:
        """Read the effect off the classes of a state."""
        distribution = tuple(distribute(classes))
        by_person = classes.by_person
        return cls(
            read_gauges(classes),
            rows=classes.kept_table_rows,
            classes=classes.kept_count,
            uniques=distribution[-1].rows,
            suppressed_rows=classes.table_rows - classes.kept_table_rows,
            distribution=distribution,
            persons=classes.kept_rows if by_person else None,
            suppressed_persons=classes.suppressed_rows if by_person else None,
        )


@dataclass(frozen=True)
class LevelChoice:
    """One attribute raised to one level, everything else left as it is."""

    level: int
    label: Words
    effect: Effect = field(metadata=shape(inline=True))


@dataclass(frozen=True)
class Generalization:
    """The levels that an attribute can be raised to, and the best of them."""

    attribute: str
    levels: tuple[LevelChoice, ...]

    @property
    def best(self) -> LevelChoice:
        """The level with the smallest sum of gauges, the lowest of equals."""
        return min(self.levels, key=lambda choice: (choice.effect.score, choice.level))

    @property
    @part()
    def best_level(self) -> int:
        """The level with the smallest sum of gauges."""
        return self.best.level


@dataclass(frozen=True)
class Suppression:
    """Rows of every class smaller than k left out, and of every class that breaks a protection."""

    k: int
    effect: Effect = field(metadata=shape(inline=True))
    suppressed_by: SuppressedBy
    """Which rows are left out for k, and which for each protection."""


Step = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


def rank_generalizations(
    crowd: Crowd, state: State, step: Step = lambda done: None
) -> tuple[Generalization, ...]:
    """Compute the exact effect of raising each attribute, best first, ties in attribute order."""
    with ThreadPoolExecutor(THREADS) as pool:
        result: list[Generalization] = []
        for generalization in pool.map(
            partial(_generalization, crowd, state), range(len(crowd.names))
        ):
            step(len(result) / len(crowd.names))
            result.append(generalization)
    return rank(result)


def rank(steps: Iterable[Generalization]) -> tuple[Generalization, ...]:
    """The steps that are left, best first, ties in attribute order."""
    left = [generalization for generalization in steps if generalization.levels]
    return tuple(sorted(left, key=lambda generalization: generalization.best.effect.score))


def list_suppressions(crowd: Crowd, state: State) -> tuple[Suppression, ...]:
    """Compute the exact effect of leaving out small classes, for every k above the current one.

    The protections of the state hold for each of them.
    """
    guarded = enforce(crowd, replace(state, k=1))
    choices = range(state.k + 1, min(HIGHEST_K, crowd.rows) + 1)
    _, *causes = tell_apart(crowd.at(state.levels), state, choices)
    return tuple(
        Suppression(k, Effect.of(guarded.keeping(guarded.sizes >= k)), by)
        for k, by in zip(choices, causes, strict=True)
    )


def _generalization(crowd: Crowd, state: State, index: int) -> Generalization:
    return Generalization(crowd.names[index], tuple(_raise(crowd, state, index)))


def _raise(crowd: Crowd, state: State, index: int) -> Iterable[LevelChoice]:
    hierarchy = crowd.hierarchies[index]
    for classes in raise_attribute(crowd, state.levels, index):
        level = classes.levels[index]
        yield LevelChoice(level, hierarchy.title(level), Effect.of(suppress(classes, state)))


NARROW = 0.05
"""Change of the average risk, as a share of it, below which an attribute is not worth naming."""


def explain(
    classes: PublishedClasses,
    steps: Sequence[Generalization],
    by: SuppressedBy | None = None,
    k: int = 1,
) -> list[str]:
    """Explain the risk of a state, given the ranked generalisations from there.

    `by` says what rows are left out for, where that is known, with the k that left some out.
    """
    lost = classes.suppressed_rows
    lost_rows = classes.table_rows - classes.kept_table_rows
    effect, by_person = Effect.of(classes), classes.by_person
    if not effect.rows:
        return [
            say("No row is left: every class is smaller than k or breaks a protection."),
            *explain_causes(lost, by or SuppressedBy(lost), k),
            *(
                list(_impossible(classes, by))
                or [say("Generalise an attribute first, or choose a smaller k.")]
            ),
        ]
    return [
        _alone(effect, classes) if by_person else _rows_alone(effect),
        *_smallest(effect, classes),
        *tell_left_out(lost, classes.rows, people=by_person),
        *explain_causes(lost_rows, by or SuppressedBy(lost_rows), k),
        *_contribution(effect, steps),
        *_first_step(effect, steps),
    ]


def _impossible(classes: PublishedClasses, by: SuppressedBy | None) -> Iterable[str]:
    """Say which protections no class could ever hold."""
    for broken in by.protections if by else ():
        asked = Protection(broken.attribute, broken.model, broken.threshold)
        reason = explain_impossible_diversity(classes.different(broken.attribute), asked)
        if reason is not None:
            yield reason
            yield say(
                "Give '{attribute}' another role, or no protection.", attribute=broken.attribute
            )


def share_in_words(part: int, whole: int) -> Message:
    """Give a share as people say it.

    >>> share_in_words(15512, 30162), share_in_words(1, 30162), share_in_words(2, 2)
    ('51 % of the people', '1 of 30,162 people', 'All 2 people')
    """
    if part == whole:
        return say("The only person") if whole == 1 else say("All {whole:,} people", whole=whole)
    percent = 100 * part / whole
    if percent >= 1:
        return say("{percent:.0f} % of the people", percent=percent)
    return say("{part:,} of {whole:,} people", part=part, whole=whole)


def share_of_rows(part: int, whole: int) -> Message:
    """Give a share of rows: without a person key nobody knows how many people they are about.

    >>> share_of_rows(15512, 30162), share_of_rows(1, 30162), share_of_rows(2, 2)
    ('51 % of the rows', '1 of 30,162 rows', 'All 2 rows')
    """
    if part == whole:
        return say("The only row") if whole == 1 else say("All {whole:,} rows", whole=whole)
    percent = 100 * part / whole
    if percent >= 1:
        return say("{percent:.0f} % of the rows", percent=percent)
    return say("{part:,} of {whole:,} rows", part=part, whole=whole)


def _rows_alone(effect: Effect) -> str:
    if not effect.uniques:
        return say("No row stands alone: each shares all quasi-identifiers with another one.")
    who = share_of_rows(effect.uniques, effect.rows)
    # one of 30,162 rows stands alone, but 25 % of the rows stand alone
    if effect.uniques == 1 and not 1 < effect.rows <= 100:
        return say(
            "{who} stands alone: no other has the same combination of quasi-identifiers.", who=who
        )
    return say(
        "{who} stand alone: no other has the same combination of quasi-identifiers.", who=who
    )


def _alone(effect: Effect, classes: PublishedClasses) -> str:
    people = classes.kept_rows
    if not effect.uniques:
        return say("Nobody stands alone: everyone shares all quasi-identifiers with somebody else.")
    who = share_in_words(effect.uniques, people)
    # one of 30,162 people stands alone, but 25 % of the people stand alone
    if effect.uniques == 1 and not 1 < people <= 100:
        return say(
            "{who} stands alone: nobody else has the same combination of quasi-identifiers.",
            who=who,
        )
    return say(
        "{who} stand alone: nobody else has the same combination of quasi-identifiers.", who=who
    )


def _smallest(effect: Effect, classes: PublishedClasses) -> Iterable[str]:
    if effect.uniques:
        return
    k = classes.smallest
    if not classes.by_person:
        yield say(
            "The smallest group has {k:,} rows, so the row at highest risk is found "
            "with a probability of {risk:.3g} %.",
            k=k,
            risk=100 / k,
        )
        return
    yield say(
        "The smallest group has {k:,} people, so the person at highest risk is found "
        "with a probability of {risk:.3g} %.",
        k=k,
        risk=100 / k,
    )


def tell_left_out(lost: int, whole: int, *, people: bool = False) -> Iterable[str]:
    """Say how many rows are left out, if any, or how many people with all their rows."""
    share = 100 * lost / max(whole, 1)
    if people and lost:
        yield _people_left_out(lost, share)
    elif lost == 1:
        yield say("Left out: 1 row ({share:.1f} %).", share=share)
    elif lost:
        yield say("Left out: {rows:,} rows ({share:.1f} %).", rows=lost, share=share)


def _people_left_out(people: int, percent: float) -> str:
    if people == 1:
        return say("Left out: 1 person ({share:.1f} %), with all rows.", share=percent)
    return say(
        "Left out: {people:,} people ({share:.1f} %), with all their rows.",
        people=people,
        share=percent,
    )


def _contribution(effect: Effect, steps: Sequence[Generalization]) -> Iterable[str]:
    """Name the attribute without which the average risk would fall most."""
    now = effect.gauges.average_risk
    if len(steps) < 2:
        return
    last = {step.attribute: step.levels[-1].effect for step in steps}
    without = {name: then.gauges.average_risk for name, then in last.items() if then.rows}
    if not without:
        return
    name, average = min(without.items(), key=lambda item: item[1])
    if now - average > NARROW * now:
        yield say(
            "'{name}' contributes most: without it the average risk would fall "
            "from {now:.1f} % to {average:.1f} %.",
            name=name,
            now=now,
            average=average,
        )


def _first_step(effect: Effect, steps: Sequence[Generalization]) -> Iterable[str]:
    """Say what to do first, if it does anything."""
    now = effect.gauges
    better = [
        step
        for step in steps
        if step.best.effect.rows and step.best.effect.gauges.average_risk < now.average_risk
    ]
    if not better:
        return
    choice = better[0].best
    after = choice.effect.gauges
    hidden = choice.label == SUPPRESSED
    how = say("left out") if hidden else say("published as {level}", level=as_message(choice.label))
    yield say(
        "Do this first: '{name}' {how}. The average risk goes from {average:.1f} % to "
        "{average_then:.1f} %, {highest}, at a utility loss of {loss:.1f} %.",
        name=better[0].attribute,
        how=how,
        average=now.average_risk,
        average_then=after.average_risk,
        highest=_change(now.highest_risk, after.highest_risk),
        loss=after.utility_loss,
    )


def _change(highest: float, then: float) -> Message:
    if f"{highest:.3g}" == f"{then:.3g}":
        return say("the highest stays at {highest:.3g} %", highest=highest)
    return say("the highest from {highest:.3g} % to {then:.3g} %", highest=highest, then=then)
