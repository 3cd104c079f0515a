"""The next step follows the goal: it helps the check that fails, and ends with exporting."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from random_people import People, draw_people, open_people

from incrowd.advice.next_step import Goal, choose_step
from incrowd.advice.presets.built_in import BUILT_IN
from incrowd.advice.presets.own import parse_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.recommending import Effect
from incrowd.advice.verdict.check import Action, NextStep, Verdict
from incrowd.advice.verdict.registry import judge
from incrowd.crowd.crowd import Protection
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.risk import recommend
from incrowd.measures.enforcement import enforce
from incrowd.release.evidence import gather_state
from incrowd.table import Role

PRESETS = (
    *BUILT_IN,
    parse_preset({"name": "ours", "limits": {"k": 2, "l": 1, "t": 1.0}}),
    parse_preset({"name": "large", "limits": {"k": 40, "l": 1, "t": 1.0}}),
)
MOST_STEPS = 40


@dataclass(frozen=True)
class Place:
    """A table on its way to a goal."""

    table: OpenTable
    levels: dict[str, int] = field(default_factory=dict)
    k: int = 1

    @property
    def effect(self) -> Effect:
        state = self.table.state(self.levels, self.k)
        return Effect.of(enforce(self.table.protected_crowd, state))

    def judge(self, preset: Preset) -> Verdict:
        return judge(gather_state(self.table, self.table.state(self.levels, self.k)), preset)

    def advise(self, preset: Preset, verdict: Verdict) -> NextStep:
        advice = recommend(self.table, self.levels, self.k)
        goal = Goal(verdict, preset.k, advice.suppressions, advice.now.advice)
        step = choose_step(self.effect, advice.generalizations, goal)
        assert step is not None
        return step

    def take(self, action: Action) -> Place:
        if action.kind == "generalize" and action.level is not None:
            return replace(self, levels={**self.levels, action.attribute or "": action.level})
        if action.kind == "suppress":
            return replace(self, k=action.k or 0)
        if action.kind == "protect":
            name = action.attribute or ""
            models = (Protection(name, action.model or "", action.threshold or 0),) + tuple(
                Protection(name, each.model, each.threshold) for each in action.beside or ()
            )
            return replace(self, table=self.table.with_guards({**self.table.guards, name: models}))
        assert action.kind == "assign_role"
        roles = {action.attribute or "": Role(action.role)}
        return replace(self, table=replace(self.table, table=self.table.table.assigning(roles)))


def lowers(check: str, before: Place, after: Place, k: int) -> bool:
    """Whether a step lowers the figure of a check of risk."""
    if check == "average_risk":
        return after.effect.gauges.average_risk < before.effect.gauges.average_risk
    return (after.effect.count_below(k) or 0) < (before.effect.count_below(k) or 0)


def follow(place: Place, preset: Preset) -> str:
    """Take every step that is advised until one says to export, or a person has to choose."""
    for _ in range(MOST_STEPS):
        verdict = place.judge(preset)
        step = place.advise(preset, verdict)
        assert (step.page == "take") == verdict.holds
        if verdict.holds:
            assert step.action is None
            assert "export" in step.words
            return "export"
        assert step.check in {check.name for check in verdict.failing}
        if verdict.status == "warn":
            assert step.page == "check"
            return "warning"
        if step.action is None or step.action.kind in ("automatic", "person_key"):
            return "choice"
        if step.action.kind == "generalize" and step.action.level is None:
            return "choice"
        then = place.take(step.action)
        if step.check in ("average_risk", "smallest_group", "highest_risk") and preset.k <= 21:
            assert lowers(step.check, place, then, preset.k), step.words
        if then == place:
            return "choice"
        place = then
    raise AssertionError(f"advised forever: {step.words}")


@pytest.mark.slow
def test_following_the_advice_ends_with_exporting() -> None:
    ends = []
    for number in range(24):
        people = draw_people(np.random.default_rng(number))
        with open_people(people) as table:
            ends += [follow(Place(table), preset) for preset in PRESETS]
    assert ends.count("export") > len(ends) / 4


def test_nothing_is_advised_but_exporting_once_every_check_passes() -> None:
    columns: dict[str, list[str | None]] = {"q0": [*"abcdefgh"] * 40}
    people = People(columns, ["q0"], [], [], [], several=False)
    with open_people(people) as table:
        place = Place(table)
        verdict = place.judge(BUILT_IN[0])
        assert verdict.holds
        step = place.advise(BUILT_IN[0], verdict)
        assert choose_step(place.effect, recommend(table).generalizations) is not None
    assert (step.page, step.check, step.action) == ("take", None, None)
    assert step.words == "Every check passes for public release: export it."
