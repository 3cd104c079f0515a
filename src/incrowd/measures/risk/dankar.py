"""Dankar's rule: which estimate of the people who are unique in the population to trust."""

from incrowd.measures.measure import Measure, Question
from incrowd.measures.risk.pitman import PITMAN, pitman
from incrowd.measures.risk.sample import Sample, promise_uniques, sample_of, settle_sure_cases
from incrowd.measures.risk.snb import SNB, snb
from incrowd.measures.risk.zayatz import ZAYATZ, zayatz

SMALL_FRACTION = 0.1
_PITMAN, _SNB, _ZAYATZ = (settle_sure_cases(each) for each in (pitman, snb, zayatz))


def choose_estimator(question: Question) -> tuple[Measure, float | None]:
    """Pick an estimator, and return it with its estimate."""
    return _choose(sample_of(question))


def _choose(sample: Sample) -> tuple[Measure, float | None]:
    """Up to a tenth of the population, Pitman's, and Zayatz's where it does not converge.

    Above, the smaller of the slide negative binomial and Zayatz's.
    """
    if sample.fraction <= SMALL_FRACTION:
        figure = _PITMAN(sample)
        return (PITMAN, figure) if figure is not None else (ZAYATZ, _ZAYATZ(sample))
    binomial, bayes = _SNB(sample), _ZAYATZ(sample)
    if binomial is None or (bayes is not None and bayes < binomial):
        return ZAYATZ, bayes
    return SNB, binomial


def dankar(question: Question) -> float | None:
    """The estimate that the rule picks."""
    return choose_estimator(question)[1]


DANKAR = Measure(
    name="dankar",
    title="Unique people in the population",
    explanation="How many people in the population look like nobody else, by the estimate that has "
    "proved best for tables of this kind.",
    citation="Dankar, El Emam, Neisa, Roffey, Estimating the Re-identification Risk of Clinical "
    "Data Sets, BMC Medical Informatics and Decision Making 12:66, 2012.",
    family="risk",
    better="lower",
    unit="people",
    compute=dankar,
    needs=frozenset({"sample"}),
    promise=promise_uniques(lambda sample: _choose(sample)[1]),
)
