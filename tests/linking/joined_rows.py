"""Joined rows spelled out, to compare with: `[("130**", "x", "flu"), …]`, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

from incrowd.engines.contract import ROWS
from incrowd.linking.joins.joined_rows import JoinedRows
from incrowd.linking.values.published_value import covers, meaning_of, overlaps

Row = tuple[str | None, ...]


def tally_of(rows: Sequence[Row], labels: Sequence[str]) -> pa.Table:
    """Count equal rows, as an engine does."""
    counted = Counter(rows)
    columns = {
        label: pa.array([row[place] for row in counted], pa.string())
        for place, label in enumerate(labels)
    }
    return pa.table({**columns, ROWS: pa.array(list(counted.values()), pa.int64())})


def joined_of(rows: Sequence[Row], labels: Sequence[str]) -> JoinedRows:
    return JoinedRows.from_tally(tally_of(rows, labels))


def may_be(text: str | None, known: str, published: set[str | None]) -> bool:
    """Whether a published text may be about somebody with a known value: the rule in words."""
    if text is None:
        return False
    if meaning_of(text).suppressed:
        return True
    if not meaning_of(known).generalised:
        return covers(text, known)
    return text == known if known in published else overlaps(text, known)


def slow_composition(
    values: Sequence[str | None], threshold: float
) -> tuple[int, int, float | None, int | None, bool]:
    """N, V, P, rule and breach of some rows' values."""
    counted = Counter(value for value in values if value is not None)
    n = sum(counted.values())
    if n == 0:
        return 0, 0, None, None, False
    p = max(counted.values()) / n
    rule = 1 if n == 1 or len(counted) == 1 else 2
    return n, len(counted), p, rule, rule == 1 or p >= threshold
