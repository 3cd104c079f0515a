"""Whose work begins next: people take turns, and nobody takes all places.

>>> turns = Turns[str]()
>>> for name in ("first", "second", "third", "fourth"): turns.add("ana", name)
>>> turns.add("ben", "his")
>>> [turns.begin() for _ in range(5)]
['first', 'his', 'second', 'third', None]
>>> turns.end("ana"), turns.begin()
(None, 'fourth')
"""

from collections import Counter, deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from incrowd.errors import TooMany
from incrowd.language import say

AT_ONCE: Final = 8
"""Jobs that run at the same time."""
PER_PERSON: Final = 3
"""Jobs of one person that run at the same time."""
SHARED: Final = 4
"""Once so many run, further ones begin only for people for whom nothing runs."""
WAITING: Final = 60
"""Jobs of one person that may wait."""

Item = TypeVar("Item")


class Turns(Generic[Item]):
    """Work that waits, by person; not safe for threads by itself."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._running: Counter[str] = Counter()

    def add(self, person: str, item: Item) -> None:
        """Let some work wait for its turn; refuses more of one person than may wait."""
        if len(self._waiting.get(person, ())) >= WAITING:
            raise TooMany(
                say("{most} jobs of yours are waiting already.", most=WAITING),
                say("Wait until some are finished, or cancel some."),
            )
        self._waiting.setdefault(person, deque()).append(item)

    def begin(self) -> Item | None:
        """What begins now: of the people with the fewest running, whoever has waited longest."""
        possible = [person for person in self._waiting if self._may_begin(person)]
        if not possible:
            return None
        person = min(possible, key=self._running.__getitem__)
        own = self._waiting.pop(person)
        item = own.popleft()
        if own:  # at the end of the line
            self._waiting[person] = own
        self._running[person] += 1
        return item

    def end(self, person: str) -> None:
        """Note that work of somebody has ended."""
        self._running[person] -= 1
        self._running += Counter()

    def withdraw(self, person: str, unwanted: Callable[[Item], bool]) -> list[Item]:
        """Take back work of somebody that still waits."""
        own = self._waiting.pop(person, deque())
        left = deque(item for item in own if not unwanted(item))
        if left:
            self._waiting[person] = left
        return [item for item in own if unwanted(item)]

    def withdraw_all(self) -> list[Item]:
        """Take back all that still waits."""
        waiting = [item for own in self._waiting.values() for item in own]
        self._waiting.clear()
        return waiting

    def _may_begin(self, person: str) -> bool:
        total, own = self._running.total(), self._running[person]
        return total < AT_ONCE and (own == 0 or (own < PER_PERSON and total < SHARED))
