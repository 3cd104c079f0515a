"""What a release is for: who gets it, what matters in it, how it is used.

goal = ReleaseGoal("public", (("age",), ("zip", "sex")), "statistics")
goal.request(["age", "sex", "zip"], "priority").utility        # "information"
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from incrowd.advice.presets.built_in import DEFAULT as DEFAULT_PRESET
from incrowd.advice.presets.preset import Limit, Preset
from incrowd.anonymization.request import AnonymizationRequest, Ranks
from incrowd.anonymization.uses import DEFAULT as DEFAULT_USE
from incrowd.anonymization.uses import UseName, find_use
from incrowd.answers import Answer, Words
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import Message, as_message, join, say
from incrowd.search.methods import method as find_method


@dataclass(frozen=True)
class ReleaseGoal(Answer):
    """For whom a release is meant, the columns that matter most, and what it is used for."""

    preset: str = DEFAULT_PRESET
    important: Ranks = ()
    """Groups of columns, the most important first; equals in one group."""
    use: UseName = DEFAULT_USE

    def __post_init__(self) -> None:
        find_use(self.use)  # refuses one that does not exist
        object.__setattr__(self, "important", tuple(filter(None, map(tuple, self.important))))

    def check_columns(self, names: Sequence[str]) -> None:
        """Refuse columns that the table does not have, and columns that are named twice."""
        seen: set[str] = set()
        for name in (name for group in self.important for name in group):
            if name not in names:
                raise UnknownAttribute.among(name, names)
            if name in seen:
                raise InvalidParameter(
                    say("'{name}' is listed twice among the columns that matter.", name=name),
                    say("List each column once."),
                )
            seen.add(name)

    def ranks(self, quasi: Iterable[str]) -> Ranks:
        """The important columns among those that a method may change, in the same order."""
        known = set(quasi)
        groups = (tuple(name for name in group if name in known) for group in self.important)
        return tuple(filter(None, groups))

    def request(
        self,
        quasi: Sequence[str],
        method: str,
        *,
        utility: str | None = None,
        most: float = 1.0,
        seconds: float | None = None,
    ) -> AnonymizationRequest:
        """What an automatic run is asked for; k follows from the preset when it is made fit."""
        wanted = utility or find_use(self.use).objective
        chosen = find_method(method)
        return AnonymizationRequest(
            k=1,
            method=method,
            priority=self.ranks(quasi),
            utility=wanted if wanted in chosen.utilities else None,
            max_suppression=most,
            seconds=seconds,
        )


@dataclass(frozen=True)
class GoalReport(Answer):
    """A goal, and all that follows from it."""

    goal: ReleaseGoal
    k: int
    """How many people or rows must look alike."""
    limits: tuple[Limit, ...]
    objective: str
    """The measure that automatic runs make as small as possible."""
    words: tuple[Words, ...]
    """What follows, and why, in sentences."""


def explain_goal(goal: ReleaseGoal, preset: Preset) -> GoalReport:
    """Say what follows from a goal, and why."""
    use = find_use(goal.use)
    words = (_tell_limit(preset), _tell_ranks(goal), as_message(use.reason))
    return GoalReport(goal, preset.k, preset.limits, use.objective, words)


def _tell_limit(preset: Preset) -> Message:
    return say(
        "For {purpose}, every person must look like at least {others:,} others (k = {k:,}), and "
        "the average risk may be {average:g} % at most.",
        purpose=as_message(preset.title),
        others=preset.k - 1,
        k=preset.k,
        average=preset.average_risk,
    )


def _tell_ranks(goal: ReleaseGoal) -> Message:
    if not goal.important:
        return say("All columns matter equally.")
    groups = [join((_quote(name) for name in group), ", ") for group in goal.important]
    if len(groups) == 1:
        return say("These columns stay as exact as possible: {names}.", names=groups[0])
    return say(
        "These columns stay as exact as possible, in this order: {names}.",
        names=join(groups, "; "),
    )


def _quote(name: str) -> Message:
    return say("'{name}'", name=name)
