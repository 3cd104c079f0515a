"""Long work, stopped when its data is deleted: `with works.on(datasets, progress) as tell`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from incrowd.errors import Cancelled
from incrowd.language import say
from incrowd.progress import Progress


@dataclass(eq=False)
class _Work:
    datasets: frozenset[str]
    pointless: bool = False


class Works:
    """What goes on; whoever works asks, by telling the progress, whether anybody still wants it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._going_on: set[_Work] = set()

    @contextmanager
    def on(self, datasets: Sequence[str], progress: Progress) -> Iterator[Progress]:
        """Work on some data sets: the progress to tell, which stops it once one of them is gone."""
        work = _Work(frozenset(datasets))

        def tell(step: str, done: float | None) -> None:
            if work.pointless:
                raise _deleted()
            progress(step, done)

        with self._lock:
            self._going_on.add(work)
        try:
            yield tell
        except Exception:
            if work.pointless:  # a file that is gone fails in ways of its own
                raise _deleted() from None
            raise
        finally:
            with self._lock:
                self._going_on.discard(work)

    def stop(self, dataset_id: str) -> None:
        """Stop what is done with a data set as soon as it tells its progress again."""
        with self._lock:
            for work in self._going_on:
                work.pointless = work.pointless or dataset_id in work.datasets


def _deleted() -> Cancelled:
    return Cancelled(
        say("Stopped: a data set was deleted meanwhile."), say("Choose other data sets.")
    )
