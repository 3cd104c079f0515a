"""`kill -9` in the middle of `anonymize`: nothing half-written, no copy of the data for others."""

from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import incrowd_process
from hypothesis_profiles import scaled

from incrowd.temporary_folder import LOCK_NAME

ROWS = 40_000
MARK = "Secretive"
"""Stands in every row, so that a copy of the data is known by it."""
KILLS = scaled(8)


@pytest.fixture(scope="module")
def people(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("people") / "people.csv"
    rows = (f"{n % 90},{'fm'[n % 2]},{n % 997},{MARK}{n % 7}" for n in range(ROWS))
    path.write_text("\n".join(["age,sex,postcode,disease", *rows]) + "\n")
    return path


def command(people: Path, target: Path) -> list[str]:
    words = ["anonymize", people, "-k", "5", "--qi", "age,sex,postcode", "-o", target]
    more = ["--sensitive", "disease", "--recipe", target.with_suffix(".json")]
    return [sys.executable, "-m", "incrowd", *map(str, [*words, *more])]


def start(words: list[str], temporary: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "TMPDIR": str(temporary)}
    quiet = subprocess.DEVNULL
    return subprocess.Popen(words, env=environment, stdout=quiet, stderr=quiet)


def kill_when(begun: subprocess.Popen[bytes], is_time: Callable[[], bool]) -> bool:
    """Kill a command at a moment; whether it was not through yet."""
    while begun.poll() is None and not is_time():
        time.sleep(0.002)
    begun.kill()
    return begun.wait() == -signal.SIGKILL


def after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def once_there_is(pattern: str, place: Path) -> Callable[[], bool]:
    def is_there() -> bool:
        try:
            return any(path.stat().st_size for path in place.rglob(pattern))
        except OSError:  # it was removed while we looked
            return False

    return is_there


def read_rows(path: Path) -> list[str]:
    """The rows of a release, which come in an order of their own each time."""
    return sorted(path.read_text().splitlines())


def left_behind(*places: Path) -> list[Path]:
    return [path for place in places for path in place.rglob("*") if path.is_file()]


def is_private(path: Path, place: Path) -> bool:
    """Whether a folder between a file and the place keeps others out."""
    inside = [folder for folder in path.parents if place in folder.parents]
    return any(stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0 for folder in inside)


def test_nothing_is_half_written_or_left_for_others(people, tmp_path):
    out, temporary = tmp_path / "out", tmp_path / "tmp"
    out.mkdir()
    temporary.mkdir()
    target = out / "release.csv"
    begun = time.monotonic()
    assert start(command(people, target), temporary).wait(120) == 0
    whole = time.monotonic() - begun
    release = read_rows(target)
    chance = random.Random(20261117)
    moments = [once_there_is("*.parquet*", temporary), once_there_is("*unverified*", out)]
    killed = []
    for number in range(len(moments) + KILLS):
        target.unlink(missing_ok=True)
        under_way = start(command(people, target), temporary)
        is_time = moments[number] if number < 2 else after(chance.uniform(0.2, 1.0) * whole)
        killed.append(kill_when(under_way, is_time))
        assert not target.exists() or read_rows(target) == release
        for place in (out, temporary):
            for path in left_behind(place):
                known = path.parent == out and path.name in ("release.csv", "release.json")
                assert known or is_private(path, place), path
    assert killed[:2] == [True, True]
    assert left_behind(out, temporary)
    for lock in tmp_path.rglob(LOCK_NAME):
        os.utime(lock, (0, 0))  # what was left some time ago
    again = incrowd_process(*command(people, target)[3:], TMPDIR=str(temporary))
    assert again.returncode == 0, again.stderr
    assert sorted(path.name for path in left_behind(out)) == ["release.csv", "release.json"]
    assert left_behind(temporary) == []
    assert read_rows(target) == release
