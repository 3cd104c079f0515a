"""A file is written as a whole or not at all, whatever happens in between."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

import pytest

from incrowd.engines.files.atomic_write import write_atomically
from incrowd.errors import DataError, DiskFull, EngineError, SourceNotFound
from incrowd.language import say


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def write(target: Path, error: BaseException | None = None) -> None:
    with write_atomically(target) as part:
        part.write_text("new")
        if error is not None:
            raise error


def test_the_file_appears_when_the_block_is_over(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    with write_atomically(target) as part:
        assert part.parent.parent == tmp_path
        assert part.parent.name.startswith(".incrowd-")
        assert stat.S_IMODE(part.parent.stat().st_mode) == 0o700
        part.write_text("new")
        assert not target.exists()
    assert target.read_text() == "new"
    assert names(tmp_path) == ["out.csv"]


def test_two_writers_do_not_share_a_part(tmp_path: Path) -> None:
    with write_atomically(tmp_path / "a") as one, write_atomically(tmp_path / "a") as two:
        assert one != two
        one.write_text("1")
        two.write_text("2")
    assert (tmp_path / "a").read_text() == "1"  # the outer block ends last


ERRORS = [
    (ValueError("x"), ValueError, "x"),
    (KeyboardInterrupt("Ctrl-C"), KeyboardInterrupt, "Ctrl-C"),
    (EngineError(say("It failed.")), EngineError, "It failed"),
    (OSError(errno.ENOSPC, "No space left on device"), DiskFull, "no room on the disk for 'out'"),
    (OSError(errno.EDQUOT, "Quota"), DiskFull, "no room on the disk for 'out'"),
    (RuntimeError("IO: No space left on device"), DiskFull, "nothing of it was kept"),
    (OSError(errno.EIO, "Input/output error"), DataError, "'out' cannot be written: Input/output"),
    (OSError("odd"), DataError, "'out' cannot be written: odd"),
]


@pytest.mark.parametrize(("error", "kind", "message"), ERRORS, ids=lambda value: str(value)[:20])
def test_what_fails_leaves_the_old_file(
    tmp_path: Path, error: BaseException, kind: type[BaseException], message: str
) -> None:
    target = tmp_path / "out"
    target.write_text("old")
    with pytest.raises(kind, match=message):
        write(target, error)
    assert target.read_text() == "old"
    assert names(tmp_path) == ["out"]


def test_a_full_disk_is_known_behind_another_error(tmp_path: Path) -> None:
    error = EngineError(say("The engine failed."))
    error.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(DiskFull) as refusal:
        write(tmp_path / "out", error)
    assert refusal.value.hint == "Free some space, or choose another disk, and try again."


def test_our_own_words_about_a_full_disk_are_no_proof_of_one(tmp_path: Path) -> None:
    """A column may be called 'No space left on device'."""
    error = EngineError(say("There is no column '{name}'.", name="No space left on device"))
    with pytest.raises(EngineError) as refusal:
        write(tmp_path / "out", error)
    assert refusal.value is error


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match=r"no folder '.*nowhere'"):
        write(tmp_path / "nowhere" / "out")
    assert names(tmp_path) == []


def test_a_block_that_writes_nothing_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(DataError, match="'out' cannot be written"),
        write_atomically(tmp_path / "out"),
    ):
        pass
    assert names(tmp_path) == []
