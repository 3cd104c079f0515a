"""Promises about a whole release on the command line: anonymize, check, apply, errors."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from command_line import incrowd

ROLES = ("--qi", "age,town", "--insensitive", "note")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    lines = [f"{20 + n * n * 7 % 89},{'ABCDE'[n % 5]},x{n}" for n in range(300)]
    path.write_text("age,town,note\n" + "\n".join(lines) + "\n")
    return path


def classes(path: Path) -> Counter[tuple[str, str]]:
    with path.open(newline="") as file:
        return Counter((row["age"], row["town"]) for row in csv.DictReader(file))


def test_anonymize_check_and_apply(data: Path, tmp_path: Path) -> None:
    safe, recipe, again = (tmp_path / name for name in ("safe.csv", "r.json", "again.csv"))
    asked = ("--promise", "average_risk=0.1")
    options = (*ROLES, *asked, "-o", safe, "--recipe", recipe, "--json")
    done = incrowd("anonymize", data, *options)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    found = classes(safe)
    assert len(found) / found.total() <= 0.1
    assert answer["exact"]
    (held,) = answer["output"]["held"]
    assert (held["attribute"], held["model"], held["threshold"]) == ("", "average_risk", 0.1)
    assert held["reached"] == pytest.approx(len(found) / found.total())
    (kept,) = json.loads(recipe.read_text())["protections"]
    assert kept == {"attribute": "", "model": "average_risk", "threshold": 0.1, "people": None}
    assert incrowd("check", safe, *ROLES, *asked).returncode == 0
    stricter = incrowd("check", safe, *ROLES, "--promise", "average_risk=0.001")
    assert stricter.returncode == 1
    assert "the release as a whole breaks its promise" in stricter.stdout
    assert incrowd("apply", recipe, data, "-o", again).returncode == 0
    assert classes(again) == found


@pytest.mark.parametrize("method", ["priority", "priority-greedy"])
def test_local_methods_hold_it(data: Path, tmp_path: Path, method: str) -> None:
    safe = tmp_path / "safe.csv"
    asked = ("--promise", "average_risk=0.1", "--promise", "sample_uniqueness=0")
    options = (*ROLES, *asked, "--method", method, "-o", safe, "--seconds", "1")
    done = incrowd("anonymize", data, *options, "--max-suppression", "0.5")
    assert done.returncode == 0, done.stderr
    found = classes(safe)
    assert len(found) / found.total() <= 0.1
    assert 1 not in found.values()


def test_a_population(data: Path, tmp_path: Path) -> None:
    safe = tmp_path / "safe.csv"
    asked = ("--promise", "population_zayatz=0.01", "--sampling-fraction", "0.1")
    done = incrowd("anonymize", data, *ROLES, *asked, "-o", safe, "--json")
    assert done.returncode == 0, done.stderr
    (held,) = json.loads(done.stdout)["output"]["held"]
    assert held["reached"] <= 0.01
    people = ("--promise", "pop_zayatz=0.01", "--population-size", "3000")
    assert incrowd("check", safe, *ROLES, *people).returncode == 0
    assert incrowd("check", data, *ROLES, *people).returncode == 1


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("average_risk=0", "average_risk = 0 is not possible."),
        ("average_risk=2", "average_risk = 2 is not possible."),
        ("sample_uniqueness=-1", "sample_uniqueness = -1 is not possible."),
        ("sample_uniqueness=few", "'sample_uniqueness=few' is not a promise."),
        ("age:average_risk=0.1", "is about the release as a whole, not about 'age'."),
        ("population_pitman=0.01", "needs the size of the population."),
        ("average_risk=0.0001", "average_risk = 0.0001 removes 300 rows"),
        ("l=2", "Promises are about sensitive attributes, and the table has none."),
    ],
)
def test_what_cannot_be_promised(data: Path, asked: str, message: str) -> None:
    done = incrowd("anonymize", data, *ROLES, "--promise", asked)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Hint:" in done.stderr


def test_a_population_smaller_than_the_table(data: Path) -> None:
    asked = ("--promise", "population_pitman=0.01", "--population-size", "100")
    done = incrowd("anonymize", data, *ROLES, *asked)
    assert done.returncode == 2
    assert "100" in done.stderr


def test_nothing_is_asked(data: Path) -> None:
    done = incrowd("check", data, *ROLES)
    assert done.returncode == 2
    assert "Nothing is asked of the data." in done.stderr


def test_new_data_that_outgrows_the_population(data: Path, tmp_path: Path) -> None:
    recipe, larger = tmp_path / "r.json", tmp_path / "larger.csv"
    asked = ("--promise", "population_zayatz=0.01", "--population-size", "400")
    assert incrowd("anonymize", data, *ROLES, *asked, "--recipe", recipe).returncode == 0
    header, *lines = data.read_text().splitlines()
    larger.write_text("\n".join([header, *lines, *lines]) + "\n")
    done = incrowd("apply", recipe, larger, "-o", tmp_path / "out.csv")
    assert done.returncode == 2
    assert "smaller than the table of 600 rows" in " ".join(done.stderr.split())
    assert not (tmp_path / "out.csv").exists()
