"""k-map: 2 published rows that 5 people of the population look like -> k = 5.

Where only the size of the population is known, it is a test by El Emam and Dankar: of a class with
fewer than k people in the population, a sample has so many rows with a probability of at most the
significance. The rows drawn are Poisson distributed, given that there is at least one, with the
mean k times the sampling fraction, as in ARX.
"""

from functools import lru_cache
from math import exp, lgamma, log

import numpy as np

from incrowd.measures.class_promises import keep_holding
from incrowd.measures.measure import (
    Figures,
    Measure,
    Parameter,
    Promise,
    Question,
    ReleaseRule,
    worst,
)

SIGNIFICANCE = Parameter("significance", "Chance that the estimate is too high", 0.01, 1e-9, 0.5)
STEPS = 100
"""Halvings until the largest k that fits a size is known."""


def people_alike(question: Question) -> Figures:
    """How many people of the population share the values of each class, counted or estimated."""
    if question.population is not None:
        return question.people
    fraction = question.drawn_rows / question.people_in_all
    significance = SIGNIFICANCE.of(question)
    sizes, place = np.unique(question.sizes, return_inverse=True)
    figures = [sure_people(int(size), fraction, significance) for size in sizes.tolist()]
    alike: Figures = np.array(figures, np.float64)[place.reshape(-1)]
    return alike


@lru_cache(maxsize=100_000)
def sure_people(rows: int, fraction: float, significance: float) -> int:
    """The most people that a class of so many rows can be said to have in the population.

    Its own rows at least, as they are people of the population.

    >>> sure_people(1, 0.1, 0.01), sure_people(4, 0.1, 0.01), sure_people(8, 0.1, 0.01)
    (1, 6, 28)
    """
    low, high = 0.0, float(rows)
    for _ in range(STEPS):
        middle = (low + high) / 2
        fits = tail(rows, middle) <= significance
        low, high = (middle, high) if fits else (low, middle)
    return max(rows, int(low / fraction + 1e-9))


def tail(rows: int, mean: float) -> float:
    """How likely so many rows or more are, of which there is at least one.

    >>> tail(1, 0.3), round(tail(2, 1.0), 4)
    (1.0, 0.418)
    """
    if rows <= 1 or mean <= 0:
        return 1.0 if rows <= 1 else 0.0
    some = -np.expm1(-mean)
    if rows <= mean:  # the mean of so many or more is no small share
        return 1.0
    term = exp(rows * log(mean) - mean - lgamma(rows + 1))
    total, count = 0.0, rows
    while term > total * 1e-17:
        total += term
        count += 1
        term *= mean / count
    return min(float(total / some), 1.0)


K_MAP = Measure(
    name="k_map",
    title="k-map",
    explanation="Everybody in the table looks like at least this many people of the population, "
    "so that somebody who looks for them there does not know which of these they are.",
    citation="Sweeney, Computational Disclosure Control, PhD thesis, MIT 2001; the estimate: El "
    "Emam, Dankar, Protecting Privacy Using k-Anonymity, Journal of the American Medical "
    "Informatics Association 15(5), 2008.",
    family="privacy",
    better="higher",
    unit="people",
    compute=worst(people_alike, "at_least"),
    needs=frozenset({"sample"}),
    parameters=(SIGNIFICANCE,),
    per_class=people_alike,
    bound="at_least",
    promise=Promise(
        "closed",
        bounds_blocks=True,
        lowest=1,
        whole=True,
        release=ReleaseRule(
            figure=worst(people_alike, "at_least"),
            keep=keep_holding(people_alike, "at_least"),
            sure_k=lambda k, _: int(k),
        ),
    ),
)
