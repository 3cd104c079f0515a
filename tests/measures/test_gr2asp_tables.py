"""The tables of GR²ASP: k, l and t of every class, as printed and as the values really group."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from incrowd.crowd.crowd import Classes
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure

from .conftest import Facts
from .patients import TAXONOMY, patients
from .tables import crowd_of, tree

TABLES = ["gr2asp_table2_2_k3", "gr2asp_table2_4_l2_as_printed", "gr2asp_table2_5_t05_as_printed"]
FIGURES = {
    "n": ("k_anonymity", "Disease"),
    "l_disease": ("distinct_l", "Disease"),
    "l_salary": ("distinct_l", "SalaryK"),
    "emd_salary": ("t_ordered", "SalaryK"),
    "emd_disease_equal": ("t_equal", "Disease"),
    "emd_disease_hier": ("t_hierarchical", "Disease"),
}
SUMMARY = {
    "k": ("k_anonymity", "Disease"),
    "l_disease": ("distinct_l", "Disease"),
    "t_salary": ("t_ordered", "SalaryK"),
    "t_dis_eq": ("t_equal", "Disease"),
    "t_dis_hier": ("t_hierarchical", "Disease"),
    "avg_risk": ("average_risk", "Disease"),
    "highest": ("highest_risk", "Disease"),
}


def classes_of(path: Path, quasi: list[str]) -> Classes:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [*quasi, "SalaryK", "Disease"]
    crowd = crowd_of(
        {name: [row[name] for row in rows] for name in names},
        sensitive=["SalaryK", "Disease"],
        numeric=["SalaryK"],
        hierarchies=[tree("Disease", TAXONOMY)],
    )
    return crowd.at(crowd.bottom)


def figures_of(classes: Classes) -> dict[str, dict[str, float]]:
    """The figures of each class under the name that the golden file gives it."""
    found: dict[str, dict[str, float]] = {}
    for index in range(classes.count):
        values = tuple(classes.describe(index).values())
        found[values[0] if len(values) == 1 else str(values)] = {}
    for figure, (name, sensitive) in FIGURES.items():
        per_class = measure(name).per_class
        assert per_class is not None
        computed = per_class(Question(classes, sensitive))
        for label, value in zip(found, computed, strict=True):
            found[label][figure] = float(value)
    return found


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("grouping", ["printed ECs", "true ECs from QI values"])
def test_table(table: str, grouping: str, facts: Facts, golden: Path) -> None:
    expected: dict[str, Any] = facts("tables.json")["tables"][f"{table} | {grouping}"]
    quasi = ["EC"] if grouping == "printed ECs" else ["Zipcode", "Age", "Nationality"]
    classes = classes_of(golden / f"{table}.csv", quasi)
    found = figures_of(classes)
    assert found.keys() == expected["classes"].keys()
    for label, figures in expected["classes"].items():
        for figure in FIGURES:
            assert found[label][figure] == pytest.approx(figures[figure], abs=5e-5), figure
    for key, (name, sensitive) in SUMMARY.items():
        value = measure(name).compute(Question(classes, sensitive))
        assert value == pytest.approx(expected["summary"][key], abs=5e-4), key


def test_worked_out_by_hand() -> None:
    """EC2 has Malaria, Cancer, Cancer; of all nine, one has Malaria and three have Cancer."""
    crowd = patients()
    question = Question(crowd.at(crowd.bottom), "disease")
    equal, along = measure("t_equal").per_class, measure("t_hierarchical").per_class
    assert equal is not None
    assert along is not None
    values = (1 / 3 - 1 / 9) + (2 / 3 - 3 / 9)
    groups = 1 - 4 / 9
    assert equal(question)[1] == pytest.approx(values)
    assert along(question)[1] == pytest.approx((values + groups) / 2)
