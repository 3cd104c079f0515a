"""Refuse what no recoding can give: a k above the rows, more different values than there are."""

from collections.abc import Sequence

import numpy as np

from incrowd.crowd.crowd import Classes, Crowd, Protection
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.language import say
from incrowd.measures.enforcement import protected
from incrowd.measures.possible_diversity import refuse_impossible_diversity
from incrowd.measures.promise_checks import check_people, check_promise
from incrowd.measures.release_promises import split_promises
from incrowd.search.priorities import Priorities


def check_request(crowd: Crowd, k: int, priorities: Priorities) -> None:
    """Refuse a table without quasi-identifiers or rows, and a k that it cannot reach."""
    if not crowd.domains:
        raise NothingToMeasure(
            say("No column is a quasi-identifier, so there is nothing to recode."),
            say("Name the columns that somebody could know about a person."),
        )
    if not crowd.rows:
        raise NothingToMeasure(say("The table has no rows."), say("Open one that has."))
    if not 1 <= k <= crowd.rows:
        raise InvalidParameter(
            say("k is {k:,}, the table has {rows:,} rows.", k=k, rows=crowd.rows),
            say("Choose from 1 to {rows:,}.", rows=crowd.rows),
        )
    if sorted(priorities.ranks) != sorted(crowd.names):
        raise InvalidParameter(
            say("The priorities are not about the quasi-identifiers of this table."),
            say("Rank these: {names}.", names=", ".join(crowd.names)),
        )


def check_protections(crowd: Crowd, protections: Sequence[Protection]) -> None:
    """Refuse a protection that not even the whole table, taken as one class, holds."""
    whole = joined_tuples(crowd, np.zeros(len(crowd.counts), np.int32), 1)
    single, about_release = split_promises(protections)
    for promise in about_release:
        check_promise(crowd.rows, promise, len(crowd.names))
    check_people(crowd.at(crowd.bottom), about_release)
    for protection in single:
        sensitive = crowd.sensitive_attribute(protection.attribute)
        refuse_impossible_diversity(sensitive, protection)
        if not protected(whole, [protection]).all():
            raise InvalidParameter(
                say(
                    "Not even the whole table meets {model} {threshold:g} for '{attribute}'.",
                    model=protection.model,
                    threshold=protection.threshold,
                    attribute=protection.attribute,
                ),
                say("Choose a weaker protection."),
            )


def joined_tuples(crowd: Crowd, members: Positions, count: int) -> Classes:
    """Classes made of any tuples of a crowd, given the class of each tuple (-1 for none)."""
    inside = members >= 0
    sizes: Sizes = np.bincount(members[inside], crowd.counts[inside], minlength=count).astype(
        np.int64
    )
    representatives = np.zeros(count, np.int32)
    representatives[members[inside]] = np.flatnonzero(inside)
    kept = np.ones(count, np.bool_)
    as_is = crowd.at(crowd.bottom)
    return Classes(crowd, crowd.bottom, representatives, sizes, kept, (as_is, lambda: members))
