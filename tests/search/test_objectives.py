"""Local recoding for any measure and with weights: what is asked for is what becomes small."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from recoded_rows import slow_sizes
from small_crowds import crowd_of, tables

from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.measures.registry import objectives
from incrowd.search.local_recoding.clustering import recode_by_priority
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding

SIZES = ("discernibility", "class_size")


def random_rows(count: int, values: str = "abcdefgh") -> list[tuple[str, ...]]:
    drawn = np.random.default_rng(5).choice(list(values), (count, 3))
    return [tuple(row) for row in drawn.tolist()]


def recoded(rows, k: int, **options) -> Recoding:
    crowd = crowd_of(rows, 3)
    return recode_by_priority(crowd, k, Priorities.equal(crowd.names), **options).recoding


@settings(max_examples=scaled(60))
@given(
    tables(3),
    st.integers(1, 5),
    st.sampled_from(sorted(objectives())),
    st.sampled_from(["", "q1", "q2,q0"]),
    st.sampled_from(["linear", "strong", "strict"]),
)
def test_every_measure_gives_groups_of_k(rows, k, utility, ranking, strength) -> None:
    crowd = crowd_of(rows, 3)
    if k > len(rows):
        return
    ranked = Priorities.parse(ranking, crowd.names)
    recoding = recode_by_priority(crowd, k, ranked, utility=utility, strength=strength).recoding
    assert min(slow_sizes(recoding)) >= k
    assert sum(slow_sizes(recoding)) == len(rows)


@pytest.mark.parametrize("utility", SIZES)
def test_a_measure_of_sizes_gives_more_and_smaller_groups(utility: str) -> None:
    rows = random_rows(400)
    found = recoded(rows, 5, utility=utility)
    for other in ("loss", "information"):
        assert found.utility[utility] <= recoded(rows, 5, utility=other).utility[utility]


@settings(max_examples=scaled(40))
@given(tables(3), st.integers(2, 4), st.sampled_from(sorted(objectives())))
def test_no_measure_is_served_worse_than_by_information(rows, k: int, utility: str) -> None:
    if k > len(rows):
        return
    found = recoded(rows, k, utility=utility).utility[utility]
    assert found <= recoded(rows, k, utility="information").utility[utility] * (1 + 1e-12) + 1e-12


@settings(max_examples=scaled(25))
@given(tables(3), st.integers(2, 4), st.sampled_from(["loss", "precision"]))
def test_weighted_neither(rows, k: int, utility: str) -> None:
    """The weighted loss is the mean of what each attribute loses, computed cell by cell."""
    if k > len(rows):
        return
    weights = {"q0": 5.0, "q1": 0.5}

    def weighted(aim: str) -> float:
        recoding = recoded(rows, k, utility=aim, weights=weights)
        crowd = recoding.crowd
        lost = 0.0
        for index, name in enumerate(crowd.names):
            for part, count in enumerate(recoding.counts.tolist()):
                level = int(recoding.levels[index, part])
                share = level / crowd.heights[index]
                if utility == "loss":
                    codes = crowd.ladders[index].codes[level]
                    mine = codes[crowd.codes[index][recoding.tuples[part]]]
                    share = np.count_nonzero(codes == mine) / len(codes)
                lost += weights.get(name, 1.0) * count * share
        return lost

    assert weighted(utility) <= weighted("information") + 1e-9


def test_groups_of_rows_that_all_differ_are_as_small_as_can_be() -> None:
    rows = [(str(n % 10), str(n // 10 % 10), str(n // 100)) for n in range(300)]
    assert recoded(rows, 5, utility="class_size").utility["class_size"] <= 5.2


def test_the_geometric_mean_is_no_worse_than_by_the_plain_loss() -> None:
    rows = random_rows(400)
    found = recoded(rows, 5, utility="loss_geometric").utility["loss_geometric"]
    assert found <= recoded(rows, 5, utility="loss").utility["loss_geometric"] * 1.02


def test_an_attribute_that_counts_more_keeps_more() -> None:
    rows = random_rows(400)
    for name in ("q0", "q1", "q2"):
        kept = [
            recoded(rows, 5, utility="information", weights={name: weight}).entropy_per_attribute
            for weight in (0.0, 1.0, 10.0)
        ]
        assert kept[0][name] <= kept[1][name] <= kept[2][name]


def test_weights_that_make_no_sense_are_refused() -> None:
    rows = random_rows(20)
    with pytest.raises(InvalidParameter, match="All weights are 0"):
        recoded(rows, 2, weights={"q0": 0, "q1": 0, "q2": 0})
    with pytest.raises(InvalidParameter, match="The weight of 'q1' is -1"):
        recoded(rows, 2, weights={"q1": -1})
    with pytest.raises(UnknownAttribute):
        recoded(rows, 2, weights={"q9": 1})
