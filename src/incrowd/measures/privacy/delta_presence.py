"""δ-presence: 2 rows of a class that 8 people share -> whoever is one of them is in with 0.25."""

import numpy as np

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.measure import Figures, Measure, Question, worst


def presence(question: Question) -> Figures:
    """How likely a person who looks like a class is in the table: its rows by its people."""
    if question.population is None:
        raise InvalidParameter(
            say("δ-presence needs a table of the population."),
            say("Give one with the same attributes."),
        )
    with np.errstate(divide="ignore"):  # a suppressed class may have nobody in the population
        return np.asarray(question.sizes / question.people, np.float64)


def presence_range(question: Question) -> tuple[float, float] | None:
    """The smallest and the largest probability of presence over all people of the population.

    Who looks like no published class is known not to be in the published table.
    """
    kept = question.classes.kept
    figures = presence(question)[kept]
    if not len(figures):
        return None
    outsiders = question.people_in_all > question.people[kept].sum()
    return 0.0 if outsiders else float(figures.min()), float(figures.max())


DELTA_PRESENCE = Measure(
    name="delta_presence",
    title="δ-presence",
    explanation="Nobody can say with more than this probability that a given person of the "
    "population is in the table.",
    citation="Nergiz, Atzori, Clifton, Hiding the Presence of Individuals from Shared Databases, "
    "SIGMOD 2007.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(presence, "at_most"),
    needs=frozenset({"population"}),
    per_class=presence,
    bound="at_most",
)
