"""Joins by overlap and cover, whatever is written, against a walk through all pairs of rows."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pyarrow as pa
import pytest
from small_crowds import attribute

from incrowd.engines.joins import pairs as pairing
from incrowd.engines.joins.join import Column
from incrowd.hierarchies import from_csv
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.linking.values.published_value import covers, overlaps
from incrowd.service.linked.link import LinkRequest, open_linked

CONTINENTS = {"French": "European", "German": "European", "Thai": "Asian"}
WAYS = {
    "zip": ["130**", "1301*", "13012", "*3012", "14850", "*", None],
    "age": ["20-29", "25", ">=30", "<25", "65+", "]24, 30[", "2*", "{21, 25-27}", None],
    "origin": ["French", "German", "European", "{French, Thai}", "Asian", "Thai", None],
}
Row = dict[str, str | None]


def hierarchy() -> Hierarchy:
    text = "".join(f"{one};{above};*\n" for one, above in CONTINENTS.items())
    return from_csv(text, Domain(attribute("origin"), (), np.zeros(0, np.int64)))


def parts(text: str) -> list[str]:
    """A text as the words that it stands for, one by one."""
    members = text[1:-1].split(", ") if text.startswith("{") else [text]
    below = {above: [one for one in CONTINENTS if CONTINENTS[one] == above] for above in members}
    return [leaf for one in members for leaf in below[one] or [one]]


def fit(name: str, condition: str, left: str | None, right: str | None) -> bool:
    if left is None or right is None:
        return False
    if name == "origin":
        ours, theirs = set(parts(left)), set(parts(right))
        return bool(ours & theirs) if condition == "overlaps" else theirs <= ours
    return overlaps(left, right) if condition == "overlaps" else covers(left, right)


def drawn(made: random.Random, rows: int, copies: int) -> list[Row]:
    found = [{name: made.choice(ways) for name, ways in WAYS.items()} for _ in range(rows)]
    return [{**row, "ill": made.choice("xyz")} for row in found for _ in range(copies)]


@pytest.mark.slow
@pytest.mark.parametrize("shared", [0, 2, 10**9])  # keys found first, as it falls, rows joined
@pytest.mark.parametrize("copies", [1, 4])
@pytest.mark.parametrize("kind", ["inner", "left", "right", "full"])
def test_joined_rows_are_those_of_all_pairs(monkeypatch, shared, copies, kind):
    monkeypatch.setattr(pairing, "_ROWS_PER_KEY", shared)
    made = random.Random(f"{shared} {copies} {kind}")
    conditions = {name: made.choice(["overlaps", "covers"]) for name in WAYS}
    conditions["zip"] = "overlaps"
    left, right = drawn(made, 40, copies), drawn(made, 30, 1)
    fits = {
        (i, j)
        for (i, one), (j, two) in product(enumerate(left), enumerate(right))
        if all(fit(name, how, one[name], two[name]) for name, how in conditions.items())
    }
    wanted = Counter((left[i]["ill"], right[j]["ill"]) for i, j in fits)
    if kind in ("left", "full"):
        alone = set(range(len(left))) - {i for i, _ in fits}
        wanted.update((left[i]["ill"], None) for i in alone)
    if kind in ("right", "full"):
        alone = set(range(len(right))) - {j for _, j in fits}
        wanted.update((None, right[j]["ill"]) for j in alone)
    request = LinkRequest(
        sensitive=["1.ill", "2.ill"],
        on=[f"{name}:{how}" for name, how in conditions.items()],
        different=True,
        join=kind,
        hierarchies={"origin": hierarchy()},
    )
    with open_linked([pa.Table.from_pylist(left), pa.Table.from_pylist(right)], request) as opened:
        found = opened.sources.tally([Column(0, "ill"), Column(1, "ill")]).to_pydict()
    *cells, rows = found.values()
    assert dict(zip(zip(*cells, strict=True), rows, strict=True)) == dict(wanted)
