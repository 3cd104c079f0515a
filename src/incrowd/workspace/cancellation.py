"""Long work, stopped when its data is deleted: `with running.on(datasets, progress) as report`."""

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
    cancelled: bool = False


class RunningWork:
    """Work that goes on; each time it reports its progress it learns whether it was cancelled."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: set[_Work] = set()

    @contextmanager
    def on(self, datasets: Sequence[str], progress: Progress) -> Iterator[Progress]:
        """Work on some data sets: the progress to report to, which stops once one is deleted."""
        work = _Work(frozenset(datasets))

        def report(step: str, done: float | None) -> None:
            if work.cancelled:
                raise _deleted()
            progress(step, done)

        with self._lock:
            self._running.add(work)
        try:
            yield report
        except Exception:
            if work.cancelled:  # a file that is gone fails in ways of its own
                raise _deleted() from None
            raise
        finally:
            with self._lock:
                self._running.discard(work)

    def stop(self, dataset_id: str) -> None:
        """Stop work on a data set as soon as it reports its progress again."""
        with self._lock:
            for work in self._running:
                work.cancelled = work.cancelled or dataset_id in work.datasets


def _deleted() -> Cancelled:
    return Cancelled(
        say("Stopped: a data set was deleted meanwhile."), say("Choose other data sets.")
    )
