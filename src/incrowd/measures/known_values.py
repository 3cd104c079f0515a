"""The sensitive values that say something: flu, missing and flu in a class -> flu twice.

A missing value is no value for l-diversity, as nobody is hidden by a diagnosis that is not there.
"""

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Protection
from incrowd.crowd.sensitive import ClassValues, Sensitive
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.measure import Question


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
