"""Fixtures that several rooms share: golden facts, and the Adult rows where they are at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import hypothesis_profiles
import pytest
from golden_files import GOLDEN
from servers.names import CLUSTER
from servers.names import SERVERS as DATABASE_SERVERS

if TYPE_CHECKING:
    from incrowd.crowd.crowd import Crowd
    from incrowd.service.datasets.dataset import Dataset

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
hypothesis_profiles.load()

pytest_plugins = ["servers.fixtures"]

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Rows that may not be part of the project, in a folder beside it."""


PROCESSES = {"subprocess", "pty", "LiveServer", "incrowd_process"}
COMMANDS = {"command_line"}
SERVERS = {"server", *DATABASE_SERVERS}
LONG = ("process", "system", "slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make test-fast` leaves out; a test that is slow by itself is marked by hand.

    A test is `process` if its module can start one or it uses a server, and `system` if its module
    runs commands in this process or it is a page of the documentation, unless it is one of the
    few marked `smoke`. One that needs Trino, Spark or MongoDB is `cluster`, and left out unless
    `-m` names that.
    """
    for item in items:
        known = _names(getattr(item, "module", None))
        fixtures = set(getattr(item, "fixturenames", ()))
        if PROCESSES & known or SERVERS & fixtures:
            item.add_marker(pytest.mark.process)
        if CLUSTER & fixtures:
            item.add_marker(pytest.mark.cluster)
        whole = COMMANDS & known or item.nodeid.startswith("docs/")
        if whole and item.get_closest_marker("smoke") is None:
            item.add_marker(pytest.mark.system)
    if "cluster" not in config.option.markexpr:
        _leave_out_clusters(config, items)
    long = {item.path for item in items if any(map(item.get_closest_marker, LONG))}
    items.sort(key=lambda item: item.path not in long)  # so that both workers end together


def _leave_out_clusters(config: pytest.Config, items: list[pytest.Item]) -> None:
    others = [item for item in items if item.get_closest_marker("cluster") is None]
    if len(others) < len(items):
        left_out = [item for item in items if item.get_closest_marker("cluster")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = others


@cache
def _names(module: ModuleType | None) -> frozenset[str]:
    """What a module knows, and where that comes from."""
    known = vars(module) if module else {}
    origins = (getattr(value, "__module__", None) for value in known.values())
    return frozenset(known) | {origin for origin in origins if isinstance(origin, str)}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once why tests were skipped, and how many."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, tests in reasons.items():
        terminalreporter.write_line(f"{tests} skipped: {reason}")


@pytest.fixture(scope="session")
def golden() -> Path:
    return GOLDEN


@pytest.fixture(scope="session")
def adult() -> Path:
    """The folder with the Adult rows and ARX's hierarchies for them."""
    folder = DATA / "adult"
    if not folder.is_dir():
        pytest.skip("needs the Adult rows: put them into ../shared/data/adult")
    return folder


@pytest.fixture(scope="session")
def adult_data(adult: Path) -> Iterator[Dataset]:
    """Adult with its nine columns as quasi-identifiers and the hierarchies that come with it."""
    from incrowd.service.datasets.opening import open_table

    with open_table(adult / "adult.csv", quasi=ADULT, hierarchies=adult) as dataset:
        yield dataset


@pytest.fixture(scope="session")
def adult_crowd(adult_data: Dataset) -> Crowd:
    return adult_data.crowd
