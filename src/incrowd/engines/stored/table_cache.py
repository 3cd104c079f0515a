"""Tables that are made of things in memory, and kept as long as they are or lately were in use.

with shelf.table(recoding) as name:
    cursor.execute(select(["label"], name))
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass
class _Entry:
    name: str
    users: int = 0


class TableCache(Generic[Key]):
    """Makes a table once for each thing; drops the longest unused ones when there are too many."""

    def __init__(
        self,
        prefix: str,
        make: Callable[[Key, str], None],
        drop: Callable[[str], None],
        most: int,
    ) -> None:
        self._prefix, self._make, self._drop, self._most = prefix, make, drop, most
        self._places: OrderedDict[Key, _Entry] = OrderedDict()
        self._made = 0
        self._lock = Lock()

    @contextmanager
    def table(self, thing: Key) -> Iterator[str]:
        """The name of the table of a thing, which stays at least as long as the block."""
        place = self._take(thing)
        try:
            yield place.name
        finally:
            self._give_back(place)

    def _take(self, thing: Key) -> _Entry:
        # made under the lock: what several ask for at the same time is made once
        with self._lock:
            if thing not in self._places:
                name = f"{self._prefix}_{self._made}"
                self._make(thing, name)
                self._made += 1
                self._places[thing] = _Entry(name)
            self._places.move_to_end(thing)
            self._places[thing].users += 1
            return self._places[thing]

    def _give_back(self, place: _Entry) -> None:
        with self._lock:
            place.users -= 1
            unused = [thing for thing, other in self._places.items() if not other.users]
            for thing in unused[: max(len(self._places) - self._most, 0)]:
                self._drop(self._places.pop(thing).name)
