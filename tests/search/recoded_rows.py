"""Recodings spelled out row by row, and the slow obvious twins of their figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2

import numpy as np
from hypothesis import strategies as st

from incrowd.crowd.crowd import Crowd
from incrowd.search.recoding import Recoding
from incrowd.table import MISSING

Row = tuple[str | None, ...]


def original(crowd: Crowd, tuple_index: int) -> Row:
    """The values of a tuple."""
    pairs = zip(crowd.domains, crowd.codes, strict=True)
    return tuple(domain.values[codes[tuple_index]] for domain, codes in pairs)


def text(crowd: Crowd, index: int, value: str | None, level: int) -> str | None:
    """What a value is published as; a missing value stays missing until it joins others."""
    hierarchy = crowd.hierarchies[index]
    if level == 0:
        return value
    groups, labels = hierarchy.groups[level - 1], hierarchy.labels[level - 1]
    label = labels[groups[hierarchy.values.index(value)]]
    return None if label == MISSING else label


def published_rows(recoding: Recoding) -> list[tuple[Row, Row]]:
    """Every published row beside its original."""
    rows = []
    for part in np.flatnonzero(recoding.kept):
        values = original(recoding.crowd, recoding.tuples[part])
        shown = tuple(
            text(recoding.crowd, index, value, recoding.levels[index, part])
            for index, value in enumerate(values)
        )
        rows += [(values, shown)] * int(recoding.counts[part])
    return rows


def slow_sizes(recoding: Recoding) -> list[int]:
    return sorted(Counter(shown for _, shown in published_rows(recoding)).values())


def slow_entropy(recoding: Recoding) -> dict[str, float]:
    """1 − Σ log2(n(region) / n(value)) / the same with everything suppressed, cell by cell."""
    crowd = recoding.crowd
    rows = [
        value
        for index, count in enumerate(crowd.counts)
        for value in [original(crowd, index)] * int(count)
    ]
    found = {}
    for index, name in enumerate(crowd.names):
        column = Counter(row[index] for row in rows)
        lost = everything = 0.0
        for part, (place, count) in enumerate(zip(recoding.tuples, recoding.counts, strict=True)):
            value = original(crowd, place)[index]
            level = recoding.levels[index, part]
            if not recoding.kept[part]:
                level = crowd.heights[index]
            shown = text(crowd, index, value, level)
            region = sum(n for v, n in column.items() if text(crowd, index, v, level) == shown)
            lost += count * log2(region / column[value])
            everything += count * log2(len(rows) / column[value])
        found[name] = 1.0 if everything == 0 else 1 - lost / everything
    return found


def slow_covering(recoding: Recoding) -> list[int]:
    """For each tuple the published rows of which every cell may stand for its value."""
    crowd = recoding.crowd
    covering = [0] * len(crowd.counts)
    for part in np.flatnonzero(recoding.kept):
        source = original(crowd, recoding.tuples[part])
        for person in range(len(covering)):
            values = original(crowd, person)
            covering[person] += int(recoding.counts[part]) * all(
                text(crowd, index, value, level) == text(crowd, index, source[index], level)
                for index, (value, level) in enumerate(
                    zip(values, recoding.levels[:, part], strict=True)
                )
            )
    return covering


def slow_values(recoding: Recoding, rows: list[Row], column: int) -> dict[Row, Counter[str | None]]:
    """The sensitive values of each class, from rows whose tuples are not split."""
    width = len(recoding.crowd.names)
    shown_as = dict(published_rows(recoding))
    found: dict[Row, Counter[str | None]] = defaultdict(Counter)
    for row in rows:
        if row[:width] in shown_as:
            found[shown_as[row[:width]]][row[column]] += 1
    return found


@st.composite
def any_recoding(draw: st.DrawFn, crowd: Crowd) -> Recoding:
    """Tuples split at random, each part at any levels, some parts left out."""
    tuples, counts = [], []
    for index, count in enumerate(crowd.counts.tolist()):
        first = draw(st.integers(1, count))
        tuples += [index] if first == count else [index, index]
        counts += [first] if first == count else [first, count - first]
    levels = [
        draw(st.lists(st.integers(0, height), min_size=len(tuples), max_size=len(tuples)))
        for height in crowd.heights
    ]
    kept = draw(st.lists(st.booleans(), min_size=len(tuples), max_size=len(tuples)))
    return Recoding(
        crowd,
        np.array(tuples, np.int32),
        np.array(counts, np.int64),
        np.array(levels, np.uint8).reshape(len(crowd.names), len(tuples)),
        np.array(kept, np.bool_),
    )
