"""k-anonymity: classes of 3, 4 and 7 rows -> k = 3."""

from incrowd.measures.measure import Figures, Measure, Promise, Question, worst


def rows_per_class(question: Question) -> Figures:
    """The size of each class."""
    return question.sizes


K_ANONYMITY = Measure(
    name="k_anonymity",
    title="k-anonymity",
    explanation="Every row looks like at least k − 1 other rows, so a person can at best be "
    "narrowed down to k rows.",
    citation="Samarati, Sweeney, Protecting Privacy when Disclosing Information: k-Anonymity and "
    "its Enforcement through Generalization and Suppression, SRI International 1998.",
    family="privacy",
    better="higher",
    unit="rows",
    compute=worst(rows_per_class, "at_least"),
    per_class=rows_per_class,
    bound="at_least",
    promise=Promise("closed"),
)
