"""Side columns: what is published beside quasi-identifiers and secrets can single people out."""

from incrowd.advice.presets.preset import SLACK, Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Action, Check, Detail, Finding, worst
from incrowd.advice.verdict.evidence import Evidence
from incrowd.kernels.grouping import Sizes
from incrowd.language import Message, as_message, join, say
from incrowd.table import Role


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Count who is in too small a group once a side column is known, each column by itself."""
    if not len(evidence.sizes):
        return None
    limit = preset.limit("smallest_group")
    details = tuple(
        _detail(evidence, preset, name, sizes) for name, sizes in evidence.sides.items()
    )
    failing = [detail for detail in details if detail.status == FAILS]
    exposed = max((detail.figure or 0 for detail in details), default=0)
    return Finding(
        worst(detail.status for detail in details),
        _words(details, failing),
        exposed,
        0,
        evidence.unit,
        limit.source,
        say(
            "Make such a column a quasi-identifier, so that it is generalised, or an identifier, "
            "so that it is left out."
        )
        if failing
        else None,
        failing[0].action if failing else None,
        details,
    )


def too_small(sizes: Sizes, preset: Preset) -> Sizes:
    """The sizes that break the limits of a preset for groups."""
    small = (sizes < preset.limit("smallest_group").value) | (
        100 / sizes > preset.highest_risk + SLACK
    )
    return sizes[small]


def _detail(evidence: Evidence, preset: Preset, name: str, sizes: Sizes) -> Detail:
    before = int(too_small(evidence.sizes, preset).sum())
    exposed, certain = int(too_small(sizes, preset).sum()), int((sizes == 1).sum())
    if not exposed:
        words = say("Knowing '{name}' as well does not help to find anybody.", name=name)
        return Detail(name, PASSES, 0, words)
    action = Action("assign_role", attribute=name, role=Role.QUASI.value)
    if certain:
        words = say(
            "Whoever also knows '{name}' finds {certain:,} of {people} for certain, and {exposed} "
            "are in too small groups then, against {before:,} without it.",
            name=name,
            certain=certain,
            people=evidence.count(evidence.people),
            exposed=evidence.count(exposed),
            before=before,
        )
    else:
        words = say(
            "Whoever also knows '{name}' has {exposed} of {people} in too small groups, the "
            "smallest of {smallest:,}, against {before:,} without it.",
            name=name,
            exposed=f"{exposed:,}",
            people=evidence.count(evidence.people),
            smallest=int(sizes.min()),
            before=before,
        )
    return Detail(name, FAILS, exposed, words, action)


def _words(details: tuple[Detail, ...], failing: list[Detail]) -> Message:
    if not details:
        return say("Every published column is a quasi-identifier or sensitive.")
    if failing:
        return join(as_message(detail.words) for detail in failing[:3])
    names = ", ".join(f"'{detail.attribute}'" for detail in details[:5])
    more = ", …" if len(details) > 5 else ""
    return say("Knowing {names} as well does not help to find anybody.", names=names + more)


CHECK = Check(
    name="side_columns",
    title="Side columns",
    explanation="Columns that are published though they are neither quasi-identifiers nor "
    "sensitive: how many more people are found by somebody who also knows one of them.",
    source="incrowd's own choice: the limits of groups, as if the column were a quasi-identifier",
    examine=examine,
)
