"""What the published classes reach of each protection, and the worst over several attributes."""

from __future__ import annotations

import pytest

from incrowd.crowd.crowd import Protection, State
from incrowd.measures.enforcement import (
    Held,
    closeness_model,
    default_protections,
    enforce,
    reach,
    suppress,
    worst_figures,
)

from .patients import patients
from .tables import crowd_of, tree


def test_each_protection_is_told_with_what_it_reaches() -> None:
    # EC1 has AIDS three times, EC2 two diseases, EC3 three; t of the salaries is at most 3/8
    crowd = patients()
    classes = crowd.at(crowd.bottom)
    protections = (Protection("disease", "distinct_l", 2), Protection("salary", "t_ordered", 0.5))
    assert reach(classes, protections) == (
        Held("disease", "distinct_l", 2, 1.0),
        Held("salary", "t_ordered", 0.5, pytest.approx(0.375)),
    )


def test_suppressed_classes_count_no_more() -> None:
    crowd = patients()
    state = State(crowd.bottom, 1, (Protection("disease", "distinct_l", 2),))
    (held,) = reach(enforce(crowd, state), state.protections)
    assert held.reached == 2


def test_nothing_published_reaches_nothing() -> None:
    crowd = patients()
    state = State(crowd.bottom, 4, (Protection("disease", "distinct_l", 2),))
    (held,) = reach(enforce(crowd, state), state.protections)
    assert held.reached is None


def test_several_attributes_have_the_smallest_l_and_the_largest_t() -> None:
    # DESIGN.md: the table's l is the smallest, its t the largest. Salaries: l = 3 in every class,
    # t = 3/8; diseases: l = 1, and t along the hierarchy 5/9
    crowd = patients()
    l, t = worst_figures(crowd.at(crowd.bottom))
    assert (l, t) == (1, pytest.approx(5 / 9))


def test_without_sensitive_attributes_there_is_no_l_and_no_t() -> None:
    crowd = crowd_of({"q": list("aab")})
    assert worst_figures(crowd.at(crowd.bottom)) == (None, None)


def test_without_published_rows_there_is_no_l_and_no_t() -> None:
    crowd = patients()
    assert worst_figures(enforce(crowd, State(crowd.bottom, 9))) == (None, None)


@pytest.mark.parametrize(
    ("numeric", "hierarchy", "model", "closeness"),
    [
        (True, False, "t_ordered", [Protection("s", "t_ordered", 0.5)]),
        (True, True, "t_ordered", [Protection("s", "t_ordered", 0.5)]),
        (False, True, "t_hierarchical", [Protection("s", "t_hierarchical", 0.5)]),
        (False, False, "t_equal", []),
    ],
)
def test_the_usual_protection_follows_from_the_kind_and_the_hierarchy(
    numeric: bool, hierarchy: bool, model: str, closeness: list[Protection]
) -> None:
    # Numeric, or categorical with a hierarchy: t = 0.5. Every one: l = 2, as closeness alone lets a
    # class share one value.
    crowd = crowd_of(
        {"q": ["x", "y"], "s": ["1", "2"]},
        sensitive=["s"],
        numeric=["s"] if numeric else [],
        hierarchies=[tree("s", {"1": ("low",), "2": ("low",)})] if hierarchy else [],
    )
    (sensitive,) = crowd.sensitive
    assert closeness_model(sensitive) == model
    assert default_protections(sensitive) == (*closeness, Protection("s", "distinct_l", 2))


@pytest.mark.parametrize(("k", "kept"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_a_class_of_k_rows_is_published(k: int, kept: int) -> None:
    crowd = crowd_of({"q": list("aaabbc")})
    assert suppress(crowd.at(crowd.bottom), State(crowd.bottom, k)).kept.sum() == kept


def test_a_class_must_hold_every_protection() -> None:
    # EC2 holds l = 2 with t = 3/8, EC3 both, EC1 only t
    crowd = patients()
    diverse, close = Protection("disease", "distinct_l", 2), Protection("salary", "t_ordered", 0.3)
    kept = [
        enforce(crowd, State(crowd.bottom, 1, protections)).kept.tolist()
        for protections in ((diverse,), (close,), (diverse, close))
    ]
    assert kept == [[False, True, True], [True, False, True], [False, False, True]]


def test_suppressing_one_class_changes_nothing_for_another() -> None:
    # closeness is measured against the whole original table, not against what is left
    crowd = patients()
    alone = State(crowd.bottom, 1, (Protection("salary", "t_ordered", 0.3),))
    both = State(crowd.bottom, 1, (*alone.protections, Protection("disease", "distinct_l", 2)))
    first, second = enforce(crowd, alone), enforce(crowd, both)
    assert second.kept.tolist() == [False, False, True]
    assert first.kept[2]
    assert reach(second, alone.protections)[0].reached == pytest.approx(5 / 24)
