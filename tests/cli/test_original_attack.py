"""`incrowd attack RELEASE --original ORIGINAL`: sentences, a card, JSON, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import incrowd

ORIGINAL = "zip,age,diagnosis\n13012,30,flu\n13099,31,flu\n14850,45,cold\n14851,46,cancer\n"
RELEASE = "zip,age,diagnosis\n130**,30-31,flu\n130**,30-31,flu\n14850,45,cold\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "release.csv", tmp_path / "original.csv"
    for path, text in zip(paths, (RELEASE, ORIGINAL), strict=True):
        path.write_text(text)
    return paths


def test_who_is_found_in_figures(files: tuple[Path, Path]) -> None:
    release, original = files
    ran = incrowd("attack", release, "--original", original, "--on", "zip,age", "-k", 3, "--json")
    found = json.loads(ran.stdout)
    assert (found["total"], found["certain"], found["absent"]) == (4, 1, 1)
    assert (found["exposed"], found["holds"], found["unit"]) == (3, False, "rows")


def test_a_card_has_three_parts(files: tuple[Path, Path]) -> None:
    release, original = files
    ran = incrowd("attack", release, "--original", original, "--on", "zip,age", "--card")
    titles = [line for line in ran.stdout.splitlines() if line and not line.startswith(" ")]
    assert titles[:3] == ["Singling out", "Linkability", "Inference"]
    assert "1 of 4 original rows for certain (25.0 %)" in ran.stdout


def test_one_attacker_at_a_time(files: tuple[Path, Path]) -> None:
    release, original = files
    both = incrowd("attack", release, original, "--original", original)
    neither = incrowd("attack", release)
    assert (both.returncode, neither.returncode) == (2, 2)
    assert "one of them at a time" in both.stderr
    assert "--original" in neither.stderr
