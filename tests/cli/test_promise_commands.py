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
        ("k_subsets=5:0", "Facts known about a person is 0."),
        ("k_subsets=5:9", "Facts known about a person is 9."),
        ("k_subsets=5:3:1", "'k_subsets=5:3:1' is not a promise."),
        ("k_subsets=2.5", "k_subsets = 2.5 is not possible."),
        ("k_subsets=301", "k = 301 is more than the 300 rows of the table."),
        ("k_map=5", "'k-map' needs the size of the population."),
        ("profit_journalist=0", "needs the size of the population."),
        ("delta_presence=0.2", "'δ-presence' needs a table of the population."),
        ("delta_presence=0", "delta_presence = 0 is not possible."),
        ("profit_prosecutor=-1", "profit_prosecutor = -1 is not possible."),
        ("profit_prosecutor=0:0:4", "Gain of finding a person is 0."),
        ("profit_prosecutor=0:1e6:1", "removes 300 rows (with all rows it is 3332)"),
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


def rarest(path: Path) -> int:
    with path.open(newline="") as file:
        rows = [(row["age"], row["town"]) for row in csv.DictReader(file)]
    counts = [Counter(row[place] for row in rows) for place in (0, 1)]
    return min(min(each.values()) for each in counts)


def test_every_fact(data: Path, tmp_path: Path) -> None:
    safe, recipe, again = (tmp_path / name for name in ("safe.csv", "r.json", "again.csv"))
    asked = ("--promise", "k_subsets=6:1")
    done = incrowd("anonymize", data, *ROLES, *asked, "-o", safe, "--recipe", recipe, "--json")
    assert done.returncode == 0, done.stderr
    assert rarest(safe) >= 6
    assert min(classes(safe).values()) < 6
    (kept,) = json.loads(recipe.read_text())["protections"]
    assert (kept["threshold"], kept["parameters"]) == (6, {"m": 1})
    assert incrowd("check", safe, *ROLES, *asked).returncode == 0
    assert incrowd("check", safe, *ROLES, "--promise", "k_subsets=6:2").returncode == 1
    assert incrowd("check", data, *ROLES, *asked).returncode == 1
    assert incrowd("apply", recipe, data, "-o", again).returncode == 0
    assert classes(again) == classes(safe)


def test_an_attack_that_does_not_pay(data: Path, tmp_path: Path) -> None:
    safe, recipe = tmp_path / "safe.csv", tmp_path / "r.json"
    asked = ("--promise", "profit_prosecutor=0", "--attack-gain", "45", "--attack-cost", "4.5")
    done = incrowd("anonymize", data, *ROLES, *asked, "-o", safe, "--recipe", recipe)
    assert done.returncode == 0, done.stderr
    assert min(classes(safe).values()) >= 10
    (kept,) = json.loads(recipe.read_text())["protections"]
    assert kept["parameters"] == {"gain": 45, "cost": 4.5}
    assert incrowd("check", safe, *ROLES, *asked).returncode == 0
    dearer = ("--promise", "profit_prosecutor=0", "--attack-gain", "4500")
    assert incrowd("check", safe, *ROLES, *dearer).returncode == 1
    wrong = incrowd("check", safe, *ROLES, *asked[:2], "--attack-cost", "-1")
    assert wrong.returncode == 2
    assert "Cost of an attempt is -1." in wrong.stderr


@pytest.fixture
def population(data: Path, tmp_path: Path) -> Path:
    path = tmp_path / "population.csv"
    header, *lines = data.read_text().splitlines()
    path.write_text("\n".join([header, *(lines * 4)]) + "\n")
    return path


@pytest.mark.parametrize("method", ["optimal", "priority", "priority-greedy"])
def test_a_table_of_the_population(
    data: Path, population: Path, tmp_path: Path, method: str
) -> None:
    """Everybody is there four times, so that groups of two rows are eight people."""
    safe, recipe, again = (tmp_path / name for name in ("safe.csv", "r.json", "again.csv"))
    asked = ("--promise", "k_map=8", "--promise", "delta_presence=0.3", "--population", population)
    found = ("--method", method, "--seconds", "1", "-o", safe, "--recipe", recipe)
    done = incrowd("anonymize", data, *ROLES, *asked, *found, "--json")
    assert done.returncode == 0, done.stderr
    held = {each["model"]: each["reached"] for each in json.loads(done.stdout)["output"]["held"]}
    assert held["k_map"] >= 8
    assert held["delta_presence"] <= 0.3
    assert incrowd("check", safe, *ROLES, *asked).returncode == 0
    stricter = ("--promise", "k_map=100000", "--population", population)
    assert incrowd("check", safe, *ROLES, *stricter).returncode == 1
    if method == "optimal":
        alone = incrowd("apply", recipe, data, "-o", again)
        assert alone.returncode == 2
        assert "needs a table of the population" in " ".join(alone.stderr.split())
        done = incrowd("apply", recipe, data, "--population", population, "-o", again)
        assert done.returncode == 0, done.stderr
        assert classes(again) == classes(safe)


def test_a_population_that_lacks_people(data: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.csv"
    header, *lines = data.read_text().splitlines()
    few.write_text("\n".join([header, *(lines[:200] * 2)]) + "\n")
    asked = ("--promise", "k_map=2", "--population", few)
    for method in ("optimal", "priority"):
        done = incrowd("anonymize", data, *ROLES, *asked, "--method", method)
        assert done.returncode == 2
        assert "The rows of the table must be part of the population." in " ".join(
            done.stderr.split()
        )
    gone = incrowd("anonymize", data, *ROLES, *asked[:3], tmp_path / "none.csv")
    assert gone.returncode == 2
    assert not gone.stdout


def test_k_map_by_estimate(data: Path, tmp_path: Path) -> None:
    """One in ten people: of fewer than 8 people alike 5 rows or more are drawn once in 100."""
    safe = tmp_path / "safe.csv"
    asked = ("--promise", "k_map=8", "--sampling-fraction", "0.1")
    done = incrowd("anonymize", data, *ROLES, *asked, "-o", safe)
    assert done.returncode == 0, done.stderr
    assert min(classes(safe).values()) >= 5
    assert incrowd("check", safe, *ROLES, *asked).returncode == 0
    surer = ("--promise", "k_map=8:0.000001", "--sampling-fraction", "0.1")
    assert incrowd("check", safe, *ROLES, *surer).returncode == 1
