"""Attack a release with a list of known people: who is found, and with what probability.

attack("release.csv", "voters.csv").certain      # 5
"""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from incrowd.answers import Words, part, shape
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.linking.attack.people import MOST_ROWS, CandidateRows, FoundPeople, PeoplePage
from incrowd.linking.attack.result import (
    Attack,
    check_k,
    explain_attack,
    pairs_to_compare,
    summarise,
)
from incrowd.linking.attack.tables import Comparison, compare
from incrowd.linking.joins.columns import Assignments
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.linking.values.taxonomy import read_taxonomies
from incrowd.progress import Progress, silent
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.workspace.kept_results import KeptResults
from incrowd.workspace.source_names import open_named
from incrowd.workspace.users import User

__all__ = [
    "MOST_ROWS",
    "Attack",
    "AttackOutcome",
    "AttackQuestion",
    "Attacks",
    "CandidateRows",
    "PeoplePage",
    "attack",
    "explain_attack",
]

MOST: Final = 4
"""Attacks that are kept to be looked at."""


def attack(
    release: object,
    external: object,
    on: Mapping[str, str] | None = None,
    *,
    hierarchies: str | Path | None = None,
    k: int = 2,
    progress: Progress = silent,
    ranges: Assignments = (),
) -> Attack:
    """Link a release with known people by pairs of columns, or those that seem to tell the same.

    `ranges` make one attribute of two columns: `1.age=low:high` of the release.
    """
    check_k(k)
    request = LinkRequest(hierarchies=hierarchies, ranges=ranges)
    with (
        closing(open_named(release, progress)) as published,
        closing(open_named(external, progress)) as known,
        closing(LinkedSources([published, known], request, progress)) as linked,
    ):
        return summarise(compare(linked, pairs_to_compare(linked, on), progress), k)


@dataclass(frozen=True)
class AttackQuestion:
    """Which data set is attacked with which list, by which columns (None: proposed)."""

    release: str
    people: str
    on: tuple[tuple[str, str], ...] | None = None
    ranges: tuple[str | tuple[str, ...], ...] = ()
    k: int = 2
    taxonomies: tuple[tuple[str, str], ...] = ()
    """What words stand for, by the label of a column: `1.origin` of the release."""

    @property
    def datasets(self) -> tuple[str, str]:
        """The release and the list."""
        return self.release, self.people

    @property
    def link(self) -> LinkQuestion:
        """The two data sets as they are linked."""
        return LinkQuestion(self.datasets, ranges=self.ranges, taxonomies=self.taxonomies)


@dataclass(frozen=True)
class AttackSide:
    """One of the two data sets."""

    dataset: str
    name: str
    rows: int


@dataclass(frozen=True)
class AttackPair:
    """A column of the release, and the one of the list that tells the same."""

    release: str
    people: str


@dataclass(frozen=True, eq=False)
class AttackOutcome:
    """What linking a release with a list of people gives away, also person by person."""

    question: AttackQuestion = field(metadata=shape(hidden=True))
    names: tuple[str, str] = field(metadata=shape(hidden=True))
    attack: Attack = field(metadata=shape(inline=True, without=("people", "rows", "on")))
    compared: Comparison = field(metadata=shape(hidden=True))

    @property
    @part()
    def release(self) -> AttackSide:
        """The data set that is attacked."""
        return AttackSide(self.question.release, self.names[0], self.attack.rows)

    @property
    @part("people")
    def external(self) -> AttackSide:
        """The list of people that it is attacked with."""
        return AttackSide(self.question.people, self.names[1], self.attack.people)

    @property
    @part("on")
    def pairs(self) -> tuple[AttackPair, ...]:
        """The columns by which both were linked."""
        return tuple(AttackPair(*pair) for pair in self.attack.on.items())

    @cached_property
    def people(self) -> FoundPeople:
        """Everybody on the list."""
        return FoundPeople(self.compared)

    @property
    @part()
    def sentences(self) -> tuple[Words, ...]:
        """What was found, in words."""
        return tuple(explain_attack(self.attack))


class Attacks:
    """The latest attacks of a server."""

    def __init__(self, links: LinkSessions) -> None:
        self._links = links
        missing = say("This attack does not exist, or no longer exists."), say("Run it again.")
        self._outcomes = KeptResults[AttackOutcome](links.sessions, MOST, missing)

    def check(self, user: User, question: AttackQuestion) -> None:
        """Refuse at once what cannot be asked, or what the user may not see."""
        check_k(question.k)
        read_taxonomies(question.taxonomies)
        if question.release == question.people:
            raise InvalidParameter(
                say("A data set cannot be attacked with itself."),
                say("Choose a list of people beside it."),
            )
        lefts = [left for left, _ in question.on or ()]
        if len(set(lefts)) < len(lefts):
            raise InvalidParameter(say("A column is named twice."), say("Pair each column once."))
        self._links.check(user, question.link)

    def run(self, user: User, question: AttackQuestion, progress: Progress) -> str:
        """Attack, and keep what was found; its id."""
        self.check(user, question)
        with self._links.alone(user, question.link, progress) as session:
            linked = session.sources
            pairs = pairs_to_compare(linked, None if question.on is None else dict(question.on))
            compared = compare(linked, pairs, linked.progress, whole=True)
            names = linked.sources[0].name, linked.sources[1].name
        progress("counting who is found", None)
        outcome = AttackOutcome(question, names, summarise(compared, question.k), compared)
        return self._outcomes.keep(user, question.datasets, outcome)

    def get(self, user: User, attack_id: str) -> AttackOutcome:
        """An attack on data sets that the user may see."""
        return self._outcomes.get(user, attack_id)
