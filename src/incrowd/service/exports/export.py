"""Hand out a data set as it stands: written, verified, kept for an hour to be fetched."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from incrowd.errors import NotFound
from incrowd.language import say
from incrowd.measures.enforcement import Held
from incrowd.progress import Progress
from incrowd.release.export import Release, write_release
from incrowd.service.exports.formats import list_output_formats
from incrowd.workspace.folder import Workspace, display_name, is_id, new_id
from incrowd.workspace.jobs import KEPT_SECONDS
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.tokens import User

TYPES: Final = {output.extension: output.media_type for output in list_output_formats()}


@dataclass(frozen=True)
class Handed:
    """A file that waits to be fetched, and what was proved on it."""

    export_id: str
    rows: int
    k: int
    l: int | None
    t: float | None
    verified: bool
    held: tuple[Held, ...]


def hand_out(
    workspace: Workspace, open_dataset: OpenDataset, form: str, progress: Progress
) -> Handed:
    """Write the published rows to a file and prove on the file that it holds what it promises."""
    snapshot = open_dataset.snapshot()
    sweep_exports(workspace)
    export_id = new_id()
    folder = workspace.exports / f"{open_dataset.record.id}-{export_id}"
    folder.mkdir(mode=0o700)
    try:
        published = snapshot.published
        release = Release(snapshot.classes, snapshot.state, published.kept, published.recodings)
        target = folder / _file_name(open_dataset.record.name, form)
        done = write_release(
            open_dataset.source, snapshot.dataset.table, release, target, form, progress
        )
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Handed(export_id, done.rows, done.k, done.l, done.t, done.verified, done.held)


def find_export(workspace: Workspace, user: User, export_id: str) -> Path:
    """The file that was written, if it is of a data set that the user may see."""
    folders = list(workspace.exports.glob(f"*-{export_id}")) if is_id(export_id) else []
    files = [file for folder in folders for file in folder.iterdir() if file.suffix in TYPES]
    if not files:
        raise NotFound(say("There is no such file (any more)."), say("Export the data again."))
    user.check(workspace.record(folders[0].name.partition("-")[0]))
    return files[0]


def sweep_exports(workspace: Workspace) -> None:
    """Remove files that nobody fetched for an hour."""
    limit = time.time() - KEPT_SECONDS
    for folder in workspace.exports.iterdir():
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


def _file_name(name: str, form: str) -> str:
    """What the file is called: `people.csv.gz` becomes `people-anonymised.parquet`.

    >>> _file_name("people.csv.gz", "parquet")
    'people-anonymised.parquet'
    """
    stem = name.partition(".")[0] or "data"
    return f"{display_name(stem, 80)}-anonymised.{form}"
