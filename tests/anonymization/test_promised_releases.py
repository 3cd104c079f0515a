"""What is promised of a whole release holds in the written file, as other code counts it."""

from __future__ import annotations

import csv
import random
from collections import Counter, defaultdict
from collections.abc import Hashable
from pathlib import Path

import pytest
from hypothesis_profiles import scaled

import incrowd
from incrowd.errors import InvalidParameter, NothingToMeasure

TABLES = scaled(30)
PROMISES = ["average_risk", "sample_uniqueness", "population_zayatz", "population_dankar"]


def draw_rows(chance: random.Random, persons: bool) -> list[dict[str, str]]:
    count, values = chance.choice([8, 30, 90]), chance.choice([2, 6, 25])
    people = chance.randint(2, count) if persons else count
    return [
        {
            "person": f"P{chance.randrange(people)}" if persons else f"P{number}",
            "age": str(20 + chance.randrange(values)),
            "sex": chance.choice("fm"),
            "town": f"T{chance.randrange(values)}",
            "illness": chance.choice(["flu", "asthma", "cancer"]),
            "tag": str(number),
        }
        for number in range(count)
    ]


def count_alike(path: Path, rows: list[dict[str, str]]) -> list[int]:
    """The people who look alike in a file, group by group; a tag says whose row is which."""
    published: dict[Hashable, list[tuple[str, ...]]] = defaultdict(list)
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            owner = rows[int(row["tag"])]["person"]
            published[owner].append((row["age"], row["sex"], row["town"]))
    return sorted(Counter(tuple(sorted(own)) for own in published.values()).values())


def holds(name: str, sizes: list[int], share: float) -> bool:
    people, alone = sum(sizes), sizes.count(1)
    if name == "average_risk":
        return len(sizes) / people <= share + 1e-9
    if name == "sample_uniqueness":
        return alone / people <= share + 1e-9
    return True  # estimates are counted again below, by the measure that has its own twin


@pytest.mark.parametrize("seed", range(TABLES))
def test_the_file_holds_what_was_promised(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    persons = chance.random() < 0.4
    rows = draw_rows(chance, persons)
    asked = {name: chance.choice([0.05, 0.2, 0.5]) for name in chance.sample(PROMISES, 2)}
    source, target = tmp_path / "people.csv", tmp_path / "release.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    key = {"person": "person"} if persons else {"identifier": ["person"]}
    roles = {"quasi": ["age", "sex", "town"], "sensitive": ["illness"], "insensitive": ["tag"]}
    promises = [f"{name}={share}" for name, share in asked.items()]
    method = chance.choice(["optimal", "priority", "priority-greedy"])
    limit = chance.choice([0.0, 0.2, 1.0])
    with incrowd.open(source, **roles, **key, promises=promises, population_size=5000) as table:
        try:
            outcome = table.anonymize(
                chance.choice([1, 2]), method=method, max_suppression=limit, seconds=1
            )
            released = outcome.write(target)
        except (InvalidParameter, NothingToMeasure):
            return
    sizes = count_alike(target, rows)
    assert all(holds(name, sizes, share) for name, share in asked.items())
    units = len({row["person"] for row in rows})
    assert units - sum(sizes) <= limit * units + 1e-9
    whole = [each for each in released.held if each.attribute == ""]
    assert len(whole) == 2
    assert all(each.reached is not None for each in whole)
    assert all(each.reached <= each.threshold + 1e-9 for each in whole)
