"""One line of the journal: something was decided, undone or redone, and what follows from all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from incrowd.journal.decisions import Decision, from_json, to_json

Deed = Literal["decide", "undo", "redo"]


@dataclass(frozen=True)
class Event:
    """What happened; the decision stands with the event that made it."""

    revision: int
    deed: Deed
    decision_id: str
    at: str
    decision: Decision | None = None

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
        return json.dumps(written).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Event:
        """Read a line; any error says that it is damaged."""
        written = json.loads(line)
        deed = written["event"]
        if deed not in ("decide", "undo", "redo"):
            raise ValueError(deed)
        decision = from_json(written["decision"]) if deed == "decide" else None
        return cls(written["revision"], deed, written["id"], written["at"], decision)


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
