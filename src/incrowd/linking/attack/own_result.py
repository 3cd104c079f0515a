"""What an attacker who holds the original table finds in a release, in figures and in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np

from incrowd.answers import Answer, Choice, Words, part
from incrowd.crowd.crowd import Classes
from incrowd.kernels.grouping import Sizes
from incrowd.language import Message, say
from incrowd.linking.attack.own_release import OwnMatches
from incrowd.measures.known_values import known_values
from incrowd.measures.measure import Question

Unit = Annotated[str, Choice(("people", "rows"))]
"""What is counted: people where a column tells them apart, rows otherwise."""
BOUNDS: Final = (1, 2, 5, 10, 20, 50)
"""Where the bands of candidates begin; one more begins at k."""


@dataclass(frozen=True)
class CandidateBand:
    """People who could be so many published ones; the last band has no end."""

    least: int
    most: int | None
    people: int


@dataclass(frozen=True)
class SharedSecret:
    """The groups of identical published rows in which everybody has the same sensitive value."""

    attribute: str
    groups: int
    """All groups that are published."""
    shared: int
    """Those in which everybody has the same value."""
    members: int
    """The people, or rows, in those."""


@dataclass(frozen=True)
class CardPart:
    """One kind of what an attacker gets, with what was found of it."""

    title: Words
    sentences: tuple[Words, ...]


@dataclass(frozen=True)
class OwnAttack(Answer):
    """Who is found in a release by somebody who knows every quasi-identifier of everybody."""

    unit: Unit
    columns: tuple[str, ...]
    """What the attacker knows."""
    total: int
    """The people of the original, or its rows."""
    absent: int
    """Those whom nothing published could be."""
    certain: int
    """Those whom exactly one published one could be."""
    exposed: int
    """Those whom at least one, but fewer than `k` published ones could be."""
    fewest: int
    """The worst case: how few published ones somebody could be; 0 where nobody is found."""
    worst: int
    """How many are in the worst case."""
    highest_risk: float
    """The chance to find somebody in the worst case, in percent."""
    average_risk: float
    """The chance on average over all who are in the release."""
    k: int
    """What the goal asks for: how many published ones everybody could be."""
    bands: tuple[CandidateBand, ...]
    secrets: tuple[SharedSecret, ...]

    @property
    @part()
    def matched(self) -> int:
        """Those whom at least one published one could be."""
        return self.total - self.absent

    @property
    @part()
    def holds(self) -> bool:
        """Whether everybody who is found could be as many as the goal asks for."""
        return not self.exposed

    @property
    @part()
    def sentences(self) -> tuple[Words, ...]:
        """What was found, in words."""
        return tuple(explain_own_attack(self))

    @property
    @part()
    def card(self) -> tuple[CardPart, ...]:
        """The same by kind: singling out, linkability, inference; none where nobody is found."""
        return tuple(_card(self)) if self.matched else ()


def summarise_matches(
    matches: OwnMatches,
    columns: Sequence[str],
    k: int,
    secrets: Sequence[SharedSecret],
    *,
    by_person: bool,
) -> OwnAttack:
    """The figures of an attack on the own release."""
    people, candidates = matches.people, matches.candidates
    found = candidates > 0
    fewest = int(candidates[found].min()) if found.any() else 0
    matched = int(people[found].sum())
    chances = float(people[found] @ (1 / candidates[found])) if matched else 0.0
    return OwnAttack(
        unit="people" if by_person else "rows",
        columns=tuple(columns),
        total=int(people.sum()),
        absent=int(people[~found].sum()),
        certain=int(people[candidates == 1].sum()),
        exposed=int(people[found & (candidates < k)].sum()),
        fewest=fewest,
        worst=int(people[candidates == fewest].sum()) if fewest else 0,
        highest_risk=100 / fewest if fewest else 0.0,
        average_risk=100 * chances / matched if matched else 0.0,
        k=k,
        bands=tuple(_bands(people, candidates, k)),
        secrets=tuple(secrets),
    )


def _bands(people: Sizes, candidates: Sizes, k: int) -> Iterator[CandidateBand]:
    bounds = sorted({*BOUNDS, k})
    ends = (*(bound - 1 for bound in bounds[1:]), None)
    for least, most in zip(bounds, ends, strict=True):
        inside = (candidates >= least) & (True if most is None else candidates <= most)
        yield CandidateBand(least, most, int(people[inside].sum()))


def find_shared_secrets(classes: Classes) -> tuple[SharedSecret, ...]:
    """For each sensitive attribute the published groups in which all have the same value.

    A missing value is none, so a group with one is not among them.
    """
    return tuple(_find_shared(classes, attribute.name) for attribute in classes.crowd.sensitive)


def _find_shared(classes: Classes, attribute: str) -> SharedSecret:
    values = known_values(Question(classes, attribute))
    class_of = np.repeat(np.arange(classes.count), np.diff(values.starts))
    shared = np.zeros(classes.count, np.bool_)
    shared[class_of[values.counts >= classes.sizes[class_of]]] = True
    shared &= classes.kept
    return SharedSecret(
        attribute,
        int(np.count_nonzero(classes.kept)),
        int(np.count_nonzero(shared)),
        int(classes.sizes[shared].sum()),
    )


def explain_own_attack(attack: OwnAttack) -> Iterator[Message]:
    """Who is found, how that compares with the goal, who was removed, and what is learnt."""
    if not attack.matched:
        yield say("Nothing is published, so there is nobody to find.")
        return
    yield _tell_certain(attack)
    yield _tell_goal(attack)
    if attack.fewest > 1:
        yield _tell_worst(attack)
    if attack.absent:
        yield _tell_absent(attack)
    for secret in attack.secrets:
        yield _tell_secret(attack, secret)


def _card(attack: OwnAttack) -> Iterator[CardPart]:
    worst = [_tell_worst(attack)] if attack.fewest > 1 else []
    yield CardPart(say("Singling out"), (_tell_certain(attack), *worst))
    absent = [_tell_absent(attack)] if attack.absent else []
    yield CardPart(say("Linkability"), (_tell_goal(attack), *absent))
    learnt = [_tell_secret(attack, each) for each in attack.secrets]
    unknown = say("No column is sensitive, so nothing was looked for that could be learnt.")
    yield CardPart(say("Inference"), tuple(learnt) or (unknown,))


def _tell_certain(attack: OwnAttack) -> Message:
    counts = {"certain": attack.certain, "total": attack.total}
    share = 100 * attack.certain / attack.total
    if attack.unit == "people":
        if not attack.certain:
            return say(
                "Somebody who has the original table finds no person for certain: each of "
                "{matched:,} people could be at least {fewest:,} published people.",
                matched=attack.matched,
                fewest=attack.fewest,
            )
        return say(
            "Somebody who has the original table finds {certain:,} of {total:,} people for certain "
            "({share:.1f} %): only one published person could be them.",
            share=share,
            **counts,
        )
    if not attack.certain:
        return say(
            "Somebody who has the original table finds no row for certain: each of {matched:,} "
            "original rows could be at least {fewest:,} published rows.",
            matched=attack.matched,
            fewest=attack.fewest,
        )
    return say(
        "Somebody who has the original table finds {certain:,} of {total:,} original rows for "
        "certain ({share:.1f} %): only one published row could be theirs.",
        share=share,
        **counts,
    )


def _tell_goal(attack: OwnAttack) -> Message:
    if attack.holds:
        return say(
            "The goal asks for {k:,}, and the worst case is {fewest:,}.",
            k=attack.k,
            fewest=attack.fewest,
        )
    counts = {"exposed": attack.exposed, "total": attack.total, "k": attack.k}
    if attack.unit == "people":
        return say(
            "{exposed:,} of {total:,} people could be fewer than {k:,} published people, and the "
            "goal asks for {k:,}.",
            **counts,
        )
    return say(
        "{exposed:,} of {total:,} original rows could be fewer than {k:,} published rows, and the "
        "goal asks for {k:,}.",
        **counts,
    )


def _tell_worst(attack: OwnAttack) -> Message:
    values = {"worst": attack.worst, "fewest": attack.fewest, "risk": attack.highest_risk}
    if attack.unit == "people":
        return say(
            "In the worst case ({worst:,} people), a guess among {fewest:,} published people is "
            "right with a chance of {risk:.1f} %.",
            **values,
        )
    return say(
        "In the worst case ({worst:,} rows), a guess among {fewest:,} published rows is right with "
        "a chance of {risk:.1f} %.",
        **values,
    )


def _tell_absent(attack: OwnAttack) -> Message:
    if attack.unit == "people":
        return say(
            "{absent:,} people match nothing that is published: all their rows were removed.",
            absent=attack.absent,
        )
    return say(
        "{absent:,} original rows match nothing that is published: they were removed.",
        absent=attack.absent,
    )


def _tell_secret(attack: OwnAttack, secret: SharedSecret) -> Message:
    if not secret.shared:
        return say(
            "In none of the {groups:,} published groups does everybody have the same "
            "'{attribute}'.",
            groups=secret.groups,
            attribute=secret.attribute,
        )
    values = {
        "shared": secret.shared,
        "groups": secret.groups,
        "members": secret.members,
        "attribute": secret.attribute,
    }
    if attack.unit == "people":
        return say(
            "In {shared:,} of {groups:,} published groups everybody has the same '{attribute}': it "
            "is known of {members:,} people without finding their row.",
            **values,
        )
    return say(
        "In {shared:,} of {groups:,} published groups everybody has the same '{attribute}': it is "
        "known of {members:,} rows without finding the right one.",
        **values,
    )
