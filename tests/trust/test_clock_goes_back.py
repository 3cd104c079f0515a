"""A clock that goes back: order, tokens and what is swept do not depend on the time of day."""

from __future__ import annotations

import inspect
import json
import os
import time
from pathlib import Path

import pytest

from incrowd.errors import DamagedJournal
from incrowd.journal.decisions import Suppress
from incrowd.journal.journal import Journal
from incrowd.service.exports.export import sweep_exports
from incrowd.temporary_folder import LOCK_NAME, PREFIX, TemporaryFolder, remove_abandoned
from incrowd.workspace import folder as workspace_folder
from incrowd.workspace.folder import Workspace
from incrowd.workspace.jobs import Jobs
from incrowd.workspace.tokens import Tokens

TOMORROW = 86_400


def test_decisions_keep_their_order(tmp_path: Path) -> None:
    days = iter(["2026-03-03", "2026-03-02", "2026-03-01", "1970-01-01", "2026-03-01"])
    journal = Journal.open(tmp_path / "journal.jsonl", clock=lambda: next(days))
    for k in (2, 3, 4):
        journal.append(*journal.planned(Suppress(k)))
    journal.append(journal.undoing("d3"))
    journal.append(journal.redoing("d3"))
    again = Journal.open(tmp_path / "journal.jsonl")
    assert [entry.decision for entry in again.active] == [Suppress(2), Suppress(3), Suppress(4)]
    assert again.revision == 5


def test_data_sets_from_the_future_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(tmp_path / "workspace")
    monkeypatch.setattr(workspace_folder, "now", lambda: "2999-01-01T00:00:00+00:00")
    first = workspace.create("a.csv", "ana", lambda folder: (1, 1))
    monkeypatch.setattr(workspace_folder, "now", lambda: "1970-01-01T00:00:00+00:00")
    second = workspace.create("b.csv", "ana", lambda folder: (1, 1))
    assert workspace.records() == [first, second]
    workspace.close()


def test_a_token_that_was_revoked_ends_at_once(tmp_path: Path) -> None:
    """Also if the file has the time of day that it had before."""
    writer, server = Tokens(tmp_path, "house"), Tokens(tmp_path, "house")
    token = writer.issue("ana")
    path = tmp_path / "tokens.json"
    before = path.stat().st_mtime_ns
    assert server.find(token) is not None
    writer.revoke("ana")
    os.utime(path, ns=(before, before))
    assert server.find(token) is None


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / f"{PREFIX}left"
    left.mkdir()
    (left / LOCK_NAME).touch()
    os.utime(left / LOCK_NAME, (time.time() + TOMORROW,) * 2)
    with TemporaryFolder() as held:
        lock = held.folder / LOCK_NAME
        os.utime(lock, (time.time() + TOMORROW,) * 2)
        remove_abandoned(tmp_path)
        remove_abandoned(held.folder.parent)
        assert lock.exists()
    assert not left.exists()


def test_an_export_from_the_future_is_kept_until_the_server_starts_again(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "workspace")
    export = workspace.exports / "0123456789abcdef-0123456789abcdef"
    export.mkdir()
    os.utime(export, (time.time() + TOMORROW,) * 2)
    sweep_exports(workspace)
    assert export.exists()
    workspace.close()
    Workspace(tmp_path / "workspace").close()
    assert not export.exists()


def test_jobs_are_timed_by_a_clock_that_never_goes_back() -> None:
    assert inspect.signature(Jobs).parameters["clock"].default is time.monotonic


def test_a_journal_of_a_newer_version_is_called_that_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal.open(path)
    journal.append(*journal.planned(Suppress(2), Suppress(3)))
    first, second = path.read_bytes().splitlines()
    later = json.loads(second)
    del later["check"]
    later["decision"] = {"kind": "teleport", "k": 3}
    path.write_bytes(first + b"\n" + _checked(later) + b"\n")
    before = path.read_bytes()
    with pytest.raises(DamagedJournal, match=r"Decision 2 .* newer incrowd") as refusal:
        Journal.open(path)
    assert "that version" in refusal.value.hint
    assert path.read_bytes() == before


def _checked(written: dict[str, object]) -> bytes:
    from incrowd.journal.journal import _check

    body = json.dumps(written).encode()
    return body[:-1] + b', "check": "' + _check(body) + b'"}'
