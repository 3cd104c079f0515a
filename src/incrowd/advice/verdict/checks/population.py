"""Population: what somebody finds who does not know whether a person is in the data."""

from incrowd.advice.presets.preset import SLACK, Preset
from incrowd.advice.verdict.check import FAILS, PASSES, WARNS, Action, Check, Finding
from incrowd.advice.verdict.evidence import Evidence
from incrowd.language import say


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Compare the highest risk in the population with the limit of the preset, if one is given."""
    population = evidence.population
    if population is None or not len(evidence.sizes):
        return None
    limit = preset.limit("highest_risk")
    risk = population.risk
    if risk is None:
        words = say("No model fits the rows, so nothing is known about the population.")
        return Finding(WARNS, words, None, limit.value, "percent", limit.source)
    held = risk <= limit.value + SLACK
    return Finding(
        PASSES if held else FAILS,
        population.words,
        risk,
        limit.value,
        "percent",
        limit.source,
        None if held else say("Remove small groups, or generalise."),
        None if held else Action("automatic", k=preset.k),
    )


CHECK = Check(
    name="population",
    title="Found in the population",
    explanation="Where the population that the data was drawn from is known: the highest chance "
    "that somebody who looks a person up there is right.",
    source="El Emam, Guide to the De-Identification of Personal Health Information, 2013: the "
    "journalist's risk",
    examine=examine,
)
