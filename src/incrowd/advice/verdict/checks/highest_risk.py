"""The highest risk: the chance to find the person who stands out most."""

from incrowd.advice.presets.preset import SLACK, Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Action, Check, Finding
from incrowd.advice.verdict.checks.smallest_group import remedy
from incrowd.advice.verdict.evidence import Evidence
from incrowd.language import say


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Compare the risk in the smallest published group with the limit of the preset."""
    if not len(evidence.sizes):
        return None
    limit = preset.limit("highest_risk")
    risk = 100 / int(evidence.sizes.min())
    exposed = int(evidence.sizes[100 / evidence.sizes > limit.value + SLACK].sum())
    figures = (risk, limit.value, "percent", limit.source)
    if not exposed:
        words = say("Nobody's chance of being found is above {risk:.3g} %.", risk=risk)
        return Finding(PASSES, words, *figures)
    return Finding(
        FAILS,
        say(
            "The highest chance of being found is {risk:.3g} %; at most {limit:g} % is allowed, "
            "and {people} are above that.",
            risk=risk,
            limit=limit.value,
            people=evidence.count(exposed),
        ),
        *figures,
        remedy(evidence, preset),
        Action("automatic" if evidence.recoded else "suppress", k=preset.k),
    )


CHECK = Check(
    name="highest_risk",
    title="Highest risk",
    explanation="The chance that somebody who knows all quasi-identifiers of a person picks the "
    "right row: one divided by the size of the smallest group.",
    source="El Emam, Guide to the De-Identification of Personal Health Information, 2013",
    examine=examine,
)
