"""Multisets are numbered as a dictionary of counters would number them."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.kernels.multisets import Entries, number_multisets

PERSONS = st.lists(
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), min_size=1, max_size=70)
)


def entries_of(persons: list[list[tuple[int, int]]]) -> Entries:
    starts = np.cumsum([0, *map(len, persons)]).astype(np.int64)
    flat = [entry for person in persons for entry in person]
    values = np.array([value for value, _ in flat], np.int32)
    return Entries(starts, values, np.array([times for _, times in flat], np.int64))


def by_first_occurrence(keys: list[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


@given(PERSONS, st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_multisets_of_codes_are_numbered(
    persons: list[list[tuple[int, int]]], codes: list[int]
) -> None:
    counters = [Counter[int]() for _ in persons]
    for counter, person in zip(counters, persons, strict=True):
        for value, times in person:
            counter[codes[value]] += times
    wanted = by_first_occurrence([frozenset(counter.items()) for counter in counters])
    numbers, count = number_multisets(entries_of(persons), np.array(codes, np.int32))
    assert numbers.tolist() == wanted
    assert count == len(set(wanted))


@given(PERSONS)
def test_sequences_are_numbered(persons: list[list[tuple[int, int]]]) -> None:
    codes = np.arange(6, dtype=np.int32)
    numbers, _ = number_multisets(entries_of(persons), codes, in_order=True)
    assert numbers.tolist() == by_first_occurrence([tuple(person) for person in persons])


@given(PERSONS.filter(bool), st.data())
def test_some_persons_in_any_order(
    persons: list[list[tuple[int, int]]], data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(persons) - 1)))
    members = np.array(chosen, np.int32)
    entries, codes = entries_of(persons), np.arange(6, dtype=np.int32)
    numbers, count = number_multisets(entries, codes, members)
    again, count_again = number_multisets(entries.of(members), codes)
    assert (numbers.tolist(), count) == (again.tolist(), count_again)


@pytest.mark.parametrize("length", [1, 2, 40, 5000])
def test_long_persons_are_sorted(length: int) -> None:
    draw = np.random.default_rng(length)
    values = draw.integers(0, 50, length)
    shuffled = draw.permutation(values)
    persons = [[(int(value), 1) for value in values], [(int(value), 1) for value in shuffled]]
    numbers, count = number_multisets(entries_of(persons), np.arange(50, dtype=np.int32))
    assert (numbers.tolist(), count) == ([0, 0], 1)
