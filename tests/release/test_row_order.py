"""Whether a release stands in the order of its original, told from the rows alone."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from incrowd.release.row_order import follows_order

CHANCE = np.random.default_rng(7)
AGES = [str(age) for age in CHANCE.integers(18, 90, 200)]
ZIPS = [str(code) for code in CHANCE.integers(10000, 99999, 200)]


def table(**columns: list[str | None]) -> pa.Table:
    return pa.table({name: pa.array(cells, pa.string()) for name, cells in columns.items()})


ORIGINAL = table(age=AGES, zip=ZIPS)


def bands(ages: list[str]) -> list[str | None]:
    return [f"{int(age) // 10 * 10}-{int(age) // 10 * 10 + 9}" for age in ages]


def masked(codes: list[str]) -> list[str | None]:
    return [f"{code[:2]}***" for code in codes]


def at(rows: list[int]) -> pa.Table:
    return table(age=bands([AGES[row] for row in rows]), zip=masked([ZIPS[row] for row in rows]))


EVERYTHING = list(range(200))
SOME = sorted(CHANCE.choice(200, 120, replace=False).tolist())


@pytest.mark.parametrize(
    ("release", "follows"),
    [
        (ORIGINAL, True),
        (at(EVERYTHING), True),
        (at(SOME), True),
        (at(EVERYTHING[::-1]), True),
        (at(CHANCE.permutation(200).tolist()), False),
        (at(CHANCE.permutation(SOME).tolist()), False),
        (ORIGINAL.take(CHANCE.permutation(200)), False),
        (ORIGINAL.slice(100).slice(0, 3), False),
        (table(other=AGES), False),
        (table(age=["young"] * 200), False),
        (table(age=["*"] * 200), False),
        (table(age=["*"] * 200, zip=ZIPS), True),
    ],
    ids=lambda value: "" if isinstance(value, bool) else f"{value.num_rows}",
)
def test_order(release: pa.Table, follows: bool) -> None:
    assert follows_order(release, ORIGINAL) == follows


def test_a_few_rows_out_of_place_do_not_hide_the_order() -> None:
    rows = [*EVERYTHING[50:], *EVERYTHING[:50]]
    assert follows_order(ORIGINAL.take(rows), ORIGINAL)


def test_missing_cells_fit_missing_cells() -> None:
    cells = [None if n % 3 == 0 else str(n) for n in range(60)]
    assert follows_order(table(x=cells), table(x=cells))
