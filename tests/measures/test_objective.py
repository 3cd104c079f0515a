"""What a search adds up level by level is what a measure of utility computes at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import any_levels, crowd_of, published, tables

from incrowd.crowd.crowd import Crowd
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure, objectives
from incrowd.measures.utility.columns import rows_per_value, weights_of

SUMS = [name for name, objective in objectives().items() if objective.form == "sum"]


def figure(name: str, question: Question) -> float:
    computed = measure(name).compute(question)
    assert computed is not None
    return computed


def costs(name: str, crowd: Crowd, levels: tuple[int, ...]) -> tuple[list[float], list[np.ndarray]]:
    """What each attribute costs at its level, and what a suppressed row of each value adds."""
    objective = objectives()[name]
    pairs = [
        objective.level_cost(ladder, level, domain.counts.astype(np.float64), float(crowd.rows))
        for ladder, level, domain in zip(crowd.ladders, levels, crowd.domains, strict=True)
    ]
    added = [
        np.broadcast_to(np.asarray(extra), (len(domain.values),))
        for (_, extra), domain in zip(pairs, crowd.domains, strict=True)
    ]
    return [cost for cost, _ in pairs], added


@settings(max_examples=scaled(60))
@given(st.sampled_from(SUMS), tables(3), st.integers(1, 4), st.data())
def test_costs_of_levels_and_of_suppressed_rows_add_up_to_the_figure(
    name: str, rows: list[tuple[str | None, ...]], k: int, data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    classes = crowd.at(levels)
    classes = classes.keeping(classes.sizes >= k)
    lost = np.append(~classes.kept, False)[classes.members]
    fixed, added = costs(name, crowd, levels)
    per_attribute = [
        cost + float(extra[codes[lost]] @ crowd.counts[lost])
        for cost, extra, codes in zip(fixed, added, crowd.codes, strict=True)
    ]
    assert figure(name, Question(classes)) == pytest.approx(np.mean(per_attribute), abs=1e-9)


@settings(max_examples=scaled(40))
@given(tables(3), st.data())
def test_bits_of_levels_add_up_where_no_row_is_suppressed(
    rows: list[tuple[str | None, ...]], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 3)
    levels = data.draw(any_levels(crowd))
    fixed, _ = costs("entropy", crowd, levels)
    assert figure("entropy", Question(crowd.at(levels))) == pytest.approx(np.mean(fixed), abs=1e-9)


@settings(max_examples=scaled(40))
@given(st.sampled_from(sorted(objectives())), tables(2), st.data())
def test_a_level_more_never_costs_less(
    name: str, rows: list[tuple[str | None, ...]], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 2)
    levels = data.draw(any_levels(crowd))
    higher = tuple(
        data.draw(st.integers(level, height))
        for level, height in zip(levels, crowd.heights, strict=True)
    )
    lower_cost, higher_cost = costs(name, crowd, levels)[0], costs(name, crowd, higher)[0]
    assert all(low <= high + 1e-12 for low, high in zip(lower_cost, higher_cost, strict=True))
    assert (
        figure(name, Question(crowd.at(levels))) <= figure(name, Question(crowd.at(higher))) + 1e-9
    )


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ("sum", {"precision", "loss", "information", "exactness"}),
        ("geometric_mean", {"loss_geometric"}),
        ("bits", {"entropy"}),
        ("squared_sizes", {"discernibility"}),
        ("class_count", {"class_size"}),
    ],
)
def test_every_objective_has_the_form_of_its_definition(form: str, names: set[str]) -> None:
    formed = {name for name, objective in objectives().items() if objective.form == form}
    assert formed == names
    weighted = form in ("sum", "geometric_mean", "bits")
    assert all(objectives()[name].per_attribute is weighted for name in names)


PRECISION = {
    # DESIGN.md: a kept cell loses level/H, a suppressed row all its cells; heights are 2 and 1
    ((0, 0), 1): 0,
    ((1, 0), 1): 0.25,
    ((2, 0), 1): 0.5,
    ((0, 1), 1): 0.5,
    ((2, 1), 1): 1,
    ((0, 0), 2): 0.5,
    ((1, 0), 2): 0.75 * 0.25 + 0.25,
    ((1, 0), 5): 1,
}


@pytest.mark.parametrize(("levels", "k"), PRECISION)
def test_precision_by_hand(levels: tuple[int, int], k: int) -> None:
    # q0: a a b c (halved twice: ab, c; *), q1: x x x y
    crowd = crowd_of([("a", "x"), ("a", "x"), ("b", "x"), ("c", "y")], 2)
    assert crowd.heights == (2, 1)
    classes = crowd.at(levels)
    question = Question(classes.keeping(classes.sizes >= k))
    expected = PRECISION[levels, k]
    assert figure("precision", question) == pytest.approx(expected)
    assert figure("utility_loss", question) == pytest.approx(100 * expected)


@settings(max_examples=scaled(40))
@given(tables(2), st.integers(1, 4), st.booleans(), st.data())
def test_rows_of_a_value_are_counted_among_the_published_or_the_suppressed(
    rows: list[tuple[str | None, ...]], k: int, kept: bool, data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 2)
    levels = data.draw(any_levels(crowd))
    classes = crowd.at(levels)
    classes = classes.keeping(classes.sizes >= k)
    seen = [published(crowd, row, levels) for row in rows]
    chosen = [row for row in seen if (seen.count(row) >= k) is kept]
    for index, hierarchy in enumerate(crowd.hierarchies):
        counted = rows_per_value(classes, index, kept=kept)
        labels = [hierarchy.label(levels[index], code) for code in range(len(counted))]
        expected = [sum(row[index] == label for row in chosen) for label in labels]
        assert counted.tolist() == expected


@pytest.mark.parametrize(
    ("weights", "shares"),
    [
        ({}, [0.5, 0.5]),
        ({"q0": 3}, [0.75, 0.25]),
        ({"q0": 0}, [0, 1]),
        ({"q0": 2, "q1": 2}, [0.5] * 2),
    ],
)
def test_weights_add_up_to_one(weights: dict[str, float], shares: list[float]) -> None:
    crowd = crowd_of([("a", "b")], 2)
    question = Question(crowd.at(crowd.bottom), weights=weights)
    assert weights_of(question).tolist() == pytest.approx(shares)
