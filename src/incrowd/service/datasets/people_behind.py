"""Look people of a population up in a release, where `20-29` and `130**` stand for several.

Where a table is checked as it is, nobody knows its levels. What it says is read as it is written,
as ranges, masks and sets; a word stands for itself.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from incrowd.crowd.crowd import Protection, ReleasePromise
from incrowd.crowd.people import Flags
from incrowd.dataset.open_table import OpenTable
from incrowd.linking.values.possible_values import fits_of


def read_published(table: OpenTable, protections: Sequence[Protection]) -> tuple[Protection, ...]:
    """The same promises with the population that a table was opened with, for a release."""
    return tuple(map(_read, table.with_people(protections)))


def _read(promise: Protection) -> Protection:
    if not isinstance(promise, ReleasePromise) or promise.population is None:
        return promise
    return replace(promise, population=promise.population.read_as(_match))


def _match(place: int, texts: Sequence[str | None], values: Sequence[str | None]) -> Flags:
    fits = fits_of(texts, values)
    return np.stack([fits.row(text) for text in range(len(texts))])
