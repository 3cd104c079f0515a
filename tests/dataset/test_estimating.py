"""Estimates before counting: intervals hold as often as they say, and small tables are exact."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import isclose

import polars as pl
import pytest

import incrowd as ic
from incrowd.dataset.estimating import (
    Estimate,
    RiskEstimate,
    describe_draw,
    estimate_count,
    estimate_risk,
)

ROWS = 60_000
DRAWS = 200


def skewed(seed: int) -> pl.DataFrame:
    """A table with classes of very different sizes, many of them of one row."""
    draw = random.Random(seed)
    numbers = [int(8_000 * draw.random() ** draw.choice([1, 4])) for _ in range(ROWS)]
    return pl.DataFrame(
        {
            "zip": [str(number % 211) for number in numbers],
            "job": [f"job {number // 211}" for number in numbers],
            "illness": [draw.choice("abc") for _ in range(ROWS)],
        }
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_intervals_hold_about_as_often_as_they_say(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Of 200 draws between 180 and 200 must hold the truth: 95 % are 190, give or take three sd."""
    monkeypatch.setattr("incrowd.dataset.estimating.FEW", 0)
    with ic.open(skewed(seed), quasi=["zip", "job"], sensitive=["illness"]) as table:
        risk = table.risk(advise=False)
        truths = {
            "classes": risk.classes,
            "uniques": risk.uniques,
            "average_risk": risk.average_risk,
        }
        held = dict.fromkeys(truths, 0)
        for number in range(DRAWS):
            estimate = estimate_risk(table, salt=str(number))
            assert estimate is not None
            assert not estimate.exact
            assert estimate.highest_risk.low <= risk.highest_risk <= estimate.highest_risk.high
            for name, truth in truths.items():
                found: Estimate = getattr(estimate, name)
                held[name] += found.low <= truth <= found.high
    assert all(180 <= times <= DRAWS for times in held.values()), held


def test_estimates_are_right_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incrowd.dataset.estimating.FEW", 0)
    with ic.open(skewed(3), quasi=["zip", "job"], sensitive=["illness"]) as table:
        estimates = [estimate_risk(table, salt=str(number)) for number in range(DRAWS)]
        mean = sum(each.classes.value for each in estimates if each is not None) / DRAWS
        assert isclose(mean, table.risk(advise=False).classes, rel_tol=0.03)


def test_few_classes_are_counted_one_by_one() -> None:
    with ic.open(skewed(4), quasi=["zip"], sensitive=["illness"]) as table:
        estimate, risk = table.estimate(), table.risk(advise=False)
    assert estimate is not None
    assert estimate.exact
    assert estimate.classes == Estimate(risk.classes, risk.classes, risk.classes)
    assert isclose(estimate.average_risk.value, risk.average_risk)
    assert isclose(estimate.highest_risk.value, risk.highest_risk)
    assert estimate.sampled_rows == estimate.rows == ROWS


def test_condensed_rows_count_as_often_as_they_stand(tmp_path: object) -> None:
    path = f"{tmp_path}/people.csv"
    skewed(5).select("zip").write_csv(path)
    with ic.open(path, quasi=["zip"]) as table:
        assert table.source.relation.condensed  # type: ignore[attr-defined]
        estimate = table.estimate()
    assert estimate is not None
    assert estimate.sampled_rows == ROWS


def test_people_are_not_estimated_by_rows() -> None:
    with ic.open(skewed(6), quasi=["job"], person="zip", insensitive=["illness"]) as table:
        assert table.estimate() is None


def test_nothing_drawn_tells_little() -> None:
    """Without any class of one row in the draw there may still be some."""
    told = describe_draw(1_000_000, {5: 1_000}, 1 / 64)
    assert told.uniques.value == 0
    assert told.uniques.low == 0
    assert 200 < told.uniques.high < 300
    assert told.highest_risk == Estimate(20.0, 20.0, 100.0)
    assert estimate_count(0, 1 / 64, at_most=10).high == 10


def test_named_columns_are_estimated_before_all_else() -> None:
    told: list[str] = []
    frame = skewed(7)

    def preview(rows: int, estimate: Callable[[], RiskEstimate | None]) -> None:
        known = estimate()
        assert known is not None
        assert known.rows == rows == ROWS
        told.append("estimate")

    def progress(step: str, done: float | None) -> None:
        told.append(step)

    for named in ({"quasi": ["zip", "job"]}, {}):
        told.clear()
        with ic.open(frame, preview=preview, progress=progress, **named):
            pass
        first, looked = told.index("estimate"), told.index("looking at the columns")
        assert (first < looked) == bool(named)
