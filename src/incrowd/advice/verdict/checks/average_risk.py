"""The average risk: the chance to find a person taken at random."""

from math import ceil

from incrowd.advice.presets.preset import SLACK, Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Action, Check, Finding
from incrowd.advice.verdict.evidence import Evidence
from incrowd.language import say


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Compare groups per person with the limit of the preset."""
    if not len(evidence.sizes):
        return None
    limit = preset.limit("average_risk")
    risk = 100 * len(evidence.sizes) / evidence.people
    figures = (risk, limit.value, "percent", limit.source)
    if risk <= limit.value + SLACK:
        words = say("The average chance of being found is {risk:.3g} %.", risk=risk)
        return Finding(PASSES, words, *figures)
    words = say(
        "The average chance of being found is {risk:.3g} %; at most {limit:g} % is allowed.",
        risk=risk,
        limit=limit.value,
    )
    enough = ceil(100 / limit.value) if limit.value else evidence.people
    return Finding(
        FAILS,
        words,
        *figures,
        say("Run the automatic method with a larger k; k = {k} is certain to be enough.", k=enough)
        if evidence.recoded
        else say("Generalise: fewer, larger groups lower the average."),
        Action("automatic", k=enough),
    )


CHECK = Check(
    name="average_risk",
    title="Average risk",
    explanation="The chance of finding a person picked at random: the number of groups divided by "
    "the number of people in them.",
    source="El Emam, Guide to the De-Identification of Personal Health Information, 2013",
    examine=examine,
)
