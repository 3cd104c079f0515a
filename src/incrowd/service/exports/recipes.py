"""Repeat a recipe on new data: `repeat(read_recipe(path), "new.csv", Path("safe-new.csv"))`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incrowd.answers import Answer
from incrowd.crowd.crowd import Classes, State
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Risk
from incrowd.dataset.risk import measure_risk
from incrowd.errors import BrokenPromise, InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.measures.enforcement import enforce
from incrowd.progress import Progress, silent
from incrowd.release.export import Release, Released, Target
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.release.recipe import Recipe
from incrowd.service.datasets.opening import open_table


@dataclass(frozen=True)
class Repeated(Answer):
    """A recipe that was repeated on new data."""

    output: Released
    suppressed_rows: int
    before: Risk
    after: Risk


def read_recipe(path: Path) -> Recipe:
    """Read a recipe from a file."""
    return Recipe.read(path)


def repeat(
    recipe: Recipe,
    data: object,
    target: Path,
    *,
    shuffle: bool = False,
    progress: Progress = silent,
    **options: str,
) -> Repeated:
    """Repeat a recipe on new data; what does not hold the promise is refused."""
    if recipe.levels is None:
        raise InvalidParameter(
            say(
                "A recipe of the method '{method}' cannot be repeated: it treats every "
                "row of the data it was made for in its own way.",
                method=recipe.method,
            ),
            say("Anonymise the new data itself, or make a recipe with --method optimal."),
        )
    reading: dict[str, Any] = dict(options)
    with open_table(data, progress=progress, ordered=True, **reading) as data_as_is:
        file = Target.check(target, data_as_is)
        table = _apply_roles(recipe, data_as_is)
        crowd = table.protected_crowd
        state = State(crowd.levels_of(recipe.levels), recipe.k, recipe.protections)
        classes = enforce(crowd, state)
        _check_limit(recipe, classes)
        labels = recodings(crowd, state.levels)
        release = Release(classes, state, kept_tuples(classes), labels, shuffle)
        return Repeated(
            file.write(table, release, progress),
            classes.suppressed_rows,
            measure_risk(table, advise=False),
            measure_risk(table, recipe.levels, recipe.k, advise=False),
        )


def _apply_roles(recipe: Recipe, table: OpenTable) -> OpenTable:
    """The data with the roles and hierarchies of a recipe."""
    known = table.table.names
    for name in recipe.roles:
        if name not in known:
            raise UnknownAttribute.among(name, known)
    strange = [name for name in known if name not in recipe.roles]
    if strange:
        raise InvalidParameter(
            say("The recipe does not know the column '{name}'.", name=strange[0]),
            say("Leave out what the recipe was not made for, or anonymise the new data itself."),
        )
    return table.with_roles(recipe.roles).with_hierarchies(recipe.hierarchies)


def _check_limit(recipe: Recipe, classes: Classes) -> None:
    share = classes.suppressed_rows / max(classes.rows, 1)
    if share > recipe.max_suppression:
        raise BrokenPromise(
            say(
                "{suppressed:,} of {rows:,} rows ({percent:.1f} %) would be left out; "
                "the recipe allows {allowed:.1f} %.",
                suppressed=classes.suppressed_rows,
                rows=classes.rows,
                percent=100 * share,
                allowed=100 * recipe.max_suppression,
            ),
            say(
                "The new data differs too much from what the recipe was made for: "
                "anonymise it anew."
            ),
        )


def apply_recipe(
    recipe: str | Path, data: object, target: str | Path, *, shuffle: bool = False
) -> Repeated:
    """Repeat a recipe from a file on new data."""
    return repeat(Recipe.read(Path(recipe)), data, Path(target), shuffle=shuffle)
