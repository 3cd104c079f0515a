"""Whether a recipe can be repeated on other data, and whether what it promises holds there."""

from collections.abc import Mapping, Sequence

from incrowd.crowd.crowd import Classes, Crowd, Protection
from incrowd.errors import BrokenPromise, InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.measures.promise_checks import check_people, check_promise
from incrowd.measures.release_promises import split_promises
from incrowd.release.recipe import Recipe


def check_repeatable(recipe: Recipe) -> Mapping[str, int]:
    """The levels of a recipe; one that treats every row in its own way has none."""
    if recipe.levels is not None:
        return recipe.levels
    raise InvalidParameter(
        say(
            "A recipe of the method '{method}' cannot be repeated: it treats every "
            "row of the data it was made for in its own way.",
            method=recipe.method,
        ),
        say("Anonymise the new data itself, or make a recipe with --method optimal."),
    )


def check_columns(recipe: Recipe, known: Sequence[str]) -> None:
    """Refuse data with other columns than those that a recipe was made for."""
    for name in recipe.roles:
        if name not in known:
            raise UnknownAttribute.among(name, known)
    strange = [name for name in known if name not in recipe.roles]
    if strange:
        raise InvalidParameter(
            say("The recipe does not know the column '{name}'.", name=strange[0]),
            say("Remove what the recipe was not made for, or anonymise the new data itself."),
        )


def check_promises(protections: Sequence[Protection], crowd: Crowd) -> None:
    """Refuse promises about a population that is too small for the new data, or not given."""
    whole = split_promises(protections)[1]
    for promise in whole:
        check_promise(crowd.rows, promise, len(crowd.names))
    check_people(crowd.at(crowd.bottom), whole)


def check_limit(recipe: Recipe, classes: Classes) -> None:
    """Refuse to remove a larger share of the rows than a recipe allows."""
    share = classes.suppressed_rows / max(classes.rows, 1)
    if share > recipe.max_suppression:
        raise BrokenPromise(
            say(
                "{suppressed:,} of {rows:,} rows ({percent:.1f} %) would be removed; "
                "the recipe allows {allowed:.1f} %.",
                suppressed=classes.suppressed_rows,
                rows=classes.rows,
                percent=100 * share,
                allowed=100 * recipe.max_suppression,
            ),
            say(
                "The new data differs too much from what the recipe was made for: "
                "anonymise the new data itself."
            ),
        )
