"""Random tables as they come, and releases of them in any state, for attackers to try."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from verdict_attacker import Row

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.files.formats import output_format
from incrowd.measures.enforcement import enforce
from incrowd.release.export import Release, write_release
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.service.datasets.opening import open_table


@dataclass(frozen=True)
class People:
    """A random table, and what its columns are."""

    columns: dict[str, list[str | None]]
    quasi: list[str]
    sides: list[str]
    categories: list[str]
    numbers: list[str]
    several: bool
    """Whether an identifier repeats, so that somebody has several rows."""

    @property
    def rows(self) -> list[Row]:
        names = list(self.columns)
        return [
            dict(zip(names, row, strict=True)) for row in zip(*self.columns.values(), strict=True)
        ]


def draw_people(chance: np.random.Generator) -> People:
    """A table as they come: few or many values, secrets that follow from the rest, side columns."""
    rows = int(chance.choice([1, 4, 12, 40, 90, 160]))
    columns: dict[str, list[str | None]] = {}
    quasi = [f"q{place}" for place in range(chance.integers(1, 4))]
    for name in quasi:
        columns[name] = draw_texts(chance, rows, int(chance.choice([1, 2, 3, 8])), name)
    sides = [f"side{place}" for place in range(chance.integers(0, 3))]
    for name in sides:
        columns[name] = _side(chance, rows, columns[quasi[0]], name)
    categories = ["illness"] if chance.random() < 0.6 else []
    for name in categories:
        columns[name] = _secret(chance, rows, columns[quasi[0]])
    numbers = ["income"] if chance.random() < 0.4 else []
    for name in numbers:
        columns[name] = [str(1000 * n) for n in chance.integers(0, chance.integers(2, 40), rows)]
    several = rows > 3 and chance.random() < 0.1
    if several:
        persons = max(2, rows // 2)
        columns["patient_id"] = [f"P{n:05}" for n in chance.integers(0, persons, rows)]
    return People(columns, quasi, sides, categories, numbers, several)


def draw_texts(chance: np.random.Generator, rows: int, values: int, name: str) -> list[str | None]:
    return [f"{name}{chr(97 + n)}" for n in chance.integers(0, values, rows)]


def _side(
    chance: np.random.Generator, rows: int, quasi: list[str | None], name: str
) -> list[str | None]:
    kind = chance.choice(["constant", "follows", "few", "rare", "many", "address"])
    if kind == "constant":
        return ["the same"] * rows
    if kind == "follows":
        return [f"of {value}" for value in quasi]
    if kind == "rare":
        return ["usual" if n else "rare" for n in chance.integers(0, 30, rows)]
    if kind == "address":
        hidden = int(chance.integers(0, rows))
        return ["mail ana@example.org" if n == hidden else "mail" for n in range(rows)]
    return draw_texts(chance, rows, 2 if kind == "few" else 50, name)


def _secret(chance: np.random.Generator, rows: int, quasi: list[str | None]) -> list[str | None]:
    kind = chance.choice(["free", "follows", "one", "missing"])
    if kind == "follows":
        return [f"illness of {value}" for value in quasi]
    if kind == "one":
        return ["flu"] * rows
    values = ["flu", "asthma", "migraine", "fracture"][: int(chance.integers(2, 5))]
    drawn = [str(value) for value in chance.choice(values, rows)]
    if kind == "missing":
        return [None if chance.random() < 0.4 else value for value in drawn]
    return list(drawn)


def open_people(people: People) -> OpenTable:
    frame = pa.table({name: pa.array(cells, pa.string()) for name, cells in people.columns.items()})
    return open_table(
        frame,
        quasi=people.quasi,
        sensitive=[*people.categories, *people.numbers],
        insensitive=people.sides,
        identifier=["patient_id"] if people.several else [],
        ordered=True,
    )


def write_state(table: OpenTable, release: Release, path: Path) -> list[Row]:
    """What a release looks like to whoever gets it."""
    with table.rows() as rows:
        write_release(rows, table.table, release, path, output_format("csv").name)
    return read_rows(path)


def read_rows(path: Path) -> list[Row]:
    """The rows of a file, empty cells as missing."""
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: cell or None for name, cell in row.items()} for row in csv.DictReader(file)]


def draw_release(table: OpenTable, chance: np.random.Generator) -> Release:
    """Any state of a table, made as an export makes it."""
    levels = {
        name: int(chance.integers(0, hierarchy.height + 1))
        for name, hierarchy in table.hierarchies.items()
    }
    k = min(int(chance.choice([1, 2, 3, 5, 10, 12])), table.table.rows)
    state = table.state(levels, k)
    classes = enforce(table.protected_crowd, state)
    seed = str(chance.integers(2**62))
    return Release(
        classes, state, kept_tuples(classes), recodings(classes.crowd, classes.levels), seed
    )
