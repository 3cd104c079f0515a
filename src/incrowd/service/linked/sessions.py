"""Data sets of the workspace that are linked: `with sessions.open(user, question) as session: …`.

A data set is linked as its decisions leave it: what would be published is what others can link.
"""

import shutil
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Final

from incrowd.engines.contract import PublishedSource, Source
from incrowd.engines.opening import open_file
from incrowd.engines.stored.table import StoredTable
from incrowd.engines.stored.writing import write
from incrowd.errors import InvalidParameter, NotFound
from incrowd.language import say
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.linking.repair.advice import LinkAdvice
from incrowd.linking.repair.repair import Repairs
from incrowd.linking.repair.steps import LevelledRelease
from incrowd.linking.scan.analysis import LinkAnalysis
from incrowd.linking.scan.results import ScanResult
from incrowd.linking.values.taxonomy import read_taxonomies
from incrowd.measures.enforcement import enforce
from incrowd.progress import Progress, silent
from incrowd.release.export import Release, write_release
from incrowd.release.published_rows import published_labels
from incrowd.roles import guess
from incrowd.table import Attribute, Role, Table
from incrowd.workspace.folder import new_id
from incrowd.workspace.jobs import RunningWork
from incrowd.workspace.kept_results import KeptResults
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.remote_data import DATA
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import User

MOST_SOURCES: Final = 6
MOST_OPEN: Final = 3
"""Questions whose sources and joined combinations stay at hand."""
MOST_KEPT: Final = 8
"""Results of each kind that are kept to be fetched."""


@dataclass(frozen=True)
class LinkQuestion:
    """Which data sets are linked, and how; columns as `1.zip`, the ends of ranges as `1.low`."""

    datasets: tuple[str, ...]
    sensitive: tuple[str, ...] = ()
    on: tuple[str | tuple[str, ...], ...] | None = None
    ranges: tuple[str | tuple[str, ...], ...] = ()
    different: bool = False
    join: str | tuple[str, ...] | None = None
    known: tuple[str, ...] | None = None
    person: tuple[str, ...] | None = None
    """Person keys, as `1.patient_id` or `none`; None: those of the data sets."""
    taxonomies: tuple[tuple[str, str], ...] = ()
    """What words stand for, by the label of a column: CSV or rules as hierarchies are written."""

    @property
    def request(self) -> LinkRequest:
        """The question as the use case understands it."""
        return LinkRequest(
            sensitive=self.sensitive,
            on=self.on,
            ranges=self.ranges,
            different=self.different,
            join=self.join,
            known=self.known,
            person=self.person,
            hierarchies=read_taxonomies(self.taxonomies),
        )


@dataclass(eq=False)
class LinkSession:
    """Data sets that are open to be linked, for one user at a time."""

    analysis: LinkAnalysis
    datasets: tuple[str, ...]
    changed: tuple[bool, ...]
    """Which of them are linked as their decisions leave them, not as they were read."""
    closed: bool = False
    lock: Lock = field(default_factory=Lock)

    @property
    def sources(self) -> LinkedSources:
        """What is linked."""
        return self.analysis.sources


class LinkSessions:
    """Questions about linked data sets; the longest unused is closed first."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._open: OrderedDict[object, LinkSession] = OrderedDict()
        self._lock = Lock()
        self._running = RunningWork()
        sessions.on_deleted += [self._running.stop, self.forget]
        again = say("Ask again.")
        self.scans = KeptResults[ScanResult](
            sessions,
            MOST_KEPT,
            (say("This scan does not exist, or no longer exists."), say("Scan again.")),
        )
        self.advice = KeptResults[LinkAdvice](
            sessions, MOST_KEPT, (say("This advice does not exist, or no longer exists."), again)
        )
        self.repairs = KeptResults[Repairs](
            sessions, MOST_KEPT, (say("These repairs do not exist, or no longer exist."), again)
        )

    @contextmanager
    def using(self, user: User, question: LinkQuestion) -> Iterator[LinkSession]:
        """Have the sources of a question, opened if need be and kept for the next time."""
        key = (question, self.check(user, question))
        surplus: list[LinkSession] = []
        try:
            while True:
                session = self._known(key) or self._opened(user, question, silent)
                with session.lock:
                    if session.closed:  # by somebody who was faster
                        continue
                    surplus += self._keep(key, session)
                    self._check_kept(session)
                    yield session
                    return
        finally:
            _close(surplus)

    @contextmanager
    def alone(
        self, user: User, question: LinkQuestion, progress: Progress
    ) -> Iterator[LinkSession]:
        """Have sources of one's own, for long work; they are closed afterwards.

        Whoever deletes one of the data sets stops the work, and need not wait for it.
        """
        with self._running.on(question.datasets, progress) as tell:
            self.check(user, question)  # now that it would be stopped
            session = self._opened(user, question, tell)
            with closing(session.analysis):
                yield session

    def forget(self, dataset_id: str) -> None:
        """Close everything that was made of a data set."""
        with self._lock:
            keys = [key for key, session in self._open.items() if dataset_id in session.datasets]
            gone = [self._open.pop(key) for key in keys]
        _close(gone)

    def close(self) -> None:
        """Close everything."""
        with self._lock:
            gone = list(self._open.values())
            self._open.clear()
        _close(gone)

    def check(self, user: User, question: LinkQuestion) -> tuple[int, ...]:
        """Refuse what the user may not see; the revision of every data set."""
        if not 2 <= len(question.datasets) <= MOST_SOURCES:
            raise InvalidParameter(
                say("{count:,} data sets cannot be linked.", count=len(question.datasets)),
                say("Choose 2 to {most:,} of them.", most=MOST_SOURCES),
            )
        revisions = []
        for dataset_id in question.datasets:
            with self.sessions.open(user, dataset_id) as opened:
                revisions.append(opened.journal.revision)
        return tuple(revisions)

    @contextmanager
    def snapshots(self, user: User, datasets: Sequence[str]) -> Iterator[list[Snapshot]]:
        """Where some data sets stand, which stay open during the block."""
        with ExitStack() as stack:
            opened = [
                stack.enter_context(self.sessions.open(user, dataset_id)) for dataset_id in datasets
            ]
            yield [dataset.snapshot() for dataset in opened]

    @contextmanager
    def releases(
        self, user: User, datasets: Sequence[str]
    ) -> Iterator[list[LevelledRelease | None]]:
        """What some data sets publish at any levels; they stay open during the block."""
        with self.snapshots(user, datasets) as snapshots:
            yield [levelled_release(snapshot) for snapshot in snapshots]

    def _opened(self, user: User, question: LinkQuestion, progress: Progress) -> LinkSession:
        with ExitStack() as stack:
            sources, attributes, changed, hierarchies = [], [], [], []
            for dataset_id in question.datasets:
                with self.sessions.open(user, dataset_id) as opened:
                    snapshot = opened.snapshot()
                    changed.append(_is_changed(snapshot))
                    source = stack.enter_context(
                        _published(opened, snapshot, progress)
                        if changed[-1]
                        else closing(opened.reopen(progress))
                    )
                sources.append(source)
                attributes.append(_attributes(source, snapshot))
                hierarchies.append(snapshot.dataset.hierarchies if snapshot.measurable else {})
            linked = LinkedSources(
                sources,
                question.request,
                progress,
                attributes=tuple(attributes),
                hierarchies=tuple(hierarchies),
            )
            stack.callback(linked.close)
            analysis = LinkAnalysis(linked, stack.pop_all())
        return LinkSession(analysis, question.datasets, tuple(changed))

    def _known(self, key: object) -> LinkSession | None:
        with self._lock:
            session = self._open.get(key)
            if session is None or not session.closed:
                return session
            del self._open[key]  # it was kept again while it had to go
            return None

    def _check_kept(self, session: LinkSession) -> None:
        """Close what was opened just before a data set of it was deleted."""
        try:
            self.sessions.check_there(session.datasets)
        except NotFound:
            with self._lock:
                for key in [key for key, other in self._open.items() if other is session]:
                    del self._open[key]
            session.closed = True
            session.analysis.close()
            raise

    def _keep(self, key: object, session: LinkSession) -> list[LinkSession]:
        """Keep what is used; what has to go for it is closed by whoever kept it."""
        with self._lock:
            before = self._open.pop(key, session)
            self._open[key] = session
            surplus = max(0, len(self._open) - MOST_OPEN)
            gone = [self._open.popitem(last=False)[1] for _ in range(surplus)]
        return gone if before is session else [*gone, before]


def _close(gone: list[LinkSession]) -> None:
    for session in gone:
        with session.lock:  # whoever uses it finishes first
            session.closed = True
            session.analysis.close()


def _is_changed(snapshot: Snapshot) -> bool:
    """Whether what is published differs from what was read; protections leave rows out, too."""
    if not snapshot.measurable:
        return False
    raised = any(snapshot.levels.values()) or snapshot.derived.recode is not None
    return raised or not bool(snapshot.classes.kept.all())


def levelled_release(snapshot: Snapshot) -> LevelledRelease | None:
    """A data set whose levels can be raised; None where rows are recoded, or without a QI.

    Steps are tried row by row, which says nothing of people with several rows.
    """
    if not snapshot.measurable or snapshot.derived.recode is not None:
        return None
    if snapshot.dataset.table.person is not None:
        return None
    dataset, crowd = snapshot.dataset, snapshot.dataset.protected_crowd
    return LevelledRelease(
        name=snapshot.open_dataset.record.name,
        source=snapshot.open_dataset.source,
        crowd=crowd,
        levels=snapshot.levels,
        heights={name: hierarchy.height for name, hierarchy in dataset.hierarchies.items()},
        classes_at=lambda levels: enforce(crowd, dataset.state(levels, snapshot.k)),
        labels_at=partial(published_labels, crowd),
    )


def _attributes(source: Source, snapshot: Snapshot) -> tuple[Attribute, ...]:
    """The columns of what is published, with the roles that the data set has."""
    table = Table(source.name, source.rows, guess(source.profiles()))
    roles: dict[str, Role] = {
        attribute.name: attribute.role for attribute in snapshot.dataset.table.attributes
    }
    return table.assigning({name: roles[name] for name in table.names if name in roles}).attributes


@contextmanager
def _published(opened: OpenDataset, snapshot: Snapshot, progress: Progress) -> Iterator[Source]:
    """A data set as its decisions leave it, in a file of its own that goes when it is closed.

    Where people are counted the file has the person key beside what is published. What stays in a
    database is counted there as it would be published.
    """
    shown = snapshot.published
    stored = opened.source
    if not isinstance(stored, StoredTable):
        with closing(opened.reopen(progress)) as rows:
            published = rows.count_published(shown.recodings, shown.kept)
            yield PublishedSource(rows, shown.recodings, shown.kept, published)
        return
    folder = opened.folder.parent.parent / "uploads" / f"linked-{new_id()}"
    folder.mkdir(mode=0o700)
    target = folder / DATA
    try:
        release = Release(snapshot.classes, snapshot.state, shown.kept, shown.recodings)
        table = snapshot.dataset.table
        write_release(stored, table, release, target, "parquet", progress)
        if table.person is not None:
            columns = [each.name for each in table.attributes if each.role is not Role.IDENTIFIER]
            recoded = (release.recodings, release.kept)
            write(stored, target, "parquet", columns, *recoded, progress, seed=None)
        with closing(open_file(target, progress, {}, trusted=True)) as source:
            yield source.rename(opened.record.name)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
