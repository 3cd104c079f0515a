"""The one step to take next, chosen by what the goal still needs: the only advice given.

`choose_step(now, steps, Goal(verdict, preset.k)).page` is "take" once every check passes. Without a
goal it is the step that lowers the average risk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.advice.gauges import Gauges
from incrowd.advice.recommending import Effect, Generalization, LevelChoice, Suppression
from incrowd.advice.verdict.check import FAILS, Action, NextStep, Verdict, VerdictCheck
from incrowd.answers import Words
from incrowd.language import Message, as_message, join, say
from incrowd.table import SUPPRESSED, Role

FIRST: Final = ("identifiers", "persons")
"""Checks that come before the others: every figure depends on them."""
SIZES: Final = ("smallest_group", "highest_risk")
"""Checks of how small groups are."""
PAGES: Final = {"assign_role": "columns", "person_key": "columns", "shuffle": "take"}
"""Where an action is taken, if not where data is made safe."""


@dataclass(frozen=True)
class Goal:
    """What the checks of a goal say of a state, and the steps that can be taken there."""

    verdict: Verdict
    k: int
    """The people that the smallest group must have."""
    suppressions: Sequence[Suppression] = ()
    nothing_left: Sequence[Words] = ()
    """What to do where no row is left."""


@dataclass(frozen=True)
class _Candidate:
    """A step that could be taken."""

    effect: Effect
    action: Action
    words: Message


def choose_step(
    now: Effect, steps: Sequence[Generalization], goal: Goal | None = None
) -> NextStep | None:
    """Choose what to do next: what a failing check needs most, or to export what passes."""
    if goal is None:
        return _lower_average(now, steps)
    check = _most_urgent(goal.verdict)
    if check is None:
        purpose = as_message(goal.verdict.title)
        return NextStep(
            "take", say("Every check passes for {purpose}: export it.", purpose=purpose)
        )
    if not now.rows and goal.nothing_left:
        return NextStep("safe", join(map(as_message, goal.nothing_left)), check.name)
    if check.status != FAILS:
        return NextStep("check", _warn(check), check.name)
    if check.name in SIZES and _count_everybody(now) < goal.k:
        return NextStep("goal", _tell_too_few(now, goal.k), check.name)
    return _shrink_risk(check, now, steps, goal) or _follow_remedy(check)


def _count_everybody(now: Effect) -> int:
    """Rows, or people, of the whole table."""
    if now.persons is None:
        return now.rows + now.suppressed_rows
    return now.persons + (now.suppressed_persons or 0)


def _tell_too_few(now: Effect, k: int) -> Message:
    count = _count_everybody(now)
    if now.persons is None:
        return say(
            "Every group needs {k:,} rows, but the table has only {count:,}. No step helps here: "
            "choose another goal.",
            k=k,
            count=count,
        )
    return say(
        "Every group needs {k:,} people, but the table is about only {count:,}. No step helps "
        "here: choose another goal.",
        k=k,
        count=count,
    )


def _most_urgent(verdict: Verdict) -> VerdictCheck | None:
    """The check to be helped first: failures before warnings, then what others depend on."""
    return min(
        verdict.failing,
        key=lambda check: (check.status != FAILS, check.name not in FIRST),
        default=None,
    )


def _warn(check: VerdictCheck) -> Message:
    title = as_message(check.title)
    if check.remedy is None:
        return say("No check fails, but have a look at '{title}' before you export.", title=title)
    return say(
        "No check fails, but have a look at '{title}' before you export. {remedy}",
        title=title,
        remedy=as_message(check.remedy),
    )


def _lower_average(now: Effect, steps: Sequence[Generalization]) -> NextStep | None:
    """The first step that lowers the average risk by as much as one can see."""
    for step in steps:
        if _lowers(step.best.effect, now.gauges):
            action = Action("generalize", attribute=step.attribute, level=step.best.level)
            return NextStep("safe", _tell_average(now, step.attribute, step.best), action=action)
    return None


def _lowers(effect: Effect, now: Gauges) -> bool:
    before, then = now.average_risk, effect.gauges.average_risk
    return bool(effect.rows) and then < before and f"{then:.1f}" != f"{before:.1f}"


def _shrink_risk(
    check: VerdictCheck, now: Effect, steps: Sequence[Generalization], goal: Goal
) -> NextStep | None:
    """The step with the smallest sum of gauges that lowers the figure of a failing check."""
    if check.name == "average_risk":
        candidates = list(_generalize(steps, lambda *step: _tell_average(now, *step)))
        better = [each for each in candidates if _lowers(each.effect, now.gauges)]
    elif check.name in SIZES and now.count_below(goal.k) is not None:
        tell = _SmallGroups(now, goal.k)
        candidates = [*_generalize(steps, tell.generalize), *tell.suppress(goal)]
        better = [each for each in candidates if each.effect.rows and tell.helps(each.effect)]
    else:
        return None
    if not better:
        return None
    best = min(better, key=lambda each: each.effect.score)
    return NextStep("safe", best.words, check.name, best.action)


def _generalize(
    steps: Iterable[Generalization], tell: Callable[[str, LevelChoice], Message]
) -> Iterable[_Candidate]:
    for step in steps:
        for choice in step.levels:
            action = Action("generalize", attribute=step.attribute, level=choice.level)
            yield _Candidate(choice.effect, action, tell(step.attribute, choice))


@dataclass(frozen=True)
class _SmallGroups:
    """The groups smaller than k, and what becomes of them."""

    now: Effect
    k: int

    def helps(self, effect: Effect) -> bool:
        """Whether fewer are in groups that are too small."""
        return (effect.count_below(self.k) or 0) < (self.now.count_below(self.k) or 0)

    def generalize(self, name: str, choice: LevelChoice) -> Message:
        """Say how many fewer are in groups that are too small."""
        figures = {
            "step": _describe_step(name, choice),
            "k": self.k,
            "before": self.now.count_below(self.k),
            "after": choice.effect.count_below(self.k),
            "loss": choice.effect.gauges.utility_loss,
        }
        if self.now.persons is None:
            return say(
                "{step} The number of rows in groups smaller than {k} falls from {before:,} to "
                "{after:,}. The utility loss is then {loss:.1f} %.",
                **figures,
            )
        return say(
            "{step} The number of people in groups smaller than {k} falls from {before:,} to "
            "{after:,}. The utility loss is then {loss:.1f} %.",
            **figures,
        )

    def suppress(self, goal: Goal) -> Iterable[_Candidate]:
        """The rows of these groups removed."""
        for choice in goal.suppressions:
            if choice.k == self.k:
                words = say(
                    "Remove the rows in groups smaller than {k}. That leaves {rows:,} of {all:,} "
                    "rows. The utility loss is then {loss:.1f} %.",
                    k=self.k,
                    rows=choice.effect.rows,
                    all=choice.effect.rows + choice.effect.suppressed_rows,
                    loss=choice.effect.gauges.utility_loss,
                )
                yield _Candidate(choice.effect, Action("suppress", k=self.k), words)


def _follow_remedy(check: VerdictCheck) -> NextStep:
    """What the check itself proposes."""
    action = check.action
    page = "check" if action is None else PAGES.get(action.kind, "safe")
    words = None if action is None else _describe_action(action)
    return NextStep(page, words or check.remedy or check.words, check.name, action)


def _describe_action(action: Action) -> Message | None:
    """Say what an action does to its column; None where the remedy says it all."""
    name = action.attribute
    if name is None:
        return None
    if action.kind == "person_key":
        return say("Make '{name}' the person key, so that people are counted.", name=name)
    if action.kind == "protect":
        return say("Protect '{name}': groups that give it away are then removed.", name=name)
    if action.kind == "assign_role" and action.role == Role.QUASI.value:
        return say("Make '{name}' a quasi-identifier, so that it is generalised.", name=name)
    if action.kind == "assign_role" and action.role == Role.IDENTIFIER.value:
        return say("Make '{name}' an identifier, so that it is removed.", name=name)
    return None


def _tell_average(now: Effect, name: str, choice: LevelChoice) -> Message:
    before, after = now.gauges, choice.effect.gauges
    return say(
        "{step} The average risk falls from {average:.1f} % to {average_then:.1f} %; {highest}. "
        "The utility loss is then {loss:.1f} %.",
        step=_describe_step(name, choice),
        average=before.average_risk,
        average_then=after.average_risk,
        highest=_change(before.highest_risk, after.highest_risk),
        loss=after.utility_loss,
    )


def _describe_step(name: str, choice: LevelChoice) -> Message:
    if choice.label == SUPPRESSED:
        return say("Remove '{name}'.", name=name)
    return say("Publish '{name}' as {level}.", name=name, level=as_message(choice.label))


def _change(highest: float, then: float) -> Message:
    if f"{highest:.3g}" == f"{then:.3g}":
        return say("the highest stays at {highest:.3g} %", highest=highest)
    return say("the highest goes from {highest:.3g} % to {then:.3g} %", highest=highest, then=then)
