"""Made fit for a purpose, a file passes every check, also when it is read and judged anew."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path

import pyarrow as pa
import pytest

import incrowd
from incrowd.anonymization.fitting import NotFit
from incrowd.errors import InvalidParameter

METHODS = ["optimal", "priority"]
PRESETS = ["public", "partner", "internal", "clinical"]


def table(rows: list[tuple[object, ...]], names: list[str]) -> pa.Table:
    columns = [
        [None if cell is None else str(cell) for cell in column]
        for column in zip(*rows, strict=True)
    ]
    return pa.table([pa.array(column, pa.string()) for column in columns], names=names)


def customers(seed: int, rows: int) -> incrowd.Dataset:
    """Customers with a secret, and purchases that nobody thought of as telling."""
    draw = random.Random(seed)
    lines = [
        (
            draw.randint(18, 90),
            draw.choice("mf"),
            draw.randint(1000, 1030),
            draw.choice(["flu", "asthma", "cancer", None]),
            int(draw.expovariate(0.2)),
        )
        for _ in range(rows)
    ]
    return incrowd.open(
        table(lines, ["age", "sex", "zip", "diagnosis", "purchases"]),
        quasi=["age", "sex", "zip"],
        sensitive=["diagnosis"],
        insensitive=["purchases"],
        ordered=True,
    )


def judge_again(path: Path, fit: incrowd.Fit, preset: str) -> incrowd.Verdict:
    """Read what was written and judge it as it is, each column as text but with its role."""
    roles = fit.outcome.dataset.roles
    names = {
        role: [name for name, given in roles.items() if given == role]
        for role in ("quasi", "sensitive", "insensitive")
    }
    with incrowd.open(path, **names) as read:
        return read.verdict(preset, as_is=True)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_fit_passes_every_check_on_the_file(
    preset: str, method: str, seed: int, tmp_path: Path
) -> None:
    with customers(seed, 60 + 150 * seed) as data:
        fit = data.fit(preset, method=method, max_suppression=1.0)
        assert fit.verdict.holds
        fit.outcome.write(tmp_path / "out.csv")
    again = judge_again(tmp_path / "out.csv", fit, preset)
    sizes = {check.name: check.status for check in again.checks}
    assert sizes["smallest_group"] == sizes["highest_risk"] == sizes["average_risk"] == "pass"
    assert sizes["diversity"] == sizes["side_columns"] == sizes["identifiers"] == "pass"


@pytest.mark.parametrize("method", METHODS)
def test_a_side_column_that_tells_people_apart_is_generalised(method: str) -> None:
    with customers(1, 300) as data:
        before = data.anonymize(10, method=method).verdict("public").check("side_columns")
        fit = data.fit("public", method=method)
    assert before.status == "fail"
    (change,) = fit.fitness.changes
    assert (change.attribute, change.role) == ("purchases", "quasi")
    assert "purchases" in change.words
    assert fit.verdict.check("side_columns").status == "pass"


def test_the_smallest_group_size_that_passes_is_taken() -> None:
    with customers(2, 900) as data:
        fit = data.fit("public", method="priority")
    failing = {attempt.k: attempt.failing for attempt in fit.fitness.attempts}
    assert fit.fitness.k == min(k for k, checks in failing.items() if not checks)
    assert failing[10] == ("average_risk",)
    assert fit.fitness.k > 10
    assert fit.outcome.request.k == fit.fitness.k


def test_people_with_several_rows_become_people() -> None:
    draw = random.Random(3)
    lines = []
    for person in range(120):
        age, sex = draw.randint(20, 80), draw.choice("mf")
        lines += [(f"P{person}", age, sex, draw.choice("abc")) for _ in range(draw.choice([1, 2]))]
    with incrowd.open(
        table(lines, ["patient_id", "age", "sex", "diagnosis"]),
        identifier=["patient_id"],
        quasi=["age", "sex"],
        sensitive=["diagnosis"],
        ordered=True,
    ) as data:
        fit = data.fit("internal", max_suppression=1.0)
    assert [(change.attribute, change.role) for change in fit.fitness.changes] == [
        ("patient_id", "person")
    ]
    assert fit.verdict.holds
    assert fit.verdict.persons is not None
    assert fit.verdict.persons <= 120 < fit.verdict.rows


def test_a_column_with_addresses_in_it_is_left_out(tmp_path: Path) -> None:
    draw = random.Random(4)
    lines = [
        (draw.randint(20, 60), draw.choice("mf"), f"write to person{row}@example.org")
        for row in range(200)
    ]
    with incrowd.open(
        table(lines, ["age", "sex", "remark"]),
        quasi=["age", "sex"],
        insensitive=["remark"],
        ordered=True,
    ) as data:
        fit = data.fit("internal", max_suppression=1.0)
        fit.outcome.write(tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8") as file:
        assert next(csv.reader(file)) == ["age", "sex"]


def test_too_few_people_for_a_purpose() -> None:
    with customers(0, 7) as data, pytest.raises(NotFit, match="groups of 10, and there are 7"):
        data.fit("public")


def test_a_secret_with_one_value_cannot_be_kept() -> None:
    lines = [(age % 3, "m", "flu") for age in range(100)]
    with (
        incrowd.open(
            table(lines, ["age", "sex", "diagnosis"]),
            quasi=["age", "sex"],
            sensitive=["diagnosis"],
            ordered=True,
        ) as data,
        pytest.raises(InvalidParameter, match="diagnosis"),
    ):
        data.fit("public", max_suppression=1.0)


def test_what_it_would_cost_is_said() -> None:
    """Ten people are so different that only leaving them out helps."""
    lines = [(30, "m", "a" if row % 2 else "b") for row in range(90)]
    lines += [(30, "f", "a") for _ in range(10)]
    with (
        incrowd.open(
            table(lines, ["age", "sex", "diagnosis"]),
            quasi=["age", "sex"],
            sensitive=["diagnosis"],
            ordered=True,
        ) as data,
        pytest.raises(NotFit) as error,
    ):
        data.fit("public", highest={"sex": 0}, max_suppression=0.05)
    assert "10 rows (10.0 %)" in error.value.hint
    assert "0.100" in error.value.hint


def test_it_says_who_asked_for_what() -> None:
    with customers(5, 300).with_promises("diagnosis:entropy_l=1.2") as data:
        fit = data.fit("public")
    made = fit.outcome.dataset
    reasons = {each.promise: str(each.reason) for each in made.safeguards}
    asked = "the checks for public release ask for it"
    assert reasons.pop("entropy_l") == "chosen by you"
    assert reasons
    assert {*reasons.values()} == {asked}
    roles = {each.name: str(each.reason) for each in made.attributes}
    assert roles["purchases"] == asked
    assert roles["age"] == "chosen by you"


def test_the_share_that_is_proposed_is_enough_where_people_have_several_rows() -> None:
    draw = random.Random(4)
    lines = [
        (f"P{person:04}", 30 + person % 3, draw.choice(["flu", "asthma", "gout"]))
        for person in range(60)
        for _ in range(1 + (person % 10 == 0) * 6)
    ]
    visits = incrowd.open(
        table(lines, ["who", "age", "diagnosis"]),
        quasi=["age"],
        sensitive=["diagnosis"],
        person="who",
    )
    with visits:
        with pytest.raises(NotFit) as refused:
            visits.fit("internal", max_suppression=0.0)
        proposed = re.search(r"if (\d+) people .* a share of ([\d.]+)", str(refused.value.hint))
        assert proposed is not None
        fit = visits.fit("internal", max_suppression=float(proposed[2]))
        assert fit.verdict.holds
        assert fit.outcome.result.suppressed_persons == int(proposed[1])
