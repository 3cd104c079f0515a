"""Guess from a sample of rows whether combinations are few: cheaper than counting all of them.

are_few(connection, table.place, keys, rows=10_000_000, most=5_000_000)

Where the guess is wrong, the tally itself stops at one more than is wanted.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from incrowd.engines.contract import TableName
from incrowd.errors import EngineError

if TYPE_CHECKING:
    import pyarrow as pa
    from sqlglot import exp

SAMPLED: Final = 200_000
"""Rows that are looked at, about."""
_TOO_FEW: Final = 10_000
"""Rows from which nothing is guessed."""


@runtime_checkable
class SamplesRows(Protocol):
    """A connection that can look at some rows of a table, for less than all of them cost."""

    def sample(self, table: TableName, wanted: int, rows: int) -> exp.Expression:
        """About as many of its rows as are wanted, as a table in a statement."""

    def fetch(self, query: exp.Query, step: str) -> pa.Table:
        """The answer of a query."""


def are_few(
    connection: SamplesRows, table: TableName, keys: exp.Select, rows: int, most: int
) -> bool:
    """Whether a sample says that there are clearly fewer combinations of keys than `most`."""
    if rows < SAMPLED:
        return False
    sample = connection.sample(table, SAMPLED, rows)
    try:
        answer = connection.fetch(_count_sample(keys, sample), "estimating from some rows")
    except EngineError:  # of a view no sample can be had
        return False
    ((seen, kinds, singles),) = (
        [int(value or 0) for value in row.values()] for row in answer.to_pylist()
    )
    return seen >= _TOO_FEW and guess_kinds(rows, seen, kinds, singles) <= most / 2


def guess_kinds(rows: int, seen: int, kinds: int, singles: int) -> float:
    """How many kinds there are among all rows, from a sample of them.

    Kinds that were seen once stand for others that were not seen (the GEE estimator: Charikar,
    Chaudhuri, Motwani, Narasayya: Towards estimation error guarantees for distinct values, 2000).

    >>> guess_kinds(rows=1_000_000, seen=10_000, kinds=50, singles=0)
    50.0
    >>> guess_kinds(rows=1_000_000, seen=10_000, kinds=9_000, singles=8_000)
    81000.0
    """
    return sqrt(rows / max(seen, 1)) * singles + kinds - singles


def _count_sample(keys: exp.Select, sample: exp.Expression) -> exp.Select:
    from sqlglot import exp

    counted = keys.from_(sample).select(exp.alias_(exp.Count(this=exp.Star()), "n"))
    once = exp.Case().when(exp.column("n").eq(1), exp.convert(1)).else_(exp.convert(0))
    return exp.select(
        exp.alias_(exp.Sum(this=exp.column("n")), "seen"),
        exp.alias_(exp.Count(this=exp.Star()), "kinds"),
        exp.alias_(exp.Sum(this=once), "singles"),
    ).from_(counted.subquery("sampled"))
