"""`incrowd check` at exactly a limit, just below it and just above it."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import incrowd
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

STEP = 1e-6
Classes = list[list[str]]
"""The illnesses of each class."""
PEOPLE: Classes = [["flu", "hiv", "cold"], ["flu", "flu", "hiv"], ["cold", "hiv", "flu", "flu"]]
ROLES = ("--qi", "age", "--sensitive", "illness")


def write(classes: Classes, folder: Path) -> Path:
    path = folder / "people.csv"
    rows = [f"{30 + place},{ill}" for place, ills in enumerate(classes) for ill in ills]
    path.write_text("\n".join(["age,illness", *rows]) + "\n")
    return path


def distance(classes: Classes) -> Fraction:
    """The largest distance of a class from the whole table, by hand."""
    whole = Counter(ill for ills in classes for ill in ills)
    rows = sum(whole.values())

    def of(ills: list[str]) -> Fraction:
        own = Counter(ills)
        parts = (Fraction(own[ill], len(ills)) - Fraction(whole[ill], rows) for ill in whole)
        return sum(map(abs, parts), Fraction(0)) / 2

    return max(map(of, classes))


def figures(classes: Classes) -> dict[str, Fraction]:
    """What the limits of a preset are compared with."""
    rows = sum(map(len, classes))
    return {
        "highest_risk": Fraction(100, min(map(len, classes))),
        "average_risk": Fraction(100 * len(classes), rows),
        "smallest_group": Fraction(min(map(len, classes))),
        "diversity": Fraction(min(len(set(ills)) for ills in classes)),
    }


def holds(path: Path, *limits: object) -> bool:
    done = incrowd("check", path, *ROLES, *limits)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 0


@pytest.mark.parametrize(
    ("limits", "held"),
    [
        (("-k", 2), True),
        (("-k", 3), True),
        (("-k", 4), False),
        (("-k", 1, "-l", 1), True),
        (("-k", 1, "-l", 2), True),
        (("-k", 1, "-l", 3), False),
        (("-k", 1, "-t", float(distance(PEOPLE)) + STEP), True),
        (("-k", 1, "-t", float(distance(PEOPLE))), True),
        (("-k", 1, "-t", float(distance(PEOPLE)) - STEP), False),
    ],
    ids=str,
)
def test_k_l_and_t(limits: tuple[object, ...], held: bool, tmp_path: Path) -> None:
    assert holds(write(PEOPLE, tmp_path), *limits) == held


def passes(classes: Classes, folder: Path, name: str, limit: object) -> bool:
    """Whether one check of a preset passes; no limit is left to follow from another."""
    limits = {"smallest_group": 2, "highest_risk": 100, "average_risk": 100, "diversity": 1}
    lines = [f"{key} = {value}" for key, value in {**limits, name: limit}.items()]
    (folder / "ours.toml").write_text("\n".join(["[limits]", *lines]))
    path = write(classes, folder)
    done = incrowd("check", path, *ROLES, "--for", folder / "ours.toml", "--json")
    told = json.loads(done.stdout)
    status = {check["name"]: check["status"] for check in told["checks"]}
    if status[name] == "fail":
        assert done.returncode == 1
        assert told["holds"] is False
    return bool(status[name] == "pass")


@pytest.mark.parametrize("name", ["highest_risk", "average_risk"])
@pytest.mark.parametrize(("beyond", "held"), [(STEP, True), (0, True), (-STEP, False)])
def test_risk(name: str, beyond: float, held: bool, tmp_path: Path) -> None:
    """A third and three in ten: one of them is no number that a computer can write."""
    limit = float(figures(PEOPLE)[name]) + beyond
    assert passes(PEOPLE, tmp_path, name, repr(limit)) == held


@pytest.mark.parametrize(("limit", "held"), [(2, True), (3, True), (4, False)])
def test_the_smallest_group_of_a_purpose(limit: int, held: bool, tmp_path: Path) -> None:
    assert passes(PEOPLE, tmp_path, "smallest_group", limit) == held


ILLNESSES = st.lists(st.sampled_from(["flu", "hiv", "cold"]), min_size=2, max_size=7)
TABLES = st.lists(ILLNESSES, min_size=2, max_size=5)


@settings(max_examples=scaled(12))
@given(classes=TABLES, name=st.sampled_from(["highest_risk", "average_risk"]))
def test_the_risk_of_any_table(classes: Classes, name: str) -> None:
    limit = float(figures(classes)[name])
    with tempfile.TemporaryDirectory() as folder:
        assert passes(classes, Path(folder), name, repr(limit))
        assert not passes(classes, Path(folder), name, repr(limit - STEP))


@settings(max_examples=scaled(12))
@given(classes=TABLES)
def test_k_l_and_t_of_any_table(classes: Classes) -> None:
    found, t = figures(classes), float(distance(classes))
    k, l = int(found["smallest_group"]), int(found["diversity"])
    with tempfile.TemporaryDirectory() as folder:
        path = write(classes, Path(folder))
        assert holds(path, "-k", k, "-l", l, "-t", repr(t))
        assert not holds(path, "-k", k + 1)
        assert not holds(path, "-k", k, "-l", l + 1)
        assert t < STEP or not holds(path, "-k", k, "-t", repr(t - STEP))
