"""Which classes an engine is told of: those that are left out, or those that are kept, if fewer.

    classes = choose_classes([ages, towns], kept.kept)
    classes.table, classes.kept

Every combination comes with a code per column: the number of its label, or its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from incrowd.engines.stored.page import Parts
from incrowd.errors import EngineError
from incrowd.language import say

_KEPT: Final = "kept"


@dataclass(frozen=True, eq=False)
class ChosenClasses:
    """Classes by their codes, in columns g0, g1 and so on."""

    table: pa.Table
    kept: bool
    """Whether these are kept; else they are left out."""


def choose_classes(
    codes: Sequence[pa.Array], kept: pa.Array, *, only: bool = False
) -> ChosenClasses:
    """Take the fewer classes, or those that are kept if `only` these are known.

    >>> ages, kept = pa.array([1, 1, 2, 3]), pa.array([True, True, True, False])
    >>> chosen = choose_classes([ages], kept)
    >>> chosen.table.column("g0").to_pylist(), chosen.kept
    ([3], False)
    """
    names = [f"g{place}" for place in range(len(codes))]
    coded = pa.table([*codes, kept], [*names, _KEPT])
    classes = coded.group_by([*names, _KEPT]).aggregate([])
    if classes.num_rows > coded.group_by(names).aggregate([]).num_rows:
        raise EngineError(
            say(
                "Only some of the rows that look the same are removed, and an engine cannot "
                "tell them apart."
            ),
            say("Count the table again."),
        )
    published = classes.filter(classes.column(_KEPT))
    gone = classes.filter(pc.invert(classes.column(_KEPT)))
    if only or published.num_rows < gone.num_rows:
        return ChosenClasses(published, kept=True)
    return ChosenClasses(gone, kept=False)


def are_split(parts: Parts) -> bool:
    """Whether rows of one combination are published in different ways."""
    tuples = parts.table.column("tuple")
    return len(pc.unique(tuples)) < len(tuples)


def encode(column: pa.ChunkedArray) -> pa.DictionaryArray:
    """A column as codes into one dictionary."""
    whole = column.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = pa.concat_arrays(whole.unify_dictionaries().chunks)
    return whole if pa.types.is_dictionary(whole.type) else whole.dictionary_encode()
