"""Say in sentences who stands out, why, and what to do first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incrowd.advice.recommending import Effect, Generalization
from incrowd.crowd.crowd import Classes
from incrowd.language import Message, as_message, say
from incrowd.table import SUPPRESSED

NARROW = 0.05
"""Change of the average risk, as a share of it, below which an attribute is not worth naming."""


def explain(classes: Classes, steps: Sequence[Generalization]) -> list[str]:
    """Explain the risk of a state, given the ranked generalisations from there."""
    effect = Effect.of(classes)
    if not effect.rows:
        return [
            say("No row is left: every class is smaller than k or breaks a protection."),
            say("Generalise an attribute first, or choose a smaller k."),
        ]
    return [
        _alone(effect),
        *_smallest(effect, classes),
        *_left_out(classes),
        *_contribution(effect, steps),
        *_first_step(effect, steps),
    ]


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


def _alone(effect: Effect) -> str:
    if not effect.uniques:
        return say("Nobody stands alone: everyone shares all quasi-identifiers with somebody else.")
    who = share_in_words(effect.uniques, effect.rows)
    # one of 30,162 people stands alone, but 25 % of the people stand alone
    if effect.uniques == 1 and not 1 < effect.rows <= 100:
        return say(
            "{who} stands alone: nobody else has the same combination of quasi-identifiers.",
            who=who,
        )
    return say(
        "{who} stand alone: nobody else has the same combination of quasi-identifiers.", who=who
    )


def _smallest(effect: Effect, classes: Classes) -> Iterable[str]:
    if effect.uniques:
        return
    k = int(classes.kept_sizes.min())
    yield say(
        "The smallest group has {k:,} people, so the person at highest risk is found "
        "with a probability of {risk:.3g} %.",
        k=k,
        risk=100 / k,
    )


def _left_out(classes: Classes) -> Iterable[str]:
    if classes.suppressed_rows:
        percent = 100 * classes.suppressed_rows / classes.rows
        rows = classes.suppressed_rows
        if rows == 1:
            yield say("Left out: 1 row ({share:.1f} %).", share=percent)
        else:
            yield say("Left out: {rows:,} rows ({share:.1f} %).", rows=rows, share=percent)


def _contribution(effect: Effect, steps: Sequence[Generalization]) -> Iterable[str]:
    """Name the attribute without which the average risk would fall most."""
    now = effect.gauges.average_risk
    if len(steps) < 2:
        return
    without = {step.attribute: step.levels[-1].effect.gauges.average_risk for step in steps}
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
    better = [step for step in steps if step.best.effect.gauges.average_risk < now.average_risk]
    if not better:
        return
    choice = better[0].best
    after = choice.effect.gauges
    hidden = choice.label == SUPPRESSED
    how = say("left out") if hidden else say("published as {level}", level=as_message(choice.label))
    yield say(
        "Do this first: '{name}' {how}. The average risk goes from {average:.1f} % to "
        "{average_then:.1f} %, the highest from {highest:.3g} % to {highest_then:.3g} %, "
        "at a utility loss of {loss:.1f} %.",
        name=better[0].attribute,
        how=how,
        average=now.average_risk,
        average_then=after.average_risk,
        highest=now.highest_risk,
        highest_then=after.highest_risk,
        loss=after.utility_loss,
    )
