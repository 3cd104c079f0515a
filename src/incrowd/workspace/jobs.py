"""Long work in the background, with progress, which can be cancelled: `jobs.start(user, work)`."""

import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from incrowd.advice.verdict.check import Verdict
from incrowd.anonymization.outcome import Interim
from incrowd.answers import Words, part, shape
from incrowd.disk_errors import explain_system
from incrowd.errors import Busy, Cancelled, ErrorReport, IncrowdError, NotFound
from incrowd.language import say
from incrowd.linking.scan.leak_report import LeakReport
from incrowd.measures.enforcement import Held
from incrowd.progress import Progress
from incrowd.workspace.folder import new_id
from incrowd.workspace.turns import Turns

__all__ = [
    "Job",
    "JobProgress",
    "JobResult",
    "JobStarted",
    "Jobs",
    "Progress",
    "RunningWork",
    "Work",
    "unexpected",
]

About = TypeVar("About")

KEPT_SECONDS: Final = 3600.0
MOST: Final = 1_000
"""Jobs of all people that run, wait or are remembered."""
MOST_OWN: Final = 200
"""Jobs of one person that are remembered."""
FAREWELL: Final = 8.0
"""Seconds in which work has to stop when the server does."""
UNEXPECTED: Final = say("This is a bug in incrowd, not a problem with your data.")


@dataclass(frozen=True)
class JobResult:
    """A data set that was made, a file that was written, or the id of a result that is kept."""

    dataset: str | None = None
    datasets: tuple[str, ...] | None = None
    run: str | None = None
    query: str | None = None
    table: str | None = None
    source: str | None = None
    scan: str | None = None
    advice: str | None = None
    repairs: str | None = None
    attack: str | None = None
    download: str | None = None
    rows: int | None = None
    k: int | None = None
    l: int | None = None
    t: float | None = None
    verified: bool | None = None
    held: tuple[Held, ...] | None = None
    verdict: Verdict | None = field(default=None, metadata=shape(optional=True))
    """What the checks say of a file that was written."""
    warnings: tuple[Words, ...] | None = field(default=None, metadata=shape(optional=True))
    leaks: LeakReport | None = field(default=None, metadata=shape(optional=True))
    """What the result of a query gives away."""


@dataclass(frozen=True)
class Job:
    """The progress of a job."""

    id: str
    owner: str = field(metadata=shape(hidden=True))
    state: Literal["running", "done", "failed", "cancelled"] = "running"
    step: Words = "waiting"
    progress: float | None = None
    interim: Interim | None = None
    result: JobResult | None = None
    error: IncrowdError | None = field(default=None, metadata=shape(hidden=True))
    ended: float | None = field(default=None, metadata=shape(hidden=True))
    about: object = field(default=None, metadata=shape(hidden=True))
    """What it works on, where somebody may look for it again."""

    @property
    @part("error")
    def error_report(self) -> ErrorReport | None:
        """Why it failed."""
        return None if self.error is None else self.error.report


@dataclass(frozen=True)
class JobStarted:
    """A job that has started."""

    job: Job


@dataclass
class _Slot:
    job: Job
    stop: threading.Event = field(default_factory=threading.Event)
    finish: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class JobProgress:
    """Takes reports from a job: how far it is, and what it has reached so far."""

    _slot: _Slot

    def __call__(self, step: str, done: float | None) -> None:
        """Report how far the work is; raises an error where somebody cancelled it."""
        if self._slot.stop.is_set():
            raise Cancelled(say("Stopped."), say("Start again whenever you like."))
        self._slot.job = replace(self._slot.job, step=step, progress=done)

    def enough(self) -> bool:
        """Whether somebody wants the best so far now."""
        return self._slot.finish.is_set()

    def show(self, interim: Interim) -> None:
        """Show what was reached so far."""
        self._slot.job = replace(self._slot.job, interim=interim)


Work = Callable[[JobProgress], JobResult]
"""Does the work, reports its progress, and returns the result."""


@dataclass(frozen=True, eq=False)
class _Waiting:
    """Work that has not begun."""

    slot: _Slot
    work: Work
    clean_up: Callable[[], object]


class Jobs:
    """Work that goes on, and work that ended within the last hour; people take turns."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._slots: dict[str, _Slot] = {}
        self._turns = Turns[_Waiting]()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._clock = clock
        self._closed = False

    def start(
        self,
        owner: str,
        work: Work,
        clean_up: Callable[[], object] = lambda: None,
        about: object = None,
    ) -> Job:
        """Begin some work as soon as there is room for it.

        `clean_up` runs in any case: after the work, or if it was cancelled or refused before.
        """
        slot = _Slot(Job(new_id(), owner, about=about))
        try:
            with self._lock:
                self._make_room(owner)
                self._turns.add(owner, _Waiting(slot, work, clean_up))
                self._slots[slot.job.id] = slot
                self._begin_next()
        except IncrowdError:
            clean_up()
            raise
        return slot.job

    def get(self, job_id: str) -> Job:
        """How far a job is."""
        return self._slot(job_id).job

    def running(self, owner: str, kind: type[About]) -> list[tuple[Job, About]]:
        """What somebody's jobs that have not ended work on, of one kind, the oldest first."""
        with self._lock:
            jobs = [slot.job for slot in self._slots.values()]
        return [
            (job, job.about)
            for job in jobs
            if job.owner == owner and job.ended is None and isinstance(job.about, kind)
        ]

    def cancel(self, job_id: str) -> Job:
        """Stop a job as soon as it reports its progress again; one that waits ends at once."""
        slot = self._slot(job_id)
        slot.stop.set()
        with self._lock:
            for waiting in self._turns.withdraw(slot.job.owner, lambda each: each.slot is slot):
                self._begin(waiting, counted=False)
        return slot.job

    def finish(self, job_id: str) -> Job:
        """Take the best that a job has so far: one that looks for something better then ends."""
        slot = self._slot(job_id)
        slot.finish.set()
        return slot.job

    def close(self) -> bool:
        """Stop everything; work that still waits ends before it begins, and is cleaned up.

        False if something has not stopped in time.
        """
        with self._lock:
            self._closed = True
            for slot in self._slots.values():
                slot.stop.set()
            for waiting in self._turns.withdraw_all():
                self._begin(waiting, counted=False)
            threads = list(self._threads)
        end = time.monotonic() + FAREWELL
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)

    def _slot(self, job_id: str) -> _Slot:
        with self._lock:
            self._forget_old()
            if job_id not in self._slots:
                raise NotFound(
                    say("There is no such job."), say("It may have ended more than an hour ago.")
                )
            return self._slots[job_id]

    def _make_room(self, owner: str) -> None:
        """Forget what is too much, of everybody and of one person; refuse if that does not help."""
        own = [slot.job for slot in self._slots.values() if slot.job.owner == owner]
        self._forget_ended(own, surplus=len(own) - MOST_OWN + 1)
        self._forget_old(surplus=len(self._slots) - MOST + 1)
        if len(self._slots) >= MOST or self._closed:
            raise Busy(say("The server is busy."), say("Wait until other work is finished."))

    def _forget_old(self, surplus: int = 0) -> None:
        self._forget_ended([slot.job for slot in self._slots.values()], surplus)

    def _forget_ended(self, jobs: Sequence[Job], surplus: int) -> None:
        """Forget what ended an hour ago, and of what ended later as many as are too many."""
        limit = self._clock() - KEPT_SECONDS
        ended = [job for job in jobs if job.ended is not None]
        for number, job in enumerate(ended):
            if number < surplus or (job.ended or 0) < limit:
                del self._slots[job.id]

    def _begin_next(self) -> None:
        while (waiting := self._turns.begin()) is not None:
            self._begin(waiting, counted=True)

    def _begin(self, waiting: _Waiting, *, counted: bool) -> None:
        """Begin some work in a thread of its own; what was cancelled before needs no turn."""
        thread = threading.Thread(
            target=self._run, args=(waiting, counted), name="incrowd-job", daemon=True
        )
        self._threads.add(thread)
        thread.start()

    def _run(self, begun: _Waiting, counted: bool) -> None:
        slot = begun.slot
        ended = _outcome(slot, begun.work)
        try:
            begun.clean_up()  # before anybody sees that it has ended
        finally:
            slot.job = replace(ended, ended=self._clock())
            with self._lock:
                self._threads.discard(threading.current_thread())
                if counted:
                    self._turns.end(slot.job.owner)
                self._begin_next()


def _outcome(slot: _Slot, work: Work) -> Job:
    """The job as it is when its work is done, failed or cancelled."""
    report = JobProgress(slot)
    try:
        report("starting", None)
        result = work(report)
        return replace(slot.job, state="done", result=result, progress=1.0)
    except Cancelled as error:
        return replace(slot.job, state="cancelled", error=error)
    except IncrowdError as error:
        return replace(slot.job, state="failed", error=error)
    except BaseException as error:
        return replace(slot.job, state="failed", error=unexpected(error))


def unexpected(error: BaseException) -> IncrowdError:
    """Name a fault of ours by its kind and place: its message may hold something of the data."""
    if (known := explain_system(error)) is not None:
        return known
    frames = traceback.extract_tb(error.__traceback__)
    fault = say("Something went wrong inside incrowd: {kind}.", kind=type(error).__name__)
    if frames:
        fault = say(
            "Something went wrong inside incrowd: {kind} ({function}, line {line}).",
            kind=type(error).__name__,
            function=frames[-1].name,
            line=frames[-1].lineno,
        )
    return IncrowdError(fault, UNEXPECTED)


@dataclass(eq=False)
class _DatasetWork:
    datasets: frozenset[str]
    cancelled: bool = False


class RunningWork:
    """Work that goes on; each time it reports its progress it learns whether it was cancelled."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[_DatasetWork] = set()

    @contextmanager
    def on(self, datasets: Sequence[str], progress: Progress) -> Iterator[Progress]:
        """Work on some data sets: the progress to report to, which stops once one is deleted."""
        work = _DatasetWork(frozenset(datasets))

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
        say("Stopped: a data set was deleted in the meantime."), say("Choose other data sets.")
    )
