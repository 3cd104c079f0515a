"""Turn what an engine counted into a crowd: texts become dense codes, once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.grouping import Positions, Sizes, group
from incrowd.crowd.packing import pack
from incrowd.crowd.sensitive import Sensitive
from incrowd.engines.source import ROWS
from incrowd.hierarchies.hierarchy import Domain
from incrowd.table import Attribute, Kind, Profile


def build_crowd(
    tally: pa.Table, quasi: Sequence[Attribute], sensitive: Sequence[Attribute]
) -> Crowd:
    """Build the crowd from distinct combinations of quasi-identifiers and sensitive attributes."""
    weights = np.array(tally.column(ROWS).to_numpy(), np.int64)  # a copy: kernels want it writable
    coded = [_encode(tally.column(one.name), one, weights) for one in (*quasi, *sensitive)]
    domains = [domain for domain, _ in coded[: len(quasi)]]
    codes = [code for _, code in coded[: len(quasi)]]
    first, counts, tuple_of = _distinct(domains, codes, weights)
    return Crowd(
        domains=tuple(domains),
        codes=tuple(np.ascontiguousarray(code[first]) for code in codes),
        counts=counts,
        sensitive=tuple(
            Sensitive(domain, tuple_of, values, weights) for domain, values in coded[len(quasi) :]
        ),
    )


def _distinct(
    domains: list[Domain], codes: list[Positions], weights: Sizes
) -> tuple[Positions, Sizes, Positions]:
    as_is = [np.arange(len(domain.values), dtype=np.int32) for domain in domains]
    everything = np.arange(len(weights), dtype=np.int32)
    keys, space = pack(codes, as_is, [max(len(one), 1) for one in as_is], everything)
    return group(keys, weights, space)


def _encode(
    column: pa.ChunkedArray, attribute: Attribute, weights: Sizes
) -> tuple[Domain, Positions]:
    """Code a column by the rank of its values, the missing value last."""
    combined = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if not pa.types.is_dictionary(combined.type):
        combined = combined.dictionary_encode()
    found = combined.dictionary.to_pylist()
    missing = combined.null_count > 0
    raw = pc.fill_null(combined.indices, len(found)).to_numpy(zero_copy_only=False)
    order = sorted(range(len(found)), key=_value_order(found, attribute.profile))
    rank = np.empty(len(found) + 1, np.int32)
    rank[order] = np.arange(len(found), dtype=np.int32)
    rank[len(found)] = len(found)
    codes = np.ascontiguousarray(rank[raw])
    values = tuple([found[position] for position in order] + ([None] if missing else []))
    counts = np.bincount(codes, weights, minlength=len(values)).astype(np.int64)
    return Domain(attribute, values, counts), codes


def _value_order(values: list[str], profile: Profile) -> Callable[[int], tuple[int, float, str]]:
    """Numbers by size, dates by time, everything else as text, after them."""
    measure = value_of(profile)
    sizes = [measure(value) for value in values]
    return lambda index: (
        (1, 0.0, values[index]) if (size := sizes[index]) is None else (0, size, values[index])
    )


def value_of(profile: Profile) -> Callable[[str], float | None]:
    """How to read a value of this column as a number: its size, or its date in seconds."""
    if profile.kind.numeric:
        return _decimal_comma if profile.decimal_comma else _number
    if profile.kind in (Kind.DATE, Kind.TIMESTAMP):
        return lambda value: _seconds(value, profile.date_format)
    return lambda value: None


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def _decimal_comma(value: str) -> float | None:
    return _number(value.replace(",", "."))


def _seconds(value: str, date_format: str | None) -> float | None:
    try:
        moment = (
            datetime.strptime(value, date_format) if date_format else datetime.fromisoformat(value)
        )
    except ValueError:
        return None
    return (moment.replace(tzinfo=None) - datetime(1970, 1, 1)).total_seconds()
