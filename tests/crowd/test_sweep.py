"""The walk over the whole lattice agrees with every state asked one by one."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_crowds import crowd_of, tables

from incrowd.crowd import sweep as sweeping
from incrowd.crowd.sweep import sweep
from incrowd.crowd.walking import SMALL
from incrowd.errors import InvalidParameter


def assert_every_state_agrees(crowd, swept) -> None:
    for position, levels in enumerate(np.ndindex(*[height + 1 for height in crowd.heights])):
        sizes = crowd.at(levels).sizes
        assert swept.position(levels) == position
        assert swept.levels(position) == levels
        assert swept.classes[position] == len(sizes)
        assert swept.smallest[position] == sizes.min()
        assert swept.beyond[position] == min(sizes[sizes > SMALL], default=0)
        for k in (1, 2, 3, 5, 21):
            assert swept.rows_below(k)[position] == sizes[sizes < k].sum()


@settings(max_examples=scaled(40))
@given(st.integers(1, 4).flatmap(tables))
def test_every_state_agrees(rows):
    crowd = crowd_of(rows, len(rows[0]))
    assert_every_state_agrees(crowd, sweep(crowd))


@given(tables(3))
def test_states_one_by_one_where_keys_do_not_fit(rows):
    crowd = crowd_of(rows, 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeping, "KEY_SPACE", 2)
        assert_every_state_agrees(crowd, sweep(crowd))


def test_large_classes_and_repeated_rows():
    rows = [("a", "x")] * 30 + [("b", "x")] * 20 + [("b", "y")] * 3 + [("c", "y")]
    crowd = crowd_of(rows, 2)
    assert_every_state_agrees(crowd, sweep(crowd))


def test_k_beyond_what_was_counted_is_refused():
    swept = sweep(crowd_of([("a",), ("b",)], 1))
    with pytest.raises(InvalidParameter, match="k = 22"):
        swept.rows_below(22)


@pytest.mark.slow
def test_golden_states_of_adult(adult_crowd, golden):
    nodes = json.loads((golden / "lattice_sample.json").read_text())["nodes"]
    swept = sweep(adult_crowd)
    assert len(swept.classes) == 12_960
    for node in nodes:
        levels = adult_crowd.levels_of(node["levels"])
        classes = adult_crowd.at(levels)
        assert (classes.count, classes.sizes.min()) == (node["classes"], node["smallest"])
        assert classes.sizes.max() == node["largest"]
        position = swept.position(levels)
        assert swept.classes[position] == node["classes"]
        assert swept.smallest[position] == node["smallest"]
        for k, rows in node["rows_below"].items():
            assert swept.rows_below(int(k))[position] == rows
            assert classes.sizes[classes.sizes < int(k)].sum() == rows
