"""Packed keys are equal exactly where all codes are, however many attributes there are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.kernels import packing
from incrowd.kernels.packing import KEY_SPACE, pack


def pack_rows(rows: list[tuple[int, ...]], radices: list[int]) -> tuple[list[int], int]:
    """Pack rows of codes at the lowest level."""
    columns = [np.array([row[index] for row in rows], np.int32) for index in range(len(radices))]
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    keys, space = pack(columns, as_is, radices, np.arange(len(rows), dtype=np.int32))
    return keys.tolist(), space


def same(values: list[object]) -> list[list[bool]]:
    return [[one == other for other in values] for one in values]


@st.composite
def coded_rows(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], list[int]]:
    radices = draw(st.lists(st.integers(1, 5), max_size=6))
    row = st.tuples(*[st.integers(0, radix - 1) for radix in radices])
    return draw(st.lists(row, max_size=25)), radices


@given(coded_rows())
def test_keys_are_mixed_radix_numbers(coded: tuple[list[tuple[int, ...]], list[int]]) -> None:
    rows, radices = coded
    keys, space = pack_rows(rows, radices)
    assert space == int(np.prod(radices, dtype=np.int64))
    expected = [int(np.ravel_multi_index(row, radices)) if radices else 0 for row in rows]
    assert keys == expected


@pytest.mark.parametrize("limit", [1, 4, 30])
@given(coded_rows())
def test_keys_without_room_are_replaced_by_the_numbers_of_their_groups(
    limit: int, coded: tuple[list[tuple[int, ...]], list[int]]
) -> None:
    rows, radices = coded
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "KEY_SPACE", limit)
        keys, space = pack_rows(rows, radices)
    assert same(keys) == same(rows)
    assert all(0 <= key < space for key in keys)


def test_more_attributes_than_fit_into_a_key() -> None:
    radices = [1000] * 12
    rows = [(999,) * 12, (0,) * 12, (999,) * 12, (999,) * 11 + (0,)]
    keys, space = pack_rows(rows, radices)
    assert 1000**12 > KEY_SPACE >= space
    assert same(keys) == same(rows)


def test_levels_and_members_are_looked_up() -> None:
    codes, coarse = [np.array([0, 1, 2], np.int32)], [np.array([0, 0, 1], np.int32)]
    keys, space = pack(codes, coarse, [2], np.array([2, 1, 0, 2], np.int32))
    assert (keys.tolist(), space) == ([1, 0, 0, 1], 2)
