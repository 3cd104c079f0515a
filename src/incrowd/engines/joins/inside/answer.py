"""Read what an engine joined: texts as every engine writes them, and who stands in each line.

A source's combinations are numbered here, by the texts that they consist of; those of its rows that
found no partner are one more combination, in which nobody is joined.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.engines.contract import ROWS
from incrowd.engines.joins.inside.statement import JoinStatement
from incrowd.engines.joins.join import JoinedTally
from incrowd.engines.joins.persons import number_combinations
from incrowd.engines.remote.counting.spelling import Spelling
from incrowd.errors import InvalidParameter
from incrowd.language import say

_LARGEST: Final = 2**63 - 1


def read_numbered(statement: JoinStatement, answer: pa.Table) -> JoinedTally:
    """The joined combinations, with the number of the combination of each source."""
    texts, combination, rows = {}, {}, []
    weights = np.ones(answer.num_rows, np.int64)
    possible = np.ones(answer.num_rows, np.float64)
    for source, used in enumerate(statement.used):
        for name, own in zip(used, statement.names(source), strict=True):
            texts[source, name] = read_texts(answer.column(own))
        counts = answer.column(f"s{source}n").cast(pa.int64())
        own_rows = np.array(counts.fill_null(1).to_numpy())
        there = ~np.array(counts.is_null().to_numpy(), np.bool_)
        cells = [texts[source, name] for name in used]
        combination[source], known = _number(cells, there, own_rows)
        rest = statement.engine.sources[source].rows - int(known.sum())
        rows.append(np.append(known, rest) if rest > 0 else known)
        weights *= own_rows
        possible *= own_rows
    if answer.num_rows and possible.max() > _LARGEST:
        raise too_many_rows()
    labels = [f"{column.source + 1}.{column.name}" for column in statement.columns]
    cells = [
        spelled(texts[column.source, column.name], statement.spelling(column))
        for column in statement.columns
    ]
    table = pa.table([*cells, pa.array(weights)], [*labels, ROWS])
    return JoinedTally(table, combination, tuple(rows))


def _number(
    cells: Sequence[pa.DictionaryArray], there: NDArray[np.bool_], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The combination of a source in each line, -1 where it is not there, and the rows of each."""
    mask = pa.array(there)
    columns = [pa.chunked_array([each.filter(mask)]) for each in cells]
    numbers, first = number_combinations(columns, int(there.sum()))
    result = np.full(len(there), -1, np.int32)
    result[there] = numbers
    return result, rows[there][first]


def read_tally(
    statement: JoinStatement, answer: pa.Table, marked: Sequence[int]
) -> tuple[pa.Table, Mapping[int, NDArray[np.int32]]]:
    """The joined rows of each combination of the columns, and in which a source has a partner."""
    labels = [f"{column.source + 1}.{column.name}" for column in statement.columns]
    cells = [
        spelled(read_texts(answer.column(f"c{place}")), statement.spelling(column))
        for place, column in enumerate(statement.columns)
    ]
    counts = [int(text or 0) for text in answer.column("n").to_pylist()]
    if max(counts, default=0) > _LARGEST:
        raise too_many_rows()
    table = pa.table([*cells, pa.array(counts, pa.int64())], [*labels, ROWS])
    marks = {source: answer.column(f"m{source}").to_numpy().astype(np.int32) for source in marked}
    return table, marks


def read_texts(column: pa.ChunkedArray) -> pa.DictionaryArray:
    """Texts as codes into a dictionary."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(pa.string())
    return column.cast(pa.string()).combine_chunks().dictionary_encode()


def spelled(column: pa.DictionaryArray, spelling: Spelling) -> pa.DictionaryArray:
    """The same values as every engine writes them; no two of them become one."""
    if not spelling.plain:
        return column
    texts = [spelling.plain.get(text, text) for text in column.dictionary.to_pylist()]
    return pa.DictionaryArray.from_arrays(column.indices, pa.array(texts, pa.string()))


def too_many_rows() -> InvalidParameter:
    """Say that a number does not fit."""
    return InvalidParameter(
        say("The join gives too many rows to count."),
        say("Join fewer sources, or on more columns."),
    )
