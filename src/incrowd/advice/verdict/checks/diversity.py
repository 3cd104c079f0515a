"""Diversity: whether finding somebody's group gives away what must stay secret."""

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import FAILS, PASSES, Check, Detail, Finding, worst
from incrowd.advice.verdict.evidence import Evidence
from incrowd.advice.verdict.secrets import HOMOGENEOUS, Secrets, demanded, protect, read_secrets
from incrowd.language import Message, as_message, join, say


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Look for groups in which a sensitive value is shared by everybody, or by nearly so."""
    if not len(evidence.sizes):
        return None
    limit = preset.limit("diversity")
    attributes = evidence.classes.crowd.sensitive
    if not attributes:
        return Finding(
            PASSES,
            say("No column is sensitive, so there is no secret to protect."),
            limit=limit.value,
            unit=limit.unit,
            source=limit.source,
        )
    secrets = [read_secrets(evidence.classes, attribute.name) for attribute in attributes]
    details = tuple(_detail(evidence, secret, preset) for secret in secrets)
    failing = [detail for detail in details if detail.status == FAILS]
    return Finding(
        worst(detail.status for detail in details),
        (failing or details)[0].words
        if len(details) == 1
        else join(_opening(detail) for detail in (failing or details)[:3]),
        min(float(secret.diversity.min()) for secret in secrets),
        limit.value,
        limit.unit,
        limit.source,
        _remedy(evidence) if failing else None,
        failing[0].action if failing else None,
        details,
    )


def _detail(evidence: Evidence, secret: Secrets, preset: Preset) -> Detail:
    name = secret.sensitive.name
    asked = {each.model: each.threshold for each in demanded(secret.sensitive, preset)}
    least = int(asked["distinct_l"])
    diversity = secret.diversity
    failing = diversity < least
    figure = int(diversity.min())
    if not failing.any():
        words = say(
            "In every group '{name}' has at least {values} different values.",
            name=name,
            values=figure,
        )
        return Detail(name, PASSES, figure, join([words, *_ruled_out(evidence, secret)]))
    sentences = [_exposed(evidence, secret, least), *_ruled_out(evidence, secret)]
    return Detail(name, FAILS, figure, join(sentences), protect(secret.sensitive, preset))


def _exposed(evidence: Evidence, secret: Secrets, least: int) -> Message:
    """Who is exposed, in words: one value in all, one value in a group, or too few."""
    name, diversity, sizes = secret.sensitive.name, secret.diversity, secret.sizes
    if secret.values_in_all < HOMOGENEOUS:
        return say(
            "'{name}' has the same value in the whole table, so everybody's value is known.",
            name=name,
        )
    same = diversity < HOMOGENEOUS
    if not same.any():
        return say(
            "{people} are in groups with fewer than {least} different values of '{name}'.",
            people=evidence.count(int(sizes[diversity < least].sum())),
            least=least,
            name=name,
        )
    largest = int(sizes[same].max())
    if largest == 1:
        return say(
            "{people} are unique, so anyone who finds them learns '{name}'.",
            people=evidence.count(int(sizes[same].sum())),
            name=name,
        )
    return say(
        "{people} are in groups in which everybody has the same '{name}': whoever finds the group "
        "learns it without finding the person. The largest such group has {largest}.",
        people=evidence.count(int(sizes[same].sum())),
        name=name,
        largest=evidence.count(largest),
    )


def _ruled_out(evidence: Evidence, secret: Secrets) -> list[Message]:
    result = secret.ruled_out()
    if result is None:
        return []
    value, people = result
    return [
        say(
            "For {people} it can be ruled out that '{name}' is '{value}'.",
            people=evidence.count(people),
            name=secret.sensitive.name,
            value=value,
        )
    ]


def _opening(detail: Detail) -> Message:
    return as_message(detail.words)


def _remedy(evidence: Evidence) -> Message:
    if evidence.recoded:
        return say("Run the automatic method again with this protection.")
    return say(
        "Protect the attribute: groups that break the protection are removed, or merged with "
        "others."
    )


CHECK = Check(
    name="diversity",
    title="Different secrets in every group",
    explanation="Whether the people of a group have different sensitive values: where all have the "
    "same (homogeneity), whoever finds the group knows the secret, at any k.",
    source="Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, l-Diversity: Privacy Beyond "
    "k-Anonymity, ICDE 2006",
    examine=examine,
)
