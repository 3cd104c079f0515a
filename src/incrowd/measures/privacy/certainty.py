"""Certainty: a value with share 0.2 in the table and 0.9 in a class -> 0.875 of all doubt is gone.

Numbers and dates that lie close together are one guess: incomes of 50,000 and 50,001 are no secret
from each other.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.sensitive import ClassValues
from incrowd.measures.known_values import known_values
from incrowd.measures.measure import Figures, Measure, Promise, Question, worst


@dataclass(frozen=True)
class Guess:
    """What is guessed of the people of a class: a value, or all from one to another."""

    first: str
    last: str
    share: float
    """The share of the people of the class who have it."""
    overall: float
    """The share of all people."""


def highest_certainty(question: Question) -> Figures:
    """Which part of the doubt about a sensitive value is gone in each class, at the surest guess.

    Doubt is the share of people who do not have the value: 0.8 in the table and 0.1 in the class
    leave an eighth of it.
    """
    values = known_values(question)
    certain = np.zeros(len(question.sizes))
    shares, overall, _ = _guesses(question, values)
    np.maximum.at(certain, _classes(values), _lost_doubt(shares, overall))
    return certain


def surest_guess(question: Question) -> Guess | None:
    """The guess that leaves the least doubt in any class; None where no value is known."""
    values = known_values(question)
    shares, overall, last = _guesses(question, values)
    if not len(shares):
        return None
    certain = _lost_doubt(shares, overall)
    best = np.flatnonzero(certain >= certain.max() - 1e-12)
    # classes come in any order: of equal guesses the first value is named
    place = int(best[np.lexsort((values.values[best], -shares[best]))[0]])
    names = values.sensitive.domain.values
    codes = (int(values.values[place]), int(values.values[last[place]]))
    first, end = (str(names[code]) for code in codes)
    return Guess(first, end, float(shares[place]), float(overall[place]))


def _lost_doubt(shares: Figures, overall: Figures) -> Figures:
    doubt = 1 - overall
    return np.divide(
        np.maximum(shares - overall, 0.0), doubt, out=np.zeros_like(shares), where=doubt > 1e-12
    )


def _classes(values: ClassValues) -> NDArray[np.int64]:
    """The class of each entry."""
    return np.repeat(np.arange(len(values.starts) - 1), np.diff(values.starts))


def _guesses(question: Question, values: ClassValues) -> tuple[Figures, Figures, NDArray[np.int64]]:
    """For each entry the guess that begins there: its share, its share in all, its last entry."""
    ends, shares = values.sensitive.close, values.sensitive.meaning_shares
    width = len(ends) + 1
    class_of, codes = _classes(values), values.values
    last = ends[codes]
    entries = class_of * width + codes
    stop = np.searchsorted(entries, class_of * width + last, side="right")
    before = np.concatenate([[0], np.cumsum(values.counts)])
    people = before[stop] - before[:-1]
    inside = np.minimum(people / question.sizes[class_of], 1.0)
    # a person with two close values is counted among those who have either, so values are counted
    so_far = np.concatenate([[0.0], np.cumsum(values.sensitive.shares)])
    together = np.minimum(so_far[last + 1] - so_far[codes], 1.0)
    return inside, np.where(last == codes, shares[codes], together), stop - 1


CERTAINTY = Measure(
    name="certainty",
    title="Certainty",
    explanation="Which part of the doubt about a sensitive value is gone for whoever finds the "
    "class: at 0.8 the best guess, of a value or of close numbers, is wrong a fifth as often as "
    "without the data.",
    citation="Wang, Fung, Yu, Handicapping Attacker's Confidence: An Alternative to "
    "k-Anonymization, KAIS 11(3), 2007; for close numbers Li, Tao, Xiao, Preservation of Proximity "
    "Privacy in Publishing Numerical Sensitive Data, SIGMOD 2008. The figure is incrowd's own.",
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(highest_certainty, "at_most"),
    needs=frozenset({"sensitive"}),
    per_class=highest_certainty,
    bound="at_most",
    promise=Promise("convex", highest=1),
)
