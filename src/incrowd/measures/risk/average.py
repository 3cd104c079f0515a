"""Average prosecutor risk: 5 classes in 20 rows -> 25 %."""

from incrowd.crowd.published import PublishedClasses
from incrowd.measures.measure import Measure, Question


def average_risk(question: Question) -> float | None:
    """100 · classes / rows, over the rows that remain."""
    return average_risk_of(question.classes)


def average_risk_of(classes: PublishedClasses) -> float | None:
    """The same for classes that are at hand or counted elsewhere."""
    return 100 * classes.kept_count / classes.kept_rows if classes.kept_rows else None


AVERAGE_RISK = Measure(
    name="average_risk",
    title="Average risk",
    explanation="How likely somebody who looks for a person known to be in the table finds the "
    "right row, on average over all rows.",
    citation="El Emam, Guide to the De-Identification of Personal Health Information, CRC Press "
    "2013 (prosecutor risk).",
    family="risk",
    better="lower",
    unit="percent",
    compute=average_risk,
)
