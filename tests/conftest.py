"""Fixtures that several rooms share: golden facts and data that lie beside the project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from incrowd.crowd.crowd import Crowd
    from incrowd.service.dataset import Dataset

ADULT = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
]
# No deadline: the first call of a kernel may load or compile it.
settings.register_profile("incrowd", deadline=None, max_examples=60)
settings.load_profile("incrowd")

pytest_plugins = ["database_servers"]

SHARED = Path(__file__).resolve().parents[2] / "shared"


def _beside(name: str) -> Path:
    path = SHARED / name
    if not path.is_dir():
        pytest.skip(f"needs {path}, which is not there")
    return path


@pytest.fixture(scope="session")
def golden() -> Path:
    return _beside("golden")


@pytest.fixture(scope="session")
def adult() -> Path:
    return _beside("data/adult")


@pytest.fixture(scope="session")
def adult_data(adult: Path) -> Iterator[Dataset]:
    """Adult with its nine columns as quasi-identifiers and the hierarchies that come with it."""
    from incrowd.service.opening import open_table

    with open_table(adult / "adult.csv", quasi=ADULT, hierarchies=adult) as dataset:
        yield dataset


@pytest.fixture(scope="session")
def adult_crowd(adult_data: Dataset) -> Crowd:
    return adult_data.crowd
