"""Adult with its hierarchies, read without the readers: these tests are about measures alone."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from golden_files import read_golden

from incrowd.crowd.crowd import Crowd
from incrowd.hierarchies.hierarchy import Hierarchy

from .tables import crowd_of, tree

Facts = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="session")
def facts() -> Facts:
    """Read one of the golden files."""
    return read_golden


@pytest.fixture(scope="session")
def adult_columns(adult: Path) -> dict[str, list[str]]:
    with (adult / "adult.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    return {name: [row[name] for row in rows] for name in rows[0]}


@pytest.fixture(scope="session")
def adult_hierarchies(adult: Path, adult_columns: dict[str, list[str]]) -> list[Hierarchy]:
    hierarchies = []
    for name in adult_columns:
        path = adult / f"adult_hierarchy_{name}.csv"
        lines = [line.split(";") for line in path.read_text(encoding="utf-8").splitlines()]
        hierarchies.append(tree(name, {line[0]: line[1:-1] for line in lines}))
    return hierarchies


@pytest.fixture(scope="session")
def adult_crowd(adult_columns: dict[str, list[str]], adult_hierarchies: list[Hierarchy]) -> Crowd:
    """All nine attributes are quasi-identifiers."""
    return crowd_of(adult_columns, numeric=["age"], hierarchies=adult_hierarchies)


@pytest.fixture(scope="session")
def adult_occupations(
    adult_columns: dict[str, list[str]], adult_hierarchies: list[Hierarchy]
) -> Crowd:
    """Occupation is sensitive, the other eight attributes are quasi-identifiers."""
    return crowd_of(
        adult_columns,
        sensitive=["occupation"],
        numeric=["age"],
        hierarchies=adult_hierarchies,
    )
