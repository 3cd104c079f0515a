"""Discernibility: a class of 3 rows costs 9, a suppressed row of a table of 10 costs 10."""

from incrowd.measures.measure import Measure, Objective, Question, Recoded


def discernibility(question: Question) -> float | None:
    """Σ size² over the published classes, plus suppressed rows · rows."""
    classes = question.classes
    if not classes.rows:
        return None
    sizes = classes.kept_sizes.astype(float)
    return float(sizes @ sizes) + float(classes.suppressed_rows) * classes.rows


def squared_sizes(recoded: Recoded) -> float:
    """The same where the levels differ from row to row."""
    sizes = recoded.class_sizes.astype(float)
    return float(sizes @ sizes) + float(recoded.suppressed_rows) * recoded.crowd.rows


DISCERNIBILITY = Measure(
    name="discernibility",
    title="Discernibility",
    explanation="How many rows each row can be confused with, added up; a suppressed row counts as "
    "confused with all of them.",
    citation="Bayardo, Agrawal, Data Privacy through Optimal k-Anonymization, ICDE 2005.",
    family="utility",
    better="lower",
    unit="rows²",
    compute=discernibility,
    objective=Objective("squared_sizes", squared_sizes),
)
