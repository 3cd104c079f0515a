"""The recipe of a data set as it stands, and a recipe of other data tried or adopted on it.

`adopt_recipe(open_dataset, parse_recipe({...}))` makes decisions of it, which can be undone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from incrowd.anonymization.request import DEFAULT_LIMIT
from incrowd.answers import Words
from incrowd.crowd.crowd import WHOLE_RELEASE, Protection
from incrowd.dataset.results import Risk
from incrowd.errors import NothingToMeasure, NotNow
from incrowd.language import say
from incrowd.measures.release_promises import find_parameters, find_people
from incrowd.release.recipe import Recipe
from incrowd.release.recipe_checks import (
    check_columns,
    check_limit,
    check_promises,
    check_repeatable,
)
from incrowd.release.recipe_parts import count_from_the_data, write_hierarchies
from incrowd.service.datasets.view import in_words
from incrowd.service.decisions.decide import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    Generalize,
    Plan,
    Protect,
    Recode,
    Suppress,
    decide_together,
    plan,
)
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

BY_HAND = "by_hand"
"""The method of a recipe whose levels nobody searched for."""


@dataclass(frozen=True)
class RecipeTrial:
    """What a recipe would do to a data set; nothing is changed."""

    steps: tuple[Words, ...]
    """The decisions that it comes to; none where the data set stands there already."""
    before: Risk | None
    """None where there was nothing to measure."""
    after: Risk
    k: int
    max_suppression: float
    """The share of the rows that it allows to be left out."""


def current_recipe(open_dataset: OpenDataset) -> Recipe:
    """What is needed to repeat on other data what was decided here."""
    snapshot = open_dataset.snapshot()
    _check_measurable(snapshot)
    if snapshot.recoded is not None:
        return snapshot.recoded.to_recipe()
    table, classes = snapshot.dataset, snapshot.classes
    levels = dict(zip(table.crowd.names, snapshot.state.levels, strict=True))
    left_out = classes.suppressed_rows / max(classes.rows, 1)
    return Recipe(
        method=BY_HAND,
        roles=table.roles,
        hierarchies=write_hierarchies(table),
        levels=count_from_the_data(table, levels),
        k=snapshot.k,
        protections=tuple(snapshot.state.protections),
        max_suppression=max(DEFAULT_LIMIT, left_out),
        techniques=table.techniques,
    )


def parse_recipe(written: object) -> Recipe:
    """Read a recipe; whatever is wrong with it is said."""
    return Recipe.from_json(written)


def try_recipe(open_dataset: OpenDataset, recipe: Recipe) -> RecipeTrial:
    """What a recipe would do here; fails where what it promises would not hold."""
    now = open_dataset.snapshot()
    planned = _plan(open_dataset, recipe)
    after = planned.snapshot
    return RecipeTrial(
        steps=tuple(in_words(decision, after) for decision in planned.decisions),
        before=now.trying({}) if now.measurable else None,
        after=after.trying({}),
        k=recipe.k,
        max_suppression=recipe.max_suppression,
    )


def adopt_recipe(open_dataset: OpenDataset, recipe: Recipe, revision: int | None = None) -> None:
    """Make decisions of a recipe, which can be undone like any other."""
    with open_dataset.lock:
        _plan(open_dataset, recipe)  # refuses what does not hold
        stages = _Stages(recipe, check_repeatable(recipe))
        decide_together(open_dataset, stages.describe, stages.publish, revision=revision)


def _plan(open_dataset: OpenDataset, recipe: Recipe) -> Plan:
    stages = _Stages(recipe, check_repeatable(recipe))
    check_columns(recipe, open_dataset.table.names)
    _check_techniques(open_dataset, recipe)
    if open_dataset.beginnings:
        raise NotNow(
            say("Some columns of this data set are counted from a higher level on."),
            say("Count them as they came first, then use the recipe."),
        )
    planned = plan(open_dataset, stages.describe, stages.publish)
    _check_measurable(planned.snapshot)
    check_promises(recipe.protections, planned.snapshot.dataset.protected_crowd)
    check_limit(recipe, planned.snapshot.classes)
    return planned


def _check_techniques(open_dataset: OpenDataset, recipe: Recipe) -> None:
    """Refuse a recipe that changes values first, unless they were changed in the same way."""
    if [str(step) for step in recipe.techniques] != [str(step) for step in open_dataset.techniques]:
        raise NotNow(
            say(
                "The recipe is for data whose values were changed first: {techniques}.",
                techniques=", ".join(map(str, recipe.techniques)) or say("none"),
            ),
            say("Make a copy with these techniques, and use the recipe there."),
        )


def _check_measurable(snapshot: Snapshot) -> None:
    if not snapshot.measurable:
        raise NothingToMeasure(
            say("No column is a quasi-identifier, so there is nothing to repeat."),
            say("Give at least one column the role 'quasi'."),
        )


@dataclass(frozen=True)
class _Stages:
    """A recipe as decisions: first what columns are, then how they are published."""

    recipe: Recipe
    levels: Mapping[str, int]

    def describe(self, now: Snapshot) -> list[Decision]:
        """Roles and hierarchies, where they differ."""
        roles, table = self.recipe.roles, now.dataset
        known = write_hierarchies(table) if table.measurable else {}
        return [
            *(AssignRole(name, role) for name, role in roles.items() if table.roles[name] != role),
            *(
                ChooseHierarchy(name, csv=text)
                for name, text in self.recipe.hierarchies.items()
                if known.get(name) != text
            ),
        ]

    def publish(self, now: Snapshot) -> list[Decision]:
        """Protections, levels and k, where they differ."""
        if not now.measurable:
            return []
        table, k = now.dataset, self.recipe.k
        if self.recipe.aggregate:
            return [*self._protect(now), self._recode()]
        wanted = table.crowd.levels_of(self.levels)
        decisions: list[Decision] = [
            *self._protect(now),
            *(
                Generalize(name, level)
                for name, level in zip(table.crowd.names, wanted, strict=True)
                if level != now.levels.get(name, 0)
            ),
        ]
        return [*decisions, *([Suppress(k)] if k != now.k else [])]

    def _recode(self) -> Recode:
        """One state, as the only one that may be chosen, whose groups show numbers."""
        recipe, levels = self.recipe, tuple(self.levels.items())
        return Recode(
            "optimal",
            recipe.k,
            utility="loss",
            max_suppression=recipe.max_suppression,
            aggregate=tuple(recipe.aggregate.items()),
            lowest=levels,
            highest=levels,
        )

    def _protect(self, now: Snapshot) -> list[Decision]:
        asked, as_is = self.recipe.protections, now.dataset.protections(self.recipe.k)
        decisions: list[Decision] = []
        sensitive = [each.name for each in now.dataset.protected_crowd.sensitive]
        for name in dict.fromkeys([*sensitive, *(each.attribute for each in (*as_is, *asked))]):
            whole = name == WHOLE_RELEASE
            people, given = _about_release(asked) if whole else (None, ())
            models = [(each.model, each.threshold) for each in asked if each.attribute == name]
            same = not whole or (people, given) == _about_release(as_is)
            before = [(each.model, each.threshold) for each in as_is if each.attribute == name]
            if models == before and same:
                continue
            if not models:
                decisions.append(Protect(name))
                continue
            (model, threshold), *further = models
            decisions.append(Protect(name, model, threshold, tuple(further), people, given))
        return decisions


def _about_release(
    protections: Sequence[Protection],
) -> tuple[int | None, tuple[tuple[str, float], ...]]:
    """The population and the further numbers of what is promised of the whole release."""
    return find_people(protections), find_parameters(protections)
