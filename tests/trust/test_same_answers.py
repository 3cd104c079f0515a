"""The same input gives the same answer, on every run and with any number of threads."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from command_line import incrowd_process
from hypothesis_profiles import scaled

TABLES = scaled(2) // 2
SURROUNDINGS: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "1", "NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    {"PYTHONHASHSEED": "4711", "NUMBA_NUM_THREADS": "2", "LC_ALL": "C"},
]
ROLES = ("--qi", "age,sex,postcode", "--sensitive", "illness")
QUESTIONS: dict[str, tuple[str, ...]] = {
    "risk": ("risk", "{people}", *ROLES),
    "recommend": ("recommend", "{people}", *ROLES),
    "subsets": ("subsets", "{people}", *ROLES),
    "standouts": ("standouts", "{people}", *ROLES),
    "check": ("check", "{people}", "-k", "2", *ROLES),
}
METHODS = ["optimal", "priority", "priority-greedy"]


@pytest.fixture(scope="module", params=range(TABLES))
def people(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = random.Random(request.param)
    rows = [
        f"{chance.randrange(18, 90)},{chance.choice('fm')},{chance.randrange(1000, 1080)},"
        f"{chance.choice(['flu', 'cold', 'hiv', ''])}"
        for _ in range(chance.choice([50, 700]))
    ]
    path = tmp_path_factory.mktemp("same") / "people.csv"
    path.write_text("\n".join(["age,sex,postcode,illness", *rows]) + "\n")
    return path


def ask(words: tuple[str, ...], people: Path, surroundings: dict[str, str]) -> Any:
    asked = (word.format(people=people, folder=people.parent) for word in words)
    done = incrowd_process(*asked, "--json", **surroundings)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", list(QUESTIONS))
def test_questions_have_one_answer(name: str, people: Path) -> None:
    one, two = (ask(QUESTIONS[name], people, each) for each in SURROUNDINGS)
    assert one == two


@pytest.mark.parametrize("method", METHODS)
def test_releases_differ_in_the_order_of_their_rows_alone(method: str, people: Path) -> None:
    found = []
    for place, surroundings in enumerate(SURROUNDINGS):
        target = people.with_name(f"{method}{place}.csv")
        words = ("anonymize", "{people}", *ROLES, "-k", "3", "--method", method, "-o", str(target))
        ask(words, people, surroundings)
        found.append(target.read_text().splitlines())
    assert found[0][0] == found[1][0]
    assert sorted(found[0]) == sorted(found[1])


def test_a_recipe_repeats_a_release(people: Path) -> None:
    """Recipes of the other methods say that they cannot be repeated."""
    target, recipe = people.with_name("out.csv"), people.with_name("recipe.json")
    words = ("anonymize", "{people}", *ROLES, "-k", "3", "-o", str(target))
    ask((*words, "--recipe", str(recipe)), people, SURROUNDINGS[0])
    released = target.read_bytes()
    again = people.with_name("again.csv")
    ask(("apply", str(recipe), "{people}", "-o", str(again)), people, SURROUNDINGS[1])
    assert again.read_bytes() == released
