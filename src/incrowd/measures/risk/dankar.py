"""Dankar's rule: which estimate of the people who are unique in the population to trust."""

from incrowd.measures.measure import Measure, Question
from incrowd.measures.risk.pitman import PITMAN
from incrowd.measures.risk.sample import sample_of
from incrowd.measures.risk.snb import SNB
from incrowd.measures.risk.zayatz import ZAYATZ

SMALL_FRACTION = 0.1


def choose_estimator(question: Question) -> tuple[Measure, float | None]:
    """Pick an estimator, and return it with its estimate.

    Up to a tenth of the population, Pitman's, and Zayatz's where it does not converge; above, the
    smaller of the slide negative binomial and Zayatz's.
    """
    if sample_of(question).fraction <= SMALL_FRACTION:
        figure = PITMAN.compute(question)
        return (PITMAN, figure) if figure is not None else (ZAYATZ, ZAYATZ.compute(question))
    binomial, bayes = SNB.compute(question), ZAYATZ.compute(question)
    if binomial is None or (bayes is not None and bayes < binomial):
        return ZAYATZ, bayes
    return SNB, binomial


def dankar(question: Question) -> float | None:
    """The estimate that the rule picks."""
    return choose_estimator(question)[1]


DANKAR = Measure(
    name="dankar",
    title="Unique people in the population",
    explanation="How many people of the population nobody else looks like, by the estimate that "
    "has proved best for tables of this kind.",
    citation="Dankar, El Emam, Neisa, Roffey, Estimating the Re-identification Risk of Clinical "
    "Data Sets, BMC Medical Informatics and Decision Making 12:66, 2012.",
    family="risk",
    better="lower",
    unit="people",
    compute=dankar,
    needs=frozenset({"sample"}),
)
