"""Attacks on data sets of the workspace: `attacks.run(user, question, progress)`.

Both are taken as their decisions leave them: what would be published is what is attacked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from incrowd.errors import InvalidParameter, NotFound
from incrowd.language import say
from incrowd.linking.attack.people import FoundPeople
from incrowd.linking.attack.tables import Compared, compare
from incrowd.linking.attack.words import explain_attack
from incrowd.progress import Progress
from incrowd.service.attacks.attack import Attack, check_k, pairs_to_compare, told
from incrowd.service.linked.sessions import LinkQuestion, Links
from incrowd.service.linked.taxonomies import read_taxonomies
from incrowd.workspace.folder import new_id
from incrowd.workspace.lru_cache import Remembered
from incrowd.workspace.tokens import User

MOST: Final = 4
"""Attacks that are kept to be looked at."""


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
    def link(self) -> LinkQuestion:
        """The two data sets as they are linked."""
        both = self.release, self.people
        return LinkQuestion(both, ranges=self.ranges, taxonomies=self.taxonomies)


@dataclass(frozen=True, eq=False)
class KeptAttack:
    """What an attack found, until it is forgotten."""

    owner: str
    question: AttackQuestion
    names: tuple[str, str]
    attack: Attack
    compared: Compared

    @cached_property
    def people(self) -> FoundPeople:
        """Everybody on the list."""
        return FoundPeople(self.compared)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was found, in words."""
        return tuple(explain_attack(self.attack))


class Attacks:
    """The latest attacks of a server."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._kept = Remembered[KeptAttack](MOST)
        links.sessions.on_deleted.append(self.forget)

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
        """Attack, and keep what was found; its name."""
        self.check(user, question)
        with self._links.alone(user, question.link, progress) as opened:
            linked = opened.sources
            pairs = pairs_to_compare(linked, None if question.on is None else dict(question.on))
            compared = compare(linked, pairs, linked.progress, whole=True)
            names = linked.sources[0].name, linked.sources[1].name
        progress("counting who is found", None)
        kept = KeptAttack(user.name, question, names, told(compared, question.k), compared)
        attack_id = new_id()
        self._kept.put(attack_id, kept)
        try:
            self._links.sessions.check_there((question.release, question.people))
        except NotFound:
            self._kept.drop(attack_id)
            raise
        return attack_id

    def get(self, user: User, attack_id: str) -> KeptAttack:
        """An attack on data sets that the user may see."""
        found = self._kept.peek(attack_id)
        if found is None or (user.datasets is not None and found.owner != user.name):
            raise NotFound(say("There is no such attack (any more)."), say("Run it again."))
        for dataset_id in (found.question.release, found.question.people):
            user.check(self._links.sessions.workspace.record(dataset_id))
        return found

    def forget(self, dataset_id: str) -> None:
        """Let go of everything that was made of a data set."""
        self._kept.drop_where(lambda one: dataset_id in (one.question.release, one.question.people))
