"""What a recoding costs: the registry's figures where it is a state, cell by cell where not."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from recoded_rows import any_recoding, published_rows
from small_crowds import crowd_of

from incrowd.measures.measure import Question
from incrowd.measures.registry import measure, objectives
from incrowd.measures.utility.precision import steps_per_attribute
from incrowd.search.recoding import Recoding

ROWS = st.lists(st.tuples(*[st.sampled_from([*"abcde", None])] * 3), min_size=1, max_size=30)


@settings(max_examples=scaled(60))
@given(data=st.data(), rows=ROWS)
def test_a_state_costs_what_the_registry_says(
    data: st.DataObject, rows: list[tuple[str | None, ...]]
) -> None:
    crowd = crowd_of(rows, quasi=3)
    levels = [data.draw(st.integers(0, height)) for height in crowd.heights]
    k = data.draw(st.integers(1, 4))
    classes = crowd.at(levels)
    classes = classes.keeping(classes.sizes >= k)
    found = Recoding.of_state(classes).utility
    assert set(found) == set(objectives())
    for name in set(objectives()) - ({"entropy"} if classes.suppressed_rows else set()):
        wanted = measure(name).compute(Question(classes))
        assert found[name] == pytest.approx(wanted, abs=1e-9), name


@settings(max_examples=scaled(60))
@given(data=st.data(), rows=ROWS)
def test_a_recoding_costs_what_its_cells_cost(
    data: st.DataObject, rows: list[tuple[str | None, ...]]
) -> None:
    recoding: Recoding = data.draw(any_recoding(crowd_of(rows, quasi=3)))
    crowd, total = recoding.crowd, len(rows)
    levels, bits = [0.0] * len(crowd.names), [0.0] * len(crowd.names)
    for part, (place, count) in enumerate(zip(recoding.tuples, recoding.counts, strict=True)):
        for index, (ladder, domain) in enumerate(zip(crowd.ladders, crowd.domains, strict=True)):
            level = int(recoding.levels[index, part])
            own = crowd.codes[index][place]
            same = ladder.codes[level] == ladder.codes[level][own]
            region = int(domain.counts[same].sum()) if recoding.kept[part] else total
            step = level / crowd.heights[index] if recoding.kept[part] else 1.0
            levels[index] += int(count) * step / total
            bits[index] += int(count) * log2(region / int(domain.counts[own]))
    found = recoding.utility
    assert steps_per_attribute(recoding).tolist() == pytest.approx(levels)
    assert found["precision"] == pytest.approx(sum(levels) / len(levels))
    assert found["entropy"] == pytest.approx(sum(bits) / len(bits), abs=1e-9)
    sizes: dict[tuple[str | None, ...], int] = {}
    for _, shown in published_rows(recoding):
        sizes[shown] = sizes.get(shown, 0) + 1
    squares = sum(size**2 for size in sizes.values())
    assert found["discernibility"] == squares + recoding.suppressed_rows * total
    classes = len(sizes) + (recoding.suppressed_rows > 0)
    assert found["class_size"] == total / classes
