"""What a table means for the people it was sampled from: who would be unique, and who is found.

`measure_population(classes, None, 200_000).explanation[0]` is a sentence such as
'About 3 of 1,000 people would be unique in a population of 200,000.'
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from incrowd.answers import Answer, Choice, Words
from incrowd.crowd.crowd import Classes, Crowd
from incrowd.errors import InvalidParameter
from incrowd.language import Message, say
from incrowd.measures.measure import Measure, Question
from incrowd.measures.risk.average_journalist import AVERAGE_JOURNALIST_RISK
from incrowd.measures.risk.dankar import choose_estimator
from incrowd.measures.risk.journalist import JOURNALIST_RISK
from incrowd.measures.risk.marketer import MARKETER_RISK
from incrowd.measures.risk.pitman import PITMAN
from incrowd.measures.risk.sample import Sample, sample_of
from incrowd.measures.risk.snb import SNB
from incrowd.measures.risk.zayatz import ZAYATZ

ESTIMATORS: Final = (PITMAN, ZAYATZ, SNB)
ATTACKS: Final = (JOURNALIST_RISK, AVERAGE_JOURNALIST_RISK, MARKETER_RISK)
MOST_PEOPLE: Final = 10**12
"""More people than ever lived."""

COUNTED: Final = "counted"
NO_UNIQUES: Final = "no_uniques"
MODELS: Final[Mapping[str, Message]] = {
    "pitman": say("the model of Pitman"),
    "zayatz": say("the model of Zayatz"),
    "snb": say("the slide negative binomial model"),
    COUNTED: say("counted, not estimated"),
    NO_UNIQUES: say("no published row is unique, so nobody is assumed to be"),
}
"""What each model is called in a sentence."""

FITS: Final = "fits"
DIVERGES: Final = "does_not_converge"
EXCEEDS: Final = "exceeds_population"


@dataclass(frozen=True)
class UniquesEstimate:
    """What one model says of the people who are unique in the population."""

    model: str
    title: Words
    explanation: Words
    citation: str
    uniques: float | None
    """None where the model does not fit the rows."""
    status: Annotated[str, Choice((FITS, DIVERGES, EXCEEDS))]
    used: bool


@dataclass(frozen=True)
class AttackRisk:
    """What somebody who looks people up in the population finds, in percent."""

    name: str
    title: Words
    explanation: Words
    citation: str
    value: float | None


@dataclass(frozen=True)
class PopulationRisk(Answer):
    """The published rows as a sample of a population."""

    people: int
    """The size of the population."""
    rows: int
    """Rows that are published."""
    sampling_fraction: float
    """The share of the population that is published."""
    uniques: float | None
    """People nobody else looks like; None where no model fits."""
    uniques_of: int
    """Among how many: all people where it is an estimate, the published rows where a table of the
    population is given."""
    model: Annotated[str, Choice(tuple(MODELS))] | None
    """Where `uniques` comes from."""
    model_title: Words | None
    estimates: tuple[UniquesEstimate, ...]
    """What every model says."""
    basis: Annotated[str, Choice((COUNTED, "scaled"))]
    """How the people behind a group are known: counted in a table of the population, or the group
    is taken to be as many times larger as the population is."""
    attacks: tuple[AttackRisk, ...]
    explanation: tuple[Words, ...]


def to_population_size(rows: int, size: int | None, fraction: float | None) -> int | None:
    """The number of people that a table was sampled from; None where neither figure is given.

    >>> to_population_size(500, None, 0.01)
    50000
    """
    if size is not None and fraction is not None:
        raise InvalidParameter(
            say("The population is given twice, by its size and by a sampling fraction."),
            say("Give one of them."),
        )
    if fraction is not None:
        if not 0 < fraction <= 1:
            raise InvalidParameter(
                say("A sampling fraction of {fraction:g} is not possible.", fraction=fraction),
                say(
                    "Give the share of the population that is in the table, above 0 and at most 1."
                ),
            )
        size = max(rows, round(min(rows / fraction, 2.0 * MOST_PEOPLE)))
    if size is not None:
        _check_size(rows, size)
    return size


def _check_size(rows: int, size: int) -> None:
    if size > MOST_PEOPLE:
        raise InvalidParameter(
            say("No population has more than {most:,} people.", most=MOST_PEOPLE),
            say("Give the number of people in the population that the table was drawn from."),
        )
    if size < rows:
        raise InvalidParameter(
            say(
                "A population of {size:,} cannot contain the {rows:,} people of the table.",
                size=size,
                rows=rows,
            ),
            say("Give the number of people in the population that the table was drawn from."),
        )


def measure_population(
    classes: Classes, population: Crowd | None, size: int | None
) -> PopulationRisk:
    """Who would be unique in the population, by which model, and what strangers would find."""
    question = Question(classes, population=population, population_size=size)
    sample = sample_of(question)
    values = {estimator.name: estimator.compute(question) for estimator in ESTIMATORS}
    model, uniques = _count_or_estimate(question, sample, values)
    estimates = tuple(
        _estimate(estimator, values[estimator.name], sample, used=estimator.name == model)
        for estimator in ESTIMATORS
    )
    attacks = tuple(
        AttackRisk(
            attack.name,
            attack.title,
            attack.explanation,
            attack.citation,
            attack.compute(question),
        )
        for attack in ATTACKS
    )
    of = sample.people if population is None else sample.rows
    return PopulationRisk(
        people=sample.people,
        rows=sample.rows,
        sampling_fraction=sample.fraction,
        uniques=uniques,
        uniques_of=of,
        model=model,
        model_title=None if model is None else MODELS[model],
        estimates=estimates,
        basis="scaled" if population is None else COUNTED,
        attacks=attacks,
        explanation=tuple(_explain(question, sample, model, uniques, estimates, attacks)),
    )


def _count_or_estimate(
    question: Question, sample: Sample, values: Mapping[str, float | None]
) -> tuple[str | None, float | None]:
    """Where the number of unique people comes from, and the number."""
    if not sample.rows:
        return None, None
    if question.population is not None:
        people = question.people[question.classes.kept]
        return COUNTED, float((people == 1).sum())
    if not sample.classes_of(1):
        return NO_UNIQUES, 0.0
    if sample.rows == sample.people:
        return COUNTED, float(sample.classes_of(1))
    chosen, _ = choose_estimator(question)
    # Pitman's formula holds for large populations; beyond its range it can exceed them.
    for name in (chosen.name, ZAYATZ.name):
        value = values[name]
        if _status(value, sample) == FITS:
            return name, value
    return None, None


def _status(value: float | None, sample: Sample) -> str:
    if value is None:
        return DIVERGES
    return FITS if value <= sample.people * (1 + 1e-9) else EXCEEDS


def _estimate(
    estimator: Measure, value: float | None, sample: Sample, *, used: bool
) -> UniquesEstimate:
    status = _status(value, sample)
    return UniquesEstimate(
        model=estimator.name,
        title=estimator.title,
        explanation=estimator.explanation,
        citation=estimator.citation,
        uniques=value if status == FITS else None,
        status=status,
        used=used,
    )


def _explain(
    question: Question,
    sample: Sample,
    model: str | None,
    uniques: float | None,
    estimates: tuple[UniquesEstimate, ...],
    attacks: tuple[AttackRisk, ...],
) -> list[str]:
    if not sample.rows:
        return [say("No row is published, so nobody can be found.")]
    if uniques is None or model is None:
        headline = say("We do not know how many people would be unique: no model fits these rows.")
    elif question.population is not None:
        headline = _counted_in_words(int(uniques), sample)
    else:
        headline = _share_in_words(uniques, sample.people)
    return [
        headline,
        *_model_in_words(model, sample, estimates),
        *(_failure_in_words(estimate) for estimate in estimates if estimate.status != FITS),
        *_attacks_in_words(question, sample, attacks),
    ]


def _counted_in_words(uniques: int, sample: Sample) -> Message:
    if not uniques:
        return say(
            "Nobody in the table is unique in the population of {people:,}.", people=sample.people
        )
    return say(
        "Unique in the population of {people:,}: {uniques:,} of the {rows:,} people in the table.",
        people=sample.people,
        uniques=uniques,
        rows=sample.rows,
    )


def _share_in_words(uniques: float, people: int) -> Message:
    """Say a share with as few people as show it.

    >>> _share_in_words(600, 200_000)
    'About 3 of 1,000 people would be unique in a population of 200,000.'
    """
    if not uniques:
        return say("Nobody would be unique in a population of {people:,}.", people=people)
    if uniques < 1:
        return say(
            "Hardly anybody would be unique in a population of {people:,}: fewer than one person "
            "is expected.",
            people=people,
        )
    share = min(uniques / people, 1.0)
    whole = 100
    while round(share * whole) < 2 and whole < people:
        whole *= 10
    whole = min(whole, people)
    part = round(share * whole)
    if part == whole:
        return say("Nearly everybody would be unique in a population of {people:,}.", people=people)
    return say(
        "About {part:,} of {whole:,} people would be unique in a population of {people:,}.",
        part=part,
        whole=whole,
        people=people,
    )


def _model_in_words(
    model: str | None, sample: Sample, estimates: tuple[UniquesEstimate, ...]
) -> list[Message]:
    if model is None:
        return []
    if model == COUNTED:
        return [say("This is counted, not estimated.")]
    if model == NO_UNIQUES:
        return [
            say(
                "No published row is unique, so nobody is assumed to be unique in the "
                "population; no model is needed."
            )
        ]
    if any(estimate.status == EXCEEDS for estimate in estimates):  # so the rule's choice is none
        return [say("This is an estimate with {model}.", model=MODELS[model])]
    return [
        say(
            "This is an estimate with {model}, which the rule of Dankar and others chooses "
            "when {percent:.3g} % of the population is published.",
            model=MODELS[model],
            percent=100 * sample.fraction,
        )
    ]


def _failure_in_words(estimate: UniquesEstimate) -> Message:
    model = MODELS[estimate.model]
    if estimate.status == DIVERGES:
        return say("{model!c} does not converge on these rows.", model=model)
    return say(
        "{model!c} does not fit these rows: it finds more unique people than there are people.",
        model=model,
    )


def _attacks_in_words(
    question: Question, sample: Sample, attacks: tuple[AttackRisk, ...]
) -> list[Message]:
    highest, _, marketer = (attack.value for attack in attacks)
    if highest is None or marketer is None:
        return []
    if question.population is not None:
        return [
            say(
                "Somebody who can look people up in the population has a {highest:.3g} % "
                "chance of finding the easiest one, and finds {marketer:.3g} % of all rows.",
                highest=highest,
                marketer=marketer,
            )
        ]
    return [
        say(
            "Somebody who can look people up in the population would have a {highest:.3g} % "
            "chance of finding the easiest one, and would find {marketer:.3g} % of all rows, "
            "if each group were {factor:.3g} times as large there. Anyone who is unique there "
            "is found for certain.",
            highest=highest,
            marketer=marketer,
            factor=sample.people / max(question.classes.rows, 1),
        )
    ]
