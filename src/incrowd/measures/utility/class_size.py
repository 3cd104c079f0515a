"""Average class size: 12 rows in 3 classes -> 4."""

from incrowd.measures.measure import Measure, Objective, Question, Recoded


def class_size(question: Question) -> float | None:
    """Rows by classes, where all suppressed rows are one more class."""
    classes = question.classes
    if not classes.rows:
        return None
    return classes.rows / (len(classes.kept_sizes) + (classes.suppressed_rows > 0))


def mean_size(recoded: Recoded) -> float:
    """The same where the levels differ from row to row."""
    return recoded.crowd.rows / (len(recoded.class_sizes) + (recoded.suppressed_rows > 0))


CLASS_SIZE = Measure(
    name="class_size",
    title="Average class size",
    explanation="How many rows share the same published values on average; the suppressed rows "
    "count as one class.",
    citation="LeFevre, DeWitt, Ramakrishnan, Mondrian Multidimensional k-Anonymity, ICDE 2006.",
    family="utility",
    better="lower",
    unit="rows",
    compute=class_size,
    objective=Objective("class_count", mean_size),
)
