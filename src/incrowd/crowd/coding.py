"""Turn what an engine counted into a crowd: texts become dense codes, once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.folding import Lines, fold
from incrowd.crowd.magnitude import size_of
from incrowd.crowd.sensitive import Sensitive
from incrowd.engines.contract import ROWS
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Keys, Positions, Sizes, group
from incrowd.kernels.packing import KEY_SPACE, pack
from incrowd.table import Attribute, Profile

THREADS = 2
"""Columns are coded side by side: Arrow and NumPy leave the interpreter alone."""

MOST_SORTED: Final = 1_000_000
"""Lines that are put in order; sorting more would take longer than counting them did."""

Number = TypeVar("Number", bound=np.number[Any])


def build_crowd(
    tally: pa.Table,
    quasi: Sequence[Attribute],
    sensitive: Sequence[Attribute],
    person: Attribute | None = None,
    *,
    keep_lines: bool = False,
) -> Crowd:
    """Build the crowd from distinct combinations of quasi-identifiers and sensitive attributes.

    With a person key among the columns it is a crowd of persons. Lines are put in the order of
    their values, unless they are to stay as they are in the tally.
    """
    weights = _numbers(pa.concat_arrays(tally.column(ROWS).chunks), np.int64).copy()
    with ThreadPoolExecutor(THREADS) as pool:
        encode = partial(_encode, tally, weights)
        columns = (*quasi, *sensitive, *([] if person is None else [person]))
        coded = list(pool.map(encode, columns))
        if not keep_lines:
            coded, weights = _sort_lines(pool, coded, weights)
    key = coded.pop() if person is not None else None
    domains = [domain for domain, _ in coded[: len(quasi)]]
    codes = [code for _, code in coded[: len(quasi)]]
    first, counts, tuple_of = _distinct(domains, codes, weights)
    crowd = Crowd(
        domains=tuple(domains),
        codes=tuple(np.ascontiguousarray(code[first]) for code in codes),
        counts=counts,
        sensitive=tuple(
            Sensitive(domain, tuple_of, values, weights) for domain, values in coded[len(quasi) :]
        ),
    )
    return crowd if key is None else _fold(crowd, key, tuple_of, weights)


def _sort_lines(
    pool: ThreadPoolExecutor, coded: list[tuple[Domain, Positions]], weights: Sizes
) -> tuple[list[tuple[Domain, Positions]], Sizes]:
    """Put the lines in the order of their values: engines count in any order.

    So sums of fractions come out the same to the last digit, and lists in the same order. Of very
    many lines the last digit of a sum may differ from one time to the next.
    """
    if len(weights) > MOST_SORTED:
        return coded, weights
    keys: list[Keys] = []
    space = KEY_SPACE + 1
    for domain, codes in coded:
        radix = max(len(domain.values), 1)
        if space * radix > KEY_SPACE:
            keys.append(codes.astype(np.int64))
            space = radix
        else:
            keys[-1] *= radix
            keys[-1] += codes
            space *= radix
    if not keys or bool(np.all(keys[0][1:] > keys[0][:-1])):
        return coded, weights
    order = np.argsort(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
    taken = pool.map(lambda codes: np.ascontiguousarray(codes[order]), (code for _, code in coded))
    ordered = [(domain, codes) for (domain, _), codes in zip(coded, taken, strict=True)]
    return ordered, np.ascontiguousarray(weights[order])


def _fold(
    crowd: Crowd, key: tuple[Domain, Positions], tuple_of: Positions, weights: Sizes
) -> Crowd:
    """Fold the rows of each person, the tuples in order, so that alike persons line up."""
    order = np.lexsort(crowd.codes[::-1]) if crowd.codes else np.arange(len(crowd.counts))
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return fold(crowd.in_order(), Lines(key[0], key[1], rank[tuple_of], weights))


def _distinct(
    domains: list[Domain], codes: list[Positions], weights: Sizes
) -> tuple[Positions, Sizes, Positions]:
    as_is = [np.arange(len(domain.values), dtype=np.int32) for domain in domains]
    everything = np.arange(len(weights), dtype=np.int32)
    keys, space = pack(
        codes, as_is, [max(len(codes_of_level), 1) for codes_of_level in as_is], everything
    )
    return group(keys, weights, space)


def _encode(tally: pa.Table, weights: Sizes, attribute: Attribute) -> tuple[Domain, Positions]:
    """Code a column by the rank of its values, the missing value last."""
    combined = pa.concat_arrays(tally.column(attribute.name).unify_dictionaries().chunks)
    if not pa.types.is_dictionary(combined.type):
        combined = combined.dictionary_encode()
    result = combined.dictionary
    raw = _numbers(combined.indices, np.int32)
    if combined.null_count:
        raw = np.where(_present(combined), raw, np.int32(len(result)))
    order = _order(result, attribute.profile)
    rank = np.empty(len(result) + 1, np.int32)
    rank[order] = np.arange(len(result), dtype=np.int32)
    rank[len(result)] = len(result)
    codes: Positions = rank[raw]
    missing = [None] if combined.null_count else []
    texts = result.to_pylist()
    values = (*(texts[position] for position in order), *missing)
    counts = np.bincount(codes, weights, minlength=len(values)).astype(np.int64)
    return Domain(attribute, values, counts), codes


def _numbers(array: pa.Array, kind: type[Number]) -> NDArray[Number]:
    """See the numbers of an array without a copy; `to_numpy` would load pandas, half a second."""
    values = np.frombuffer(array.buffers()[1], kind, len(array) + array.offset)
    return values[array.offset :]


def _present(array: pa.Array) -> NDArray[np.bool_]:
    """Tell which values are not missing."""
    bitmap = array.buffers()[0]
    if bitmap is None:
        return np.ones(len(array), np.bool_)
    bits = np.unpackbits(np.frombuffer(bitmap, np.uint8), bitorder="little")
    return bits[array.offset : array.offset + len(array)].astype(np.bool_)


def _order(values: pa.Array, profile: Profile) -> Sizes:
    """Sort values: numbers by size, dates by time, all others as text, after them."""
    by_text = _numbers(pc.array_sort_indices(values), np.uint64).astype(np.int64)
    if profile.kind.numeric or profile.date_format:
        texts = values.to_pylist()
        sizes = np.array([np.inf if (n := size_of(t, profile)) is None else n for t in texts])
        by_text = by_text[np.argsort(sizes[by_text], kind="stable")]
    return np.asarray(by_text, np.int64)
