"""Goals held against a table: what is meant in numbers, and what cannot be meant, in words."""

from __future__ import annotations

import numpy as np
import pytest
from small_crowds import Row, crowd_of

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute, UnknownName
from incrowd.search.feasibility import check_protections, check_request, joined_tuples
from incrowd.search.goal import Goal, blame, known_objectives, settle
from incrowd.search.methods import BUILT_IN, method
from incrowd.search.priorities import Priorities

ROWS: list[Row] = [("a", "x", "u"), ("b", "x", "v"), ("c", "y", "u"), ("c", "y", "u")]


def crowd() -> Crowd:
    """Two quasi-identifiers of heights 2 and 1, and what is sensitive with two values."""
    return crowd_of(ROWS, 2, 1)


def test_a_goal_without_bounds_spans_the_lattice() -> None:
    task = settle(crowd(), Goal(2))
    assert (task.lowest, task.highest, task.states) == ((0, 0), (2, 1), 6)
    assert task.weights.tolist() == [0.5, 0.5]
    assert task.limit == 4


def test_bounds_narrow_the_lattice() -> None:
    task = settle(crowd(), Goal(2, lowest={"q0": 1}, highest={"q1": 0}))
    assert (task.lowest, task.highest, task.states) == ((1, 0), (2, 0), 2)


@pytest.mark.parametrize(
    ("share", "rows"), [(0, 0), (0.24, 0), (0.25, 1), (0.5, 2), (0.7499999, 2), (1, 4)]
)
def test_a_share_of_rows_that_may_be_left_out_is_rounded_down(share: float, rows: int) -> None:
    assert settle(crowd(), Goal(2, max_suppression=share)).limit == rows


def test_shares_that_floating_point_misses_are_not_rounded_away() -> None:
    # 0.29 of a hundred rows are 28.999999999999996 in floating point
    many = crowd_of([("a",)] * 100, 1)
    assert settle(many, Goal(2, max_suppression=0.29)).limit == 29


@pytest.mark.parametrize(
    ("utility", "weights", "expected"),
    [
        ("loss", {"q0": 3}, [0.75, 0.25]),
        ("height", {"q0": 3}, [3, 1]),
        ("precision", {"q0": 0}, [0, 1]),
        ("discernibility", {}, [0.5, 0.5]),
    ],
)
def test_weights_add_up_to_one_but_for_the_height(
    utility: str, weights: dict[str, float], expected: list[float]
) -> None:
    task = settle(crowd(), Goal(2, utility=utility, weights=weights))
    assert task.weights.tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("model", "threshold"), [("distinct_l", 2), ("t_equal", 0.5), ("k_anonymity", 2)]
)
def test_models_that_merging_keeps_make_a_search_monotone(model: str, threshold: float) -> None:
    assert settle(crowd(), Goal(2, (Protection("s0", model, threshold),))).monotone


def test_the_height_is_an_objective_beside_the_measures() -> None:
    assert "height" in known_objectives()
    assert Goal(2, utility="height").objective.form == "sum"


@pytest.mark.parametrize(
    ("goal", "error", "message", "hint"),
    [
        (Goal(0), InvalidParameter, "k is 0.", "Choose 2 or more; 1 asks for nothing."),
        (
            Goal(5),
            InvalidParameter,
            "k = 5 is more than the 4 rows of the table.",
            "Choose at most 4.",
        ),
        (
            Goal(2, max_suppression=-0.1),
            InvalidParameter,
            "The share of rows that may be removed is -0.1.",
            "Choose from 0 (none) to 1 (any number).",
        ),
        (
            Goal(2, lowest={"q0": 2}, highest={"q0": 1}),
            InvalidParameter,
            "'q0' must be at level 2 or higher and at level 1 or lower.",
            "Lower the first or raise the second.",
        ),
        (
            Goal(2, highest={"q2": 1}),
            UnknownAttribute,
            "The table has no column 'q2'.",
            "Did you mean 'q1'?",
        ),
        (
            Goal(2, utility="losss"),
            UnknownName,
            "There is no measure of utility 'losss'.",
            "Did you mean 'loss'?",
        ),
        (
            Goal(2, utility="class_size", weights={"q0": 2}),
            InvalidParameter,
            "'class_size' measures classes, so 'q0' cannot count more in it.",
            "Leave out the weights, or choose one of: precision, loss, loss_geometric, entropy,"
            " information, exactness,"
            " height.",
        ),
        (
            Goal(2, weights={"q0": float("inf")}),
            InvalidParameter,
            "The weight of 'q0' is inf.",
            "Choose 0 or more.",
        ),
        (
            Goal(2, weights={"q0": 0, "q1": 0}),
            InvalidParameter,
            "All weights are 0.",
            "Give at least one attribute a weight.",
        ),
        (
            Goal(2, (Protection("s0", "entropy_l", 3),)),
            InvalidParameter,
            "l = 3 is not possible: 's0' has only 2 different values.",
            "Choose l up to 2 for it.",
        ),
        (
            Goal(2, (Protection("s0", "delta_presence", 0.5),)),
            InvalidParameter,
            "'delta_presence' needs a table of the population, which a search does not have.",
            "Choose another privacy model.",
        ),
    ],
)
def test_a_goal_that_cannot_be_meant_is_refused(
    goal: Goal, error: type[Exception], message: str, hint: str
) -> None:
    with pytest.raises(error) as caught:
        settle(crowd(), goal)
    assert str(caught.value) == message
    assert caught.value.hint
    assert caught.value.hint.startswith(hint)


def test_nothing_to_search_is_said() -> None:
    with pytest.raises(NothingToMeasure) as caught:
        settle(crowd_of([("a",)], 0, 1), Goal(1))
    assert str(caught.value) == "There is no quasi-identifier."
    assert caught.value.hint == "Give at least one column the role 'quasi'."


@pytest.mark.parametrize(
    ("goal", "errors", "hint"),
    [
        (
            Goal(2, max_suppression=0, highest={"q0": 0, "q1": 0}),
            ["k = 2 removes 2 rows"],
            "Allow higher levels, or allow more rows to be removed.",
        ),
        (
            Goal(1, (Protection("s0", "entropy_l", 1.99),), max_suppression=0),
            ["entropy_l = 1.99 of 's0' removes 4 rows"],
            "Ask for less, or allow more rows to be removed.",
        ),
        (
            Goal(
                3,
                (Protection("s0", "distinct_l", 2),),
                max_suppression=0.5,
                highest={"q0": 0, "q1": 1},
            ),
            ["k = 3 removes 4 rows", "distinct_l = 2 of 's0' removes 4 rows"],
            "Allow higher levels, or allow more rows to be removed.",
        ),
        (
            Goal(2, (Protection("s0", "distinct_l", 2),), max_suppression=0.5, highest={"q0": 1}),
            ["all requirements together remove more rows than allowed"],
            "Allow higher levels, or allow more rows to be removed.",
        ),
    ],
    ids=["k", "a protection", "both", "only together"],
)
def test_who_is_to_blame_where_no_state_holds_a_goal(
    goal: Goal, errors: list[str], hint: str
) -> None:
    refused = blame(crowd(), settle(crowd(), goal))
    assert [str(error) for error in refused.errors] == errors
    assert "; ".join(errors) in str(refused)
    assert f"{settle(crowd(), goal).limit} of 4 rows may be removed." in str(refused)
    assert refused.hint == hint


@pytest.mark.parametrize(
    ("k", "priorities", "message", "hint"),
    [
        (0, "", "k is 0, the table has 4 rows.", "Choose from 1 to 4."),
        (5, "", "k is 5, the table has 4 rows.", "Choose from 1 to 4."),
    ],
)
def test_local_methods_refuse_a_k_out_of_reach(
    k: int, priorities: str, message: str, hint: str
) -> None:
    with pytest.raises(InvalidParameter) as caught:
        check_request(crowd(), k, Priorities.parse(priorities, ["q0", "q1"]))
    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_priorities_must_be_about_this_table() -> None:
    with pytest.raises(InvalidParameter) as caught:
        check_request(crowd(), 2, Priorities.equal(["q0", "age"]))
    assert caught.value.hint == "Rank these: q0, q1."
    check_request(crowd(), 2, Priorities.parse("q1,q0", ["q0", "q1"]))


@pytest.mark.parametrize(
    ("protection", "message", "hint"),
    [
        (
            Protection("s0", "distinct_l", 3),
            "l = 3 is not possible: 's0' has only 2 different values.",
            "Choose l up to 2 for it.",
        ),
        (
            Protection("s0", "alpha_k", 0.5),
            "Not even the whole table meets alpha_k 0.5 for 's0'.",
            "Choose a weaker protection.",
        ),
    ],
)
def test_what_not_even_the_whole_table_holds_is_refused(
    protection: Protection, message: str, hint: str
) -> None:
    with pytest.raises(InvalidParameter) as caught:
        check_protections(crowd(), [protection])
    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_what_the_whole_table_just_holds_is_not() -> None:
    check_protections(
        crowd(), [Protection("s0", "alpha_k", 0.75), Protection("s0", "distinct_l", 2)]
    )


def test_tuples_can_be_joined_in_any_way() -> None:
    some = crowd().in_order()
    classes = joined_tuples(some, np.array([0, -1, 0], np.int32), 1)
    assert classes.sizes.tolist() == [3]
    assert classes.members.tolist() == [0, -1, 0]
    assert classes.values_of("s0").counts.tolist() == [3]


@pytest.mark.parametrize("recoding", ["global", "local"])
def test_methods_are_found_among_their_kind(recoding: str) -> None:
    names = [known.name for known in BUILT_IN if known.recoding == recoding]
    assert names
    assert all(method(name, recoding).name == name for name in names)
    with pytest.raises(UnknownName):
        method(next(known.name for known in BUILT_IN if known.recoding != recoding), recoding)
