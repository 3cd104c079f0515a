"""Recodings that were decided, kept on the disk so that they need not be found again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, cast
from zipfile import BadZipFile

import numpy as np

from incrowd.anonymization.anonymize import anonymize, restore_outcome
from incrowd.anonymization.outcome import Outcome
from incrowd.anonymization.request import AnonymizationRequest, SuppressionReading
from incrowd.crowd.crowd import Crowd, Protection
from incrowd.dataset.open_table import OpenTable
from incrowd.engines.files.atomic_write import write_atomically
from incrowd.hierarchies import to_csv
from incrowd.journal import Recode
from incrowd.search.recoding import Recoding

FOLDER: Final = "recodings"


def request_for(recode: Recode) -> AnonymizationRequest:
    """What a decision asks for."""
    return AnonymizationRequest(
        k=recode.k,
        l=recode.l,
        diversity=recode.diversity,
        t=recode.t,
        method=recode.method,
        priority=recode.priority,
        suppression=cast(SuppressionReading, recode.suppression),
    )


def recall(folder: Path, table: OpenTable, recode: Recode) -> Outcome:
    """The outcome of a recoding: read if it is on the disk, found and kept there if not."""
    request = request_for(recode)
    protections = request.protections(table)
    known = _read(_path(folder, table, request, protections), table)
    if known is not None:
        return restore_outcome(table, request, protections, known)
    outcome = anonymize(table, request)
    keep(folder, outcome)
    return outcome


def keep(folder: Path, outcome: Outcome) -> None:
    """Keep a recoding on the disk."""
    path = _path(folder, outcome.dataset, outcome.request, outcome.protections)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    recoding = outcome.recoding
    with write_atomically(path) as part, part.open("wb") as file:
        np.savez(
            file,
            tuples=recoding.tuples,
            counts=recoding.counts,
            levels=recoding.levels,
            kept=recoding.kept,
        )


def _path(
    folder: Path,
    table: OpenTable,
    request: AnonymizationRequest,
    protections: tuple[Protection, ...],
) -> Path:
    """A name that differs wherever the recoding may: by request, roles, protections, hierarchies.

    What is asked for stands there under the name it had first, so that old workspaces fit.
    """
    asked = repr((request, protections)).replace(type(request).__name__, "Wish", 1)
    digest = hashlib.sha256(asked.encode())
    for attribute in table.attributes:
        digest.update(repr((attribute.name, attribute.role.value)).encode())
    for name, hierarchy in sorted(table.hierarchies.items()):
        digest.update(repr((name, to_csv(hierarchy))).encode())
    return folder / FOLDER / f"{digest.hexdigest()[:32]}.npz"


def _read(path: Path, table: OpenTable) -> Recoding | None:
    """What was kept, unless it is damaged or does not fit the data."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: np.ascontiguousarray(stored[name]) for name in stored.files}
        recoding = Recoding(
            table.protected_crowd.in_order(),
            arrays["tuples"],
            arrays["counts"],
            arrays["levels"],
            arrays["kept"],
        )
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        return None
    return recoding if _fits(recoding, recoding.crowd) else None


def _fits(recoding: Recoding, crowd: Crowd) -> bool:
    parts = len(recoding.tuples)
    shapes = (recoding.counts.shape, recoding.kept.shape, recoding.levels.shape)
    if shapes != ((parts,), (parts,), (len(crowd.names), parts)):
        return False
    if parts and not 0 <= recoding.tuples.min() <= recoding.tuples.max() < len(crowd.counts):
        return False
    rows = np.bincount(recoding.tuples, recoding.counts, minlength=len(crowd.counts))
    heights = np.array(crowd.heights)[:, None]
    return bool(np.array_equal(rows, crowd.counts) and (recoding.levels <= heights).all())
