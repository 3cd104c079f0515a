"""Closeness: how much more is known of the people of a group than of everybody."""

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Check, Detail, Finding, worst
from incrowd.advice.verdict.evidence import Evidence
from incrowd.advice.verdict.secrets import CERTAIN, demanded, protect
from incrowd.crowd.sensitive import Sensitive
from incrowd.language import Message, as_message, join, say
from incrowd.measures.enforcement import closeness_model
from incrowd.measures.measure import Question
from incrowd.measures.privacy.certainty import surest_guess
from incrowd.measures.registry import measure


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Compare the sensitive values of every group with those of the whole table."""
    attributes = evidence.classes.crowd.sensitive
    if not len(evidence.sizes):
        return None
    limit = preset.limit("closeness")
    if not attributes:
        words = say("No column is sensitive, so there is no secret to protect.")
        return Finding(PASSES, words, None, limit.value, limit.unit, limit.source)
    details = tuple(_detail(evidence, attribute, preset) for attribute in attributes)
    failing = [detail for detail in details if detail.status == FAILS]
    bound = [
        detail
        for detail, attribute in zip(details, attributes, strict=True)
        if closeness_model(attribute) != "t_equal"
    ]
    shown = failing or bound or details
    return Finding(
        worst(detail.status for detail in details),
        join(as_message(detail.words) for detail in shown[:3]),
        max((detail.figure for detail in bound if detail.figure is not None), default=None),
        limit.value,
        limit.unit,
        limit.source,
        say(
            "Protect the attribute by t-closeness, or generalise until groups look like the whole "
            "table."
        )
        if failing
        else None,
        failing[0].action if failing else None,
        details,
    )


def _detail(evidence: Evidence, attribute: Sensitive, preset: Preset) -> Detail:
    """What is known of one attribute: too far from the whole table, nearly certain, or neither."""
    model, question = closeness_model(attribute), Question(evidence.classes, attribute.name)
    figure, guesses = measure(model).compute(question), _guess_in_words(evidence, attribute.name)
    exposed = {
        asked.model: ~measure(asked.model).holding(question, asked.threshold)[evidence.classes.kept]
        for asked in demanded(attribute, preset)
    }
    if "certainty" in exposed:  # that all have the same value is told by the diversity
        exposed["certainty"] &= ~exposed["distinct_l"]
    people = {name: int(evidence.sizes[groups].sum()) for name, groups in exposed.items()}
    sentences = []
    if people.get(model):
        sentences.append(_far(evidence, attribute, preset, people[model]))
    if people.get("certainty"):
        sentences.append(_certain(evidence, attribute, people["certainty"]))
    if sentences:
        words = join([*sentences, *guesses])
        return Detail(attribute.name, FAILS, figure, words, protect(attribute, preset))
    if model != "t_equal":
        return Detail(attribute.name, PASSES, figure, _within(attribute, figure))
    words = say(
        "'{name}' has categories without an order or a hierarchy, so this asks for different "
        "values, not for closeness.",
        name=attribute.name,
    )
    return Detail(attribute.name, PASSES, figure, join([words, *guesses]))


def _far(evidence: Evidence, attribute: Sensitive, preset: Preset, people: int) -> Message:
    return say(
        "{people} are in groups whose '{name}' is further than {limit:g} from the whole table.",
        people=evidence.count(people),
        name=attribute.name,
        limit=preset.closeness,
    )


def _certain(evidence: Evidence, attribute: Sensitive, people: int) -> Message:
    return say(
        "{people} are in groups that leave less than {share:.0f} % of the doubt about their "
        "'{name}'.",
        people=evidence.count(people),
        share=100 * (1 - CERTAIN),
        name=attribute.name,
    )


def _within(attribute: Sensitive, figure: float | None) -> Message:
    return say(
        "The '{name}' of every group is within {figure:.3g} of the whole table.",
        name=attribute.name,
        figure=figure or 0.0,
    )


def _guess_in_words(evidence: Evidence, name: str) -> list[Message]:
    """Skewness in words: what is far more common in some group than among everybody."""
    published = evidence.classes.only(evidence.classes.kept)
    guess = surest_guess(Question(published, name))
    if guess is None or guess.share <= guess.overall:
        return []
    shares = {"share": 100 * guess.share, "overall": 100 * guess.overall}
    if guess.first == guess.last:
        return [
            say(
                "In one group {share:.0f} % have '{value}', against {overall:.1f} % of all.",
                value=guess.first,
                **shares,
            )
        ]
    return [
        say(
            "In one group {share:.0f} % are between '{first}' and '{last}', against {overall:.1f} "
            "% of all.",
            first=guess.first,
            last=guess.last,
            **shares,
        )
    ]


CHECK = Check(
    name="closeness",
    title="Secrets as in the whole table",
    explanation="How far the sensitive values of a group are from those of the whole table, from 0 "
    "to 1: a group in which nearly all are ill says much, though not all (skewness). Where nearly "
    "all have the same value, or numbers that lie close together, hardly any doubt is left.",
    source="Li, Li, Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and l-Diversity, "
    "ICDE 2007",
    examine=examine,
)
