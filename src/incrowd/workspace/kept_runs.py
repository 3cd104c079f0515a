"""The results of automatic methods on a data set, kept on the disk until somebody discards them.

runs = KeptRuns(folder / "runs", table_at)
runs.put(run), runs.peek(run.id), runs.answers(), runs.drop(run.id)

Results of earlier processes are read when somebody asks for them first. One that is damaged or no
longer fits the data is gone, with a note that says so; all others stay.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Final

from incrowd.errors import CrowdTooLarge, IncrowdError, InvalidParameter
from incrowd.language import Message, say
from incrowd.workspace.folder import is_id, remove
from incrowd.workspace.run_facts import Facts, Run, describe_run, read_facts, write_facts
from incrowd.workspace.run_files import (
    NoLongerFits,
    TableAt,
    remove_run,
    restore_run,
    write_run,
)

FOLDER: Final = "runs"
MOST: Final = 200
"""Results of a data set that are kept."""
MOST_CELLS: Final = 100_000_000
"""Cells of all results of a data set: about 400 MB in memory, and as much on the disk."""
MOST_PROPOSED: Final = 6
"""Runs of ready proposals that are kept, unless somebody gave them a name."""
MOST_NOTES: Final = 10


@dataclass
class _Kept:
    """What is known of a result, and the result itself once somebody has asked for it."""

    facts: Facts
    run: Run | None = None
    on_disk: bool = True


class KeptRuns:
    """The results of one data set, the oldest first."""

    def __init__(self, folder: Path, table_at: TableAt) -> None:
        self._folder, self._table_at = folder, table_at
        self._lock = RLock()
        self._kept: dict[str, _Kept] | None = None
        """None until they are looked for on the disk."""
        self._number = 0
        self._notes: deque[Message] = deque(maxlen=MOST_NOTES)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What happened to results that are gone, or will not outlive the server."""
        with self._lock:
            self._known()
            return tuple(self._notes)

    def put(self, run: Run) -> None:
        """Keep a result, in memory and on the disk."""
        with self._lock:
            known = self._known()
            self._number += 1
            facts = self._write(run, self._number)
            described = facts or describe_run(run, self._number)
            known[run.id] = _Kept(described, run, on_disk=facts is not None)
            self._make_room()

    def rename(self, run: Run, name: str | None) -> Run:
        """Call a result by a name, or no longer by one."""
        with self._lock:
            kept = self._known()[run.id]
            facts = replace(kept.facts, name=name)
            if kept.on_disk:
                write_facts(self._folder, facts)
            kept.facts = facts
            kept.run = replace(run, name=name)
            return kept.run

    def peek(self, run_id: str) -> Run | None:
        """A result by its id, if it is kept."""
        with self._lock:
            return self._restored(run_id)

    def answers(self) -> list[Run]:
        """All results, the oldest first."""
        with self._lock:
            runs = [self._restored(run_id) for run_id in list(self._known())]
            return [run for run in runs if run is not None]

    def drop(self, run_id: str) -> None:
        """Forget a result, on the disk as well."""
        with self._lock:
            if self._known().pop(run_id, None) is not None:
                remove_run(self._folder, run_id)

    def _known(self) -> dict[str, _Kept]:
        if self._kept is None:
            self._kept = {}
            facts = sorted(self._read_all(), key=lambda each: (each.number, each.id))
            self._kept |= {each.id: _Kept(each) for each in facts}
            self._number = max((each.number for each in facts), default=0)
        return self._kept

    def _read_all(self) -> list[Facts]:
        """What is written of every result; what a killed process left half written is removed."""
        if self._folder.is_symlink() or not self._folder.is_dir():
            return []
        found = []
        written = sorted(self._folder.iterdir())
        results = {each.stem for each in written if each.suffix == ".json" and is_id(each.stem)}
        for path in written:
            if path.stem not in results:
                remove(path)
            elif path.suffix == ".json" and (facts := self._read(path)) is not None:
                found.append(facts)
        return found

    def _read(self, path: Path) -> Facts | None:
        try:
            return read_facts(path)
        except (OSError, ValueError, IncrowdError):
            remove_run(self._folder, path.stem)
            self._note(say("A kept result was damaged on the disk and is gone. All others stay."))
            return None

    def _restored(self, run_id: str) -> Run | None:
        """A result with its figures, read from the disk if that has not been done."""
        kept = self._known().get(run_id)
        if kept is None or kept.run is not None:
            return None if kept is None else kept.run
        name = _name_of(kept.facts)
        try:
            kept.run = restore_run(self._folder, kept.facts, self._table_at)
        except CrowdTooLarge:  # not gone: the data set must be read in another way first
            return None
        except NoLongerFits:
            self.drop(run_id)
            self._note(
                say(
                    "The result {name} was found on other data, roles or hierarchies, and is gone.",
                    name=name,
                )
            )
        except (OSError, ValueError, InvalidParameter):
            self.drop(run_id)
            self._note(
                say(
                    "The result {name} was damaged on the disk and is gone. All others stay.",
                    name=name,
                )
            )
        return kept.run

    def _write(self, run: Run, number: int) -> Facts | None:
        """Write a result; None where the disk takes none, which must not lose what was found."""
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            return write_run(self._folder, run, number)
        except (OSError, IncrowdError) as error:
            why = error.message if isinstance(error, IncrowdError) else (error.strerror or "")
            self._note(
                say("The newest result is lost once the server stops: {why}", why=why or "…")
            )
            return None

    def _make_room(self) -> None:
        """Forget old proposals that have no name, and what else is old where there is no room."""
        for old in self._excess():
            self.drop(old.id)
            if not old.proposed:
                self._note(
                    say(
                        "The result {name} made room for newer ones. Discard what you do not need.",
                        name=_name_of(old),
                    )
                )

    def _excess(self) -> list[Facts]:
        """What must go: those without a name first, the newest never."""
        known = [kept.facts for kept in self._known().values()]
        nameless = [facts for facts in known if facts.proposed and facts.name is None]
        gone = nameless[:-MOST_PROPOSED]
        left = [facts for facts in known if facts not in gone]
        too_many = len(left) - MOST
        too_large = sum(facts.cells for facts in left) - MOST_CELLS
        for old in sorted(left[:-1], key=lambda facts: facts.name is not None):
            if too_many > 0 or too_large > 0:
                gone.append(old)
                too_many, too_large = too_many - 1, too_large - old.cells
        return gone

    def _note(self, words: Message) -> None:
        self._notes.append(words)


def _name_of(facts: Facts) -> Message:
    if facts.name is not None:
        return say("'{name}'", name=facts.name)
    when = facts.at[:16].replace("T", " ")
    return say("for k = {k:,} of {at}", k=facts.request.k, at=when)
