"""Whatever is released of a table with a person key, nobody is found among fewer than k persons.

The attacker is code of its own: it reads the file, puts the rows of each person together again by a
tag that the release keeps as it is, and knows how many rows everybody has.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Hashable
from pathlib import Path

import pyarrow as pa
import pytest
from person_twin import random_rows

import incrowd
from incrowd.errors import InvalidParameter, NothingToMeasure

NAMES = ["patient_id", "age", "sex", "diagnosis", "tag"]
METHODS = ["optimal", "priority", "priority-greedy"]


def open_random(seed: int) -> incrowd.Dataset:
    rows = [(*row, f"t{number}") for number, row in enumerate(random_rows(seed, 60))]
    columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    return incrowd.open(
        pa.table(columns, names=NAMES),
        person="patient_id",
        quasi=["age", "sex"],
        sensitive=["diagnosis"],
        insensitive=["tag"],
        ordered=True,
    )


def persons_of(seed: int) -> dict[str, Hashable]:
    """Whose row each tag marks."""
    return {
        f"t{number}": row[0] if row[0] and row[0].strip() else number
        for number, row in enumerate(random_rows(seed, 60))
    }


def attack(path: Path, persons: dict[str, Hashable]) -> dict[Hashable, list[Hashable]]:
    """Who looks alike in a file."""
    with path.open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert lines
    assert "patient_id" not in lines[0]
    published: dict[Hashable, list[dict[str, str]]] = defaultdict(list)
    for line in lines:
        published[persons[line["tag"]]].append(line)
    rows = Counter(persons.values())
    alike: dict[Hashable, list[Hashable]] = defaultdict(list)
    for person, own in published.items():
        assert len(own) == rows[person], "the rows of a person are published together"
        known = Counter((line["age"], line["sex"]) for line in own)
        alike[frozenset(known.items())].append(person)
    return dict(alike)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_found_among_fewer_than_k(method: str, seed: int, tmp_path: Path) -> None:
    k, target = 2 + seed % 3, tmp_path / "safe.csv"
    with open_random(seed) as dataset:
        try:
            outcome = dataset.anonymize(k, l=1, t=1.0, method=method, max_suppression=1.0)
            released = outcome.write(target)
        except (InvalidParameter, NothingToMeasure):
            assert not target.exists()
            return
        result, risk = outcome.result, outcome.result.after
    sizes = [len(members) for members in attack(target, persons_of(seed)).values()]
    assert min(sizes) >= k
    assert (released.k, result.k) == (min(sizes), min(sizes))
    assert (result.persons, result.classes) == (sum(sizes), len(sizes))
    assert risk.average_risk == pytest.approx(100 * len(sizes) / sum(sizes))
    assert risk.original_persons == len(set(persons_of(seed).values()))
    assert risk.persons + risk.suppressed_persons == risk.original_persons
    assert risk.rows + risk.suppressed_rows == len(persons_of(seed)) == risk.original_rows
    assert not [path for path in tmp_path.iterdir() if path != target]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(6))
def test_no_class_shares_a_secret(method: str, seed: int, tmp_path: Path) -> None:
    target, persons = tmp_path / "safe.csv", persons_of(seed)
    with open_random(seed) as dataset:
        try:
            released = dataset.anonymize(2, l=2, method=method, max_suppression=1.0).write(target)
        except (InvalidParameter, NothingToMeasure):
            return
    secrets: dict[Hashable, set[str]] = defaultdict(set)
    with target.open(newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            secrets[persons[line["tag"]]].add(line["diagnosis"])
    for members in attack(target, persons).values():
        assert not set.intersection(*(secrets[person] for person in members)) - {""}
    assert released.l >= 2


def test_a_recipe_keeps_the_person_key(tmp_path: Path) -> None:
    with open_random(5) as dataset:
        outcome = dataset.anonymize(2, l=1, t=1.0, max_suppression=1.0)
        released = outcome.write(tmp_path / "safe.csv")
        outcome.recipe(tmp_path / "recipe.json", released)
        rows = dataset.source.tally(NAMES).drop_columns(["incrowd_rows"])
    repeated = incrowd.apply(tmp_path / "recipe.json", rows, tmp_path / "again.csv")
    assert repeated.output.k == released.k
    assert repeated.after.persons == outcome.result.persons
    assert repeated.suppressed_rows == outcome.result.suppressed_rows
