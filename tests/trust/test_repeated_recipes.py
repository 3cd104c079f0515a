"""A recipe repeated on new tables: its promise holds in the file, or there is no file."""

from __future__ import annotations

import csv
import json
import random
from collections import defaultdict
from pathlib import Path

import pytest
from command_line import incrowd
from hypothesis_profiles import scaled

RUNS = scaled(10)
QUASI = ("age", "sex", "postcode")


def draw(chance: random.Random, path: Path) -> None:
    """People of few or many kinds, in part with values that no earlier table had."""
    kinds = chance.choice([2, 6, 40])
    rows = [
        [
            str(chance.choice([20, 20, 70]) + chance.randrange(kinds)),
            chance.choice(["f", "m", "", "x"][: chance.randint(2, 4)]),
            f"{chance.randrange(10000, 10000 + 4 * kinds)}",
            chance.choice(["flu", "asthma", "cancer", ""][: chance.randint(1, 4)]),
        ]
        for _ in range(chance.choice([3, 30, 120]))
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[*QUASI, "illness"], *rows])


def fits(path: Path, k: int, l: int) -> bool:
    """Whether every class of a file is large and different enough, counted row by row."""
    classes: dict[tuple[str, ...], list[str]] = defaultdict(list)
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            classes[tuple(row[name] for name in QUASI)].append(row["illness"])
    return bool(classes) and all(
        len(ills) >= k and len(set(ills) - {""}) >= l for ills in classes.values()
    )


def make_recipe(chance: random.Random, folder: Path) -> tuple[Path, int, int] | None:
    """A recipe for a table of which a release could be made, and what it promises."""
    data, recipe = folder / "first.csv", folder / "recipe.json"
    for _ in range(20):
        draw(chance, data)
        k, l = chance.choice([2, 3, 5]), chance.choice([2, 3])
        asked = ("--qi", ",".join(QUASI), "--sensitive", "illness", "-k", k, "-l", l)
        spared = ("--max-suppression", chance.choice([0.1, 0.5, 1]))
        written = ("-o", folder / "first-release.csv", "--recipe", recipe)
        if incrowd("anonymize", data, *asked, *spared, *written).returncode == 0:
            assert fits(folder / "first-release.csv", k, l)
            return recipe, k, l
        assert not recipe.exists()
    return None


def repeat(seed: int, folder: Path) -> bool:
    """Repeat a recipe on a new table; whether there is a release."""
    chance = random.Random(seed)
    made = make_recipe(chance, folder)
    assert made is not None
    recipe, k, l = made
    draw(chance, folder / "second.csv")
    before = sorted(path.name for path in folder.iterdir())
    target = folder / "second-release.csv"
    done = incrowd("apply", recipe, folder / "second.csv", "-o", target, "--json")
    if done.returncode == 0:
        assert json.loads(done.stdout)["output"]["verified"]
        assert fits(target, k, l)
        return True
    assert "inside incrowd" not in done.stdout + done.stderr
    assert sorted(path.name for path in folder.iterdir()) == before
    return False


@pytest.mark.parametrize("seed", range(RUNS))
def test_a_promise_is_kept_or_nothing_is_left(seed: int, tmp_path: Path) -> None:
    repeat(seed, tmp_path)


def test_a_recipe_that_fits_is_repeated(tmp_path: Path) -> None:
    """What is refused says nothing; this makes sure that not everything is."""
    found = make_recipe(random.Random(1), tmp_path)
    assert found is not None
    recipe, k, l = found
    target = tmp_path / "again.csv"
    assert incrowd("apply", recipe, tmp_path / "first.csv", "-o", target).returncode == 0
    assert fits(target, k, l)
