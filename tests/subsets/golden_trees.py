"""Crowds of the golden tables, and their trees."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from small_crowds import Row, attribute, halving_hierarchy, tally

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd

LINKAGES = {
    "union": "union_k__tie_node_id(GAP style)",
    "single": "pairwise_max(single)",
    "complete": "pairwise_min(complete)",
    "average": "pairwise_mean(UPGMA)",
}
"""What each linkage is called in the golden file."""


def named_crowd(rows: list[Row], names: list[str]) -> Crowd:
    crowd = build_crowd(tally(rows, names), [attribute(name) for name in names], [])
    return crowd.with_hierarchies(
        {domain.attribute.name: halving_hierarchy(domain) for domain in crowd.domains}
    )


def facts_of(golden: Path, name: str) -> dict:
    return json.loads((golden / "subsets.json").read_text())[name]


def small_golden(golden: Path, name: str) -> Crowd:
    facts = facts_of(golden, name)
    if "data" in facts:
        return named_crowd([tuple(row) for row in facts["data"]], facts["attributes"])
    with (golden / "odd_table1a_patient.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    return named_crowd([tuple(row) for row in rows], header)
