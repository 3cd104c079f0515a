"""Profit of a prosecutor: 2 rows, a gain of 300 and a cost of 4 -> 146."""

from incrowd.measures.measure import Figures, Measure, Question, worst
from incrowd.measures.privacy.profit import CITATION, COST, GAIN, earn, promise_profit


def prosecutor_profit(question: Question) -> Figures:
    """What an attack on a row of each class earns on average, among the rows of the table."""
    return earn(question, question.sizes)


PROFIT_PROSECUTOR = Measure(
    name="profit_prosecutor",
    title="Profit of an attack in the table",
    explanation="What somebody earns on average who tries to find a person known to be in the "
    "table: the gain times the chance to find the person, less the cost.",
    citation=CITATION,
    family="privacy",
    better="lower",
    unit="ratio",
    compute=worst(prosecutor_profit, "at_most"),
    parameters=(GAIN, COST),
    per_class=prosecutor_profit,
    bound="at_most",
    promise=promise_profit(prosecutor_profit),
)
