"""Say in sentences who stands out, why, and what to do first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incrowd.advice.recommending import Effect, Generalization
from incrowd.crowd.classes import Classes
from incrowd.table import SUPPRESSED

NARROW = 0.05
"""Change of the average risk, as a share of it, below which an attribute is not worth naming."""


def explain(classes: Classes, steps: Sequence[Generalization]) -> list[str]:
    """Explain the risk of a state, given the ranked generalisations from there."""
    effect = Effect.of(classes)
    if not effect.rows:
        return [
            "No row is left: every class is smaller than k or breaks a protection.",
            "Generalise an attribute first, or choose a smaller k.",
        ]
    return [
        _alone(effect),
        *_smallest(effect, classes),
        *_left_out(classes),
        *_contribution(effect, steps),
        *_first_step(effect, steps),
    ]


def share_in_words(part: int, whole: int) -> str:
    """Give a share as people say it.

    >>> share_in_words(15512, 30162), share_in_words(1, 30162), share_in_words(2, 2)
    ('51 % of the people', '1 of 30,162 people', 'All 2 people')
    """
    if part == whole:
        return "The only person" if whole == 1 else f"All {whole:,} people"
    percent = 100 * part / whole
    return f"{percent:.0f} % of the people" if percent >= 1 else f"{part:,} of {whole:,} people"


def _alone(effect: Effect) -> str:
    if not effect.uniques:
        return "Nobody stands alone: everyone shares all quasi-identifiers with somebody else."
    who = share_in_words(effect.uniques, effect.rows)
    stands = "stands" if effect.uniques == 1 else "stand"
    return f"{who} {stands} alone: nobody else has the same combination of quasi-identifiers."


def _smallest(effect: Effect, classes: Classes) -> Iterable[str]:
    if effect.uniques:
        return
    k = int(classes.kept_sizes.min())
    yield (
        f"The smallest group has {k:,} people, so the person at highest risk is found "
        f"with a probability of {100 / k:.3g} %."
    )


def _left_out(classes: Classes) -> Iterable[str]:
    if classes.suppressed_rows:
        percent = 100 * classes.suppressed_rows / classes.rows
        rows = "1 row" if classes.suppressed_rows == 1 else f"{classes.suppressed_rows:,} rows"
        yield f"Left out: {rows} ({percent:.1f} %)."


def _contribution(effect: Effect, steps: Sequence[Generalization]) -> Iterable[str]:
    """Name the attribute without which the average risk would fall most."""
    now = effect.gauges.average_risk
    if len(steps) < 2:
        return
    without = {one.attribute: one.levels[-1].effect.gauges.average_risk for one in steps}
    name, average = min(without.items(), key=lambda item: item[1])
    if now - average > NARROW * now:
        yield (
            f"'{name}' contributes most: without it the average risk would fall "
            f"from {now:.1f} % to {average:.1f} %."
        )


def _first_step(effect: Effect, steps: Sequence[Generalization]) -> Iterable[str]:
    """Say what to do first, if it does anything."""
    now = effect.gauges
    better = [one for one in steps if one.best.effect.gauges.average_risk < now.average_risk]
    if not better:
        return
    choice = better[0].best
    after = choice.effect.gauges
    how = "left out" if choice.label == SUPPRESSED else f"published as {choice.label}"
    yield (
        f"Do this first: '{better[0].attribute}' {how}. The average risk goes from "
        f"{now.average_risk:.1f} % to {after.average_risk:.1f} %, the highest from "
        f"{now.highest_risk:.3g} % to {after.highest_risk:.3g} %, "
        f"at a utility loss of {after.utility_loss:.1f} %."
    )
