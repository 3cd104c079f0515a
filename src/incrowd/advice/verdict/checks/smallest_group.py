"""The smallest group: whoever looks like only two others is easy to find."""

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Action, Check, Finding
from incrowd.advice.verdict.evidence import Evidence
from incrowd.language import say


def examine(evidence: Evidence, preset: Preset) -> Finding:
    """Compare the smallest published group with the k of the preset."""
    limit = preset.limit("smallest_group")
    sizes = evidence.sizes
    if not len(sizes):
        return Finding(
            FAILS,
            say("No row is left, so there is nothing to publish."),
            0,
            limit.value,
            evidence.unit,
            limit.source,
            say("Generalise instead of removing rows, or choose a smaller k."),
        )
    smallest = int(sizes.min())
    small = sizes[sizes < limit.value]
    group = evidence.count(smallest)
    if not len(small):
        return Finding(
            PASSES,
            say("The smallest group has {group}.", group=group),
            smallest,
            limit.value,
            evidence.unit,
            limit.source,
        )
    return Finding(
        FAILS,
        say(
            "The smallest group has {group}, but {k} are needed. {people} are in groups that "
            "are too small.",
            group=group,
            k=int(limit.value),
            people=evidence.count(int(small.sum())),
        ),
        smallest,
        limit.value,
        evidence.unit,
        limit.source,
        remedy(evidence, preset),
        Action("automatic" if evidence.recoded else "suppress", k=preset.k),
    )


def remedy(evidence: Evidence, preset: Preset) -> str:
    """What makes small groups larger, or leaves them out."""
    if evidence.recoded:
        return say("Undo the recoding and run the automatic method with k = {k}.", k=preset.k)
    return say(
        "Remove the rows in groups smaller than {k}, or generalise until there are none.",
        k=preset.k,
    )


CHECK = Check(
    name="smallest_group",
    title="Smallest group",
    explanation="How many look alike in the smallest group of what is published: even somebody who "
    "knows all quasi-identifiers of a person cannot tell the person from the others.",
    source="Sweeney, k-anonymity: a model for protecting privacy, 2002",
    examine=examine,
)
