"""Results outlive the process; a damaged one is gone with a note, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_tables import open_rows

from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import DiskFull
from incrowd.language import say
from incrowd.workspace import kept_runs, run_facts, run_files
from incrowd.workspace.folder import new_id
from incrowd.workspace.kept_runs import KeptRuns
from incrowd.workspace.run_facts import Run, write_facts

ROWS = [("30", "f"), ("30", "m"), ("41", "f"), ("41", "f"), ("52", "m"), ("52", "f")] * 2
AT = "2026-11-18T19:00:00+00:00"
LOCAL = AnonymizationRequest(k=3, method="priority", priority=(("age",),))
GLOBAL = AnonymizationRequest(k=2, method="optimal", max_suppression=1.0)


@pytest.fixture
def table() -> OpenTable:
    return open_rows(ROWS, ["age", "sex"], ["age", "sex"])


def reopen(folder: Path, table: OpenTable) -> KeptRuns:
    """The results as another process finds them."""
    return KeptRuns(folder / "runs", lambda revision: table)


def find(table: OpenTable, request: AnonymizationRequest = LOCAL, **more: object) -> Run:
    return Run(new_id(), AT, 0, table, anonymize(table, request), **more)  # type: ignore[arg-type]


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "runs").iterdir())


@pytest.mark.parametrize("request_", [LOCAL, GLOBAL], ids=["row by row", "one state"])
def test_another_process_finds_the_same_result(
    tmp_path: Path, table: OpenTable, request_: AnonymizationRequest
) -> None:
    run = find(table, request_, name="for Ana", of_front=True)
    reopen(tmp_path, table).put(run)
    again = reopen(tmp_path, table).peek(run.id)
    assert again is not None
    assert again.outcome.result.to_dict() == run.outcome.result.to_dict()
    assert again.outcome.levels == run.outcome.levels
    assert again.outcome.request == run.outcome.request
    assert (again.name, again.at, again.of_front, again.proposed) == ("for Ana", AT, True, False)
    for field in ("tuples", "counts", "levels", "kept"):
        one, other = getattr(run.outcome.recoding, field), getattr(again.outcome.recoding, field)
        assert np.array_equal(one, other)


def test_the_order_and_later_names_stay(tmp_path: Path, table: OpenTable) -> None:
    kept = reopen(tmp_path, table)
    runs = [find(table, request) for request in (LOCAL, GLOBAL, LOCAL)]
    for run in runs:
        kept.put(run)
    kept.rename(runs[1], "second")
    again = reopen(tmp_path, table)
    assert [run.id for run in again.answers()] == [run.id for run in runs]
    assert [run.name for run in again.answers()] == [None, "second", None]
    again.rename(again.answers()[1], None)
    assert reopen(tmp_path, table).answers()[1].name is None


def test_what_is_discarded_leaves_nothing(tmp_path: Path, table: OpenTable) -> None:
    kept, runs = reopen(tmp_path, table), [find(table), find(table, GLOBAL)]
    for run in runs:
        kept.put(run)
    kept.drop(runs[0].id)
    assert files(tmp_path) == [f"{runs[1].id}.json"]
    reopen(tmp_path, table).drop(runs[1].id)
    assert files(tmp_path) == []
    assert reopen(tmp_path, table).answers() == []


def test_only_we_can_read_them(tmp_path: Path, table: OpenTable) -> None:
    reopen(tmp_path, table).put(find(table))
    folder = tmp_path / "runs"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def flip(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)


DAMAGES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "facts cut off": (".json", cut),
    "facts changed": (".json", flip),
    "facts empty": (".json", lambda path: path.write_bytes(b"")),
    "facts not text": (".json", lambda path: path.write_bytes(b"\xff\xfe")),
    "facts deep": (".json", lambda path: path.write_bytes(b"[" * 200_000)),
    "recoding cut off": (".npz", cut),
    "recoding changed": (".npz", flip),
    "recoding gone": (".npz", lambda path: path.unlink()),
}


@pytest.mark.parametrize("damage", list(DAMAGES))
def test_a_damaged_result_is_gone_and_all_others_stay(
    tmp_path: Path, table: OpenTable, damage: str
) -> None:
    kept, runs = reopen(tmp_path, table), [find(table, name="one"), find(table, GLOBAL)]
    for run in runs:
        kept.put(run)
    suffix, change = DAMAGES[damage]
    change(tmp_path / "runs" / f"{runs[0].id}{suffix}")
    again = reopen(tmp_path, table)
    assert [run.id for run in again.answers()] == [runs[1].id]
    (note,) = again.notes
    assert "damaged" in note
    assert files(tmp_path) == [f"{runs[1].id}.json"]
    assert reopen(tmp_path, table).notes == ()


def test_a_recoding_that_does_not_hold_its_promise_is_not_believed(
    tmp_path: Path, table: OpenTable
) -> None:
    """Even if somebody wrote it who knew how: k is counted on what would be published."""
    kept, run = reopen(tmp_path, table), find(table)
    kept.put(run)
    arrays = tmp_path / "runs" / f"{run.id}.npz"
    with np.load(arrays) as stored:
        known = {name: stored[name] for name in stored.files}
    np.savez(arrays, **known | {"levels": np.zeros_like(known["levels"])})
    facts = run_facts.read_facts(arrays.with_suffix(".json"))
    assert facts is not None
    write_facts(
        arrays.parent,
        replace(facts, recoding=run_files._digest_file(arrays)),
    )
    again = reopen(tmp_path, table)
    assert again.answers() == []
    assert "is gone" in again.notes[0]


def test_figures_that_are_not_those_of_the_groups_are_not_believed(
    tmp_path: Path, table: OpenTable
) -> None:
    kept, run = reopen(tmp_path, table), find(table, GLOBAL)
    kept.put(run)
    facts = run_facts.read_facts(tmp_path / "runs" / f"{run.id}.json")
    assert facts is not None
    write_facts(tmp_path / "runs", replace(facts, result={**facts.result, "k": 99}))
    assert reopen(tmp_path, table).answers() == []


def test_figures_of_another_version_are_counted_anew(tmp_path: Path, table: OpenTable) -> None:
    for request in (LOCAL, GLOBAL):
        kept, run = reopen(tmp_path, table), find(table, request)
        kept.put(run)
        facts = run_facts.read_facts(tmp_path / "runs" / f"{run.id}.json")
        assert facts is not None
        write_facts(tmp_path / "runs", replace(facts, result={"k": 3}))
        again = reopen(tmp_path, table).peek(run.id)
        assert again is not None
        assert again.outcome.result.to_dict() == run.outcome.result.to_dict()


def test_a_result_of_other_roles_is_gone_with_a_note(tmp_path: Path, table: OpenTable) -> None:
    reopen(tmp_path, table).put(find(table, name="mine"))
    more = open_rows([*ROWS, ROWS[0]], ["age", "sex"], ["age", "sex"])
    again = reopen(tmp_path, more)
    assert again.answers() == []
    assert again.notes == (
        "The result 'mine' was found on other data, roles or hierarchies, and is gone.",
    )


def test_what_a_newer_version_wrote_is_left_alone(tmp_path: Path, table: OpenTable) -> None:
    kept, run = reopen(tmp_path, table), find(table)
    kept.put(run)
    path = tmp_path / "runs" / f"{run.id}.json"
    body = json.dumps({**json.loads(path.read_bytes()), "version": 2, "check": None})
    body = body.replace(', "check": null', "")
    path.write_bytes(body.encode()[:-1] + b', "check": "' + run_facts._check(body.encode()) + b'"}')
    again = reopen(tmp_path, table)
    assert (again.answers(), again.notes) == ([], ())
    assert len(files(tmp_path)) == 2


@pytest.mark.parametrize("step", ["write_recoding", "_digest_file", "write_facts"])
def test_killed_while_a_result_is_written(
    tmp_path: Path, table: OpenTable, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    first = find(table)
    reopen(tmp_path, table).put(first)
    with monkeypatch.context() as patch:
        patch.setattr(run_files, step, die)
        with pytest.raises(Killed):
            reopen(tmp_path, table).put(find(table))
    again = reopen(tmp_path, table)
    assert ([run.id for run in again.answers()], again.notes) == ([first.id], ())
    assert files(tmp_path) == [f"{first.id}.json", f"{first.id}.npz"]


def test_killed_while_a_result_is_removed(tmp_path: Path, table: OpenTable) -> None:
    run = find(table)
    reopen(tmp_path, table).put(run)
    (tmp_path / "runs" / f"{run.id}.json").unlink()
    again = reopen(tmp_path, table)
    assert (again.answers(), again.notes, files(tmp_path)) == ([], (), [])


def test_a_full_disk_loses_no_result_while_the_server_runs(
    tmp_path: Path, table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise DiskFull(say("There is no room on the disk."), say("Free some space."))

    monkeypatch.setattr(kept_runs, "write_run", refuse)
    kept, run = reopen(tmp_path, table), find(table)
    kept.put(run)
    assert kept.peek(run.id) is run
    assert kept.rename(run, "kept").name == "kept"
    assert "lost once the server stops: There is no room" in kept.notes[0]
    assert reopen(tmp_path, table).answers() == []


def test_there_is_room_for_so_many(
    tmp_path: Path, table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those without a name go first, the oldest of them; after a restart as before it."""
    monkeypatch.setattr(kept_runs, "MOST", 3)
    runs = [find(table, name="first"), *(find(table) for _ in range(3))]
    for run in runs[:3]:
        reopen(tmp_path, table).put(run)
    kept = reopen(tmp_path, table)
    kept.put(runs[3])
    left = [runs[0].id, runs[2].id, runs[3].id]
    assert [run.id for run in kept.answers()] == left
    assert "made room for newer ones" in kept.notes[0]
    assert [run.id for run in reopen(tmp_path, table).answers()] == left
    monkeypatch.setattr(kept_runs, "MOST_CELLS", 1)
    kept.put(run := find(table))
    assert [each.id for each in kept.answers()] == [run.id]


def test_old_proposals_give_way_silently(tmp_path: Path, table: OpenTable) -> None:
    kept = reopen(tmp_path, table)
    mine = find(table)
    kept.put(mine)
    proposals = [find(table, proposed=True) for _ in range(kept_runs.MOST_PROPOSED + 2)]
    for run in proposals:
        kept.put(run)
    assert [run.id for run in kept.answers()] == [mine.id, *(run.id for run in proposals[2:])]
    assert kept.notes == ()


def test_a_link_is_neither_followed_nor_its_end_removed(tmp_path: Path, table: OpenTable) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.txt").write_text("mine")
    (tmp_path / "runs").symlink_to(elsewhere)
    assert reopen(tmp_path, table).answers() == []
    assert (elsewhere / "mine.txt").read_text() == "mine"
