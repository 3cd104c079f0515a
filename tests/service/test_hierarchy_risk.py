"""A hierarchy that is being edited: who would be at risk at a level, against counting by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from incrowd.errors import InvalidParameter
from incrowd.journal import AssignRole, Generalize
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide
from incrowd.service.decisions.hierarchies import Edit, preview_hierarchy
from incrowd.service.decisions.hierarchy_risk import judge_level
from incrowd.workspace.open_dataset import OpenDataset
from service.people_data import PEOPLE

ROWS = [line.split(",") for line in PEOPLE.strip().splitlines()[1:]]


def labels_at(opened: OpenDataset, level: int, edits: list[Edit]) -> dict[str, str]:
    """What each age is published as, read from the CSV of the preview."""
    csv = preview_hierarchy(opened, "age", edits=edits).csv
    lines = [line.split(";") for line in csv.strip().splitlines()]
    return {line[0]: line[level] for line in lines}


def count_by_hand(labels: dict[str, str], k: int) -> dict[str, tuple[int, int]]:
    """Safe rows and rows at risk of each label, with sex as it is."""
    shown = [(labels[row[1]], row[2]) for row in ROWS]
    sizes = Counter(shown)
    return {
        label: (
            sum(one[0] == label and sizes[one] >= k for one in shown),
            sum(one[0] == label and sizes[one] < k for one in shown),
        )
        for label in {one[0] for one in shown}
    }


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("merged", [False, True])
def test_rows_of_each_value_as_edited(opened, level: int, k: int, merged: bool) -> None:
    for name in ("disease", "pay"):
        decide(opened, AssignRole(name, "insensitive"))
    edits = []
    if merged:
        groups = preview_hierarchy(opened, "age").levels[1].groups
        first, second = groups[0].label, groups[1].label
        edits = [Edit("merge", 1, (first, second), to="young", parents=True)]
    found = judge_level(opened, "age", level, k, edits=edits)
    wanted = count_by_hand(labels_at(opened, level, edits), k)
    assert {bar.label: (bar.safe, bar.at_risk) for bar in found.bars} == wanted
    assert found.safe + found.at_risk == len(ROWS)
    assert view(opened).attributes[1].level == 0  # nothing was applied


def test_other_attributes_stay_at_their_level(opened) -> None:
    for name in ("disease", "pay"):
        decide(opened, AssignRole(name, "insensitive"))
    before = judge_level(opened, "age", 1, 3)
    height = opened.snapshot().dataset.hierarchies["sex"].height
    decide(opened, Generalize("sex", height))
    after = judge_level(opened, "age", opened.snapshot().dataset.hierarchies["age"].height, 6)
    assert before.at_risk > after.at_risk == 0


def test_what_cannot_be_judged_is_refused(opened) -> None:
    with pytest.raises(InvalidParameter, match="no quasi-identifier"):
        judge_level(opened, "disease", 0, 2)
    with pytest.raises(InvalidParameter, match="has no level 99"):
        judge_level(opened, "age", 99, 2)
