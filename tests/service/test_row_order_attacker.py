"""Whoever knows the order of the original finds nobody by it, but for what chance allows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis_profiles import scaled
from random_people import (
    People,
    draw_people,
    draw_release,
    open_people,
    read_rows,
    write_state,
)
from verdict_attacker import Row, link_by_order

import incrowd
from incrowd.advice.presets.built_in import find_preset
from incrowd.advice.presets.own import parse_preset
from incrowd.advice.verdict.registry import judge
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter
from incrowd.release.evidence import gather_release
from incrowd.release.export import Release

pytestmark = pytest.mark.slow  # few tables would say little
TRUTH = "place in the original"
"""A column that tells which row is whose; the attacker does not have it."""
LENIENT = parse_preset({"name": "ours", "limits": {"k": 2, "l": 1, "t": 1.0, "average_risk": 100}})
DEVIATIONS = 5
"""How many standard deviations from what is expected are still called chance."""


@dataclass
class Hunt:
    """Hits of many attacks, and how many of them chance gives."""

    hits: int = 0
    expected: int = 0
    people: int = 0

    def attack(self, rows: list[Row], quasi: list[str]) -> None:
        """Link rows to people group by group, and the whole file place by place."""
        for known in (quasi, []):
            hits, groups = link_by_order(rows, known, TRUTH)
            self.hits += hits
            # of any number of people one is at his place on average, with a variance of one
            self.expected += groups
            self.people += len(rows)

    @property
    def most(self) -> float:
        """What chance allows."""
        return self.expected + DEVIATIONS * self.expected**0.5


def with_truth(people: People) -> People:
    """The same people, and the place of each row."""
    places = [str(place) for place in range(len(people.rows))]
    return replace(people, columns={**people.columns, TRUTH: places}, sides=[*people.sides, TRUTH])


def write_with_truth(people: People, release: Release, path: Path) -> list[Row]:
    with open_people(with_truth(people)) as table, table.rows() as stored:
        return write_state(replace(table, source=stored), release, path)


def passes(table: OpenTable, release: Release) -> bool:
    """Whether a release passes for any purpose, one that asks for hardly anything among them."""
    evidence = gather_release(table, release)
    return any(judge(evidence, preset).holds for preset in (find_preset("internal"), LENIENT))


def draw_passing(number: int) -> tuple[People, Release] | None:
    """A random table and a release of it that passes; None where it does not."""
    chance = np.random.default_rng(30_000 + number)
    people = draw_people(chance)
    with open_people(people) as opened, opened.rows() as stored:
        table = replace(opened, source=stored)
        release = draw_release(table, chance)
        return (people, release) if passes(table, release) else None


def test_nobody_is_found_by_the_order_of_the_rows(tmp_path: Path) -> None:
    shuffled, kept = Hunt(), Hunt()
    for number in range(scaled(120)):
        drawn = draw_passing(number)
        if drawn is None:
            continue
        people, release = drawn
        path = tmp_path / "release.csv"
        shuffled.attack(write_with_truth(people, release, path), people.quasi)
        kept.attack(write_with_truth(people, replace(release, seed=None), path), people.quasi)
    assert shuffled.expected > 20, "hardly any release passes: the test would say little"
    assert shuffled.hits <= shuffled.most, f"{shuffled.hits} of {shuffled.people} are found"
    assert shuffled.most < shuffled.people / 2, "chance would explain anything"
    # the same attack finds everybody where the order is kept
    assert kept.hits == kept.people == shuffled.people


def test_nobody_is_found_by_the_order_of_rows_that_are_recoded_one_by_one(tmp_path: Path) -> None:
    shuffled, kept = Hunt(), Hunt()
    for number in range(scaled(30)):
        chance = np.random.default_rng(40_000 + number)
        people = draw_people(chance)
        if len(people.rows) < 12 or people.several:
            continue
        with open_people(with_truth(people)) as table:
            try:
                outcome = table.anonymize(3, method="priority", max_suppression=1.0)
            except InvalidParameter:  # a secret with one value cannot be protected
                continue
            for hunt, keep_order in ((shuffled, False), (kept, True)):
                path = tmp_path / f"{number}-{keep_order}.csv"
                outcome.write(path, keep_order=keep_order)
                hunt.attack(read_rows(path), people.quasi)
    assert shuffled.hits <= shuffled.most
    assert kept.hits == kept.people == shuffled.people
    assert shuffled.most < shuffled.people / 2


def test_a_secret_by_which_the_original_is_sorted_gives_the_places_back(tmp_path: Path) -> None:
    """Sorted by the secret, the shuffled rows are in their order again: so it must not pass."""
    rows = 200
    chance = np.random.default_rng(7)
    columns: dict[str, list[str | None]] = {
        "q0": [f"q{value}" for value in chance.integers(0, 2, rows)],
        "income": [str(1000 + 50 * (place // 2)) for place in range(rows)],
    }
    people = People(columns, ["q0"], [], [], ["income"], several=False)
    with open_people(people) as opened, opened.rows() as stored:
        table = replace(opened, source=stored)
        release = draw_release(table, chance)
        verdict = judge(gather_release(table, release), find_preset("internal"))
    published = write_with_truth(people, release, tmp_path / "release.csv")
    by_secret = sorted(published, key=lambda row: float(row["income"] or 0))
    hits, groups = link_by_order(by_secret, people.quasi, TRUTH)
    assert hits > len(published) / 2 > groups + DEVIATIONS * groups**0.5
    assert verdict.check("row_order").status == "fail"


def test_a_kept_order_never_passes() -> None:
    chance = np.random.default_rng(7)
    columns = {
        "q": chance.choice(["a", "b"], 80).tolist(),
        "illness": chance.choice(["flu", "asthma", "migraine"], 80).tolist(),
    }
    with incrowd.open(pa.table(columns), quasi=["q"], sensitive=["illness"]) as dataset:
        assert dataset.verdict("internal").holds
        kept = dataset.verdict("internal", keep_order=True)
    assert [check.name for check in kept.failing] == ["row_order"]
