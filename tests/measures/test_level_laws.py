"""Laws along the hierarchies: a level more never makes a risk or a privacy model worse."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import Row, any_levels, crowd_of, halving_hierarchy, tables

from incrowd.crowd.crowd import Crowd
from incrowd.measures.measure import Question
from incrowd.measures.registry import BUILT_IN, measure

ESTIMATES = {"zayatz", "pitman", "snb", "dankar"}
"""Estimates follow a model of the population, not the lattice."""
LAWFUL = [
    known.name for known in BUILT_IN if known.family != "utility" and known.name not in ESTIMATES
]
COSTS = [known.name for known in BUILT_IN if known.family == "utility"]


def crowd_with_hierarchies(rows: list[Row]) -> Crowd:
    crowd = crowd_of(rows, 2, sensitive=1)
    hierarchies = {hierarchy.attribute: hierarchy for hierarchy in crowd.hierarchies}
    hierarchies |= {item.name: halving_hierarchy(item.domain) for item in crowd.sensitive}
    return crowd.with_hierarchies(hierarchies)


def figure(name: str, crowd: Crowd, levels: tuple[int, ...]) -> float | None:
    """The figure of a state, everybody in the table being the population."""
    return measure(name).compute(Question(crowd.at(levels), "s0", population=crowd))


def higher(data: st.DataObject, crowd: Crowd, levels: tuple[int, ...]) -> tuple[int, ...]:
    pairs = zip(levels, crowd.heights, strict=True)
    return tuple(data.draw(st.integers(level, height)) for level, height in pairs)


@pytest.mark.parametrize("name", LAWFUL)
@settings(max_examples=scaled(40))
@given(rows=tables(3, 25), data=st.data())
def test_a_level_more_never_makes_a_figure_worse(
    name: str, rows: list[Row], data: st.DataObject
) -> None:
    crowd = crowd_with_hierarchies(rows)
    levels = data.draw(any_levels(crowd))
    before = figure(name, crowd, levels)
    after = figure(name, crowd, higher(data, crowd, levels))
    if before is None:  # a model that no threshold holds, such as enhanced β-likeness
        return
    assert after is not None
    if measure(name).better == "lower":
        assert after <= before + 1e-9
    else:
        assert after >= before - 1e-9


@pytest.mark.parametrize("name", COSTS)
@settings(max_examples=scaled(40))
@given(rows=tables(2, 25), data=st.data())
def test_a_level_more_never_costs_less(name: str, rows: list[Row], data: st.DataObject) -> None:
    crowd = crowd_of(rows, 2)
    levels = data.draw(any_levels(crowd))
    before = measure(name).compute(Question(crowd.at(levels)))
    after = measure(name).compute(Question(crowd.at(higher(data, crowd, levels))))
    assert before is not None
    assert after is not None
    assert after >= before - 1e-9


@settings(max_examples=scaled(40))
@given(tables(3, 25), st.data())
def test_with_everybody_at_hand_the_journalist_knows_what_the_prosecutor_knows(
    rows: list[Row], data: st.DataObject
) -> None:
    crowd = crowd_with_hierarchies(rows)
    levels = data.draw(any_levels(crowd))
    prosecutor, journalist = (
        figure(name, crowd, levels) for name in ("highest_risk", "journalist_risk")
    )
    assert journalist == pytest.approx(prosecutor)
    marketer, average = (figure(name, crowd, levels) for name in ("marketer_risk", "average_risk"))
    assert marketer == pytest.approx(average)
    assert figure("delta_presence", crowd, levels) == pytest.approx(1)


@settings(max_examples=scaled(40))
@given(tables(3, 25), st.data())
def test_at_the_top_nobody_can_be_told_apart(rows: list[Row], data: st.DataObject) -> None:
    crowd = crowd_with_hierarchies(rows)
    top = crowd.heights
    assert figure("k_anonymity", crowd, top) == len(rows)
    assert figure("average_risk", crowd, top) == pytest.approx(100 / len(rows))
    for name in ("t_equal", "t_ordered", "t_hierarchical", "beta_likeness", "certainty"):
        assert figure(name, crowd, top) == pytest.approx(0, abs=1e-9)
    assert figure("distinct_l", crowd, top) == len({row[2] for row in rows} - {None})


@settings(max_examples=scaled(40))
@given(tables(3, 25), st.data())
def test_models_of_diversity_are_ordered(rows: list[Row], data: st.DataObject) -> None:
    # exp(entropy) ≤ number of values; the most frequent one has at least its even share
    rows = [(*row[:2], row[2] or "f") for row in rows]
    crowd = crowd_with_hierarchies(rows)
    levels = data.draw(any_levels(crowd))
    distinct, entropy, alpha = (
        figure(name, crowd, levels) for name in ("distinct_l", "entropy_l", "alpha_k")
    )
    assert distinct is not None
    assert entropy is not None
    assert alpha is not None
    assert 1 - 1e-9 <= entropy <= distinct + 1e-9
    assert 1 / distinct - 1e-9 <= alpha <= 1
    assert alpha >= 1 / entropy - 1e-9


@pytest.mark.parametrize("name", LAWFUL)
def test_one_row_is_the_worst_case(name: str) -> None:
    crowd = crowd_with_hierarchies([("a", "b", "flu"), ("c", "d", "hiv")])
    alone = figure(name, crowd, crowd.bottom)
    together = figure(name, crowd, crowd.heights)
    worst = {
        "average_risk": (100, 50),
        "highest_risk": (100, 50),
        "match_risk": (100, 50),
        "row_risk": (100, 100),
        "distribution": (100, 0),
        "uniques": (2, 0),
        "journalist_risk": (100, 50),
        "average_journalist_risk": (100, 50),
        "marketer_risk": (100, 50),
        "k_anonymity": (1, 2),
        "distinct_l": (1, 2),
        "entropy_l": (1, 2),
        "recursive_l": (1, 2),
        "t_ordered": (0.5, 0),
        "t_equal": (0.5, 0),
        "t_hierarchical": (0.5, 0),
        "delta_presence": (1, 1),
        "k_subsets": (1, 2),
        "k_map": (1, 2),
        "profit_prosecutor": (296, 146),
        "profit_journalist": (296, 146),
        "alpha_k": (1, 0.5),
        "beta_likeness": (1, 0),
        "enhanced_beta_likeness": (None, 0),
        "delta_disclosure": (None, 0),
        "certainty": (1, 0),
    }[name]
    assert (alone, together) == pytest.approx(worst)
