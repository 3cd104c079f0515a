"""Refuse promises about a release that cannot be meant: unknown people, too many combinations."""

from collections.abc import Mapping, Sequence

from incrowd.crowd.crowd import Classes, ReleasePromise
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.privacy.k_subsets import K_SUBSETS, MOST_SETS, M, count_sets
from incrowd.measures.registry import measure
from incrowd.measures.release_promises import question_of


def check_promise(rows: int, promise: ReleasePromise, attributes: int = 0) -> None:
    """Refuse a promise that a table of so many rows and quasi-identifiers cannot be given.

    A population must be known and not smaller than the table, combinations must not be too many.
    """
    parameters = check_parameters(promise.model, dict(promise.parameters))
    if promise.model == K_SUBSETS.name:
        _check_combinations(rows, promise, attributes, int(M.among(parameters)))
    needs = measure(promise.model).needs
    if promise.counted and promise.population is None:
        raise _no_table(promise)
    if "sample" not in needs or promise.counted:
        return
    if promise.people is None:
        raise InvalidParameter(
            say("'{title}' needs the size of the population.", title=measure(promise.model).title),
            say(
                "Give the number of people (--population-size) or the share of them in the table "
                "(--sampling-fraction)."
            ),
        )
    if promise.people < rows:
        raise InvalidParameter(
            say(
                "A population of {people:,} people is smaller than the table of {rows:,} rows.",
                people=promise.people,
                rows=rows,
            ),
            say("Give the number of all people in the population that the rows were drawn from."),
        )


def _no_table(promise: ReleasePromise) -> InvalidParameter:
    return InvalidParameter(
        say("'{title}' needs a table of the population.", title=measure(promise.model).title),
        say("Give the table with --population."),
    )


def check_parameters(model: str, given: Mapping[str, float]) -> dict[str, float]:
    """All further numbers of a model, those not given as they are by default."""
    return {each.name: each.among(given) for each in measure(model).parameters}


def _check_combinations(rows: int, promise: ReleasePromise, attributes: int, m: int) -> None:
    if promise.threshold > rows:
        raise InvalidParameter(
            say(
                "k = {k:,} is more than the {rows:,} rows of the table.",
                k=int(promise.threshold),
                rows=rows,
            ),
            say("Choose at most {rows:,}.", rows=rows),
        )
    sets = count_sets(attributes, m)
    if sets > MOST_SETS:
        raise InvalidParameter(
            say(
                "{attributes:,} quasi-identifiers have {sets:,} combinations of {m}, which is too "
                "many to check.",
                attributes=attributes,
                sets=sets,
                m=m,
            ),
            say(
                "Choose a smaller m, such as k_subsets={k:g}:{fewer}, or fewer quasi-identifiers.",
                k=promise.threshold,
                fewer=m - 1,
            ),
        )


def check_people(classes: Classes, promises: Sequence[ReleasePromise]) -> None:
    """Refuse a population that lacks rows of the table, as it is."""
    for promise in promises:
        if promise.population is not None:
            _ = question_of(classes, promise).people
