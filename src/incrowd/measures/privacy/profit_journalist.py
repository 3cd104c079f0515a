"""Profit of a journalist: 10 people alike, a gain of 300 and a cost of 4 -> 26."""

from incrowd.measures.measure import Figures, Measure, Question, worst
from incrowd.measures.privacy.profit import CITATION, COST, GAIN, earn, promise_profit


def journalist_profit(question: Question) -> Figures:
    """What an attack on a row of each class earns on average, among people of the population.

    They are counted in a table of it, or scaled up from its size.
    """
    return earn(question, question.people)


PROFIT_JOURNALIST = Measure(
    name="profit_journalist",
    title="Profit of an attack in the population",
    explanation="What somebody earns on average who tries to find a person of the population in "
    "the table: the gain times the chance to find the person, less the cost.",
    citation=CITATION,
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(journalist_profit, "at_most"),
    needs=frozenset({"sample"}),
    parameters=(GAIN, COST),
    per_class=journalist_profit,
    bound="at_most",
    promise=promise_profit(journalist_profit),
)
