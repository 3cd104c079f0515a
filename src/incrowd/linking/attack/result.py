"""What linking a release with a list of known people discloses, in figures and in words.

Two things are known of a pair of tables: how many people may be behind each published row
(journalist and marketer risk: the attacker does not know who is in the release), and how many
published rows may be about each person (match risk: the attacker knows that they are).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from incrowd.answers import Answer
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import Message, say
from incrowd.linking.attack.tables import Comparison
from incrowd.linking.joins.sources import LinkedSources
from incrowd.table import Role


@dataclass(frozen=True)
class Candidates:
    """People who share a number of candidates, and the chance to find each of them."""

    candidates: int
    people: int
    probability: float


@dataclass(frozen=True)
class MatchRisk:
    """What somebody learns who knows that a person is in the release; percentages 0 to 100."""

    highest_risk: float
    average_risk: float
    certain: int
    """People whom exactly one published row covers."""
    exposed_people: int
    """People whom at least one, but fewer than k published rows cover."""
    k: int


@dataclass(frozen=True)
class Attack(Answer):
    """What linking two tables discloses."""

    people: int
    rows: int
    on: dict[str, str]
    matched: int
    """People who may be behind some published row."""
    certain: int
    """People who alone may be behind some published row."""
    probable: tuple[Candidates, ...]
    """Matched people by the smallest number of people who may be behind one of their rows."""
    journalist_risk: float
    marketer_risk: float
    match: MatchRisk


def check_k(k: int) -> None:
    """Refuse a k that says nothing."""
    if k < 1:
        raise InvalidParameter(
            say("k = {k} is not possible.", k=k), say("Choose a k of 2 or more.")
        )


def pairs_to_compare(linked: LinkedSources, on: Mapping[str, str] | None) -> dict[str, str]:
    """The columns to link by: those named, else those of the same name, else those proposed."""
    left, right = linked.columns.names
    if on:
        for name, other in on.items():
            for wanted, known in ((name, left), (other, right)):
                if wanted not in known:
                    raise UnknownAttribute.among(wanted, known)
        return dict(on)
    usable = {attribute.name for attribute in linked.attributes[1] if attribute.role is Role.QUASI}
    usable |= {made.name for made in linked.ranges if made.source == 1}
    common = {name: name for name in left if name in usable}
    common = common or {pair.left.name: pair.right.name for pair in linked.proposals}
    if not common:
        raise InvalidParameter(
            say("The two tables have no quasi-identifier in common."),
            say("Say which columns belong together, such as zip and postcode."),
        )
    return common


def summarise(comparison: Comparison, k: int) -> Attack:
    """The figures of a comparison."""
    here, there = comparison.people_counts, comparison.row_counts
    rows, people = comparison.rows_of_people, comparison.people_of_rows
    fewest = comparison.fewest
    kinds, kind = np.unique(fewest, return_inverse=True)
    held = np.zeros(len(kinds), np.int64)
    np.add.at(held, kind, here)
    probable = tuple(
        Candidates(number, people_found, 1 / number)
        for number, people_found in zip(kinds.tolist(), held.tolist(), strict=True)
        if number
    )
    return Attack(
        people=int(here.sum()),
        rows=int(there.sum()),
        on=dict(comparison.on),
        matched=int(here[rows > 0].sum()),
        certain=int(here[fewest == 1].sum()),
        probable=probable,
        journalist_risk=100 / int(people[people > 0].min()) if people.any() else 0.0,
        marketer_risk=100 * comparison.mean_chance(there, people),
        match=MatchRisk(
            highest_risk=100 / int(rows[rows > 0].min()) if rows.any() else 0.0,
            average_risk=100 * comparison.mean_chance(here, rows),
            certain=int(here[rows == 1].sum()),
            exposed_people=int(here[(rows > 0) & (rows < k)].sum()),
            k=k,
        ),
    )


def explain_attack(attack: Attack) -> Iterator[str]:
    """Who is found, who with which probability, and what that rests upon."""
    if not attack.matched:
        yield say(
            "Nobody on the list matches a published row. That does not mean that anybody is "
            "safe: there may be another list, or somebody may know other columns."
        )
        return
    yield say(
        "Found for certain: {certain:,} of {people:,} people on the list. A published row "
        "matches them, and nobody else on the list.",
        certain=attack.certain,
        people=attack.people,
    )
    likely = next((candidates for candidates in attack.probable if candidates.candidates > 1), None)
    if likely is not None:
        yield say(
            "Found with some probability: {likely:,} more, at best one of {candidates:,} who "
            "match the same row ({percent:.1f} %).",
            likely=attack.matched - attack.certain,
            candidates=likely.candidates,
            percent=100 * likely.probability,
        )
    yield say(
        "Somebody who names a person for one published row is right with a probability of up "
        "to {journalist:.1f} % (journalist risk). For all {rows:,} rows, they are right in "
        "{marketer:.1f} % on average (marketer risk).",
        journalist=attack.journalist_risk,
        marketer=attack.marketer_risk,
        rows=attack.rows,
    )
    yield say(
        "Among people who are known to be in the release, {certain}, and {exposed:,} match "
        "fewer than {k:,}.",
        certain=_matched_once(attack.match.certain),
        exposed=attack.match.exposed_people,
        k=attack.match.k,
    )
    yield say(
        "This depends on the list: if somebody in the release is not on it, a row that seems "
        "certain may be about them."
    )


def _matched_once(people: int) -> Message:
    if people == 0:
        return say("nobody matches exactly one row")
    if people == 1:
        return say("1 person matches exactly one row")
    return say("{people:,} people match exactly one row", people=people)
