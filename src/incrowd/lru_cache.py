"""A bounded cache for several threads: `cache.get(key, compute)` computes each answer once.

`functools.lru_cache` has no way to drop answers, and `cachetools` would still leave the locks to
us: two requests for the same answer must not compute it twice, which may take seconds.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class LruCache(Generic[Answer]):
    """At most so many answers; the least recently used one is dropped first.

    >>> cache = LruCache[int](most=1)
    >>> cache.get("one", lambda: 1), cache.get("one", lambda: 2)
    (1, 1)
    >>> cache.get("two", lambda: 2), cache.get("one", lambda: 3)
    (2, 3)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._computing: dict[Hashable, Lock] = {}

    def get(self, key: Hashable, compute: Callable[[], Answer]) -> Answer:
        """The answer to a question; whoever asks it while it is computed waits for it."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
            turn = self._computing.setdefault(key, Lock())
        with turn:
            with self._lock:
                if key in self._answers:
                    return self._answers[key]
            answer = compute()
            self.put(key, answer)
            return answer

    def put(self, key: Hashable, answer: Answer) -> None:
        """Keep an answer that is known already."""
        with self._lock:
            self._answers[key] = answer
            self._computing.pop(key, None)
            if len(self._answers) > self._most:
                self._answers.popitem(last=False)

    def peek(self, key: Hashable) -> Answer | None:
        """The answer if it is here, without counting that as a use."""
        with self._lock:
            return self._answers.get(key)

    def answers(self) -> list[Answer]:
        """All answers, the most recently used last."""
        with self._lock:
            return list(self._answers.values())

    def drop(self, key: Hashable) -> None:
        """Drop one answer."""
        with self._lock:
            self._answers.pop(key, None)

    def drop_where(self, condition: Callable[[Answer], bool]) -> None:
        """Drop every answer that meets a condition."""
        with self._lock:
            for key in [key for key, answer in self._answers.items() if condition(answer)]:
                del self._answers[key]

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._answers.clear()
