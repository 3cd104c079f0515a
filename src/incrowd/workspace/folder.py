"""The folder in which data sets are kept: `<folder>/datasets/<id>/`, one folder each.

A data set appears and disappears by renaming its folder, so it is there as a whole or not at all.
"""

import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Final

from incrowd.answers import Words
from incrowd.errors import Busy, DataError, IncrowdError, NotFound, WorkspaceError
from incrowd.journal.journal import now, sync_folder
from incrowd.language import rewrite, say
from incrowd.strict_json import parse_json


@contextmanager
def hiding(folder: Path) -> Iterator[None]:
    """Leave a folder out of every error that comes out of the block.

    >>> from incrowd.language import say
    >>> try:
    ...     with hiding(Path("/work/uploads/0123")):
    ...         path = "/work/uploads/0123/a.csv"
    ...         raise IncrowdError(say("There is no file '{path}'.", path=path))
    ... except IncrowdError as error:
    ...     error.message
    "There is no file 'a.csv'."
    """

    def without_folder(text: str) -> str:
        return text.replace(f"{folder}/", "")

    try:
        yield
    except IncrowdError as error:
        error.message = rewrite(error.message, without_folder)
        error.hint = rewrite(error.hint, without_folder)
        error.errors = tuple(map(without_folder, error.errors))
        raise


try:
    import fcntl
except ImportError:  # a system without file locks trusts its user to start one server
    _LOCKS = False
else:
    _LOCKS = True

_ID: Final = re.compile(r"[0-9a-f]{16}")
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
UNLINK: Final = say("Put what it leads to in its place, or remove the link.")
_PASSING: Final = "."
"""Folders whose name begins so are being made or deleted."""


@dataclass(frozen=True)
class Record:
    """What is known of a data set without opening it."""

    id: str
    name: str
    rows: int
    columns: int
    created: str
    owner: str
    place: Words | None = None
    """The database in which it stays; None where its rows are kept here."""


def new_id() -> str:
    """A name that nobody can guess and that is safe as the name of a folder."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether a text is a name of ours, and so no path.

    >>> is_id("0123456789abcdef"), is_id("../../etc/passwd")
    (True, False)
    """
    return _ID.fullmatch(text) is not None


def display_name(text: str, most: int = 120) -> str:
    """The name of an uploaded file without folders and control characters.

    >>> display_name("../data/people.csv"), display_name("../..")
    ('people.csv', 'data')
    """
    last = re.split(r"[/\\]", text)[-1]
    shown = "".join(letter for letter in last if letter.isprintable()).strip(" .")
    if len(shown.encode()) > most:
        stem, dot, suffix = shown.partition(".")
        end = (dot + suffix)[-20:]
        kept = stem.encode()[: most - len(end.encode())].decode(errors="ignore")
        shown = (kept + end).strip(" .")
    return shown or "data"


class Workspace:
    """A folder of our own; only one process has it at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().absolute()
        try:
            self._make()
        except OSError as error:
            raise DataError(
                say(
                    "The workspace '{folder}' cannot be used: {error}.",
                    folder=self.folder,
                    error=error.strerror or error,
                ),
                say("Choose a folder that you may write to with --workspace."),
            ) from error
        self._take()
        self._sweep()

    def _make(self) -> None:
        """Make the folders, for us alone."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        self.folder.mkdir(exist_ok=True, mode=0o700)
        for name in ("sources", "presets"):  # made once there is something to keep in them
            _refuse_link(self.folder / name)
        for part in (self.datasets, self.uploads, self.exports):
            _refuse_link(part)
            part.mkdir(exist_ok=True, mode=0o700)
        self._lock = _open_privately(self.folder / "in-use")

    @property
    def datasets(self) -> Path:
        """Where data sets lie."""
        return self.folder / "datasets"

    @property
    def uploads(self) -> Path:
        """Where files lie until they are read."""
        return self.folder / "uploads"

    @property
    def exports(self) -> Path:
        """Where written files wait to be fetched."""
        return self.folder / "exports"

    def close(self) -> None:
        """Let other processes have the folder."""
        self._lock.close()

    def place(self, dataset_id: str) -> Path:
        """The folder of a data set that is there."""
        folder = self.datasets / dataset_id
        if not is_id(dataset_id) or not (folder / "dataset.json").is_file():
            raise NotFound(say("There is no such data set."), say("It may have been deleted."))
        if has_link(folder):
            raise DataError(
                say(
                    "The data set '{id}' is a link to another place, or contains one.",
                    id=dataset_id,
                ),
                UNLINK,
            )
        return folder

    def record(self, dataset_id: str) -> Record:
        """What is known of a data set."""
        try:
            written = parse_json((self.place(dataset_id) / "dataset.json").read_bytes())
            return _checked(Record(**written), dataset_id)
        except (OSError, ValueError, TypeError) as error:
            raise DataError(
                say("What is known of the data set '{id}' cannot be read.", id=dataset_id),
                say("Restore its folder from a backup, or delete it."),
            ) from error

    def records(self) -> list[Record]:
        """All data sets that can be read, the newest first."""
        names = [folder.name for folder in self.datasets.iterdir() if is_id(folder.name)]
        known = [record for name in names if (record := self._find_record(name)) is not None]
        return sorted(known, key=lambda record: (record.created, record.id), reverse=True)

    def _find_record(self, dataset_id: str) -> Record | None:
        """What is known of a data set; None if it was just deleted, or is damaged."""
        try:
            return self.record(dataset_id)
        except (DataError, NotFound):
            return None

    def create(
        self,
        name: str,
        owner: str,
        fill: Callable[[Path], tuple[int, int]],
        place: str | None = None,
    ) -> Record:
        """Make a data set; `fill` writes its data and tells the number of rows and columns."""
        dataset_id = new_id()
        making = self.datasets / f"{_PASSING}{dataset_id}"
        making.mkdir(mode=0o700)
        try:
            rows, columns = fill(making)
            record = Record(dataset_id, display_name(name), rows, columns, now(), owner, place)
            _write_durably(making / "dataset.json", json.dumps(asdict(record)))
            making.rename(self.datasets / dataset_id)
        except BaseException:
            shutil.rmtree(making, ignore_errors=True)
            raise
        sync_folder(self.datasets)
        return record

    def rewrite(self, record: Record) -> None:
        """Keep what is now known of a data set that is there."""
        place = self.place(record.id) / "dataset.json"
        part = place.with_name(f".{place.name}")
        _write_durably(part, json.dumps(asdict(record)))
        part.replace(place)
        sync_folder(place.parent)

    def delete(self, dataset_id: str) -> None:
        """Remove a data set and everything of it."""
        going = self.datasets / f"{_PASSING}{dataset_id}"
        self.place(dataset_id).rename(going)
        sync_folder(self.datasets)
        shutil.rmtree(going)
        for export in self.exports.glob(f"{dataset_id}-*"):
            shutil.rmtree(export, ignore_errors=True)

    def _take(self) -> None:
        if not _LOCKS:
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise Busy(
                say("The workspace '{folder}' is in use by another incrowd.", folder=self.folder),
                say("Stop that one, or choose another folder with --workspace."),
            ) from error

    def _sweep(self) -> None:
        """Remove what a killed process left behind."""
        unfinished = [
            folder for folder in self.datasets.iterdir() if folder.name.startswith(_PASSING)
        ]
        for leftover in (*unfinished, *self.uploads.iterdir(), *self.exports.iterdir()):
            remove(leftover)


def _checked(record: Record, dataset_id: str) -> Record:
    """A record as it was written: one of other types would break the list of all."""
    texts = (record.name, record.created, record.owner, record.place or "")
    numbers = (record.rows, record.columns)
    if record.id != dataset_id or not all(isinstance(text, str) for text in texts):
        raise ValueError(dataset_id)
    if not all(type(number) is int and 0 <= number < 2**63 for number in numbers):
        raise ValueError(dataset_id)
    return record


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process has the lock, and have it within the block."""
    with _open_privately(path) as lock:
        if _LOCKS:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def read_own(path: Path) -> bytes:
    """What a file of ours says; what a link in its place leads to is neither read nor told."""
    if path.is_symlink():
        raise WorkspaceError(
            say("The file '{path}' is a link to another place.", path=path), UNLINK
        )
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_LINK), "rb") as file:
        return file.read()


def has_link(folder: Path) -> bool:
    """Whether a folder is a link to elsewhere, or has one in it, however deep."""
    if folder.is_symlink() or not folder.is_dir():
        return folder.is_symlink()
    with os.scandir(folder) as entries:
        return any(
            entry.is_symlink() or (entry.is_dir() and has_link(Path(entry.path)))
            for entry in entries
        )


def remove(place: Path) -> None:
    """Remove a folder or a file if it is there; of a link nothing is deleted but itself."""
    shutil.rmtree(place, ignore_errors=True)
    if place.is_symlink() or place.exists():
        place.unlink(missing_ok=True)


def _open_privately(path: Path) -> IO[str]:
    """A file that only we can open: whoever may open a lock can hold it."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | _NO_LINK, 0o600), "w")


def _refuse_link(folder: Path) -> None:
    """What lies in our folders is deleted one day; what a link leads to is not ours."""
    if folder.is_symlink():
        raise DataError(
            say("The folder '{folder}' is a link to another place.", folder=folder),
            say("Choose a workspace on another disk with --workspace."),
        )


def _write_durably(path: Path, text: str) -> None:
    file: IO[str]
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
