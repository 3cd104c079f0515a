"""Whether two outcomes publish the same of every row: then they are one release."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incrowd.anonymization.outcome import Outcome
from incrowd.search.recoding import Recoding


def is_same_release(one: Outcome, other: Outcome) -> bool:
    """Whether the same columns are published, and the same rows with the same levels."""
    if one.dataset.table != other.dataset.table:
        return False
    if one.dataset.hierarchies != other.dataset.hierarchies:
        return False
    return bool(np.array_equal(_published(one.recoding), _published(other.recoding)))


def _published(recoding: Recoding) -> NDArray[np.int64]:
    """Original values, levels and rows of all that is published, in one order."""
    kept = np.flatnonzero(recoding.kept)
    tuples = recoding.tuples[kept]
    original = [codes[tuples] for codes in recoding.crowd.codes]
    keys = np.stack([*original, *recoding.levels[:, kept]]).astype(np.int64)
    distinct, place = np.unique(keys, axis=1, return_inverse=True)
    rows = np.zeros(distinct.shape[1], np.int64)
    np.add.at(rows, place.reshape(-1), recoding.counts[kept])
    return np.vstack([distinct, rows])
