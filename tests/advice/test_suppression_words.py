"""What rows are left out for: k and each protection told apart, also where a class breaks two."""

from __future__ import annotations

import pytest
from small_tables import open_rows

from incrowd.advice.suppression_words import explain_causes
from incrowd.crowd.crowd import Protection
from incrowd.dataset.risk import measure_risk, recommend
from incrowd.measures.enforcement import BrokenProtection, SuppressedBy

ROWS = [
    *[("a", "flu", "poor")] * 3,
    *[("b", "flu", "poor"), ("b", "hiv", "rich"), ("b", "flu", "rich")],
    ("c", "hiv", "rich"),
]
GUARDS = {
    "ill": (Protection("ill", "distinct_l", 2),),
    "pay": (Protection("pay", "alpha_k", 0.7),),
}


@pytest.fixture
def table():
    return open_rows(ROWS, ["zip", "ill", "pay"], ["zip"], ["ill", "pay"])


def test_the_risk_tells_apart_what_rows_are_left_out_for(table) -> None:
    risk = measure_risk(table.with_guards({"pay": ()}), k=2)
    assert risk.to_dict()["suppressed_by"] == {
        "k": 1,
        "protections": [{"attribute": "ill", "model": "distinct_l", "threshold": 2, "rows": 3}],
    }
    assert "Removed: 4 rows (57.1 %)." in risk.explanation
    told = (
        "Of these, 1 row was in a group smaller than 2; 3 rows were in groups that break l = "
        "2 for 'ill'."
    )
    assert told in risk.explanation


def test_a_class_that_breaks_two_protections_counts_for_both(table) -> None:
    risk = measure_risk(table.with_guards(GUARDS), k=2)
    assert [broken.rows for broken in risk.suppressed_by.protections] == [3, 3]
    assert risk.suppressed_rows == 4
    assert "Rows in a group that breaks two protections are counted for both." in risk.explanation


def test_where_only_k_leaves_rows_out_nothing_more_is_said(table) -> None:
    risk = measure_risk(table.with_guards({"ill": (), "pay": ()}), k=2)
    assert risk.to_dict()["suppressed_by"] == {"k": 1, "protections": []}
    assert not any("Of these" in sentence for sentence in risk.explanation)


def test_every_suppression_that_is_recommended_tells_it_apart(table) -> None:
    steps = recommend(table.with_guards(GUARDS)).suppressions
    assert [step.k for step in steps] == [2, 3, 4, 5, 6, 7]
    assert [step.suppressed_by.k for step in steps] == [1, 1, 7, 7, 7, 7]
    assert [step.suppressed_by.protections[0].rows for step in steps] == [3, 3, 0, 0, 0, 0]
    assert steps[0].effect.suppressed_rows == 4


@pytest.mark.parametrize(
    ("k", "rows", "words"),
    [
        (0, 1, "Of these, 1 row was in a group that breaks l = 2 for 'ill'."),
        (
            11366,
            5865,
            "Of these, 11,366 rows were in groups smaller than 5; 5,865 rows were in groups "
            "that break l = 2 for 'ill'.",
        ),
    ],
)
def test_causes_in_words(k: int, rows: int, words: str) -> None:
    by = SuppressedBy(k, (BrokenProtection("ill", "distinct_l", 2, rows),))
    assert list(explain_causes(k + rows, by, 5)) == [words]
