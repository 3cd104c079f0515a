"""What is promised of a random table holds in the file, as other code than ours counts it.

Tables, roles, methods, promises and person keys are drawn by chance. A tag that the release keeps
as it is tells this test, not an attacker, whose row is which.
"""

from __future__ import annotations

import csv
import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
from hypothesis_profiles import scaled
from pycanon import anonymity

import incrowd
from incrowd.errors import InvalidParameter, NothingToMeasure

TABLES = scaled(35)
Row = Mapping[str, str]


@dataclass(frozen=True)
class Case:
    """A random table and what is asked of its release."""

    rows: list[dict[str, str]]
    quasi: list[str]
    persons: bool
    promise: dict[str, object]
    order: bool

    def owner(self, tag: str) -> Hashable:
        """Whose row a tag marks."""
        key = self.rows[int(tag)]["patient"]
        return key if self.persons and key else int(tag)


def draw(seed: int) -> Case:
    chance = random.Random(seed)
    count = chance.choice([6, 20, 60, 150])
    quasi = ["age", "sex", "postcode", "born"][: chance.randint(1, 4)]
    illnesses = ["flu", "asthma", "cancer", "", "unknown"][: chance.randint(2, 5)]
    patients = chance.randint(2, count)
    values = chance.choice([2, 9, 80])
    rows = [
        {
            "patient": chance.choice(["", f"P{chance.randrange(patients)}"]),
            "age": str(20 + chance.randrange(values)),
            "sex": chance.choice(["f", "m", ""]),
            "postcode": f"{chance.randrange(10**4, 10**4 + 5 * values)}",
            "born": f"19{chance.randrange(50, 99)}-0{chance.randrange(1, 9)}-17",
            "illness": chance.choice(illnesses),
            "tag": str(number),
        }
        for number in range(count)
    ]
    promise: dict[str, object] = {
        "k": chance.choice([2, 3, 5, 8]),
        "l": chance.choice([None, 2, 3]),
        "t": chance.choice([None, 0.2, 0.5]),
        "method": chance.choice(["optimal", "priority", "priority-greedy"]),
        "max_suppression": chance.choice([0.0, 0.1, 0.5, 1.0]),
    }
    return Case(rows, quasi, chance.random() < 0.4, promise, chance.random() < 0.5)


def release(case: Case, folder: Path) -> list[dict[str, str]] | None:
    """The rows of the file, or None where what is asked cannot be had."""
    path = folder / "people.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(case.rows[0]))
        writer.writeheader()
        writer.writerows(case.rows)
    roles = {"quasi": case.quasi, "sensitive": ["illness"], "insensitive": ["tag"]}
    people = {"person": "patient"} if case.persons else {"identifier": ["patient"]}
    with incrowd.open(path, **roles, **people) as dataset:
        try:
            outcome = dataset.anonymize(**case.promise)
            outcome.write(folder / "release.csv", keep_order=case.order)
        except (InvalidParameter, NothingToMeasure):
            return None
    with (folder / "release.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def look_alike(case: Case, rows: Sequence[Row]) -> list[list[Hashable]]:
    """The persons of each class: the multisets of what is published of them are equal."""
    published: dict[Hashable, list[Row]] = defaultdict(list)
    for row in rows:
        published[case.owner(row["tag"])].append(row)
    alike: dict[Hashable, list[Hashable]] = defaultdict(list)
    for person, own in published.items():
        known = Counter(tuple(row[name] for name in case.quasi) for row in own)
        alike[frozenset(known.items())].append(person)
    return list(alike.values())


def secrets(case: Case, members: Sequence[Hashable]) -> list[set[str]]:
    """What is known of each of them, by the original."""
    own: dict[Hashable, set[str]] = {member: set() for member in members}
    for number, row in enumerate(case.rows):
        if (person := case.owner(str(number))) in own:
            own[person].add(row["illness"])
    return list(own.values())


def diversity(values: Sequence[set[str]]) -> int:
    """Different known values; 1 where everybody has one and the same."""
    counts = Counter(value for each in values for value in each if value not in ("", "unknown"))
    return 1 if len(values) in counts.values() else len(counts)


@pytest.mark.parametrize("seed", range(TABLES))
def test_the_file_holds_what_was_promised(seed: int, tmp_path: Path) -> None:
    case = draw(seed)
    rows = release(case, tmp_path)
    if rows is None:
        return
    k, l = case.promise["k"], case.promise["l"]
    assert isinstance(k, int)
    assert rows
    assert "patient" not in rows[0]
    assert len({row["tag"] for row in rows}) == len(rows)
    for row in rows:
        assert row["illness"] == case.rows[int(row["tag"])]["illness"]
    classes = look_alike(case, rows)
    assert min(map(len, classes)) >= k
    least = 2 if l is None else l
    assert min(diversity(secrets(case, members)) for members in classes) >= least
    frame = pd.DataFrame(rows)
    assert anonymity.k_anonymity(frame, case.quasi) >= k
    if (
        not case.persons
        and case.promise["t"] is not None
        and not {"", "unknown"} & set(frame["illness"])
    ):
        told = anonymity.t_closeness(frame, case.quasi, ["illness"])
        assert told <= float(str(case.promise["t"])) + 1e-9
    if not case.order and len(rows) > 20:
        tags = [int(row["tag"]) for row in rows]
        assert tags != sorted(tags)


def test_most_tables_are_published(tmp_path: Path) -> None:
    """What is refused says nothing; this makes sure that it is not all of them."""
    done = [release(draw(seed), tmp_path) is not None for seed in range(min(TABLES, 40))]
    assert sum(done) > len(done) / 3
