"""Guess from a sample of rows whether combinations are few: cheaper than counting all of them.

are_few(connection, table.place, keys, rows=10_000_000, most=5_000_000, values=[100, None])

Where the guess is wrong, the tally itself stops at one more than is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod, sqrt
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


@dataclass(frozen=True, eq=False)
class Sample:
    """Some rows of a table, as a table in a statement."""

    rows: exp.Expression
    at_random: bool
    """Whether every part of the table has its chance; first rows may all be of one day."""


def first_rows(table: TableName, wanted: int) -> Sample:
    """So many rows as come first, where drawing some at random would read all of them."""
    from sqlglot import exp

    rows = exp.select("*").from_(table.sql).limit(wanted).subquery("some_rows")
    return Sample(rows, at_random=False)


@runtime_checkable
class SamplesRows(Protocol):
    """A connection that can look at some rows of a table, for less than all of them cost."""

    def sample(self, table: TableName, wanted: int, rows: int) -> Sample:
        """About as many of its rows as are wanted."""

    def fetch(self, query: exp.Query, step: str) -> pa.Table:
        """The answer of a query."""


def are_few(
    connection: SamplesRows,
    table: TableName,
    keys: exp.Select,
    rows: int,
    most: int,
    values: Sequence[int | None],
) -> bool:
    """Whether a sample says that there are clearly fewer combinations of keys than `most`.

    `values` says how many different values each key has in the whole table, where that is known.
    """
    if rows < SAMPLED:
        return False
    sample = connection.sample(table, SAMPLED, rows)
    query = _count_sample(keys, sample.rows, count_values=not sample.at_random)
    try:
        answer = connection.fetch(query, "estimating from some rows")
    except EngineError:  # of a view no sample can be had
        return False
    ((seen, kinds, singles, *known),) = (
        [int(value or 0) for value in row.values()] for row in answer.to_pylist()
    )
    guess = guess_kinds(rows, seen, kinds, singles)
    if not sample.at_random:
        guess *= unseen_share(values, known)
    return seen >= _TOO_FEW and guess <= most / 2


def unseen_share(values: Sequence[int | None], seen: Sequence[int]) -> float:
    """By how much first rows must be exaggerated that do not have all values of their columns.

    Rows that lie together are often alike: of one day, or of one town. Values that were not seen
    are taken to have as many combinations as those that were.

    >>> unseen_share([365, 2, None], [5, 2, 70])
    73.0
    """
    pairs = zip(values, seen, strict=True)
    return prod(max(every / max(some, 1), 1.0) for every, some in pairs if every is not None)


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


def _count_sample(keys: exp.Select, sample: exp.Expression, *, count_values: bool) -> exp.Select:
    from sqlglot import exp

    counted = keys.from_(sample).select(exp.alias_(exp.Count(this=exp.Star()), "n"))
    once = exp.Case().when(exp.column("n").eq(1), exp.convert(1)).else_(exp.convert(0))
    names = [each.alias for each in keys.selects] if count_values else []
    values = [exp.Count(this=exp.Distinct(expressions=[exp.column(name)])) for name in names]
    return exp.select(
        exp.alias_(exp.Sum(this=exp.column("n")), "seen"),
        exp.alias_(exp.Count(this=exp.Star()), "kinds"),
        exp.alias_(exp.Sum(this=once), "singles"),
        *(exp.alias_(each, f"v{place}") for place, each in enumerate(values)),
    ).from_(counted.subquery("sampled"))
