"""Whenever a verdict is green, an attacker with code of their own finds nobody above the limits."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis_profiles import scaled
from verdict_attacker import Limits, Row, Target, find_exposed

from incrowd.advice.presets.built_in import BUILT_IN
from incrowd.advice.presets.own import parse_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Verdict
from incrowd.advice.verdict.registry import judge
from incrowd.dataset.open_table import OpenTable
from incrowd.engines.files.formats import output_format
from incrowd.errors import InvalidParameter
from incrowd.measures.enforcement import enforce
from incrowd.release.evidence import gather_as_is, gather_release
from incrowd.release.export import Release, write_release
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.service.datasets.opening import open_table
from incrowd.table import Role

TABLES = scaled(500)
"""300 in the CI, far more in a long run, each against every preset."""
PARTS = 6
PRESETS = (
    *BUILT_IN,
    *(
        parse_preset({"name": f"ours-{k}-{l}", "limits": {"k": k, "l": l, "t": t}})
        for k, l, t in ((2, 1, 1.0), (2, 2, 0.3), (3, 3, 0.2), (4, 1, 0.5))
    ),
)


@dataclass(frozen=True)
class People:
    """A random table, and what its columns are."""

    columns: dict[str, list[str | None]]
    quasi: list[str]
    sides: list[str]
    categories: list[str]
    numbers: list[str]
    several: bool
    """Whether an identifier repeats, so that somebody has several rows."""

    @property
    def rows(self) -> list[Row]:
        names = list(self.columns)
        return [
            dict(zip(names, row, strict=True)) for row in zip(*self.columns.values(), strict=True)
        ]


def draw_people(chance: np.random.Generator) -> People:
    """A table as they come: few or many values, secrets that follow from the rest, side columns."""
    rows = int(chance.choice([1, 4, 12, 40, 90, 160]))
    columns: dict[str, list[str | None]] = {}
    quasi = [f"q{place}" for place in range(chance.integers(1, 4))]
    for name in quasi:
        columns[name] = _texts(chance, rows, int(chance.choice([1, 2, 3, 8])), name)
    sides = [f"side{place}" for place in range(chance.integers(0, 3))]
    for name in sides:
        columns[name] = _side(chance, rows, columns[quasi[0]], name)
    categories = ["illness"] if chance.random() < 0.6 else []
    for name in categories:
        columns[name] = _secret(chance, rows, columns[quasi[0]])
    numbers = ["income"] if chance.random() < 0.4 else []
    for name in numbers:
        columns[name] = [str(1000 * n) for n in chance.integers(0, chance.integers(2, 40), rows)]
    several = rows > 3 and chance.random() < 0.1
    if several:
        persons = max(2, rows // 2)
        columns["patient_id"] = [f"P{n:05}" for n in chance.integers(0, persons, rows)]
    return People(columns, quasi, sides, categories, numbers, several)


def _texts(chance: np.random.Generator, rows: int, values: int, name: str) -> list[str | None]:
    return [f"{name}{chr(97 + n)}" for n in chance.integers(0, values, rows)]


def _side(
    chance: np.random.Generator, rows: int, quasi: list[str | None], name: str
) -> list[str | None]:
    kind = chance.choice(["constant", "follows", "few", "rare", "many", "address"])
    if kind == "constant":
        return ["the same"] * rows
    if kind == "follows":
        return [f"of {value}" for value in quasi]
    if kind == "rare":
        return ["usual" if n else "rare" for n in chance.integers(0, 30, rows)]
    if kind == "address":
        hidden = int(chance.integers(0, rows))
        return ["mail ana@example.org" if n == hidden else "mail" for n in range(rows)]
    return _texts(chance, rows, 2 if kind == "few" else 50, name)


def _secret(chance: np.random.Generator, rows: int, quasi: list[str | None]) -> list[str | None]:
    kind = chance.choice(["free", "follows", "one", "missing"])
    if kind == "follows":
        return [f"illness of {value}" for value in quasi]
    if kind == "one":
        return ["flu"] * rows
    values = ["flu", "asthma", "migraine", "fracture"][: int(chance.integers(2, 5))]
    drawn = [str(value) for value in chance.choice(values, rows)]
    if kind == "missing":
        return [None if chance.random() < 0.4 else value for value in drawn]
    return list(drawn)


def open_people(people: People) -> OpenTable:
    frame = pa.table({name: pa.array(cells, pa.string()) for name, cells in people.columns.items()})
    return open_table(
        frame,
        quasi=people.quasi,
        sensitive=[*people.categories, *people.numbers],
        insensitive=people.sides,
        identifier=["patient_id"] if people.several else [],
        ordered=True,
    )


def limits_of(preset: Preset) -> Limits:
    by_name = {limit.check: limit.value for limit in preset.limits}
    return Limits(
        by_name["smallest_group"],
        by_name["highest_risk"],
        by_name["average_risk"],
        int(by_name["diversity"]),
        by_name["closeness"],
    )


def attack(people: People, rows: list[Row], preset: Preset) -> list[str]:
    target = Target(
        rows, people.quasi, people.sides, people.categories, people.numbers, people.rows
    )
    return list(find_exposed(target, limits_of(preset)))


def write_state(table: OpenTable, release: Release, path: Path) -> list[Row]:
    """What a release looks like to whoever gets it."""
    with table.rows() as rows:
        write_release(rows, table.table, release, path, output_format("csv").name)
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: cell or None for name, cell in row.items()} for row in csv.DictReader(file)]


def draw_release(table: OpenTable, chance: np.random.Generator) -> Release:
    """Any state of a table, made as an export makes it."""
    levels = {
        name: int(chance.integers(0, hierarchy.height + 1))
        for name, hierarchy in table.hierarchies.items()
    }
    k = min(int(chance.choice([1, 2, 3, 5, 10, 12])), table.table.rows)
    state = table.state(levels, k)
    classes = enforce(table.protected_crowd, state)
    return Release(
        classes, state, kept_tuples(classes), recodings(classes.crowd, classes.levels), "a seed"
    )


Judged = tuple[list[Row], list[tuple[Preset, Verdict]]]


def judge_as_it_is(people: People) -> Judged:
    with open_people(people) as table:
        evidence = gather_as_is(table)
    return people.rows, [(preset, judge(evidence, preset)) for preset in PRESETS]


def judge_release(people: People, chance: np.random.Generator, path: Path) -> Judged:
    with open_people(people) as opened, opened.rows() as stored:
        table = replace(opened, source=stored)
        release = draw_release(table, chance)
        evidence = gather_release(table, release)
        verdicts = [(preset, judge(evidence, preset)) for preset in PRESETS]
        passing = any(verdict.holds for _, verdict in verdicts)
        return write_state(table, release, path) if passing else [], verdicts


@pytest.mark.parametrize("part", range(PARTS))
def test_nobody_is_found_in_what_passes(part: int, tmp_path: Path) -> None:
    judged = green = 0
    for number in range(part, TABLES, PARTS):
        chance = np.random.default_rng(number)
        people = draw_people(chance)
        path = tmp_path / f"{number}.csv"
        as_it_is = number % 4 < 2
        rows, verdicts = judge_as_it_is(people) if as_it_is else judge_release(people, chance, path)
        for preset, verdict in verdicts:
            judged += 1
            green += verdict.holds
            if verdict.holds:
                assert not people.several, f"table {number} has people with several rows"
                assert attack(people, rows, preset) == [], f"table {number}, {preset.name}"
    assert green >= judged / 10, f"{green} of {judged} are green: the test would say little"


@pytest.mark.parametrize("part", range(2))
def test_nobody_is_found_where_rows_are_recoded_one_by_one(part: int, tmp_path: Path) -> None:
    green = 0
    for number in range(part, scaled(50), 2):
        chance = np.random.default_rng(10_000 + number)
        people = draw_people(chance)
        with open_people(people) as table:
            k = int(chance.choice([2, 3, 5, 12]))
            if table.table.rows < 2 * k or people.several:
                continue
            try:
                outcome = table.anonymize(k, method="priority")
            except InvalidParameter:  # a secret with one value cannot be protected
                continue
            verdicts = [(preset, outcome.verdict(preset)) for preset in PRESETS[:4]]
            if not any(verdict.holds for _, verdict in verdicts):
                continue
            path = tmp_path / f"{number}.csv"
            outcome.write(path)
        with path.open(encoding="utf-8", newline="") as file:
            rows = [
                {name: cell or None for name, cell in row.items()} for row in csv.DictReader(file)
            ]
        for preset, verdict in verdicts:
            green += verdict.holds
            if verdict.holds:
                assert attack(people, rows, preset) == [], f"table {number}, {preset.name}"
    assert green


def test_the_attacker_finds_what_there_is() -> None:
    """A green verdict says nothing if the attacker is blind."""
    limits = Limits(3, 34.0, 34.0, 2, 0.3)
    rows = [{"q": "a", "side": str(n % 2), "s": "flu", "n": "1"} for n in range(4)]
    found = list(find_exposed(Target(rows, ["q"], ["side"], ["s"], ["n"], rows), limits))
    assert len([words for words in found if "whoever knows side" in words]) == 2
    assert any("share s" in words for words in found)
    far = [*rows, *({**rows[0], "q": "b", "n": "9"} for _ in range(4))]
    found = list(find_exposed(Target(far, ["q"], numbers=["n"], original=far), limits))
    assert any("far from" in words for words in found)


def test_the_role_of_everything_in_a_random_table_is_as_drawn() -> None:
    people = draw_people(np.random.default_rng(3))
    with open_people(people) as table:
        assert [each.name for each in table.table.with_role(Role.QUASI)] == people.quasi
        assert [each.name for each in table.table.with_role(Role.INSENSITIVE)] == people.sides
