"""Sampling and noise on the command line: `incrowd transform` and `--technique`."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from command_line import incrowd

ROLES = ("--qi", "age,sex", "--insensitive", "income")
NOISE = ("--technique", "income:rank_swap=10", "--technique", "age:round=10")
SAMPLE = ("--technique", "sample=0.5", "--seed", "7")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    lines = [f"{20 + n * 7 % 50},{'mf'[n % 2]},{1000 + n * 37 % 900}" for n in range(200)]
    path.write_text("age,sex,income\n" + "\n".join(lines) + "\n")
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_transform_shows_the_effect_and_writes_nothing(data: Path) -> None:
    before = data.read_bytes()
    done = incrowd("transform", data, *ROLES, *NOISE, *SAMPLE)
    assert done.returncode == 0, done.stderr
    for words in ("income:rank_swap=10", "exactly as often as before", "average risk", "100 of"):
        assert words in done.stdout
    assert data.read_bytes() == before
    assert [file.name for file in data.parent.iterdir()] == [data.name]


def test_transform_answers_in_json_and_writes_a_file(data: Path, tmp_path: Path) -> None:
    target, recipe = tmp_path / "new.csv", tmp_path / "recipe.json"
    options = (*ROLES, *NOISE, *SAMPLE, "-o", target, "--recipe", recipe, "--json")
    done = incrowd("transform", data, *options)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["rows"] == 200
    swap, rounding, sample = answer["techniques"]
    assert (swap["name"], swap["column"], swap["value"], swap["seed"]) == (
        "rank_swap",
        "income",
        "10",
        "7",
    )
    old, new = read(data), read(target)
    ages = [str(round(int(row["age"]) / 10) * 10) for row in old]
    assert rounding["changed"] == sum(a != row["age"] for a, row in zip(ages, old, strict=True))
    assert swap["margins"] == 0
    assert sample["kept"] == answer["output"]["rows"] == len(new) == 100
    counts = Counter((row["age"], row["sex"]) for row in new)
    assert answer["after"]["average_risk"] == pytest.approx(100 * len(counts) / 100)
    assert answer["journalist_risk"]["people"] == 200
    assert [each["name"] for each in json.loads(recipe.read_text())["techniques"]] == [
        "rank_swap",
        "round",
        "sample",
    ]


def test_every_command_sees_the_changed_values(data: Path, tmp_path: Path) -> None:
    options = (*ROLES, *NOISE, *SAMPLE, "--json")
    risk = incrowd("risk", data, *options)
    assert json.loads(risk.stdout)["rows"] == 100
    assert "Values were changed before counting" in risk.stderr
    standouts = incrowd("standouts", data, *options)
    assert standouts.returncode == 0, standouts.stderr
    subsets = incrowd("subsets", data, *options)
    assert json.loads(subsets.stdout)["k"] == min(
        map(int, json.loads(risk.stdout)["class_sizes"].keys())
    )
    recommend = incrowd("recommend", data, *options)
    assert recommend.returncode == 0, recommend.stderr
    check = incrowd("check", data, "-k", "2", *options)
    assert check.returncode in (0, 1), check.stderr
    safe = tmp_path / "safe.csv"
    made = incrowd("anonymize", data, "-k", "3", "--max-suppression", "1", *options, "-o", safe)
    assert made.returncode == 0, made.stderr
    assert "Noise is not counted" in " ".join(json.loads(made.stdout)["output"]["warnings"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--technique", "sample=2"), "sample=2 is not possible."),
        (("--technique", "wage:round=5"), "The table has no column 'wage'."),
        (("--technique", "age:blur=5"), "There is no technique 'blur'."),
        (("--technique", "sex:top=5"), "'top' needs a column of numbers"),
        ((), "No technique is given."),
        (("--technique", "sample=0.5", "--seed", ""), "The seed is empty."),
    ],
)
def test_what_is_wrong_is_said(data: Path, words: tuple[str, ...], message: str) -> None:
    done = incrowd("transform", data, *ROLES, *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Hint: " in done.stderr


def test_safepub_needs_no_k(data: Path, tmp_path: Path) -> None:
    roles = ("--qi", "age,sex", "--identifier", "income", "--sensitive", "")
    safe = tmp_path / "safe.csv"
    budget = ("--method", "safepub", "--epsilon", "1", "--delta", "0.01")
    done = incrowd("anonymize", data, *roles, *budget, "-o", safe, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert min(Counter(map(str, read(safe))).values()) == answer["k"]
    assert "differentially private" in " ".join(answer["notes"])
    assert answer["rows"] + answer["suppressed_rows"] == 200
    fit = incrowd("anonymize", data, *roles, *budget, "--for", "public")
    assert "SafePub draws once" in fit.stderr
    order = incrowd("anonymize", data, *roles, *budget, "-o", safe, "--keep-order")
    assert "always shuffles" in order.stderr
