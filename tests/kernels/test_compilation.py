"""A kernel is compiled again when its content has changed, and only then."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LIBRARY = """
from incrowd.kernels.compilation import compiled

STEP = {step}

@compiled("int64(int64)")
def called(number):
    return number + {called}

@compiled("int64(int64)")
def other(number):
    return number * 2

@compiled("int64(int64)")
def calling(number):
    return called(number) * STEP
"""
RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import library
kernels = (library.called, library.other, library.calling)
print(library.calling(1), *(sum(kernel.stats.cache_misses.values()) for kernel in kernels))
"""


def run(folder: Path, *, step: int = 10, called: int = 1, comment: str = "") -> str:
    """What `calling(1)` answers, and how often each kernel had to be compiled."""
    (folder / "library.py").write_text(comment + LIBRARY.format(step=step, called=called))
    answer = subprocess.run(
        [sys.executable, "-c", RUN, str(folder)],
        env={"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.strip()


def test_only_what_changed_is_compiled_again(tmp_path: Path) -> None:
    assert run(tmp_path) == "20 1 1 1"
    assert run(tmp_path) == "20 0 0 0"
    assert run(tmp_path, comment="# further down\n\n") == "20 0 0 0"
    assert run(tmp_path, called=2) == "30 1 0 1"  # and whoever calls it
    assert run(tmp_path, step=7, called=2) == "21 0 0 1"


def test_nothing_is_deleted_so_that_going_back_is_free(tmp_path: Path) -> None:
    run(tmp_path)
    run(tmp_path, called=2)
    assert run(tmp_path) == "20 0 0 0"


def test_clones_in_other_folders_share_a_cache(tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    run(tmp_path / "here")
    (tmp_path / "here" / "cache").rename(tmp_path / "there" / "cache")
    assert run(tmp_path / "there") == "20 0 0 0"
