"""The sensitive values that say something: flu, missing and flu in a class -> flu twice.

A missing value is no value for l-diversity, as nobody is hidden by a diagnosis that is not there.
"""

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Protection
from incrowd.crowd.sensitive import ClassValues, Sensitive
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.measure import Figures, Question


def known_values(question: Question) -> ClassValues:
    """The values per class without the missing ones; a class may have none."""
    values = question.values
    if values.sensitive.known.all():
        return values
    known = values.sensitive.known[values.values]
    before = np.concatenate([[0], np.cumsum(known)])
    return ClassValues(
        values.sensitive, before[values.starts], values.values[known], values.counts[known]
    )


def count_known_values(question: Question) -> NDArray[np.int64]:
    """How many different values each class has, missing ones left out."""
    return np.diff(known_values(question).starts)


def spare_shared(question: Question, diversity: Figures) -> Figures:
    """At most 1 for the classes in which one known value is shared by everybody.

    With one value per row that is a matter of course. Persons may have several values: where all
    of them have the flu, some of them a cold besides, the flu is no secret.
    """
    if question.classes.crowd.persons is None:
        return diversity
    values = known_values(question)
    class_of = np.repeat(np.arange(len(diversity)), np.diff(values.starts))
    shared = np.zeros(len(diversity), np.bool_)
    shared[class_of[values.counts >= question.sizes[class_of]]] = True
    return np.where(shared, np.minimum(diversity, 1.0), diversity)


def refuse_impossible_diversity(sensitive: Sensitive, protection: Protection) -> None:
    """Refuse an l that no class can hold, as the attribute has fewer values in the whole table."""
    values = int(sensitive.known.sum())
    if protection.threshold <= values:
        return
    asked = {"l": protection.threshold, "attribute": sensitive.name}
    if values > 1:
        raise InvalidParameter(
            say(
                "No l = {l:g} is possible: '{attribute}' has only {values:,} different values.",
                values=values,
                **asked,
            ),
            say("Choose l up to {values:,} for it.", values=values),
        )
    raise InvalidParameter(
        say("No l = {l:g} is possible: '{attribute}' has the same value in all rows.", **asked)
        if values
        else say("No l = {l:g} is possible: '{attribute}' has no value at all.", **asked),
        say("Give '{attribute}' another role, or no protection.", attribute=sensitive.name),
    )
