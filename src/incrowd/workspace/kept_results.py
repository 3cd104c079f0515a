"""What was found in linked data sets, kept until one of them is deleted or others need the room.

`name = advice.keep(user, datasets, found)`, and later `advice.get(user, name)`.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from incrowd.errors import NotFound
from incrowd.language import Message
from incrowd.lru_cache import LruCache
from incrowd.workspace.folder import new_id
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import User

Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Kept(Generic[Found]):
    """A result, whose it is, and what it was made of."""

    id: str
    owner: str
    datasets: tuple[str, ...]
    found: Found
    question: Hashable
    """What was asked, the revisions of the data sets included; None where nobody asks again."""


class KeptResults(Generic[Found]):
    """The latest results of a kind; only who may see the data sets is told of one."""

    def __init__(self, sessions: Sessions, most: int, missing: tuple[Message, Message]) -> None:
        self._sessions = sessions
        self._missing = missing
        self._kept = LruCache[Kept[Found]](most)
        sessions.on_deleted.append(self.forget)

    def keep(
        self, user: User, datasets: tuple[str, ...], found: Found, question: Hashable = None
    ) -> str:
        """Keep a result to be fetched; its name. Nothing is kept of what was deleted meanwhile."""
        kept = Kept(new_id(), user.name, datasets, found, question)
        self._kept.put(kept.id, kept)
        try:
            self._sessions.check_there(datasets)
        except NotFound:
            self._kept.drop(kept.id)
            raise
        return kept.id

    def named(self, user: User, question: Hashable) -> str | None:
        """The name of the answer to a question that the same user asked before, if it is kept."""
        for kept in reversed(self._kept.answers()):
            if kept.question == question and kept.owner == user.name:
                return kept.id
        return None

    def get(self, user: User, result_id: str) -> Found:
        """A result about data sets that the user may see."""
        kept = self._kept.peek(result_id)
        if kept is None or (not user.is_owner and kept.owner != user.name):
            raise NotFound(*self._missing)
        for dataset_id in kept.datasets:
            user.check(self._sessions.workspace.record(dataset_id))
        return kept.found

    def forget(self, dataset_id: str) -> None:
        """Let go of everything that was made of a data set."""
        self._kept.drop_where(lambda kept: dataset_id in kept.datasets)
