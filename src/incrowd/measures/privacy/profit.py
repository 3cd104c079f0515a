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
    Parameter,
    Promise,
    Question,
    ReleaseRule,
    worst,
)
from incrowd.measures.sure_loss import loosen

GAIN = Parameter("gain", "Gain of finding a person", 300, 1e-9, 1e12)
COST = Parameter("cost", "Cost of an attempt", 4, 1e-9, 1e12)
CITATION = (
    "Wan, Vorobeychik, Xia, Clayton, Kantarcioglu, Ganta, Heatherly, Malin, A Game Theoretic "
    "Framework for Analyzing Re-Identification Risk, PLoS ONE 10(3), 2015."
)


def earn(question: Question, alike: Figures) -> Figures:
    """What an attack earns on average where so many people look alike."""
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
