"""Fold the persons of a counted source: those with the same combinations of values become one.

Whatever is asked of a join is the same of people who have the same rows, so they need not be told
apart in it: `fold_persons(tally, "patient_id", ["zip"])` counts how many there are of each kind. A
row without a key is a person of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.multisets import Entries, number_multisets
from incrowd.kernels.packing import pack


@dataclass(frozen=True, eq=False)
class FoldedPersons:
    """Combinations of values, once for each kind of person who has them."""

    table: pa.Table
    kinds: Positions
    """The kind of person of each combination."""
    people: Sizes
    """How many people there are of each kind."""


def fold_persons(tally: pa.Table, key: str, names: Sequence[str]) -> FoldedPersons:
    """Put people together who have the same combinations of some columns, as the key tells them.

    >>> visits = pa.table({"ill": ["flu", "flu", "flu"], "id": ["a", "b", None], ROWS: [1, 2, 3]})
    >>> folded = fold_persons(visits, "id", ["ill"])
    >>> folded.table.to_pydict(), folded.people.tolist()
    ({'ill': ['flu'], 'incrowd_rows': [6]}, [5])
    """
    rows = _copied(tally.column(ROWS), np.int64)
    combination, found = number_combinations([tally.column(name) for name in names], len(rows))
    combinations = len(found)
    persons, anonymous = code_persons(tally.column(key))
    # whoever has no key has one row; as many such people are alike as there are such rows
    owner = persons.astype(np.int64)
    owner[anonymous] = int(persons.max(initial=-1)) + 1 + np.arange(int(anonymous.sum()))
    order = np.argsort(owner, kind="stable")
    _, starts = np.unique(owner[order], return_index=True)
    entries = Entries(
        np.append(starts, len(order)).astype(np.int64),
        np.ascontiguousarray(combination[order]),
        np.ones(len(order), np.int64),
    )
    numbers, count = number_multisets(entries, np.arange(combinations, dtype=np.int32))
    alike = np.where(anonymous, rows, 1)[order[entries.starts[:-1]]]
    kinds = np.empty(len(order), np.int32)
    kinds[order] = np.repeat(numbers, np.diff(entries.starts))
    keys = combination.astype(np.int64) * max(count, 1) + kinds
    first, totals, _ = group(keys, rows, max(combinations * count, 1))
    kept = tally.select(names).take(pa.array(first))
    return FoldedPersons(
        kept.append_column(ROWS, pa.array(totals)),
        kinds[first],
        np.bincount(numbers, alike, minlength=count).astype(np.int64),
    )


def code_persons(keys: pa.ChunkedArray) -> tuple[Positions, NDArray[np.bool_]]:
    """The number of each key, and which of them name nobody: missing or blank.

    >>> persons, anonymous = code_persons(pa.chunked_array([["b", " ", "b", None]]))
    >>> persons[~anonymous].tolist(), anonymous.tolist()
    ([0, 0], [False, True, False, True])
    """
    texts, codes = _coded(keys)
    blank = pc.equal(pc.utf8_trim_whitespace(texts.cast(pa.string())), "")
    named_nobody = np.array([*blank.to_pylist(), True], np.bool_)
    return codes, named_nobody[codes]


def count_people(tally: pa.Table, key: str) -> int:
    """How many people the rows of a tally are about, which has a line for every key."""
    persons, anonymous = code_persons(tally.column(key))
    rows = _copied(tally.column(ROWS), np.int64)
    return len(np.unique(persons[~anonymous])) + int(rows[anonymous].sum())


def number_combinations(
    columns: Sequence[pa.ChunkedArray], lines: int
) -> tuple[Positions, Positions]:
    """Number the combinations of some columns, and name a line of each; missing is a value here.

    >>> numbers, first = number_combinations([pa.chunked_array([["b", None, "b"]])], 3)
    >>> len(set(numbers.tolist())), len(first)
    (2, 2)
    """
    coded = [_coded(column) for column in columns]
    radices = [len(texts) + 1 for texts, _ in coded]
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    everyone = np.arange(lines, dtype=np.int32)
    keys, space = pack([codes for _, codes in coded], as_is, radices, everyone)
    first, _, numbers = group(keys, np.ones(lines, np.int64), space)
    return numbers, first


def _coded(column: pa.ChunkedArray) -> tuple[pa.Array, Positions]:
    """The texts, and the place of each value among them; the missing one comes behind them."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    chunks = column.unify_dictionaries().chunks
    texts = chunks[0].dictionary if chunks else pa.array([], pa.string())
    missing = pa.scalar(len(texts), pa.int32())
    parts = [pc.fill_null(chunk.indices.cast(pa.int32()), missing) for chunk in chunks]
    codes = np.concatenate([np.zeros(0, np.int32), *(_copied(part, np.int32) for part in parts)])
    return texts, codes


def _copied(array: pa.Array | pa.ChunkedArray, kind: type[np.int32 | np.int64]) -> NDArray:  # type: ignore[type-arg]
    """The numbers of an array that misses none, as an array that may be changed."""
    return np.array(array.to_numpy(), kind)
