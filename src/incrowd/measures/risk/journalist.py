"""Highest journalist risk: the rarest published person has 8 people alike -> 12.5 %."""

from incrowd.measures.measure import Measure, Question


def journalist_risk(question: Question) -> float | None:
    """100 / the fewest people of the population that share the values of a published class."""
    people = question.people[question.classes.kept]
    return 100 / float(people.min()) if len(people) else None


JOURNALIST_RISK = Measure(
    name="journalist_risk",
    title="Highest journalist risk",
    explanation="How likely it is that the person who is easiest to find is found by somebody who "
    "does not know who is in the table but can look people up in the population.",
    citation="El Emam, Dankar, Protecting Privacy Using k-Anonymity, Journal of the American "
    "Medical Informatics Association 15(5), 2008.",
    family="risk",
    better="lower",
    unit="percent",
    compute=journalist_risk,
    needs=frozenset({"sample"}),
)
