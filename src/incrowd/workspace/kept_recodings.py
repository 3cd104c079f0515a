"""Recodings that were decided, kept on the disk so that they need not be found again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
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
from incrowd.search.methods import method
from incrowd.search.recoding import Recoding
from incrowd.search.regions import Figures

FOLDER: Final = "recodings"
FIRST_NAMES: Final = (
    (
        "strength='linear', max_suppression=0.05, utility='entropy'",
        "max_suppression=0.05, utility='loss'",
    ),
    ("strength=None, ", ""),
    (", aggregate=()", ""),
)
"""What requests did not say before 0.3, when there was one strength and one measure."""


def request_for(recode: Recode) -> AnonymizationRequest:
    """What a decision asks for; options that its method does not know are left out."""
    chosen = method(recode.method)
    return AnonymizationRequest(
        k=recode.k,
        l=recode.l,
        diversity=recode.diversity,
        t=recode.t,
        method=recode.method,
        priority=recode.priority,
        suppression=cast(SuppressionReading, recode.suppression),
        utility=recode.utility if "utility" in chosen.options else None,
        strength=recode.strength if chosen.strengths else None,
        max_suppression=recode.max_suppression,
        weights=dict(recode.weights),
        lowest=dict(recode.lowest),
        highest=dict(recode.highest),
        aggregate=recode.aggregate,
        epsilon=recode.epsilon,
        delta=recode.delta,
    )


def recall(folder: Path, table: OpenTable, recode: Recode) -> Outcome:
    """The outcome of a recoding: read if it is on the disk, found and kept there if not."""
    request = request_for(recode)
    protections = request.protections(table)
    known = read_recoding(_path(folder, table, request, protections, recode.draw), table)
    if known is not None:
        return restore_outcome(table, request, protections, *known)
    outcome = anonymize(table, request)
    keep(folder, outcome, recode.draw)
    return outcome


def identify_draw(outcome: Outcome) -> str:
    """Which draw a random sample is: two that were asked for alike are different releases."""
    if "epsilon" not in method(outcome.request.method).options:
        return ""
    recoding = outcome.recoding
    drawn = (recoding.tuples, recoding.counts, recoding.kept)
    return hashlib.sha256(b"".join(each.tobytes() for each in drawn)).hexdigest()[:16]


def keep(folder: Path, outcome: Outcome, draw: str = "") -> None:
    """Keep a recoding on the disk."""
    path = _path(folder, outcome.dataset, outcome.request, outcome.protections, draw)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    write_recoding(path, outcome)


def write_recoding(path: Path, outcome: Outcome) -> None:
    """Write the recoding of an outcome to a file of ours."""
    recoding = outcome.recoding
    with write_atomically(path) as part, part.open("wb") as file:
        np.savez(
            file,
            tuples=recoding.tuples,
            counts=recoding.counts,
            levels=recoding.levels,
            kept=recoding.kept,
            unranked=_unranked(outcome),
            **({} if recoding.groups is None else {"groups": recoding.groups}),
            not_drawn=np.array([outcome.result.not_drawn or 0]),
        )


def _unranked(outcome: Outcome) -> Figures:
    """What each attribute keeps without ranks; nothing where that is not known."""
    shares = [kept.unranked for kept in outcome.result.kept if kept.unranked is not None]
    return np.array(shares, np.float64)


def _path(
    folder: Path,
    table: OpenTable,
    request: AnonymizationRequest,
    protections: tuple[Protection, ...],
    draw: str = "",
) -> Path:
    """A name that differs wherever the recoding may: by request, roles, protections, hierarchies.

    What is asked for stands there under the name it had first, so that old workspaces fit.
    """
    name = repr(replace(request, utility=request.objective, strength=request.rank_strength))
    name = name.replace(type(request).__name__, "Wish", 1)
    for text, at_first in FIRST_NAMES:
        name = name.replace(text, at_first, 1)
    digest = hashlib.sha256(f"({name}, {protections!r})".encode())
    if (request.epsilon, request.delta) != (None, None):
        digest.update(repr((request.epsilon, request.delta)).encode())
    digest.update(draw.encode())
    for attribute in table.attributes:
        digest.update(repr((attribute.name, attribute.role.value)).encode())
    for name, hierarchy in sorted(table.hierarchies.items()):
        digest.update(repr((name, to_csv(hierarchy))).encode())
    return folder / FOLDER / f"{digest.hexdigest()[:32]}.npz"


def read_recoding(path: Path, table: OpenTable) -> tuple[Recoding, Mapping[str, float], int] | None:
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
            groups=arrays.get("groups"),
        )
    except (OSError, EOFError, ValueError, KeyError, BadZipFile):
        return None
    if not _fits(recoding, recoding.crowd):
        return None
    # before 0.3 nothing was kept of what is left without ranks
    shares = arrays.get("unranked", np.empty(0)).tolist()
    not_drawn = int(arrays.get("not_drawn", np.zeros(1, np.int64)).sum())
    return recoding, dict(zip(recoding.crowd.names, shares, strict=False)), not_drawn


def _fits(recoding: Recoding, crowd: Crowd) -> bool:
    parts = len(recoding.tuples)
    shapes = (recoding.counts.shape, recoding.kept.shape, recoding.levels.shape)
    if recoding.groups is not None and recoding.groups.shape != (parts,):
        return False
    if shapes != ((parts,), (parts,), (len(crowd.names), parts)):
        return False
    if parts and not 0 <= recoding.tuples.min() <= recoding.tuples.max() < len(crowd.counts):
        return False
    rows = np.bincount(recoding.tuples, recoding.counts, minlength=len(crowd.counts))
    heights = np.array(crowd.heights)[:, None]
    return bool(np.array_equal(rows, crowd.counts) and (recoding.levels <= heights).all())
