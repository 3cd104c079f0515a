"""Put a small table into a workspace: read the first time, and copied for every further test.

Reading a file, storing it and counting its rows takes longer than most tests of what comes then.
"""

from __future__ import annotations

from pathlib import Path

from incrowd.progress import silent
from incrowd.workspace.folder import Record
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER

_stored: dict[tuple[str, bytes], tuple[Record, dict[str, bytes]]] = {}
"""By the name and the content of a file: what is known of it, and the files that it became."""


def add_copy(sessions: Sessions, path: Path) -> Record:
    """A new data set of the owner, as `sessions.add` makes it."""
    key = (path.name, path.read_bytes())
    if key not in _stored:
        record = sessions.add(OWNER, path, path.name, silent)
        folder = sessions.workspace.place(record.id)
        _stored[key] = record, {file.name: file.read_bytes() for file in folder.iterdir()}
        return record
    record, files = _stored[key]

    def fill(folder: Path) -> tuple[int, int]:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        return record.rows, record.columns

    return sessions.workspace.create(path.name, OWNER.name, fill)
