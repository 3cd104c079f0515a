"""Decisions on disk, one line each, written before anybody gets an answer: `Journal.open(path)`.

A line without its end was never acknowledged (the process died while writing it), so it is dropped.
Each line ends in a check of what stands before it: one that was changed since is refused by name.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import Final, Literal

from incrowd.disk_errors import is_full
from incrowd.errors import (
    DamagedJournal,
    DiskFull,
    DiskNotWritable,
    InvalidParameter,
    NotFound,
    WorkspaceError,
)
from incrowd.journal.decisions import Decision, from_json, to_json
from incrowd.language import Message, say
from incrowd.strict_json import parse_json

Deed = Literal["decide", "undo", "redo"]
_KEYS: Final = frozenset({"revision", "event", "id", "at", "decision", "batch"})
_CHECKED: Final = re.compile(rb'(.*), "check": "([0-9a-f]{16})"}', re.DOTALL)
"""A line, and the check at its end that is made from all before it."""


@dataclass(frozen=True)
class Event:
    """What happened; the decision stands with the event that made it."""

    revision: int
    deed: Deed
    decision_id: str
    at: str
    decision: Decision | None = None
    batch: int | None = None
    """The revision of the first of several decisions that were taken at once."""

    def to_line(self) -> bytes:
        """The event as one line of JSON."""
        written: dict[str, object] = {
            "revision": self.revision,
            "event": self.deed,
            "id": self.decision_id,
            "at": self.at,
        }
        if self.decision is not None:
            written["decision"] = to_json(self.decision)
        if self.batch is not None:  # versions before 0.3 pass over it
            written["batch"] = self.batch
        body = json.dumps(written).encode()
        return body[:-1] + b', "check": "' + _check(body) + b'"}\n'

    @classmethod
    def from_line(cls, line: bytes) -> Event:
        """Read a line; any error says that it is damaged."""
        checked = _CHECKED.fullmatch(line.removesuffix(b"\n"))
        if checked and _check(checked[1] + b"}") != checked[2]:
            raise ValueError("another check")
        written = parse_json(line)
        # journals of older versions have no checks; a check that is misspelt is none
        if not checked and not written.keys() <= _KEYS:
            raise ValueError(written)
        deed = written["event"]
        if deed not in ("decide", "undo", "redo"):
            raise ValueError(deed)
        decision = from_json(written["decision"]) if deed == "decide" else None
        batch = written.get("batch")
        if batch is not None and not isinstance(batch, int):
            raise ValueError(batch)
        return cls(written["revision"], deed, written["id"], written["at"], decision, batch)


def _check(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:16].encode()


@dataclass(frozen=True)
class Entry:
    """A decision with the name by which it is undone."""

    id: str
    decision: Decision
    at: str


def active_at(events: Sequence[Event], revision: int) -> tuple[Entry, ...]:
    """The decisions in force after so many events, in the order in which they were made.

    A decision that is redone takes its old place, so that only the set of active decisions counts,
    never the order of undoing.
    """
    return tuple(_entries(events, revision, active=True))


def undone_at(events: Sequence[Event], revision: int) -> tuple[Entry, ...]:
    """The decisions that were undone and can be redone."""
    return tuple(_entries(events, revision, active=False))


def _entries(events: Sequence[Event], revision: int, *, active: bool) -> Iterable[Entry]:
    standing: dict[str, bool] = {}
    for event in events[:revision]:
        standing[event.decision_id] = event.deed != "undo"
    for event in events[:revision]:
        if event.decision is not None and standing[event.decision_id] is active:
            yield Entry(event.decision_id, event.decision, event.at)


Clock = Callable[[], str]


def now() -> str:
    """The time as it is written in the journal."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Journal:
    """The events of one data set; callers see to it that one thread writes at a time."""

    def __init__(self, path: Path, events: Sequence[Event] = (), clock: Clock = now) -> None:
        self.path = path
        self._events = list(events)
        self._clock = clock

    @classmethod
    def open(cls, path: Path, clock: Clock = now) -> Journal:
        """Read a journal, or begin one; what was not written to its end is cut off."""
        try:
            raw = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise DamagedJournal(
                say("The history of the decisions cannot be read: {why}.", why=error.strerror),
                say("Restore the folder of the data set from a backup, or delete the data set."),
            ) from error
        whole = raw[: raw.rfind(b"\n") + 1]
        events = [
            _read(line, number, path) for number, line in enumerate(whole.split(b"\n")[:-1], 1)
        ]
        rest = raw[len(whole) :]
        if _is_whole(rest[:-1]):  # it was written to its end, which is damaged
            raise _damaged(path, len(events) + 1, say("cannot be read"))
        if rest:
            os.truncate(path, len(whole))
        return cls(path, events, clock)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(self._events)

    @property
    def revision(self) -> int:
        """The number of events."""
        return len(self._events)

    @property
    def active(self) -> tuple[Entry, ...]:
        """The decisions in force, in the order in which they were made."""
        return active_at(self._events, self.revision)

    @property
    def undone(self) -> tuple[Entry, ...]:
        """The decisions that can be redone."""
        return undone_at(self._events, self.revision)

    def planned(self, *decisions: Decision, batch: int | None = None) -> tuple[Event, ...]:
        """The events that new decisions would be; those of one batch are one step."""
        return tuple(
            Event(revision, "decide", f"d{revision}", self._clock(), decision, batch)
            for revision, decision in enumerate(decisions, self.revision + 1)
        )

    def undoing(self, decision_id: str) -> Event:
        """The event that takes a decision back."""
        return self._turn("undo", decision_id, self.active, say("It is already undone."))

    def redoing(self, decision_id: str) -> Event:
        """The event that brings a decision back."""
        return self._turn("redo", decision_id, self.undone, say("It is already applied."))

    def jumping(self, revision: int) -> tuple[Event, ...]:
        """The events after which exactly those decisions are in force that were at a revision."""
        if not 0 <= revision <= self.revision:
            raise InvalidParameter(
                say("There is no revision {revision}.", revision=revision),
                say("Choose one from 0 to {revision}.", revision=self.revision),
            )
        then = {entry.id for entry in active_at(self._events, revision)}
        deeds: list[tuple[Deed, str]] = [
            ("undo", entry.id) for entry in reversed(self.active) if entry.id not in then
        ]
        deeds += [("redo", entry.id) for entry in self.undone if entry.id in then]
        return tuple(
            Event(number, deed, decision_id, self._clock())
            for number, (deed, decision_id) in enumerate(deeds, self.revision + 1)
        )

    def returning(self, decision_id: str) -> tuple[Event, ...]:
        """The events that take back every decision made after one that is in force."""
        ids = [entry.id for entry in self.active]
        if decision_id not in ids:
            raise NotFound(
                say("The decision '{decision_id}' is not in force.", decision_id=decision_id),
                say("Reload the page."),
            )
        later = ids[ids.index(decision_id) + 1 :]
        return tuple(
            Event(number, "undo", each, self._clock())
            for number, each in enumerate(reversed(later), self.revision + 1)
        )

    def append(self, *events: Event) -> None:
        """Write events; when this returns they are on the disk."""
        _write(self.path, b"".join(event.to_line() for event in events))
        self._events += events

    def _turn(
        self, deed: Deed, decision_id: str, among: Sequence[Entry], otherwise: Message
    ) -> Event:
        if any(entry.id == decision_id for entry in among):
            return Event(self.revision + 1, deed, decision_id, self._clock())
        if any(event.decision_id == decision_id for event in self._events):
            undone = say("Decision '{decision}' cannot be undone.", decision=decision_id)
            redone = say("Decision '{decision}' cannot be redone.", decision=decision_id)
            raise InvalidParameter(undone if deed == "undo" else redone, otherwise)
        raise NotFound(
            say("There is no decision '{decision_id}'.", decision_id=decision_id),
            say("Reload the page."),
        )


def _read(line: bytes, number: int, path: Path) -> Event:
    try:
        event = Event.from_line(line)
    except Exception as error:
        if _is_whole(line):
            raise _newer(number) from error
        raise _damaged(path, number, say("cannot be read")) from error
    if event.revision != number:
        raise _damaged(path, number, say("says that it is event {event}", event=event.revision))
    return event


def _is_whole(line: bytes) -> bool:
    """Whether a line is as it was written, so that only its writer knew more than we do."""
    checked = _CHECKED.fullmatch(line)
    return checked is not None and _check(checked[1] + b"}") == checked[2]


def _newer(number: int) -> DamagedJournal:
    return DamagedJournal(
        say("Decision {number} of the history was written by a newer incrowd.", number=number),
        say("Open the data set with that version; nothing of it was changed."),
    )


def _damaged(path: Path, number: int, what: Message) -> DamagedJournal:
    return DamagedJournal(
        say(
            "The journal '{path}' is damaged: line {number} {what}.",
            path=path,
            number=number,
            what=what,
        ),
        say("Restore the file from a backup, or delete the lines from there on."),
    )


def _write(path: Path, lines: bytes) -> None:
    """Append and wait until it is on the disk; after a failure the file is as it was before."""
    existed = path.exists()
    try:
        # without a buffer, which would try once more to write when the file is closed
        with path.open("ab", buffering=0) as file:
            _append(file, lines)
    except OSError as error:
        raise _unwritable(error) from error
    if not existed:
        sync_folder(path.parent)


def _append(file: FileIO, lines: bytes) -> None:
    before = file.tell()
    try:
        while lines:
            lines = lines[file.write(lines) :]
        os.fsync(file.fileno())
    except OSError:
        os.ftruncate(file.fileno(), before)
        raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; systems that cannot do it do not need it."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _unwritable(error: OSError) -> WorkspaceError:
    if is_full(error):
        return DiskFull(
            say("The decision could not be saved: the disk is full."),
            say("Free some space and try again."),
        )
    return DiskNotWritable(
        say("The decision could not be saved: {why}.", why=str(error.strerror)),
        say("Check that the folder of the data sets can be written to."),
    )
