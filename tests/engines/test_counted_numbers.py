"""The number of a combination tells its own rows, however many combinations come in at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pyarrow as pa
import pytest

from incrowd.engines import ROWS
from incrowd.engines.joins.join import Column, Join, JoinCondition
from incrowd.engines.joins.joined_sources import JoinedSources
from incrowd.table import Profile

MANY = 150_000
"""More than DuckDB puts into its tables in one go, so that several threads share the work."""


class Counted:
    """A source whose every text stands for its own number of rows, in several pieces."""

    name = "counted"

    def __init__(self) -> None:
        numbers = np.arange(MANY)
        texts = pa.array([f"t{number}" for number in numbers], pa.string())
        counts = pa.array(rows_of(numbers), pa.int64())
        whole = pa.table({"a": texts, ROWS: counts})
        self.table = pa.Table.from_batches(whole.to_batches(max_chunksize=20_000))
        self.rows = int(rows_of(numbers).sum())

    def profiles(self) -> tuple[Profile, ...]:
        return ()

    def tally(self, columns: object) -> pa.Table:
        return self.table

    def close(self) -> None:
        pass


def rows_of(number):
    return number % 997 + 1


OTHERS = [7 * number for number in range(50)]


@pytest.fixture
def fast() -> Iterator[JoinedSources]:
    other = Counted()
    other.table = pa.table({"a": [f"t{number}" for number in OTHERS], ROWS: [1] * len(OTHERS)})
    with closing(JoinedSources([Counted(), other])) as found:
        yield found


JOINS = [Join("inner", (JoinCondition(Column(0, "a"), Column(1, "a")),))]


@pytest.mark.slow
def test_rows_are_told_of_the_combination_that_has_them(fast: JoinedSources) -> None:
    found = fast.tally_with_partners(JOINS, [Column(0, "a")], numbered=True)
    texts = found.table.column("1.a").to_pylist()
    rows = found.rows[0][found.combination[0]].tolist()
    assert sorted(texts) == sorted(f"t{number}" for number in OTHERS)
    assert rows == [rows_of(int(text[1:])) for text in texts]
    assert found.table.column(ROWS).to_pylist() == rows


@pytest.mark.slow
def test_every_row_is_on_a_page(fast: JoinedSources) -> None:
    whole = fast.count(JOINS)
    seen = Counter(fast.page(JOINS, [Column(0, "a")], 0, whole).column("1.a").to_pylist())
    assert seen == {f"t{number}": rows_of(number) for number in OTHERS}
