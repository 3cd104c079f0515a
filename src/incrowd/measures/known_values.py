"""The sensitive values that say something: flu, missing and Flu in a class -> flu twice.

A missing value is no value for l-diversity, as nobody is hidden by a diagnosis that is not there.
"""

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.sensitive import ClassValues
from incrowd.measures.measure import Figures, Question


def known_values(question: Question) -> ClassValues:
    """The values per class without the missing ones, spellings of one put together.

    A class may have none. Somebody who has one value in two spellings counts once.
    """
    values = question.values
    if values.sensitive.unequivocal:
        return values
    meanings = values.sensitive.meanings[values.values]
    class_of = np.repeat(np.arange(len(values.starts) - 1), np.diff(values.starts))
    known = meanings >= 0
    meanings, class_of, counts = meanings[known], class_of[known], values.counts[known]
    order = np.lexsort((meanings, class_of))
    meanings, class_of, counts = meanings[order], class_of[order], counts[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(class_of) != 0) | (np.diff(meanings) != 0)
    first = np.flatnonzero(new)
    class_of = class_of[first]
    totals = np.add.reduceat(counts, first) if len(first) else counts
    starts = np.zeros(len(values.starts), np.int64)
    np.cumsum(np.bincount(class_of, minlength=len(starts) - 1), out=starts[1:])
    most = question.classes.sizes[class_of]
    return ClassValues(values.sensitive, starts, meanings[first], np.minimum(totals, most))


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
