"""Closeness: how much more is known of the people of a group than of everybody."""

import numpy as np

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Check, Detail, Finding, worst
from incrowd.advice.verdict.evidence import Evidence
from incrowd.advice.verdict.secrets import protect, read_secrets
from incrowd.crowd.sensitive import Sensitive
from incrowd.language import Message, as_message, join, say
from incrowd.measures.enforcement import closeness_model
from incrowd.measures.measure import Question
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
    limit = preset.closeness
    model, question = closeness_model(attribute), Question(evidence.classes, attribute.name)
    kept = evidence.classes.kept
    figure = measure(model).compute(question)
    holding = measure(model).holding(question, limit)[kept]
    if model == "t_equal":
        words = say(
            "'{name}' has categories without an order or a hierarchy, for which different values "
            "are asked, not closeness.",
            name=attribute.name,
        )
        return Detail(attribute.name, PASSES, figure, join([words, *_skewed(evidence, attribute)]))
    if holding.all():
        words = say(
            "The '{name}' of every group is within {figure:.3g} of the whole table.",
            name=attribute.name,
            figure=figure or 0.0,
        )
        return Detail(attribute.name, PASSES, figure, words)
    words = say(
        "{people} are in groups whose '{name}' is further than {limit:g} from the whole table.",
        people=evidence.count(int(np.sum(evidence.sizes[~holding]))),
        name=attribute.name,
        limit=limit,
    )
    sentences = join([words, *_skewed(evidence, attribute)])
    return Detail(attribute.name, FAILS, figure, sentences, protect(attribute, preset))


def _skewed(evidence: Evidence, attribute: Sensitive) -> list[Message]:
    """Skewness in words: what is far more common in some group than among everybody."""
    result = read_secrets(evidence.classes, attribute.name).most_skewed()
    if result is None or result[1] <= result[2]:
        return []
    value, share, overall = result
    return [
        say(
            "In one group {share:.0f} % have '{value}', against {overall:.1f} % of all.",
            share=100 * share,
            value=value,
            overall=100 * overall,
        )
    ]


CHECK = Check(
    name="closeness",
    title="Secrets as in the whole table",
    explanation="How far the sensitive values of a group are from those of the whole table, from 0 "
    "to 1: a group in which nearly all are ill says much, though not all (skewness).",
    source="Li, Li, Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and l-Diversity, "
    "ICDE 2007",
    examine=examine,
)
