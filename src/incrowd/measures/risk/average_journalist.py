"""Average journalist risk: 3 classes that 60 people share -> at least 5 %."""

from incrowd.measures.measure import Measure, Question
from incrowd.measures.risk.marketer import marketer_risk


def average_journalist_risk(question: Question) -> float | None:
    """The larger of 100 · classes / their people, and the risk that a marketer poses.

    The first is the success of somebody who starts from the population, the second of one who
    starts from the table; the journalist chooses the better way.
    """
    from_the_table = marketer_risk(question)
    if from_the_table is None:
        return None
    people = question.people[question.classes.kept]
    return max(100 * len(people) / float(people.sum()), from_the_table)


AVERAGE_JOURNALIST_RISK = Measure(
    name="average_journalist_risk",
    title="Average journalist risk",
    explanation="How likely it is, on average, that somebody who can look people up in the "
    "population matches a row with the right person.",
    citation="El Emam, Guide to the De-Identification of Personal Health Information, CRC Press "
    "2013 (journalist risk).",
    family="risk",
    better="lower",
    unit="percent",
    compute=average_journalist_risk,
    needs=frozenset({"sample"}),
)
