"""Promises about a whole release for random tables, with a population, and their slow twins."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import ceil, exp, factorial

import numpy as np
from hypothesis import strategies as st
from small_crowds import Row, attribute, published, tally

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import WHOLE_RELEASE, Crowd, ReleasePromise
from incrowd.crowd.people import People
from incrowd.measures.promise_checks import check_parameters
from incrowd.measures.registry import promises

PEOPLE = 400
ALL = [name for name, promise in promises().items() if promise.release]
BY_SIZE = [name for name, promise in promises().items() if promise.release and promise.release.cut]
CHOOSY = [name for name in ALL if name not in BY_SIZE]
THRESHOLDS = {
    "k_subsets": [2.0, 3.0, 5.0],
    "k_map": [2.0, 4.0, 9.0],
    "delta_presence": [0.2, 0.4, 0.7],
    "profit_prosecutor": [0.0, 20.0, 96.0],
    "profit_journalist": [0.0, 20.0, 96.0],
}
PARAMETERS = {
    "k_subsets": st.fixed_dictionaries({"m": st.integers(1, 4)}),
    "k_map": st.fixed_dictionaries({"significance": st.sampled_from([0.01, 0.1, 0.3])}),
    "profit_prosecutor": st.fixed_dictionaries(
        {"gain": st.sampled_from([30.0, 300.0]), "cost": st.sampled_from([4.0, 40.0])}
    ),
}
PARAMETERS["profit_journalist"] = PARAMETERS["profit_prosecutor"]


@st.composite
def asked_of(draw: st.DrawFn, models: Sequence[str] = tuple(ALL)) -> ReleasePromise:
    """A promise; where it is counted its population is still to be given."""
    model = draw(st.sampled_from(models))
    threshold = draw(st.sampled_from(THRESHOLDS.get(model, [0.02, 0.1, 0.3, 0.5, 0.8])))
    given = draw(PARAMETERS.get(model, st.just({})))
    able = model in ("k_map", "profit_journalist")
    counted = model == "delta_presence" or (able and draw(st.booleans()))
    further = tuple(check_parameters(model, given).items())
    return ReleasePromise(WHOLE_RELEASE, model, threshold, PEOPLE, further, counted)


@st.composite
def populations(draw: st.DrawFn, rows: Sequence[Row], width: int) -> list[Row]:
    """The rows of a table, and further people with values that occur in it."""
    own = [row[:width] for row in rows]
    columns = [sorted({row[place] for row in own}, key=str) for place in range(width)]
    others = st.lists(st.tuples(*map(st.sampled_from, columns)), max_size=60)
    return own + draw(others)


def population_crowd(people: Sequence[Row], width: int) -> Crowd:
    names = [f"q{index}" for index in range(width)]
    return build_crowd(tally(people, names), [attribute(name) for name in names], [])


def bind(crowd: Crowd, asked: ReleasePromise, people: Sequence[Row]) -> ReleasePromise:
    """A promise with the population that it is about."""
    if not asked.counted:
        return replace(asked, drawn=crowd.rows)
    population = People.of(crowd, population_crowd(people, len(crowd.names)))
    return replace(asked, population=population, drawn=crowd.rows)


def subset_counts(rows: Sequence[Row], m: int) -> Counter[tuple[tuple[int, str | None], ...]]:
    """How often each combination of up to m values occurs."""
    return Counter(
        tuple((place, row[place]) for place in chosen)
        for row in rows
        for size in range(1, m + 1)
        for chosen in combinations(range(len(row)), min(size, len(row)))
        if size <= len(row)
    )


def common_rows(rows: Sequence[Row], m: int, k: int) -> list[Row]:
    """What is left after removing rows with a rare combination, again and again."""
    left = list(rows)
    while True:
        counts = subset_counts(left, m)
        rare = {combination for combination, count in counts.items() if count < k}
        stay = [row for row in left if not rare & set(subset_counts([row], m))]
        if len(stay) == len(left):
            return left
        left = stay


def least_sample(k: int, fraction: float, significance: float) -> int:
    """The smallest class of a sample that is rare enough for fewer than k people, or k itself."""
    mean = k * fraction
    chances = [exp(-mean) * mean**count / factorial(count) for count in range(80)]
    for size in range(1, k):
        if sum(chances[size:]) / sum(chances[1:]) <= significance:
            return size
    return k


def kept_classes(
    crowd: Crowd, rows: Sequence[Row], people: Sequence[Row], levels, asked: ReleasePromise, k: int
) -> set[Row]:
    """The classes that stay published for one promise that says which do, by hand."""
    width, given = len(crowd.names), dict(asked.parameters)
    shown = [published(crowd, row[:width], levels) for row in rows]
    sizes = Counter(shown)
    shown = [row for row in shown if sizes[row] >= k]
    if asked.model == "k_subsets":
        return set(common_rows(shown, int(given["m"]), int(asked.threshold)))
    alike = Counter(published(crowd, row[:width], levels) for row in people)
    stay: dict[Row, bool] = defaultdict(bool)
    for row in set(shown):
        here, there = sizes[row], alike[row]
        scaled = here * PEOPLE / len(rows)
        if asked.model == "k_map" and not asked.counted:
            needed = least_sample(int(asked.threshold), len(rows) / PEOPLE, given["significance"])
            stay[row] = here >= needed
        elif asked.model == "k_map":
            stay[row] = there >= asked.threshold
        elif asked.model == "delta_presence":
            stay[row] = here / there <= asked.threshold + 1e-9
        else:
            journalist = there if asked.counted else scaled
            people_alike = here if asked.model == "profit_prosecutor" else journalist
            stay[row] = given["gain"] / people_alike - given["cost"] <= asked.threshold + 1e-7
    return {row for row, stays in stay.items() if stays}


def as_rows(crowd: Crowd, left) -> set[Row]:
    """The published classes of the kernels as rows of texts."""
    return {tuple(left.describe(int(place)).values()) for place in np.flatnonzero(left.kept)}


def needed_rows(asked: ReleasePromise) -> int:
    given = dict(asked.parameters)
    return ceil(given["gain"] / (given["cost"] + asked.threshold) - 1e-6)
