"""Marketer risk: 2 rows that 4 people share and 1 that 2 do -> a third is matched."""

from incrowd.measures.measure import Measure, Question


def marketer_risk(question: Question) -> float | None:
    """100 · the mean over the published rows of 1 / the people who share the row's values."""
    classes = question.classes
    if not classes.kept_rows:
        return None
    matched = question.sizes[classes.kept] / question.people[classes.kept]
    return 100 * float(matched.sum()) / classes.kept_rows


MARKETER_RISK = Measure(
    name="marketer_risk",
    title="Marketer risk",
    explanation="The share of rows that are matched with the right person when somebody links the "
    "whole table with a register of the population.",
    citation="Dankar, El Emam, A Method for Evaluating Marketer Re-identification Risk, "
    "EDBT/ICDT Workshops 2010.",
    family="risk",
    better="lower",
    unit="percent",
    compute=marketer_risk,
    needs=frozenset({"sample"}),
)
