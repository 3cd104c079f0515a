"""δ-presence: 2 rows of a class that 8 people share -> whoever is one of them is in with 0.25."""

from sys import maxsize

import numpy as np

from incrowd.crowd.people import People
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.class_promises import keep_holding
from incrowd.measures.measure import Figures, Measure, Promise, Question, ReleaseRule, worst


def presence(question: Question) -> Figures:
    """How likely a person who looks like a class is in the table: its rows by its people."""
    if question.population is None:
        raise InvalidParameter(
            say("δ-presence needs a table of the population."),
            say("Give one with the same attributes."),
        )
    people = question.people  # refuses a population without the rows of the table
    if isinstance(question.population, People):
        return question.population.presence(question.classes)
    with np.errstate(divide="ignore"):  # a suppressed class may have nobody in the population
        return np.asarray(question.sizes / people, np.float64)


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
    promise=Promise(
        # of two classes that hold it, rows by people of both lie between those of each
        "convex",
        highest=1,
        above_lowest=True,
        release=ReleaseRule(
            figure=worst(presence, "at_most"),
            keep=keep_holding(presence, "at_most"),
            # however large a class is, only the people of the population say how likely it is
            sure_k=lambda share, _: maxsize,
        ),
    ),
)
