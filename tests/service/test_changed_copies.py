"""Copies with changed values: the effect that was shown, told by the copy from then on."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from incrowd.dataset.risk import measure_risk
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import InvalidParameter, NotNow, SourceNotReadable
from incrowd.journal import AssignRole, Protect, Suppress
from incrowd.progress import silent
from incrowd.service.datasets.view import view
from incrowd.service.decisions.changed_copies import copy_changed, try_techniques
from incrowd.service.decisions.copies import copy_without_row
from incrowd.service.decisions.decide import decide, move_to
from incrowd.service.exports.export import hand_out
from incrowd.service.exports.recipes import current_recipe, try_recipe
from incrowd.workspace.changed_values import read_techniques
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

HEADER = ["age", "sex", "illness"]
PEOPLE = [(str(20 + place * 7 % 40), "fm"[place % 2], f"i{place % 3}") for place in range(200)]


@pytest.fixture
def dataset(sessions: Sessions, tmp_path: Path) -> str:
    path = tmp_path / "people.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([HEADER, *PEOPLE])
    dataset_id = add_copy(sessions, path).id
    with sessions.open(OWNER, dataset_id) as opened:
        decide(opened, AssignRole("illness", "sensitive"))
        decide(opened, Protect("illness", "distinct_l", 2))
        move_to(opened, {"age": 1, "sex": 0}, 3)
    return dataset_id


def cells(sessions: Sessions, dataset_id: str) -> list[tuple[str | None, ...]]:
    with sessions.open(OWNER, dataset_id) as opened:
        return [row.cells for row in opened.source.page(PageRequest(0, 1000)).rows]


def test_a_copy_is_what_the_effect_said(sessions, dataset):
    techniques = ["illness:pram=0.5", "sample=0.5"]
    with sessions.open(OWNER, dataset) as opened:
        told = try_techniques(opened, techniques, None)
    seed = told.techniques[0].seed
    assert seed is not None
    copy = copy_changed(sessions, OWNER, dataset, techniques, seed, silent)
    again = copy_changed(sessions, OWNER, dataset, techniques, seed, silent)
    assert copy.name == "people, illness:pram=0.5, sample=0.5"
    assert copy.rows == told.techniques[1].kept == 100
    assert cells(sessions, copy.id) == cells(sessions, again.id)
    assert cells(sessions, dataset) == PEOPLE
    assert told.after is not None
    with sessions.open(OWNER, copy.id) as opened:
        as_is = measure_risk(opened.snapshot().dataset.with_guards({}), advise=False)
        assert as_is.uniques == told.after.uniques


def test_decisions_come_along(sessions, dataset):
    copy = copy_changed(sessions, OWNER, dataset, ["illness:pram=0.5"], "s", silent)
    with sessions.open(OWNER, dataset) as before, sessions.open(OWNER, copy.id) as after:
        assert after.snapshot().levels == before.snapshot().levels == {"age": 1}
        assert after.snapshot().k == 3
        assert after.snapshot().dataset.roles == before.snapshot().dataset.roles
        assert after.snapshot().derived.protections == before.snapshot().derived.protections


def test_a_column_with_new_values_starts_anew(sessions, dataset):
    copy = copy_changed(sessions, OWNER, dataset, ["age:round=3"], "s", silent)
    with sessions.open(OWNER, copy.id) as opened:
        assert opened.snapshot().levels == {}
        assert opened.snapshot().k == 3
        assert all(int(age or 0) % 3 == 0 for age, _, _ in cells(sessions, copy.id))


def test_a_copy_tells_what_was_done(sessions, dataset):
    copy = copy_changed(sessions, OWNER, dataset, ["age:top=50"], None, silent)
    further = copy_changed(sessions, OWNER, copy.id, ["illness:pram=0.9"], "s", silent)
    last = copy_without_row(sessions, OWNER, further.id, 5, silent)
    with sessions.open(OWNER, last.id) as opened:
        assert [str(step) for step in opened.techniques] == ["age:top=50", "illness:pram=0.9"]
        assert "age:top=50, illness:pram=0.9" in str(view(opened).changed_values[0])
        assert current_recipe(opened).techniques == opened.techniques
        handed = hand_out(sessions.workspace, opened, "csv", silent)
        assert "age:top=50" in str(handed.warnings[0])
        recipe = current_recipe(opened)
        assert try_recipe(opened, recipe).k == 3
    with sessions.open(OWNER, dataset) as opened:
        assert view(opened).changed_values == ()
        with pytest.raises(NotNow, match="values were changed first"):
            try_recipe(opened, recipe)


def test_what_was_done_outlives_the_server_and_is_never_passed_over(sessions, dataset):
    copy = copy_changed(sessions, OWNER, dataset, ["age:rank_swap=10"], "s", silent)
    folder = sessions.workspace.place(copy.id)
    assert [str(step) for step in read_techniques(folder)] == ["age:rank_swap=10"]
    assert (folder / "techniques.json").stat().st_mode & 0o077 == 0
    (folder / "techniques.json").write_text("{")
    with pytest.raises(SourceNotReadable):
        read_techniques(folder)
    sessions.delete(OWNER, copy.id)
    assert not folder.exists()


@pytest.mark.parametrize("technique", ["sex:round=5", "age:rank_swap=0.1", "sample=0.0001"])
def test_what_is_refused_leaves_nothing(sessions, dataset, technique):
    before = len(list(sessions.workspace.records()))
    with pytest.raises(InvalidParameter):
        copy_changed(sessions, OWNER, dataset, [technique], None, silent)
    assert len(list(sessions.workspace.records())) == before
    assert not list(sessions.workspace.uploads.iterdir())


def test_people_are_sampled_with_all_their_rows(sessions, tmp_path):
    path = tmp_path / "visits.csv"
    rows = [(f"p{place // 2}", str(30 + place // 2 % 5), "flu") for place in range(40)]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["patient", "age", "illness"], *rows])
    dataset = add_copy(sessions, path).id
    with sessions.open(OWNER, dataset) as opened:
        decide(opened, AssignRole("patient", "person"))
        decide(opened, Suppress(1))
    copy = copy_changed(sessions, OWNER, dataset, ["sample=0.5"], "s", silent)
    people = [patient for patient, _, _ in cells(sessions, copy.id)]
    assert len(people) == 20
    assert len(set(people)) == 10
