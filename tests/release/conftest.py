"""Stored tables that are closed when a test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from release_tables import Case, Maker, case_of


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Maker]:
    cases: list[Case] = []

    def make(*arguments: object, **options: object) -> Case:
        folder = tmp_path / f"stored{len(cases)}"
        folder.mkdir()
        cases.append(case_of(folder, *arguments, **options))
        return cases[-1]

    yield make
    for case in cases:
        case.source.close()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An empty folder to write to."""
    folder = tmp_path / "out"
    folder.mkdir()
    return folder
