"""The folder of data sets: whole or not at all, safe names, one process, nothing left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.errors import Busy, DataError, NotFound
from incrowd.workspace.folder import Workspace, display_name, is_id, locked, new_id


@pytest.fixture
def workspace(tmp_path: Path):
    found = Workspace(tmp_path / "home")
    yield found
    found.close()


def fill(folder: Path) -> tuple[int, int]:
    (folder / "data.parquet").write_bytes(b"rows")
    return 3, 2


def test_create_list_and_delete(workspace):
    first = workspace.create("people.csv", "ana", fill)
    second = workspace.create("more.csv", "bob", fill)
    assert {one.id for one in workspace.records()} == {first.id, second.id}
    assert workspace.record(first.id) == first
    assert (first.name, first.rows, first.columns, first.owner) == ("people.csv", 3, 2, "ana")
    (workspace.exports / f"{first.id}-{new_id()}").mkdir()
    workspace.delete(first.id)
    assert [one.id for one in workspace.records()] == [second.id]
    assert not [path for path in workspace.folder.rglob("*") if first.id in path.name]


def test_a_failed_creation_leaves_nothing(workspace):
    def broken(folder: Path) -> tuple[int, int]:
        fill(folder)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workspace.create("people.csv", "ana", broken)
    assert list(workspace.datasets.iterdir()) == []


@pytest.mark.parametrize(
    "trick", ["", ".", "..", "../home", "/etc/passwd", "a/b", "0" * 17, "0" * 15 + "g", "0" * 16]
)
def test_path_tricks_find_nothing(workspace, trick):
    (workspace.datasets / "dataset.json").write_text("{}")
    for call in (workspace.record, workspace.place, workspace.delete):
        with pytest.raises(NotFound):
            call(trick)


@given(text=st.text(max_size=300))
def test_names_for_display_are_safe_file_names(text):
    shown = display_name(text)
    assert shown
    assert not {"/", "\\", "\0"} & set(shown)
    assert shown not in {".", ".."}
    assert len(shown.encode()) <= 255
    assert display_name(shown) == shown


def test_long_names_keep_their_suffix():
    assert display_name("x" * 300 + ".csv.gz").endswith(".csv.gz")
    assert display_name("C:\\data\\..\\people.csv") == "people.csv"


def test_what_a_killed_process_left_is_swept_away(tmp_path):
    first = Workspace(tmp_path)
    record = first.create("people.csv", "ana", fill)
    (first.datasets / f".{new_id()}").mkdir()
    (first.uploads / new_id()).mkdir()
    (first.uploads / "stray").write_text("half a file")
    (first.exports / f"{record.id}-{new_id()}").mkdir()
    first.close()
    second = Workspace(tmp_path)
    assert [one.id for one in second.records()] == [record.id]
    assert [path.name for path in second.datasets.iterdir()] == [record.id]
    assert not list(second.uploads.iterdir())
    assert not list(second.exports.iterdir())
    second.close()


def test_a_second_server_is_told(workspace):
    with pytest.raises(Busy, match="in use by another incrowd") as caught:
        Workspace(workspace.folder)
    assert "--workspace" in caught.value.hint
    workspace.close()
    Workspace(workspace.folder).close()


def test_ids_are_random_and_recognised():
    made = {new_id() for _ in range(100)}
    assert len(made) == 100
    assert all(map(is_id, made))
    assert not is_id(new_id() + "\n")


def test_only_the_owner_may_look_into_it(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        made = Workspace(tmp_path / "new" / "home")
        with locked(made.folder / "lock"):
            pass
        made.close()
    finally:
        os.umask(before)
    parts = [made.folder, made.datasets, made.uploads, made.exports]
    assert {part.stat().st_mode & 0o777 for part in parts} == {0o700}
    locks = [made.folder / "in-use", made.folder / "lock"]
    assert {lock.stat().st_mode & 0o777 for lock in locks} == {0o600}


def test_a_file_is_no_workspace(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(DataError, match=r"cannot be used: (File exists|Not a directory)"):
            Workspace(place)
    assert (tmp_path / "file").read_text() == "x"


def test_a_damaged_record_hides_no_other(workspace):
    damaged, whole = (workspace.create(name, "ana", fill) for name in ("a.csv", "b.csv"))
    for text in ("{", '{"id": 1}', "[]"):
        (workspace.datasets / damaged.id / "dataset.json").write_text(text)
        assert workspace.records() == [whole]
        with pytest.raises(DataError, match="cannot be read"):
            workspace.record(damaged.id)
    (workspace.datasets / damaged.id / "dataset.json").unlink()
    assert workspace.records() == [whole]
