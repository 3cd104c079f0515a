"""Two results side by side, against the rows themselves as they are shown."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from small_samples import sample_rows

from incrowd.advice.presets.built_in import find_preset
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.errors import InvalidParameter, NotFound, UnknownAttribute
from incrowd.journal import AssignRole, Generalize, Suppress
from incrowd.progress import silent
from incrowd.service.automatic.compare import NOW, compare_results
from incrowd.service.automatic.runs import adopt, pair_rows, run
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

LOCAL = AnonymizationRequest(k=4, method="priority", priority=(("age",),))
GLOBAL = AnonymizationRequest(k=3, max_suppression=1.0)


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        yield found


def slow_groups(opened: OpenDataset, run_id: str, by: str) -> dict[str, tuple[int, int, float]]:
    """Rows, removed ones and the loss in percent of each original value, row by row."""
    page = pair_rows(opened, run_id, 0, 1000)
    crowd = opened.snapshot().dataset.protected_crowd
    places = {name: page.columns.index(name) for name in [*crowd.names, by]}
    heights = dict(zip(crowd.names, crowd.heights, strict=True))
    groups = defaultdict(list)
    for row in page.rows:
        groups[row.before[places[by]]].append(row)
    return {
        value or "*missing*": (
            len(rows),
            sum(row.suppressed for row in rows),
            100 * sum(loss(crowd, heights, places, row) for row in rows) / len(rows),
        )
        for value, rows in groups.items()
    }


def loss(crowd, heights, places, row) -> float:
    """The mean of level / height over the cells: the lowest level that the published text fits."""
    if row.suppressed:
        return 1.0
    steps = []
    for index, name in enumerate(crowd.names):
        was, now = row.before[places[name]], row.after[places[name]]
        labels = [was]
        hierarchy = crowd.hierarchies[index]
        for level in range(1, heights[name] + 1):
            codes = hierarchy.groups[level - 1]
            labels.append(hierarchy.labels[level - 1][codes[hierarchy.values.index(was)]])
        levels = [level for level, label in enumerate(labels) if label == now]
        steps.append(levels[0] / heights[name])
    return sum(steps) / len(steps)


@pytest.mark.parametrize("by", ["sex", "education", "religion"])
def test_groups_of_rows_lose_what_their_rows_lose(census: OpenDataset, by: str) -> None:
    """Every label of the sample stands at one level only, so that texts tell the level."""
    one, other = run(census, LOCAL, silent), run(census, GLOBAL, silent)
    found = compare_results(census, one, other, by)
    assert by in found.columns
    sides = slow_groups(census, one, by), slow_groups(census, other, by)
    assert found.level == 0
    assert {group.label for group in found.groups} == set(sides[0])
    for group in found.groups:
        for told, slow in zip((group.one, group.other), sides, strict=True):
            rows, removed, lost = slow[group.label]
            assert (group.rows, told.removed) == (rows, removed)
            assert told.loss == pytest.approx(lost)
    for figures, side in ((found.one, "one"), (found.other, "other")):
        removed = sum(getattr(group, side).removed for group in found.groups)
        weighed = sum(group.rows * getattr(group, side).loss for group in found.groups)
        assert removed == figures.removed
        assert weighed / 300 == pytest.approx(figures.utility_loss)


def test_the_table_as_it_is_now_is_a_side(census: OpenDataset) -> None:
    decide(census, Generalize("age", 2))
    decide(census, Suppress(2))
    one = run(census, GLOBAL, silent)
    found = compare_results(census, NOW, one, "sex")
    risk = view(census).risk
    assert found.one.run == NOW
    assert (found.one.rows, found.one.removed) == (risk.rows, 300 - risk.rows)
    assert found.one.utility_loss == pytest.approx(risk.utility_loss)
    assert {pair.name: pair.one.level for pair in found.attributes if pair.one}["age"] == 2
    again = compare_results(census, one, NOW, "sex")
    assert [group.other for group in again.groups] == [group.one for group in found.groups]
    assert found.one.utility["precision"] == pytest.approx(found.one.utility_loss / 100)


def test_what_was_adopted_equals_its_result(census: OpenDataset) -> None:
    for wish in (LOCAL, GLOBAL):
        found = run(census, wish, silent)
        adopt(census, found)
        both = compare_results(census, NOW, found, "age")
        assert (both.one.k, both.one.rows, both.one.classes) == (
            both.other.k,
            both.other.rows,
            both.other.classes,
        )
        assert both.one.utility == pytest.approx(both.other.utility)
        assert [pair.one for pair in both.attributes] == [pair.other for pair in both.attributes]
        assert all(group.one == group.other for group in both.groups)
        for entry in reversed(census.journal.active):
            census.journal.append(census.journal.undoing(entry.id))


def test_many_values_are_grouped_by_a_level(census: OpenDataset) -> None:
    one = run(census, GLOBAL, silent)
    found = compare_results(census, NOW, one, "age")
    assert found.level > 0
    assert len(found.groups) <= 30
    assert sum(group.rows for group in found.groups) == 300


def test_results_with_other_roles_are_compared_where_they_can_be(census: OpenDataset) -> None:
    decide(census, AssignRole("age", "insensitive"))
    wish = AnonymizationRequest(k=1, max_suppression=1.0)
    fit = run(census, wish, silent, purpose=find_preset("internal"))
    found = compare_results(census, NOW, fit)
    (age,) = [pair for pair in found.attributes if pair.name == "age"]
    assert age.one is None
    assert age.other is not None
    assert "age" not in found.columns
    assert (found.by, found.groups) == (None, ())
    with pytest.raises(InvalidParameter, match="cannot be grouped by 'age'"):
        compare_results(census, NOW, fit, "age")


def test_what_is_not_there_is_not_compared(census: OpenDataset) -> None:
    with pytest.raises(NotFound):
        compare_results(census, NOW, "0" * 16)
    with pytest.raises(UnknownAttribute, match="agee"):
        compare_results(census, NOW, NOW, "agee")
