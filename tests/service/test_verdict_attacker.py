"""Whenever a verdict is green, an attacker with code of their own finds nobody above the limits."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis_profiles import scaled
from random_people import (
    People,
    draw_people,
    draw_release,
    draw_texts,
    open_people,
    write_state,
)
from verdict_attacker import Limits, Row, Target, find_exposed

from incrowd.advice.presets.built_in import BUILT_IN
from incrowd.advice.presets.own import parse_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Verdict
from incrowd.advice.verdict.registry import judge
from incrowd.errors import InvalidParameter
from incrowd.release.evidence import gather_as_is, gather_release, gather_state
from incrowd.service.datasets.opening import open_table
from incrowd.table import Role

pytestmark = pytest.mark.slow  # few tables would say little
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


def draw_visits(chance: np.random.Generator) -> People:
    """People with one, two or three rows each."""
    rows = int(chance.integers(6, 60))
    keys = [f"P{n:03}" for n in chance.integers(0, max(2, rows * 2 // 3), rows)]
    columns: dict[str, list[str | None]] = {"visitor": list(keys)}
    for name, values in (("q0", 2), ("q1", 2), ("side0", 2), ("illness", 3)):
        columns[name] = draw_texts(chance, rows, values, name)
    return People(columns, ["q0", "q1"], ["side0"], ["illness"], [], several=True)


def alike(rows: list[Row], names: list[str], hidden: set[str]) -> list[list[list[Row]]]:
    """Groups of people whose rows look the same, all of them together: their number is known."""
    people = defaultdict(list)
    for row in rows:
        people[row["visitor"]].append(row)
    groups = defaultdict(list)
    for visits in people.values():
        seen = [tuple("*" if name in hidden else row[name] for name in names) for row in visits]
        groups[tuple(sorted(seen))].append(visits)
    return list(groups.values())


def count_told(groups: list[list[list[Row]]]) -> int:
    """People in large groups whose illness is told: one that all have, or there is but one."""
    told = 0
    for group in groups:
        illnesses = [{row["illness"] for row in visits} for visits in group]
        alone = set.intersection(*illnesses) or len(set.union(*illnesses)) < 2
        told += len(group) if len(group) > 1 and alone else 0
    return told


def count_more_told(known: list[list[list[Row]]], before: list[list[list[Row]]]) -> int:
    """People whose illness is told once a side column is known, if these are more than before."""
    return told if (told := count_told(known)) > count_told(before) else 0


def test_people_are_counted_not_rows() -> None:
    ours = parse_preset({"name": "ours", "limits": {"k": 2, "average_risk": 100}})
    for number in range(scaled(60)):
        chance = np.random.default_rng(20_000 + number)
        people = draw_visits(chance)
        hidden = {name for name in people.quasi if chance.random() < 0.5}
        frame = pa.table({name: pa.array(cells) for name, cells in people.columns.items()})
        options = {"quasi": people.quasi, "sensitive": ["illness"], "insensitive": ["side0"]}
        with open_table(frame, **options, person="visitor", ordered=True) as table:
            state = table.state(dict.fromkeys(hidden, 1), 1, ())
            verdict = judge(gather_state(table, state), ours)
        groups = alike(people.rows, people.quasi, hidden)
        known = alike(people.rows, [*people.quasi, "side0"], hidden)
        figures = {check.name: check.figure for check in verdict.checks}
        assert verdict.persons == sum(map(len, groups))
        assert verdict.rows == len(people.rows)
        assert figures["smallest_group"] == min(map(len, groups))
        found = sum(len(group) for group in known if len(group) < 2)
        assert figures["side_columns"] == found + count_more_told(known, groups)
        assert figures["diversity"] == min(map(_least_values, groups))


def _least_values(group: list[list[Row]]) -> int:
    """Different illnesses in a group, or one where everybody has had the same."""
    secrets = [{row["illness"] for row in visits} for visits in group]
    return 1 if set.intersection(*secrets) else len(set.union(*secrets))


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
