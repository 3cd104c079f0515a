"""A goal says who gets a file, what matters and what for; limits, ranks and objective follow."""

from __future__ import annotations

import pytest

from incrowd.advice.presets.built_in import find_preset
from incrowd.anonymization.goal import ReleaseGoal, explain_goal
from incrowd.anonymization.uses import BUILT_IN
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName
from incrowd.measures.registry import objectives
from incrowd.search.methods import method

GOAL = ReleaseGoal("partner", (("age",), ("zip", "sex"), ()), "lookup")


def test_what_follows_from_a_goal() -> None:
    report = explain_goal(GOAL, find_preset("partner"))
    assert (report.k, report.objective) == (5, "exactness")
    first, ranks, use = report.words
    assert "at least 4 others (k = 5)" in first
    assert "'age'; 'zip', 'sex'" in ranks
    assert "exact values" in use
    assert report.to_dict()["goal"]["important"] == [["age"], ["zip", "sex"]]


def test_ranks_are_of_the_columns_that_a_method_may_change() -> None:
    request = GOAL.request(["sex", "age", "zip2"], "priority")
    assert request.priority == (("age",), ("sex",))
    assert request.objective == "exactness"


@pytest.mark.parametrize("use", BUILT_IN, ids=lambda use: use.name)
def test_every_use_has_an_objective_that_both_methods_know(use) -> None:
    assert use.objective in objectives()
    assert all(use.objective in method(name).utilities for name in ("optimal", "priority"))


def test_columns_must_be_there_and_once() -> None:
    GOAL.check_columns(["age", "zip", "sex"])
    with pytest.raises(UnknownAttribute):
        GOAL.check_columns(["age", "zip"])
    with pytest.raises(InvalidParameter, match="twice"):
        ReleaseGoal(important=(("age",), ("age",))).check_columns(["age"])
    with pytest.raises(UnknownName, match="use of a file"):
        ReleaseGoal(use="fun")


def test_without_ranks_all_columns_matter_equally() -> None:
    words = explain_goal(ReleaseGoal(), find_preset("public")).words
    assert words[1] == "All columns matter equally."
