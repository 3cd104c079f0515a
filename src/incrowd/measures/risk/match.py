"""Match risk: the person whose values 5 published rows cover is found with a chance of 20 %.

In a state every published value stands at the one level of its attribute, so the rows that cover a
person are those of their own class. Where rows are recoded one by one, or by another tool, the rows
that cover each person are counted (`incrowd attack`).
"""

from incrowd.measures.measure import Measure, Question


def match_risk(question: Question) -> float | None:
    """The chance, in percent, to find the person whom fewest published rows cover."""
    sizes = question.classes.kept_sizes
    return 100 / int(sizes.min()) if len(sizes) else None


MATCH_RISK = Measure(
    name="match_risk",
    title="Match risk",
    explanation="The chance of finding somebody in the release when all their original values are "
    "known: one divided by the number of published rows that may be about them.",
    citation="El Emam, Dankar, Protecting Privacy Using k-Anonymity, Journal of the American "
    "Medical Informatics Association 15(5), 2008.",
    family="risk",
    better="lower",
    unit="percent",
    compute=match_risk,
)
