"""Pitman's estimate of the people who are unique in the population.

The sizes of the classes are taken to follow Pitman's sampling formula with parameters theta and
alpha, found by maximum likelihood; the population then has about
gamma(theta + 1) / gamma(theta + alpha) · people^alpha unique people.
"""

from math import exp, lgamma, log

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled
from incrowd.measures.measure import Measure
from incrowd.measures.risk.sample import Sample, estimate_uniques, promise_uniques

STEPS = 100
PRECISION = 1e-10
"""The relative step at which the parameters are found."""
NOISE = 1e-12
"""The share of a sum of many logarithms that is rounding."""
SERIES_FROM = 12.0
"""From here on, a few terms of the asymptotic series are exact to the last digits."""
CLOSED_UP_TO = 1e4
"""Sums have a closed form up to so many times as large a start as they have terms."""
Vector = NDArray[np.float64]


@compiled("UniTuple(float64, 2)(float64)")
def polygamma(x: float) -> tuple[float, float]:
    """The first and the second derivative of the logarithm of the gamma function, for x > 0."""
    first, second = 0.0, 0.0
    while x < SERIES_FROM:
        first -= 1 / x
        second += 1 / x**2
        x += 1
    square = 1 / x**2
    first += np.log(x) - 0.5 / x
    first -= square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
    tail = square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)))
    second += (1 + 0.5 / x + tail) / x
    return first, second


@compiled("void(float64, float64, int64, float64, float64[::1])")
def add_steps(theta: float, step: float, terms: int, sign: float, result: Vector) -> None:
    """Add the logarithms of theta + i · step for i = 1 … terms, and their derivatives.

    In closed form: so the time does not grow with the number of rows. Where theta is so large that
    differences would drown in rounding, one by one.
    """
    ratio = theta / step
    if ratio > CLOSED_UP_TO * (terms + 1):
        for i in range(1, terms + 1):
            term = theta + i * step
            result[0] += sign * np.log(term)
            result[1] += sign / term
            result[2] += sign * i / term
            result[3] -= sign / term**2
            result[4] -= sign * i / term**2
            result[5] -= sign * (i / term) ** 2
        return
    low, high = polygamma(ratio + 1), polygamma(ratio + terms + 1)
    ones, squares = (high[0] - low[0]) / step, (low[1] - high[1]) / step**2
    heights = lgamma(ratio + terms + 1) - lgamma(ratio + 1)
    result[0] += sign * (terms * np.log(step) + heights)
    result[1] += sign * ones
    result[2] += sign * (terms - theta * ones) / step
    result[3] -= sign * squares
    result[4] -= sign * (ones - theta * squares) / step
    result[5] -= sign * (terms - 2 * theta * ones + theta**2 * squares) / step**2


@compiled("void(int64[::1], int64[::1], float64, float64, float64[::1])")
def likelihood(
    sizes: NDArray[np.int64],
    counts: NDArray[np.int64],
    theta: float,
    alpha: float,
    result: Vector,
) -> None:
    """Write the log-likelihood, its two first and its three second derivatives."""
    result[:] = 0.0
    classes, rows = counts.sum(), (sizes * counts).sum()
    add_steps(theta, 1.0, rows - 1, -1.0, result)
    result[2], result[4], result[5] = 0.0, 0.0, 0.0  # these steps do not depend on alpha
    add_steps(theta, alpha, classes - 1, 1.0, result)
    larger, position = classes, 0
    for i in range(1, sizes[-1]):
        while sizes[position] <= i:
            larger -= counts[position]
            position += 1
        term = i - alpha
        result[0] += larger * np.log(term)
        result[2] -= larger / term
        result[5] -= larger / term**2


def pitman(sample: Sample) -> float | None:
    """Estimate the population uniques, or None where the likelihood has no maximum inside.

    It has none where all rows are unique: alpha then goes to 1 and theta to infinity.
    """
    result = fit(sample) if sample.sizes[-1] > 1 else None
    if result is None:
        return None
    theta, alpha = result
    return exp(lgamma(theta + 1) - lgamma(theta + alpha) + alpha * log(sample.people))


def fit(sample: Sample) -> tuple[float, float] | None:
    """Maximise the likelihood with Newton's method, halving steps that do not climb."""
    place = _start(sample)
    here = _evaluate(sample, place)
    for _ in range(STEPS):
        step = _newton_step(here)
        while not _climbs(sample, place + step, here[0]):
            step /= 2
            if np.abs(step).max() < PRECISION:
                break
        if np.abs(step[0]) <= PRECISION * max(1.0, abs(place[0])) and abs(step[1]) <= PRECISION:
            return _if_inside(place, here)
        place = place + step
        here = _evaluate(sample, place)
    return None


def _start(sample: Sample) -> Vector:
    """For many rows, alpha is the share of unique classes, and theta follows from their number."""
    alpha = min(max(sample.classes_of(1) / sample.classes, 0.05), 0.95)
    theta = (sample.classes * alpha / sample.rows**alpha) ** (1 / (1 - alpha))
    return np.array([min(theta, float(sample.rows)), alpha])


def _evaluate(sample: Sample, place: Vector) -> Vector:
    result = np.empty(6)
    likelihood(sample.sizes, sample.counts, float(place[0]), float(place[1]), result)
    return result


def _newton_step(here: Vector) -> Vector:
    """Solve for the stationary point; where the surface is not a hill there, walk uphill."""
    slope = here[1:3]
    determinant = here[3] * here[5] - here[4] ** 2
    if here[3] < 0 and determinant > 0:
        curvature = np.array([[here[5], -here[4]], [-here[4], here[3]]])
        return np.asarray(-(curvature @ slope) / determinant)
    return np.asarray(slope / np.abs(here[[3, 5]]))


def _climbs(sample: Sample, place: Vector, height: float) -> bool:
    theta, alpha = place
    if not (0 < alpha < 1 and theta > -alpha):
        return False
    return bool(_evaluate(sample, place)[0] >= height - NOISE * abs(height))


def _if_inside(place: Vector, here: Vector) -> tuple[float, float] | None:
    """Accept a maximum whose slope is flat; at the edge of the parameters it is not."""
    theta, alpha = float(place[0]), float(place[1])
    flat = abs(here[1] * theta) + abs(here[2] * alpha) < 1e-4
    return (theta, alpha) if flat else None


PITMAN = Measure(
    name="pitman",
    title="Unique people (Pitman)",
    explanation="An estimate of how many people in the population look like nobody else, good "
    "where the table holds a small part of the population.",
    citation="Hoshino, Applying Pitman's Sampling Formula to Microdata Disclosure Risk "
    "Assessment, Journal of Official Statistics 17(4), 2001.",
    family="risk",
    better="lower",
    unit="people",
    compute=estimate_uniques(pitman),
    needs=frozenset({"sample"}),
    promise=promise_uniques(pitman),
)
