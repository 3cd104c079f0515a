"""Files of hundreds of columns: their cells are guarded as lists, and are those of narrow files."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import incrowd as ic
from incrowd.engines.files.formula_guard import escape_formula

CELLS = ["=1+1", "-5", "", "'@x", "a;=1+1", "plain", "52.5,-13.4", "+49 30"]


@pytest.mark.parametrize("columns", [60, 61, 300])
def test_every_cell_is_guarded_as_by_the_slow_twin(tmp_path: Path, columns: int) -> None:
    names = [f"c{number}" for number in range(columns)]
    rows = [
        [CELLS[(place + 3 * row) % len(CELLS)] for place in range(columns - 1)] + [str(row)]
        for row in range(40)
    ]
    data, release = tmp_path / "wide.csv", tmp_path / "release.csv"
    with data.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([names, *rows])
    with ic.open(data, quasi=[names[-1]], insensitive=names[:-1], header="yes") as table:
        table.anonymize(5, max_suppression=1.0).write(release, keep_order=True)
    with release.open(newline="", encoding="utf-8") as file:
        written = list(csv.reader(file))
    assert written[0] == names
    published = [row[:-1] for row in written[1:]]
    assert published == [[escape_formula(cell) for cell in row[:-1]] for row in rows]


def test_all_columns_are_published_at_levels_of_their_own(tmp_path: Path) -> None:
    """Writing 200 recoded columns took more than 2 GB."""
    names = [f"c{number}" for number in range(200)]
    lines = [",".join(str(row * (place + 7) % 4) for place in range(200)) for row in range(60)]
    data, release = tmp_path / "wide.csv", tmp_path / "release.csv"
    data.write_text("\n".join([",".join(names), *lines]) + "\n")
    with ic.open(data, quasi=names) as table:
        released = table.anonymize(5, method="priority", seconds=1).write(release)
    assert (released.rows, released.verified) == (60, True)
    assert released.k >= 5
