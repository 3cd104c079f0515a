"""The data sets that are open: `with sessions.open(user, id) as open_dataset: …`."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Final

from incrowd.answers import shape
from incrowd.disk_errors import explain_disk
from incrowd.engines.contract import MOST_TUPLES
from incrowd.engines.servers.passwords import Password
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import open_stored
from incrowd.errors import IncrowdError, NotFound, NotNow, PasswordNeeded
from incrowd.language import Message, say
from incrowd.progress import Progress
from incrowd.synthetic import sample_path
from incrowd.techniques.step import Step
from incrowd.workspace.changed_values import keep_techniques
from incrowd.workspace.folder import Record, Workspace, hiding
from incrowd.workspace.open_dataset import JOURNAL, OpenDataset
from incrowd.workspace.originals import find_original, keep_options, keep_original
from incrowd.workspace.remote_data import DATA, RemoteData, keep_address, open_data, read_address
from incrowd.workspace.users import Right, RightName, User

MOST: Final = 8
"""Data sets that stay in memory while nobody uses them."""


@dataclass(frozen=True)
class DatasetSummary:
    """A data set in a list, and how many events its journal has."""

    record: Record = field(metadata=shape(inline=True, without=("owner",)))
    revision: int
    right: RightName = "own"
    """What you may do with it."""


@dataclass
class _Seat:
    open_dataset: OpenDataset
    users: int = 0
    gone: bool = False
    locked: bool = False
    """Whether its password is refused: it is opened anew once nobody uses it."""


class _Turns:
    """One lock for each data set that is being opened or deleted: no other one waits for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._locks: dict[str, tuple[Lock, int]] = {}
        """With how many hold it or wait for it."""

    @contextmanager
    def take(self, dataset_id: str) -> Iterator[None]:
        """Wait until nobody else opens or deletes this data set."""
        with self._join(dataset_id):
            try:
                yield
            finally:
                self._go(dataset_id)

    def _join(self, dataset_id: str) -> Lock:
        with self._lock:
            lock, users = self._locks.get(dataset_id, (Lock(), 0))
            self._locks[dataset_id] = lock, users + 1
            return lock

    def _go(self, dataset_id: str) -> None:
        with self._lock:
            lock, users = self._locks.pop(dataset_id)
            if users > 1:
                self._locks[dataset_id] = lock, users - 1


def _store(
    data: str | Path,
    folder: Path,
    progress: Progress,
    password: Password,
    options: Mapping[str, str],
) -> tuple[int, int]:
    """Store the rows of a file in the folder of a data set: how many rows and columns it has."""
    rows = store(data, folder / DATA, progress, password=password, **options)
    with closing(open_stored(folder / DATA)) as stored:
        return rows, len(stored.profiles())


class Sessions:
    """Data sets in memory; the longest unused is closed first, never one in use."""

    def __init__(self, workspace: Workspace, most_tuples: int = MOST_TUPLES) -> None:
        self.workspace, self.most_tuples = workspace, most_tuples
        self._seats: OrderedDict[str, _Seat] = OrderedDict()
        self._lock = Lock()
        self._opening = _Turns()
        self.on_deleted: list[Callable[[str], None]] = []
        """Told of a data set that is gone, so that nothing made of it is kept."""
        self.find_password: Callable[[User, str], Password] = lambda user, source: None
        """Looks up the password of a source, for data that stays in its database."""

    @contextmanager
    def open(
        self, user: User, dataset_id: str, needed: Right = Right.VIEW
    ) -> Iterator[OpenDataset]:
        """Have a data set that the user may see or work on, opened if need be."""
        user.check(self.workspace.record(dataset_id), needed)
        seat = self._take(user, dataset_id)
        try:
            yield seat.open_dataset
        except PasswordNeeded as error:  # it was changed at the server
            seat.locked = True
            self._name_source(error, user, seat.open_dataset.remote)
            raise
        finally:
            self._leave(seat)

    def listed(self, user: User) -> list[DatasetSummary]:
        """The data sets that a user may see, the newest first, each with its revision."""
        seen = [record for record in self.workspace.records() if user.may_see(record)]
        return [
            DatasetSummary(
                self._in_words(record), self._revision(record.id), user.check_right(record)
            )
            for record in seen
        ]

    def _in_words(self, record: Record) -> Record:
        """The record with its place as it is told to people, in their language."""
        remote = read_address(self.workspace.place(record.id)) if record.place else None
        return record if remote is None else replace(record, place=remote.shown)

    def add(
        self,
        user: User,
        data: str | Path,
        name: str,
        progress: Progress,
        *,
        password: Password = None,
        **options: str,
    ) -> Record:
        """Read a file into the workspace and open it, so that its first figures are there."""
        return self._add(user, data, name, progress, (), password, options)

    def add_changed(
        self, user: User, data: Path, name: str, progress: Progress, techniques: Sequence[Step]
    ) -> Record:
        """The same for a copy whose values were changed by techniques, which are kept with it."""
        return self._add(user, data, name, progress, techniques, None, {})

    def _add(
        self,
        user: User,
        data: str | Path,
        name: str,
        progress: Progress,
        techniques: Sequence[Step],
        password: Password,
        options: Mapping[str, str],
    ) -> Record:
        uploaded = isinstance(data, Path) and data.is_relative_to(self.workspace.uploads)
        secret = Path(data).parent if uploaded else None

        def fill(folder: Path) -> tuple[int, int]:
            counted = _store(data, folder, progress, password, options)
            if uploaded:
                keep_original(folder, Path(data), options)
            keep_techniques(folder, techniques)
            return counted

        return self._create(user, name, fill, progress, secret=secret)

    def read_again(
        self,
        user: User,
        dataset_id: str,
        options: Mapping[str, str],
        progress: Progress,
        obstacle: Message | None = None,
    ) -> None:
        """Read the file of a data set in another way, as long as nothing stands in the way."""
        record = self.workspace.record(dataset_id)
        user.check(record, Right.WORK)
        folder = self.workspace.place(dataset_id)
        original = find_original(folder)
        if obstacle is not None or original is None or self._revision(dataset_id):
            raise NotNow(
                obstacle or say("The file cannot be read in another way now."),
                say("Open the file again, and say how to read it."),
            )
        with hiding(original.parent):
            rows, columns = _store(original, folder, progress, None, options)
        keep_options(folder, options)
        self.workspace.rewrite(replace(record, rows=rows, columns=columns))
        self.renew(user, dataset_id)

    def add_remote(
        self, user: User, data: RemoteData, name: str, progress: Progress, password: Password
    ) -> Record:
        """Open a table that stays in its database; only its address is kept here."""

        def fill(folder: Path) -> tuple[int, int]:
            keep_address(folder, data)
            with closing(open_data(folder, name, password, progress)) as table:
                return table.rows, len(table.profiles())

        return self._create(user, name, fill, progress, place=data.shown)

    def _create(
        self,
        user: User,
        name: str,
        fill: Callable[[Path], tuple[int, int]],
        progress: Progress,
        *,
        secret: Path | None = None,
        place: str | None = None,
    ) -> Record:
        """Make a data set and open it; no error names the secret folder."""
        try:
            with hiding(secret) if secret is not None else nullcontext():
                record = self.workspace.create(name, user.name, fill, place)
        except IncrowdError as error:
            if (known := explain_disk(error)) is not None:
                raise known from error
            raise
        try:
            progress("counting who looks alike", None)
            with self.open(user, record.id) as open_dataset:
                snapshot = open_dataset.snapshot()
                if snapshot.measurable:  # else the person chooses roles first
                    _ = snapshot.risk
            progress("ready", 1.0)
        except BaseException:
            self.delete(user, record.id)
            raise
        return record

    def add_sample(self, user: User, name: str, progress: Progress) -> Record:
        """Put a bundled sample into the workspace."""
        path = sample_path(name)
        return self.add(user, path, path.name, progress)

    def delete(self, user: User, dataset_id: str) -> None:
        """Remove a data set and everything of it."""
        user.check(self.workspace.record(dataset_id), Right.OWN)
        with self._opening.take(dataset_id):
            self.workspace.delete(dataset_id)
            with self._lock:
                seat = self._seats.pop(dataset_id, None)
        if seat is not None:
            seat.gone = True
            self._close_unused([seat])
        for forget in self.on_deleted:
            forget(dataset_id)

    def renew(self, user: User, dataset_id: str) -> None:
        """Open a data set anew for whoever comes next: how it is counted has changed."""
        user.check(self.workspace.record(dataset_id), Right.WORK)
        with self._opening.take(dataset_id), self._lock:
            seat = self._seats.pop(dataset_id, None)
        if seat is not None:
            seat.gone = True
            self._close_unused([seat])

    def check_there(self, datasets: Sequence[str]) -> None:
        """Refuse what was made of a data set that was deleted meanwhile; asked after it was kept.

        Who deletes one removes its record first, and what is kept of it afterwards: so what was
        kept before the record is looked at is either refused here, or removed there.
        """
        for dataset_id in datasets:
            self.workspace.record(dataset_id)

    def close(self) -> None:
        """Close everything."""
        with self._lock:
            seats = list(self._seats.values())
            self._seats.clear()
        for seat in seats:
            seat.open_dataset.close()

    def _take(self, user: User, dataset_id: str) -> _Seat:
        with self._opening.take(dataset_id):  # so that a data set is not opened twice
            with self._lock:
                seat = self._seats.get(dataset_id)
                if seat is not None:
                    return self._sit(dataset_id, seat)
            with hiding(self.workspace.datasets / dataset_id):
                seat = _Seat(self._open(user, dataset_id))
            with self._lock:
                return self._sit(dataset_id, seat)

    def _sit(self, dataset_id: str, seat: _Seat) -> _Seat:
        seat.users += 1
        self._seats[dataset_id] = seat
        self._seats.move_to_end(dataset_id)
        return seat

    def _open(self, user: User, dataset_id: str) -> OpenDataset:
        record, folder = self.workspace.record(dataset_id), self.workspace.place(dataset_id)
        remote = read_address(folder)
        if remote is None:
            return OpenDataset(record, folder, most_tuples=self.most_tuples)
        try:
            password = self._password(user, remote)
            return OpenDataset(record, folder, password, self.most_tuples)
        except PasswordNeeded as error:
            self._name_source(error, user, remote)
            raise

    def _password(self, user: User, remote: RemoteData) -> Password:
        try:
            return self.find_password(user, remote.source)
        except NotFound:
            raise NotFound(
                say(
                    "These rows are in a database that you cannot reach: its source was "
                    "removed, or is not yours."
                ),
                say("Ask whoever opened it, or add the database and open the table again."),
            ) from None

    def _name_source(self, error: PasswordNeeded, user: User, remote: RemoteData | None) -> None:
        """Say for which source the password is needed, but only to whoever may use it."""
        if remote is not None:
            with suppress(NotFound):
                self.find_password(user, remote.source)
                error.source = remote.source

    def _leave(self, seat: _Seat) -> None:
        with self._lock:
            seat.users -= 1
            idle = [item for item in self._seats.items() if not item[1].users]
            surplus = idle[: max(0, len(self._seats) - MOST)]
            surplus = [*surplus, *(item for item in idle if item[1].locked and item not in surplus)]
            for dataset_id, _ in surplus:
                del self._seats[dataset_id]
        self._close_unused([unused for _, unused in surplus] + [seat] * seat.gone)

    def _close_unused(self, seats: Sequence[_Seat]) -> None:
        for seat in seats:
            if not seat.users:
                seat.open_dataset.close()

    def _revision(self, dataset_id: str) -> int:
        with self._lock:
            seat = self._seats.get(dataset_id)
        if seat is not None:
            return seat.open_dataset.journal.revision
        journal = self.workspace.datasets / dataset_id / JOURNAL
        return journal.read_bytes().count(b"\n") if journal.is_file() else 0
