"""What an anonymisation reached: its figures, its recipe, and what it refuses to write."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import Row, open_rows

from incrowd.anonymization.anonymize import anonymize, restore_outcome
from incrowd.anonymization.outcome import Interim, Outcome
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import BrokenPromise, InvalidParameter
from incrowd.release.target import Released

NAMES = ["age", "sex"]
ROWS: list[Row] = [("30", "f"), ("30", "f"), ("41", "m"), ("41", "f"), ("52", "m"), ("52", "m")]


@pytest.fixture
def table() -> OpenTable:
    return open_rows(ROWS, NAMES, NAMES)


CELLS = st.tuples(st.sampled_from(["30", "41", "52", None]), st.sampled_from("fm"))


@settings(max_examples=scaled(25))
@given(
    rows=st.lists(CELLS, min_size=2, max_size=10),
    method=st.sampled_from(["optimal", "priority", "priority-greedy"]),
)
def test_every_published_class_has_k_rows(rows: list[Row], method: str) -> None:
    request = AnonymizationRequest(k=2, method=method, max_suppression=1)
    outcome = anonymize(open_rows(rows, NAMES, NAMES), request)
    result = outcome.result
    assert result.rows + result.suppressed_rows == len(rows)
    assert (result.k is None) == (result.rows == 0)
    assert result.k is None or result.k >= 2
    assert result.before.class_sizes == Counter(Counter(rows).values())
    assert sum(size * count for size, count in result.after.class_sizes.items()) == result.rows
    assert (result.state is None) == (method != "optimal")


def test_the_best_state_is_shown_while_it_is_looked_for(table: OpenTable) -> None:
    shown: list[Interim] = []
    steps: list[str] = []
    outcome = anonymize(
        table,
        AnonymizationRequest(k=2, max_suppression=0),
        lambda step, done: steps.append(step),
        shown.append,
    )
    assert set(steps) <= {"Looking for the best way"}
    scores = [interim.score for interim in shown]
    assert scores == sorted(scores, reverse=True)
    assert shown[-1].levels == outcome.result.state
    assert shown[-1].rows_safe == len(ROWS)


def test_a_recoding_that_was_found_before_is_described_alike(table: OpenTable) -> None:
    request = AnonymizationRequest(k=2, method="priority", priority=(("age",),))
    first = anonymize(table, request)
    unranked = {kept.attribute: kept.unranked for kept in first.result.kept}
    again = restore_outcome(table, request, first.protections, first.recoding, unranked)
    assert replace(again.result, seconds=0) == replace(first.result, seconds=0)


@pytest.mark.parametrize("k", [7, 100])
def test_a_k_beyond_the_rows_is_refused(table: OpenTable, k: int) -> None:
    with pytest.raises(InvalidParameter, match=f"k = {k} is not possible: the table has 6 rows"):
        anonymize(table, AnonymizationRequest(k=k))


@pytest.fixture
def outcome(table: OpenTable) -> Outcome:
    return anonymize(table, AnonymizationRequest(k=2, max_suppression=0.5, priority=(("age",),)))


def test_the_recipe_holds_all_that_is_needed_to_repeat_it(outcome: Outcome) -> None:
    recipe = outcome.to_recipe()
    assert (recipe.method, recipe.k, recipe.max_suppression) == ("optimal", 2, 0.5)
    assert recipe.roles == {"age": "quasi", "sex": "quasi"}
    assert recipe.levels == outcome.result.state
    assert set(recipe.hierarchies) == {"age", "sex"}
    assert recipe.priority == (("age",),)
    assert recipe.promise == {}


def test_what_was_found_on_the_file_is_the_promise(outcome: Outcome) -> None:
    released = Released("safe.csv", 6, 2, None, 0.25, verified=True)
    assert outcome.to_recipe(released).promise == {"k": 2, "t": 0.25}


def test_exposed_people_keep_it_from_being_written(outcome: Outcome, tmp_path: Path) -> None:
    exposed = replace(outcome, result=replace(outcome.result, exposed_people=3))
    with pytest.raises(BrokenPromise, match="3 people would match fewer than 2 published rows"):
        exposed.write(tmp_path / "safe.csv")
    assert list(tmp_path.iterdir()) == []


def test_what_holds_is_the_state_that_was_asked_for(outcome: Outcome) -> None:
    assert outcome.state.k == 2
    assert outcome.state.protections == ()
    assert outcome.to_dict()["state"] == outcome.result.state
