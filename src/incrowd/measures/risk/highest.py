"""Highest prosecutor risk: a smallest class of 4 rows -> 25 %."""

from incrowd.crowd.published import PublishedClasses
from incrowd.measures.measure import Measure, Question


def highest_risk(question: Question) -> float | None:
    """100 / smallest class, over the rows that remain."""
    return highest_risk_of(question.classes)


def highest_risk_of(classes: PublishedClasses) -> float | None:
    """The same for classes that are at hand or counted elsewhere."""
    return 100 / classes.smallest if classes.smallest else None


HIGHEST_RISK = Measure(
    name="highest_risk",
    title="Highest risk",
    explanation="How likely it is that the person who is easiest to find is found by somebody who "
    "knows that this person is in the table.",
    citation="El Emam, Guide to the De-Identification of Personal Health Information, CRC Press "
    "2013 (prosecutor risk).",
    family="risk",
    better="lower",
    unit="percent",
    compute=highest_risk,
)
