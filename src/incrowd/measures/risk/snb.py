"""The slide negative binomial estimate of the people who are unique in the population.

A population class has 1 + X people, X negative binomial. With r the ratio of its parameters and m
the mean of X, a class of the population is unique with probability (1 + r)^(-m / r). Both are found
from how many sample classes have one and two rows; the number of population classes comes from
Haas and Stokes' modification of Shlosser's estimator.
"""

from math import exp, log1p, sqrt

import numpy as np

from incrowd.measures.measure import Measure
from incrowd.measures.risk.sample import Sample, estimate_uniques, promise_uniques

LOWEST, HIGHEST = -30.0, 60.0
"""Where the logarithm of r is looked for."""
HALVINGS = 200


def snb(sample: Sample) -> float | None:
    """Estimate the population uniques, or None where no parameters fit the sample."""
    alone, pairs = sample.classes_of(1), sample.classes_of(2)
    if not pairs:
        return None
    classes = population_classes(sample)
    low, high = LOWEST, HIGHEST
    if not _excess(sample, classes, low) > 0 > _excess(sample, classes, high):
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _excess(sample, classes, middle) > 0 else (low, middle)
    ratio = exp(low)
    mean = _mean(ratio, sample.fraction, pairs / alone)
    return classes * exp(-mean * log1p(ratio) / ratio)


def population_classes(sample: Sample) -> float:
    """Estimate how many classes the population has, those not seen in the sample included."""
    sizes, counts = sample.sizes.astype(np.float64), sample.counts
    share, rest = sample.fraction, 1 - sample.fraction
    unseen = (counts @ rest**sizes) / (counts @ (sizes * share * rest ** (sizes - 1)))
    both = 1 - share**2
    weight = (counts @ (sizes * share**2 * both ** (sizes - 1))) / (
        counts @ (both**sizes - rest**sizes)
    )
    return float(sample.classes + sample.classes_of(1) * weight * unseen**2)


def _excess(sample: Sample, classes: float, log_ratio: float) -> float:
    """How many more unique rows than seen are expected, when pairs stand to uniques as seen."""
    ratio, share = exp(log_ratio), sample.fraction
    alone = sample.classes_of(1)
    mean = _mean(ratio, share, sample.classes_of(2) / alone)
    others_missed = exp(-mean * log1p(share * ratio) / ratio)
    spread = 1 + share * ratio
    return classes * share * others_missed * (1 + (1 - share) * mean / spread) - alone


def _mean(ratio: float, share: float, pairs: float) -> float:
    """The one mean of X that gives this many pairs of rows per unique row: a quadratic."""
    rest, spread = 1 - share, 1 + share * ratio
    square = share * rest / (2 * spread)
    linear = share * (1 + rest * ratio / (2 * spread)) - pairs * rest
    root = sqrt(linear**2 + 4 * square * pairs * spread)
    if linear >= 0:
        return 2 * pairs * spread / (linear + root)
    return (root - linear) / (2 * square)


SNB = Measure(
    name="snb",
    title="Unique people (slide negative binomial)",
    explanation="An estimate of how many people in the population look like nobody else, good "
    "where the table holds a large part of the population.",
    citation="Chen, Keller-McNulty, Estimation of Identification Disclosure Risk in Microdata, "
    "Journal of Official Statistics 14(1), 1998; Haas, Stokes, Estimating the Number of Classes "
    "in a Finite Population, Journal of the American Statistical Association 93(444), 1998.",
    family="risk",
    better="lower",
    unit="people",
    compute=estimate_uniques(snb),
    needs=frozenset({"sample"}),
    promise=promise_uniques(snb),
)
