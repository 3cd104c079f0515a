"""Local recoding of wide tables: every promise on published rows, and the kernels' slow twins."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from recoded_rows import original, published_rows, slow_sizes, slow_values, text
from small_crowds import crowd_of, tables

from incrowd.crowd.crowd import Crowd, Protection
from incrowd.search.local_recoding import division
from incrowd.search.local_recoding.assignment import Assignment, Parts
from incrowd.search.local_recoding.clustering import recode_by_priority
from incrowd.search.local_recoding.weighing import CellCosts, Weighed, additive_objectives
from incrowd.search.local_recoding.wide import dividing
from incrowd.search.local_recoding.wide.blocks import Blocks, cut_blocks
from incrowd.search.local_recoding.wide.growth import grow
from incrowd.search.local_recoding.wide.scanning import cheapest_classes
from incrowd.search.local_recoding.wide.spans import Space, Spans
from incrowd.search.method import Listeners
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding
from incrowd.search.regions import common

RANKINGS = ["", "q0", "q2,q1", "q1=q2,q0"]


@pytest.fixture(autouse=True)
def every_table_is_wide(monkeypatch) -> None:
    """Take the way of wide tables, in blocks that even a small table has several of."""
    monkeypatch.setattr(division, "WIDE_WORK", 0)
    monkeypatch.setattr(dividing, "LARGEST", 12)


def slow_loss(recoding: Recoding) -> float:
    """The mean share of its values that a cell may stand for, counted cell by cell."""
    crowd = recoding.crowd
    shares = []
    for index, hierarchy in enumerate(crowd.hierarchies):
        values, spent, rows = hierarchy.values, 0.0, 0
        for part, (place, count) in enumerate(zip(recoding.tuples, recoding.counts, strict=True)):
            level = recoding.levels[index, part]
            shown = text(crowd, index, original(crowd, place)[index], level)
            alike = 1
            if level:
                alike = sum(text(crowd, index, value, level) == shown for value in values)
            spent, rows = spent + count * alike / len(values), rows + count
        least = rows / len(values)
        shares.append((spent - least) / (rows - least) if rows > least else 0.0)
    return float(np.mean(shares))


@given(
    tables(3),
    st.integers(1, 6),
    st.sampled_from(RANKINGS),
    st.sampled_from(additive_objectives()),
    st.sampled_from(["linear", "strong", "strict"]),
)
def test_every_published_row_has_k_alike(rows, k, ranking, utility, strength) -> None:
    crowd = crowd_of(rows, 3)
    if k > len(rows):
        return
    ranked = Priorities.parse(ranking, crowd.names)
    recoding = recode_by_priority(crowd, k, ranked, utility=utility, strength=strength).recoding
    counts = np.bincount(recoding.tuples, recoding.counts, minlength=len(crowd.counts))
    assert counts.tolist() == crowd.counts.tolist()
    assert min(slow_sizes(recoding)) >= k
    assert recoding.utility["loss"] == pytest.approx(slow_loss(recoding), abs=1e-9)


@settings(max_examples=scaled(40))
@given(tables(3), st.integers(1, 4), st.integers(1, 3))
def test_every_class_is_diverse(rows, k, l) -> None:
    crowd = crowd_of(rows, 2, 1)
    known = {row[2] for row in rows} - {None}
    if k > len(rows) or len(known) < l:
        return
    recoding = recode_by_priority(
        crowd, k, Priorities.equal(crowd.names), [Protection("s0", "distinct_l", l)]
    ).recoding
    assert min(slow_sizes(recoding)) >= k
    assert len(published_rows(recoding)) == len(rows)
    for values in slow_values(recoding, rows, 2).values():
        assert len({value for value in values if value is not None}) >= l


def prepared(crowd: Crowd) -> tuple[Weighed, np.ndarray, Spans]:
    weighed = Weighed.equally(CellCosts.of(crowd, "loss"))
    values = weighed.regions.of_tuples(crowd, weighed.order)
    return weighed, values, Spans.of(crowd, weighed.regions, 0)


def ignore(done: float) -> None:
    """Nobody listens."""


@given(tables(3))
def test_spans_hold_what_lies_under_a_region(rows) -> None:
    weighed, values, spans = prepared(crowd_of(rows, 3))
    parents = weighed.tree.parents
    for column in values.T:
        for value in column:
            region = value
            while True:
                under = spans.first[column] - spans.first[region] <= spans.width[region]
                slow = [_lies_under(parents, other, region) for other in column]
                assert under.tolist() == slow
                if parents[region] == region:
                    break
                region = parents[region]


def _lies_under(parents: np.ndarray, value: int, region: int) -> bool:
    while value != region and parents[value] != value:
        value = parents[value]
    return bool(value == region)


@given(tables(3), st.integers(1, 9), st.integers(1, 3))
def test_blocks_hold_each_part_once_within_its_border(rows, largest, apart) -> None:
    weighed, values, _ = prepared(crowd_of(rows, 3))
    borders = (np.arange(len(values)) % apart).astype(np.int32)
    blocks = cut_blocks(weighed.tree, values, borders, largest, np.ones(values.shape[1]))
    assert sorted(blocks.order.tolist()) == list(range(len(values)))
    for first, last in zip(blocks.starts[:-1], blocks.starts[1:], strict=True):
        assert 0 < last - first <= largest
        assert len(set(borders[blocks.order[first:last]].tolist())) == 1


@given(tables(3), st.integers(1, 6), st.integers(1, 9))
def test_groups_have_k_rows_and_no_row_is_lost(rows, k, largest) -> None:
    """Also where a block has fewer than k rows."""
    crowd = crowd_of(rows, 3)
    if k > len(rows):
        return
    weighed, values, spans = prepared(crowd)
    count = len(values)
    starts = np.unique([*range(0, count, largest), count]).astype(np.int32)
    blocks = Blocks(np.arange(count, dtype=np.int32), starts)
    spare = np.maximum(crowd.counts - k, 0)
    grown = grow(Space(weighed.tree, spans), Parts(values, crowd.counts), k, spare, blocks, ignore)
    left = crowd.counts - np.bincount(grown.givers, grown.given, count).astype(int)
    sizes = Counter()
    for group, amount in [
        *zip(grown.groups.tolist(), left.tolist(), strict=True),
        *zip(grown.takers.tolist(), grown.given.tolist(), strict=True),
    ]:
        sizes[group] += amount
    assert min(sizes.values()) >= k
    assert sizes.total() == len(rows)
    assert (left > 0).all()


@given(tables(3), st.lists(st.integers(0, 4), min_size=1))
def test_the_cheapest_classes_are_those_of_a_plain_search(rows, given_classes) -> None:
    crowd = crowd_of(rows, 3)
    weighed, values, spans = prepared(crowd)
    classes = np.resize(np.array(given_classes, np.int32), len(values))
    now = Assignment(weighed.tree, Parts(values, crowd.counts), classes.copy())
    count = len(now.sizes)
    blocks = Blocks(np.arange(count, dtype=np.int32), np.array([0, count], np.int32))
    better = cheapest_classes(now, spans, blocks, ignore)
    for part in range(len(values)):
        costs = {
            number: _join_cost(now, part, number)
            for number in range(count)
            if number != now.classes[part]
        }
        if not costs:
            assert better[0, part] == -1
            continue
        assert costs[better[0, part]] == pytest.approx(min(costs.values()), abs=1e-5)


def _join_cost(now: Assignment, part: int, number: int) -> float:
    """What all rows of a class and of a part cost more when they are published alike."""
    parents, levels, worth = now.tree
    cost = 0.0
    for region, value in zip(now.regions[number], now.parts.values[part], strict=True):
        joined = worth[common(parents, levels, region, value)]
        cost += now.sizes[number] * (joined - worth[region])
        cost += now.parts.rows[part] * (joined - worth[value])
    return cost


def test_whoever_has_enough_takes_what_is_there() -> None:
    rows = [(str(n % 7), str(n % 5), str(n % 11)) for n in range(200)]
    crowd = crowd_of(rows, 3)
    equal = Priorities.equal(crowd.names)
    hurried = recode_by_priority(crowd, 3, equal, listeners=Listeners(enough=lambda: True)).recoding
    patient = recode_by_priority(crowd, 3, equal).recoding
    assert min(slow_sizes(hurried)) >= 3
    assert patient.utility["information"] <= hurried.utility["information"] + 1e-9
