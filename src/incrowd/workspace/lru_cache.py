"""The latest answers to questions that are asked again and again: `remembered.get(key, find)`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Remembered(Generic[Answer]):
    """A bounded number of answers, the longest unused forgotten first.

    >>> remembered = Remembered[int](most=1)
    >>> remembered.get("one", lambda: 1), remembered.get("one", lambda: 2)
    (1, 1)
    >>> remembered.get("two", lambda: 2), remembered.get("one", lambda: 3)
    (2, 3)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[Hashable, Answer] = OrderedDict()
        self._turns: dict[Hashable, Lock] = {}

    def get(self, key: Hashable, find: Callable[[], Answer]) -> Answer:
        """Remember, or find; who asks for the same thing meanwhile waits for it."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
            turn = self._turns.setdefault(key, Lock())
        with turn:
            with self._lock:
                if key in self._known:
                    return self._known[key]
            answer = find()
            self._keep(key, answer)
            return answer

    def put(self, key: Hashable, answer: Answer) -> None:
        """Remember something."""
        self._keep(key, answer)

    def peek(self, key: Hashable) -> Answer | None:
        """Remember, if it is known."""
        with self._lock:
            return self._known.get(key)

    def drop(self, key: Hashable) -> None:
        """Forget something."""
        with self._lock:
            self._known.pop(key, None)

    def drop_where(self, wanted: Callable[[Answer], bool]) -> None:
        """Forget all answers of a kind."""
        with self._lock:
            for key in [key for key, answer in self._known.items() if wanted(answer)]:
                del self._known[key]

    def known(self) -> list[Answer]:
        """All answers, the latest used last."""
        with self._lock:
            return list(self._known.values())

    def _keep(self, key: Hashable, answer: Answer) -> None:
        with self._lock:
            self._known[key] = answer
            self._turns.pop(key, None)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
