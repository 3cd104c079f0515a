"""Zayatz's estimate of the people who are unique in the population, from the sizes of classes."""

import numpy as np

from incrowd.measures.measure import Measure
from incrowd.measures.risk.sample import Sample, estimate_uniques, promise_uniques


def zayatz(sample: Sample) -> float:
    """Estimate how many sample uniques are population uniques with Bayes' rule.

    The prior of a population class of size j is the share of sample classes of that size, and
    drawing one of its j members is hypergeometric.
    """
    rows, people = sample.rows, sample.people
    others = np.arange(int(sample.sizes[-1]) - 1)
    with np.errstate(divide="ignore"):  # more members than people outside the sample: never drawn
        missed = np.log(np.maximum(people - rows - others, 0) / (people - 1 - others))
    log_missed = np.concatenate([[0.0], np.cumsum(missed)])[sample.sizes - 1]
    drawn_once = sample.sizes * sample.fraction * np.exp(log_missed)
    alone = sample.classes_of(1)
    return float(alone * alone / (sample.counts @ drawn_once))


ZAYATZ = Measure(
    name="zayatz",
    title="Unique people (Zayatz)",
    explanation="An estimate of how many people in the population look like nobody else, from the "
    "sizes of the classes in the table.",
    citation="Zayatz, Estimation of the Percent of Unique Population Elements on a Microdata File "
    "Using the Sample, US Bureau of the Census, Statistical Research Division Report RR-91/08, "
    "1991.",
    family="risk",
    better="lower",
    unit="people",
    compute=estimate_uniques(zayatz),
    needs=frozenset({"sample"}),
    promise=promise_uniques(zayatz),
)
