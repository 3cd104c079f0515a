"""The privacy check of what was joined counts people, each once, as a slow walk does."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pyarrow as pa
import pytest

from incrowd.linking.joins.sources import LinkRequest
from incrowd.service.datasets.check import Promise
from incrowd.service.linked.check import check_joined
from incrowd.service.linked.link import open_linked


def walk(left, right):
    """The smallest group of people who have the same multiset of joined rows."""
    seen = defaultdict(Counter)
    for zip_, _, person in left:
        for place, age in right:
            if zip_ == place:
                seen[person][(zip_, place, age)] += 1
    groups = Counter(tuple(sorted(rows.items())) for rows in seen.values())
    return min(groups.values())


@pytest.mark.parametrize("seed", range(12))
def test_the_check_of_what_was_joined_counts_people(seed):
    draw = random.Random(seed)
    left = [
        (draw.choice("ab"), draw.choice(["flu", "cold"]), draw.choice(["p1", "p2", "p3", "p4"]))
        for _ in range(10)
    ]
    # somebody is always joined
    left.append(("a", "flu", "p1"))
    right = [("a", "30"), *((draw.choice("ab"), draw.choice(["30", "40"])) for _ in range(4))]
    release = pa.table(
        {
            "zip": [row[0] for row in left],
            "illness": [row[1] for row in left],
            "patient_id": [row[2] for row in left],
        }
    )
    list_ = pa.table({"place": [row[0] for row in right], "age": [row[1] for row in right]})
    request = LinkRequest(
        sensitive=["illness"],
        on=["zip=place"],
        known=["zip", "place", "age"],
        person=["1.patient_id"],
    )
    with open_linked([release, list_], request) as analysis:
        found = check_joined(analysis, Promise(k=2))
    assert found.check.k == walk(left, right)
