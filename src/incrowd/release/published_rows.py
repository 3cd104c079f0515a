"""From classes to rows: which label stands for each value, and which rows are published.

table.page(PageRequest(recodings=recodings(crowd, levels), kept=kept_tuples(classes)))
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.engines.stored.page import KeptTuples, Recoding
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions


def recodings(crowd: Crowd, levels: Sequence[int]) -> dict[str, Recoding]:
    """What is published of each value of the quasi-identifiers that are raised above level 0."""
    crowd = crowd.by_rows
    return {
        name: Recoding(tuple(crowd.domains[place].values), published_labels(crowd, place, level))
        for place, (name, level) in enumerate(zip(crowd.names, levels, strict=True))
        if level > 0
    }


def published_labels(crowd: Crowd, place: int, level: int) -> tuple[str, ...]:
    """The label at a level, from 1 on, of each value of a quasi-identifier."""
    ladder = crowd.by_rows.ladders[place]
    labels = ladder.hierarchy.labels[level - 1]
    return tuple(labels[code] for code in ladder.codes[level].tolist())


def kept_tuples(classes: Classes) -> KeptTuples:
    """Each combination of original values: whether it is published, and how large its class is.

    With a person key that is a part of the combination, and sizes are those of classes of persons.
    """
    names, columns, tuples = original_values(classes.crowd)
    members = classes.members[tuples]
    flags = [truth_values(classes.kept[members])]
    sizes = [whole_numbers(pa.int64(), classes.sizes[members])]
    return KeptTuples(names, pa.table([*columns, *flags, *sizes], [*names, "kept", "size"]))


def original_values(
    crowd: Crowd,
) -> tuple[tuple[str, ...], list[pa.DictionaryArray], Positions]:
    """The columns that combinations consist of, their values, and the tuple of each of them."""
    persons, rows = crowd.persons, crowd.by_rows
    if persons is None:
        everything = np.arange(len(crowd.counts), dtype=np.int32)
        return tuple(crowd.names), tuple_columns(crowd), everything
    key = _texts(persons.key, persons.line_keys)
    values = tuple_columns(rows, persons.line_tuples)
    return (persons.key.attribute.name, *crowd.names), [key, *values], persons.line_of


def tuple_columns(crowd: Crowd, tuples: Positions | None = None) -> list[pa.DictionaryArray]:
    """The original values of tuples, all of them if none are named, a column per attribute."""
    pairs = zip(crowd.domains, crowd.codes, strict=True)
    return [_texts(domain, codes if tuples is None else codes[tuples]) for domain, codes in pairs]


# Arrays are handed over as buffers: `pa.array` would load pandas for it, half a second.


def _texts(domain: Domain, codes: Positions) -> pa.DictionaryArray:
    """The values behind codes, without writing out a single one; the missing one becomes null."""
    values = [value for value in domain.values if value is not None]
    # the missing value comes last, so its code is the number of the others
    present = None if len(values) == len(domain.values) else codes < len(values)
    indices = whole_numbers(pa.int32(), codes, present)
    return pa.DictionaryArray.from_arrays(indices, pa.array(values, pa.string()))


def whole_numbers(
    kind: pa.DataType,
    numbers: NDArray[np.int32] | NDArray[np.int64],
    present: NDArray[np.bool_] | None = None,
) -> pa.Array:
    """Numbers as Arrow has them, missing where they are not present."""
    validity = None if present is None else _bits(present)
    data = pa.py_buffer(np.ascontiguousarray(numbers))
    return pa.Array.from_buffers(kind, len(numbers), [validity, data])


def truth_values(flags: NDArray[np.bool_]) -> pa.Array:
    """Truth values as Arrow has them."""
    return pa.Array.from_buffers(pa.bool_(), len(flags), [None, _bits(flags)])


def _bits(flags: NDArray[np.bool_]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(flags, bitorder="little"))
