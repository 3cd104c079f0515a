"""Draws are exact, repeatable, and a shorter table is the beginning of a longer one."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.synthetic.draws import SKEWED, Draws

seeds = st.integers(0, 2**70)
weights = st.lists(st.integers(0, 10_000), min_size=1, max_size=30).filter(any)


def raw_bits(draws: Draws, stream: str) -> list[int]:
    """The upper halves of PCG64's numbers, one at a time."""
    generator = np.random.PCG64([draws.seed, crc32(f"{draws.topic}: {stream}".encode())])
    return [int(generator.random_raw()) >> 32 for _ in range(draws.rows)]


def chosen_slowly(bits: int, line: list[int]) -> int:
    """The position on a list of weights, with whole numbers of any size."""
    running = list(accumulate(line))
    return bisect_right([(limit << 32) // running[-1] for limit in running], bits)


@given(
    seeds, st.lists(st.lists(st.integers(0, 999), min_size=3, max_size=3).filter(any), min_size=1)
)
def test_choosing_by_group_agrees_with_its_slow_twin(seed: int, table: list[list[int]]) -> None:
    draws = Draws("test", seed, 40)
    group = np.arange(40) % len(table)
    fast = draws.choose_by("x", group, table).tolist()
    bits = raw_bits(draws, "x")
    assert fast == [chosen_slowly(b, table[g]) for b, g in zip(bits, group, strict=True)]


@given(seeds, weights)
def test_what_weighs_nothing_is_never_chosen(seed: int, line: list[int]) -> None:
    chosen = Draws("test", seed, 200).choose("x", line)
    assert chosen.min() >= 0
    assert chosen.max() < len(line)
    assert all(line[position] > 0 for position in chosen.tolist())


@given(seeds, st.integers(1, 50), st.integers(0, 50))
def test_a_shorter_table_is_the_beginning_of_a_longer_one(seed: int, few: int, more: int) -> None:
    short, long = Draws("test", seed, few), Draws("test", seed, few + more)
    assert short.stretch("x").tolist() == long.stretch("x").tolist()[:few]
    assert short.between("y", 0, 9).tolist() == long.between("y", 0, 9).tolist()[:few]
    assert short.chance("z", 500).tolist() == long.chance("z", 500).tolist()[:few]


@given(seeds, st.integers(-1000, 1000), st.integers(0, 10_000))
def test_between_stays_between(seed: int, low: int, span: int) -> None:
    drawn = Draws("test", seed, 100).between("x", low, low + span)
    assert low <= drawn.min()
    assert drawn.max() <= low + span


def test_between_reaches_both_ends() -> None:
    assert set(Draws("test", 1, 1000).between("x", 1, 6).tolist()) == {1, 2, 3, 4, 5, 6}


@given(seeds, st.lists(st.integers(1, 400), min_size=1, max_size=50))
def test_below_stays_below_each_limit(seed: int, limits: list[int]) -> None:
    drawn = Draws("test", seed, len(limits)).below("x", np.array(limits))
    assert all(0 <= value < limit for value, limit in zip(drawn.tolist(), limits, strict=True))


def test_shares_follow_the_weights() -> None:
    chosen = Draws("test", 5, 200_000).choose("x", [1, 2, 0, 7])
    shares = np.bincount(chosen, minlength=4) / 200_000
    assert shares.tolist() == pytest.approx([0.1, 0.2, 0, 0.7], abs=0.005)


@pytest.mark.parametrize("per_mille", [0, 15, 500, 1000])
def test_chance_is_counted_in_thousandths(per_mille: int) -> None:
    happened = Draws("test", 5, 100_000).chance("x", per_mille).mean()
    assert happened == pytest.approx(per_mille / 1000, abs=0.005 if 0 < per_mille < 1000 else 0)


def test_chance_may_differ_by_row() -> None:
    happened = Draws("test", 5, 4).chance("x", np.array([0, 1000, 0, 1000]))
    assert happened.tolist() == [False, True, False, True]


def test_stretching_gives_the_quantiles_back() -> None:
    drawn = Draws("test", 5, 200_000).stretch("x")
    found = np.quantile(drawn, [0.25, 0.5, 0.75])
    assert found.tolist() == pytest.approx(SKEWED[[4, 8, 12]].tolist(), rel=0.01)
    assert drawn.mean() > np.median(drawn)
    assert SKEWED[0] <= drawn.min()
    assert drawn.max() <= SKEWED[-1]


@pytest.mark.parametrize(
    "other", [Draws("test", 2, 50), Draws("other", 1, 50)], ids=["seed", "topic"]
)
def test_another_seed_or_topic_draws_something_else(other: Draws) -> None:
    drawn = Draws("test", 1, 50).between("x", 0, 9)
    assert drawn.tolist() != other.between("x", 0, 9).tolist()


def test_streams_are_unrelated() -> None:
    draws = Draws("test", 1, 50_000)
    one, other = draws.between("x", 0, 999), draws.between("y", 0, 999)
    assert abs(np.corrcoef(one, other)[0, 1]) < 0.02


def test_values_never_change() -> None:
    drawn = Draws("test", 7, 8).between("x", 0, 99)
    assert drawn.tolist() == [63, 64, 62, 87, 97, 92, 18, 23]
