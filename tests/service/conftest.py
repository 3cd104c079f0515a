"""A small data set in a workspace, opened as the server does."""

from __future__ import annotations

from pathlib import Path

import pytest

from incrowd.workspace.folder import Workspace
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER, PEOPLE
from service.stored_copies import add_copy


@pytest.fixture
def sessions(tmp_path: Path):
    workspace = Workspace(tmp_path / "home")
    found = Sessions(workspace)
    yield found
    found.close()
    workspace.close()


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.fixture
def opened(sessions: Sessions, people: Path):
    record = add_copy(sessions, people)
    with sessions.open(OWNER, record.id) as found:
        yield found
