"""What is promised of a release as a whole, in words that need no other ones."""

from collections.abc import Mapping

from incrowd.language import Message, say
from incrowd.measures.privacy.k_subsets import M
from incrowd.measures.privacy.profit import COST, GAIN


def tell_release(threshold: float, parameters: Mapping[str, float]) -> dict[str, Message]:
    """The words for each model, by its name."""
    percent = 100 * threshold
    unique = say("at most {percent:g} % of the population unique", percent=percent)
    m = int(M.among(parameters))
    return {
        "average_risk": say("an average risk of at most {percent:g} %", percent=percent),
        "uniques": say("at most {percent:g} % of the published rows unique", percent=percent),
        **dict.fromkeys(("zayatz", "pitman", "snb", "dankar"), unique),
        "k_subsets": say(
            "any {m} facts about a person apply to at least {k:g} people in the table",
            m=m,
            k=threshold,
        )
        if m > 1
        else say(
            "any fact about a person applies to at least {k:g} people in the table", k=threshold
        ),
        "k_map": say("everybody looks like at least {k:g} people of the population", k=threshold),
        "delta_presence": say(
            "nobody can be said to be in the table with more than {percent:g} % certainty",
            percent=percent,
        ),
        "profit_prosecutor": say(
            "an attack on somebody in the table earns at most {profit:g} on average (gain "
            "{gain:g}, cost {cost:g})",
            profit=threshold,
            gain=GAIN.among(parameters),
            cost=COST.among(parameters),
        ),
        "profit_journalist": say(
            "an attack on somebody in the population earns at most {profit:g} on average (gain "
            "{gain:g}, cost {cost:g})",
            profit=threshold,
            gain=GAIN.among(parameters),
            cost=COST.among(parameters),
        ),
    }
