"""When data is safe enough, and for whom: three purposes, each with its limits."""

from dataclasses import dataclass
from typing import Final, Literal

from incrowd.answers import Words
from incrowd.dataset.results import Risk
from incrowd.language import as_message, say

Verdict = Literal["safe", "almost", "unsafe"]


@dataclass(frozen=True)
class Preset:
    """Limits that data for a purpose keeps; risks in percent."""

    name: str
    title: Words
    explanation: Words
    k: int
    average_risk: float
    highest_risk: float


PRESETS: Final = (
    Preset(
        "public",
        "public release",
        "Anybody may get the data and try anything with it.",
        k=10,
        average_risk=5.0,
        highest_risk=10.0,
    ),
    Preset(
        "research",
        "a research partner",
        "A partner under contract gets the data and promises not to look for people in it.",
        k=5,
        average_risk=10.0,
        highest_risk=20.0,
    ),
    Preset(
        "internal",
        "internal use",
        "Only colleagues who are bound to secrecy work with the data.",
        k=3,
        average_risk=20.0,
        highest_risk=33.4,
    ),
)
"""The strictest first."""


@dataclass(frozen=True)
class Judgement:
    """Whether data is safe enough for one purpose, and what is missing."""

    name: str
    title: Words
    met: bool
    sentences: tuple[Words, ...]


@dataclass(frozen=True)
class Safety:
    """The strictest purpose that data is safe enough for, and what to do for more."""

    verdict: Verdict
    preset: str | None
    sentences: tuple[Words, ...]
    presets: tuple[Judgement, ...]


def judge(risk: Risk, *, recoded: bool = False) -> Safety:
    """Compare the risk of a state with every preset.

    Where rows are recoded one by one, the remedies are not the steps but another run.
    """
    judged = tuple(_judge(preset, risk, recoded) for preset in PRESETS)
    if not risk.rows:
        return Safety(
            "unsafe", None, (say("No row is left, so there is nothing to hand out."),), judged
        )
    met = [judgement for judgement in judged if judgement.met]
    if met:
        return Safety("safe", met[0].name, tuple(_safe(met[0], judged)), judged)
    last = judged[-1]
    verdict: Verdict = "almost" if len(last.sentences) == 1 else "unsafe"
    opening = say("Not yet safe enough for {purpose}.", purpose=as_message(last.title))
    return Safety(verdict, None, (opening, *last.sentences), judged)


def _safe(best: Judgement, judged: tuple[Judgement, ...]) -> list[str]:
    sentences: list[str] = [say("Safe enough for {purpose}.", purpose=as_message(best.title))]
    stricter = judged[: judged.index(best)]
    if stricter:
        more = say("For {purpose} more is needed.", purpose=as_message(stricter[-1].title))
        sentences += [more, *stricter[-1].sentences]
    return sentences


def _judge(preset: Preset, risk: Risk, recoded: bool) -> Judgement:
    missing = [*_crowd_too_small(preset, risk, recoded), *_average_too_high(preset, risk, recoded)]
    met = not missing and risk.rows > 0
    return Judgement(preset.name, preset.title, met, tuple(missing))


def _crowd_too_small(preset: Preset, risk: Risk, recoded: bool) -> list[str]:
    smallest = min(risk.class_sizes, default=preset.k)
    if smallest >= preset.k and risk.highest_risk <= preset.highest_risk:
        return []
    group = say("1 person") if smallest == 1 else say("{people:,} people", people=smallest)
    if recoded:
        return [
            say(
                "The smallest group has {group}, {k} are needed: undo the recoding and run the "
                "automatic method with k = {k}.",
                group=group,
                k=preset.k,
            )
        ]
    return [
        say(
            "The smallest group has {group}, {k} are needed: leaving out rows with "
            "k = {k} lowers the highest risk to {risk:.3g} % or less.",
            group=group,
            k=preset.k,
            risk=100 / preset.k,
        )
    ]


def _average_too_high(preset: Preset, risk: Risk, recoded: bool) -> list[str]:
    if risk.average_risk <= preset.average_risk:
        return []
    if recoded:
        return [
            say(
                "The average risk is {risk:.1f} %, at most {limit:g} % is wanted: a run of the "
                "automatic method with a larger k lowers it.",
                risk=risk.average_risk,
                limit=preset.average_risk,
            )
        ]
    return [
        say(
            "The average risk is {risk:.1f} %, at most {limit:g} % is "
            "wanted: generalising attributes lowers it.",
            risk=risk.average_risk,
            limit=preset.average_risk,
        )
    ]
