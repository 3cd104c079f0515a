"""Tables of hundreds of columns: they take other ways to the same answers."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from stored_rows import Keeper, Row, tuples_of

from incrowd.engines.stored import text_counts
from incrowd.engines.stored.page import PageRequest

WIDE = 230
NAMES = [f"c{place}" for place in range(WIDE)]
VALUES = ["a", "b", "é", "", "Z", None]


@pytest.fixture
def rows() -> list[Row]:
    chance = random.Random(5)
    drawn = [tuple(chance.choice(VALUES) for _ in NAMES) for _ in range(12)]
    return [*drawn, *drawn[:4], drawn[0]]


def test_rows_are_found_by_all_of_their_values(kept: Keeper, rows: list[Row]) -> None:
    table = kept(rows, NAMES)
    stored = [row.cells for row in table.page(PageRequest(limit=99)).rows]
    counts = Counter(stored)
    chosen = tuples_of(NAMES, {row: (count > 1, count) for row, count in counts.items()})
    shown = table.page(PageRequest(limit=99, kept=chosen)).rows
    wanted = [(number, counts[row]) for number, row in enumerate(stored, 1) if counts[row] > 1]
    assert [(row.row, row.size) for row in shown] == wanted


@pytest.mark.parametrize("cells", [10**9, 40, 1], ids=["at once", "two at a time", "one by one"])
def test_texts_are_counted_alike_here_and_there(
    kept: Keeper, rows: list[Row], cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_counts, "_CELLS", cells)
    table = kept(rows, NAMES)
    stored = [row.cells for row in table.page(PageRequest(limit=99)).rows]
    counts = Counter(stored)
    chosen = tuples_of(NAMES, {row: (count > 1, count) for row, count in counts.items()})
    found = table.count_texts(NAMES, {}, chosen)
    for place, name in enumerate(NAMES):
        texts = Counter(row[place] for row in stored if counts[row] > 1 and row[place] is not None)
        wanted = sorted(texts.items(), key=lambda pair: (-pair[1], str(pair[0]).encode()))
        assert list(found[name]) == wanted


def test_a_table_of_thousands_of_columns_is_judged(tmp_path: Path) -> None:
    import incrowd

    path = tmp_path / "wide.csv"
    names = [f"c{place}" for place in range(2_000)]
    path.write_text(f"{','.join(names)}\n{','.join('12345678'[n % 8] for n in range(2_000))}\n")
    with incrowd.open(path, quasi=names) as dataset:
        assert dataset.risk().uniques == 1
        assert not dataset.verdict("public").holds
