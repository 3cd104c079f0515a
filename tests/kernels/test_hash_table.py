"""The hash table against a dictionary."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from incrowd.kernels.hash_table import find_slot, home_slot, table_bits

KEYS = st.one_of(st.integers(-20, 20), st.integers(-(1 << 62), 1 << 62))


@given(st.integers(0, 1 << 40))
def test_a_table_is_at_least_twice_as_large_as_its_keys(count: int) -> None:
    bits = table_bits(count)
    assert 1 << bits >= max(2 * count, 16)
    assert bits == 4 or 1 << bits < 4 * count


@given(KEYS, st.integers(4, 40))
def test_the_search_starts_inside_the_table(key: int, bits: int) -> None:
    assert 0 <= home_slot(key, bits) < 1 << bits


@given(st.lists(KEYS, max_size=60), st.lists(KEYS, max_size=20))
def test_keys_are_found_where_they_were_put(given_keys: list[int], others: list[int]) -> None:
    bits = table_bits(len(given_keys))
    cells, keys = np.full(1 << bits, -1, np.int32), np.zeros(len(given_keys) + 1, np.int64)
    expected: dict[int, int] = {}
    for key in given_keys:
        slot = find_slot(cells, keys, key, bits)
        assert (cells[slot] < 0) == (key not in expected)
        if key not in expected:
            cells[slot], keys[len(expected)] = len(expected), key
            expected[key] = len(expected)
    for key in (*given_keys, *others):
        assert cells[find_slot(cells, keys, key, bits)] == expected.get(key, -1)


def test_keys_that_start_in_the_same_cell_go_to_the_next_ones() -> None:
    bits = table_bits(4)
    crowded = [key for key in range(1000) if home_slot(key, bits) == (1 << bits) - 1][:4]
    cells, keys = np.full(1 << bits, -1, np.int32), np.array(crowded, np.int64)
    slots = []
    for position, key in enumerate(crowded):
        slots.append(find_slot(cells, keys, key, bits))
        cells[slots[-1]] = position
    assert slots == [(1 << bits) - 1, 0, 1, 2]  # round the end
