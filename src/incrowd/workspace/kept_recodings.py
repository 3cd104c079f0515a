"""Recodings that were decided, kept on the disk so that they need not be found again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, cast
from zipfile import BadZipFile

import numpy as np

from incrowd.crowd.crowd import Crowd
from incrowd.engines.files.atomic_write import placed
from incrowd.hierarchies import to_csv
from incrowd.journal import Recode
from incrowd.search.local_recoding.recoding import Recoding
from incrowd.service.automatic.anonymize import Outcome, anonymize, known_outcome
from incrowd.service.automatic.request import Diversity, Method, SuppressionReading, Wish
from incrowd.service.datasets.dataset import Dataset

FOLDER: Final = "recodings"


def wish_for(recode: Recode) -> Wish:
    """What a decision asks for."""
    return Wish(
        k=recode.k,
        l=recode.l,
        diversity=cast(Diversity, recode.diversity),
        t=recode.t,
        method=cast(Method, recode.method),
        priority=recode.priority,
        suppression=cast(SuppressionReading, recode.suppression),
    )


def recall(folder: Path, dataset: Dataset, recode: Recode) -> Outcome:
    """The outcome of a recoding: read if it is on the disk, found and kept there if not."""
    wish = wish_for(recode)
    path = _path(folder, dataset, wish)
    known = _read(path, dataset)
    if known is not None:
        return known_outcome(dataset, wish, known)
    outcome = anonymize(dataset, wish)
    keep(folder, outcome)
    return outcome


def keep(folder: Path, outcome: Outcome) -> None:
    """Keep a recoding on the disk."""
    path = _path(folder, outcome.dataset, outcome.wish)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    recoding = outcome.recoding
    with placed(path) as part, part.open("wb") as file:
        np.savez(
            file,
            tuples=recoding.tuples,
            counts=recoding.counts,
            levels=recoding.levels,
            kept=recoding.kept,
        )


def _path(folder: Path, dataset: Dataset, wish: Wish) -> Path:
    """A name that differs wherever the recoding may: by wish, roles, protections, hierarchies."""
    told = hashlib.sha256(repr((wish, wish.protections(dataset))).encode())
    for one in dataset.attributes:
        told.update(repr((one.name, one.role.value)).encode())
    for name, hierarchy in sorted(dataset.hierarchies.items()):
        told.update(repr((name, to_csv(hierarchy))).encode())
    return folder / FOLDER / f"{told.hexdigest()[:32]}.npz"


def _read(path: Path, dataset: Dataset) -> Recoding | None:
    """What was kept, unless it is damaged or does not fit the data."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            found = {name: np.ascontiguousarray(stored[name]) for name in stored.files}
        recoding = Recoding(
            dataset.protected_crowd.in_order(),
            found["tuples"],
            found["counts"],
            found["levels"],
            found["kept"],
        )
    except (OSError, ValueError, KeyError, BadZipFile):
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
