"""What an attack on one published row earns: 2 rows, a gain of 300 and a cost of 4 -> 146.

Whoever attacks a row picks one of the people who look like it. With the probability 1 / people it
is the right one and earns the gain; the attack itself always has its cost. A prosecutor knows that
the person is in the table and picks among its rows, a journalist among the population.
"""

from collections.abc import Callable
from math import ceil

import numpy as np

from incrowd.measures.class_promises import keep_holding
from incrowd.measures.measure import (
    Figures,
    Measure,
    Need,
    Parameter,
    Promise,
    Question,
    ReleaseRule,
    worst,
)
from incrowd.measures.sure_loss import loosen

GAIN = Parameter("gain", "What somebody gains who finds a person", 300, 1e-9, 1e12)
COST = Parameter("cost", "What an attempt to find a person costs", 4, 1e-9, 1e12)
CITATION = (
    "Wan, Vorobeychik, Xia, Clayton, Kantarcioglu, Ganta, Heatherly, Malin, A Game Theoretic "
    "Framework for Analyzing Re-Identification Risk, PLoS ONE 10(3), 2015."
)


def prosecutor_profit(question: Question) -> Figures:
    """What an attack on a row of each class earns on average, among the rows of the table."""
    return _profit(question, question.sizes)


def journalist_profit(question: Question) -> Figures:
    """The same among the people of the population, counted in a table or scaled up."""
    return _profit(question, question.people)


def _profit(question: Question, alike: Figures) -> Figures:
    return np.asarray(GAIN.of(question) / np.maximum(alike, 1) - COST.of(question), np.float64)


def promise_profit(per_class: Callable[[Question], Figures]) -> Promise:
    """The promise that an attack on no published row earns more than a threshold.

    Larger classes earn less, and with enough rows nobody earns more.
    """
    return Promise(
        "closed",
        bounds_blocks=True,
        release=ReleaseRule(
            figure=worst(per_class, "at_most"),
            keep=keep_holding(per_class, "at_most"),
            sure_k=lambda most, given: ceil(GAIN.among(given) / (COST.among(given) + loosen(most))),
        ),
    )


def _measure(
    name: str,
    title: str,
    explanation: str,
    per_class: Callable[[Question], Figures],
    needs: frozenset[Need],
) -> Measure:
    return Measure(
        name=name,
        title=title,
        explanation=explanation,
        citation=CITATION,
        family="risk",
        better="lower",
        unit="ratio",
        compute=worst(per_class, "at_most"),
        needs=needs,
        parameters=(GAIN, COST),
        per_class=per_class,
        bound="at_most",
        promise=promise_profit(per_class),
    )


PROFIT_PROSECUTOR = _measure(
    "profit_prosecutor",
    "Profit of an attack in the table",
    "What somebody earns on average by trying to find a person who is known to be in the table: "
    "the gain times the chance of finding the person, less the cost. Nobody who counts tries it "
    "where that is 0 or less.",
    prosecutor_profit,
    frozenset(),
)
PROFIT_JOURNALIST = _measure(
    "profit_journalist",
    "Profit of an attack in the population",
    "What somebody earns on average by trying to find a person of the population who may be in the "
    "table: the gain times the chance of finding the person, less the cost. Nobody who counts "
    "tries it where that is 0 or less.",
    journalist_profit,
    frozenset({"sample"}),
)
