"""Cached kernels are thrown away as soon as one file with kernels has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from incrowd.kernels.compilation import forget_changed


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Two files with a cached kernel each, one without."""
    cache = tmp_path / "crowd" / "__pycache__"
    cache.mkdir(parents=True)
    for name in ("calling", "called", "other"):
        (tmp_path / "crowd" / f"{name}.py").write_text("pass\n")
    for name in ("calling.walk-12", "called.step-3"):
        (cache / f"{name}.py311.nbi").write_bytes(b"index")
    return tmp_path


def cached(package: Path) -> list[str]:
    return sorted(path.name.split(".")[0] for path in package.glob("*/__pycache__/*.nbi"))


def touch(path: Path) -> None:
    os.utime(path, ns=(1, 1))


def test_nothing_is_forgotten_while_nothing_changes(package: Path) -> None:
    for _ in range(3):
        forget_changed(package)
        assert cached(package) == ["called", "calling"]
    touch(package / "crowd" / "other.py")
    forget_changed(package)
    assert cached(package) == ["called", "calling"]


@pytest.mark.parametrize("changed", ["called", "calling"])
def test_a_change_of_one_file_forgets_all_kernels(package: Path, changed: str) -> None:
    forget_changed(package)
    touch(package / "crowd" / f"{changed}.py")
    forget_changed(package)
    assert cached(package) == []
    (package / "crowd" / "__pycache__" / "called.step-3.py311.nbi").write_bytes(b"anew")
    forget_changed(package)
    assert cached(package) == ["called"]


def test_a_file_that_is_gone_takes_its_callers_along(package: Path) -> None:
    forget_changed(package)
    (package / "crowd" / "called.py").unlink()
    forget_changed(package)
    assert cached(package) == []


def test_a_damaged_note_is_written_anew(package: Path) -> None:
    forget_changed(package)
    note = package / "__pycache__" / "kernels.json"
    told = note.read_text()
    note.write_text("{")
    forget_changed(package)
    assert note.read_text() == told
    assert cached(package) == ["called", "calling"]
