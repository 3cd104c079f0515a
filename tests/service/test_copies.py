"""A copy without one row: exactly that row is gone, and every decision came along."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from incrowd.engines.stored.page import PageRequest
from incrowd.errors import InvalidParameter, NotFound
from incrowd.journal import AssignRole, Protect, Suppress
from incrowd.progress import silent
from incrowd.service.decisions.copies import copy_without_row
from incrowd.service.decisions.decide import decide, move_to
from incrowd.service.subsets.standouts import tell_standouts
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

TWINS = [("30", "f", "flu"), ("30", "f", "flu"), ("30", "f", "hiv"), ("71", "m", "flu")]
VISITS = [("p1", "30", "flu"), ("p2", "41", "hiv"), ("p1", "31", "cold"), ("p3", "41", "flu")]


def store(sessions: Sessions, path: Path, header: str, rows: list[tuple[str, ...]]) -> str:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([header.split(","), *rows])
    return add_copy(sessions, path).id


def cells(sessions: Sessions, dataset: str) -> list[tuple[str | None, ...]]:
    with sessions.open(OWNER, dataset) as opened:
        return [row.cells for row in opened.source.page(PageRequest(0, 100)).rows]


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_exactly_one_row_is_gone_even_where_others_are_the_same(
    sessions: Sessions, tmp_path: Path, row: int
) -> None:
    dataset = store(sessions, tmp_path / "people.csv", "age,sex,illness", TWINS)
    copy = copy_without_row(sessions, OWNER, dataset, row, silent)
    assert copy.name == "people without 1 row"
    assert cells(sessions, copy.id) == [each for at, each in enumerate(TWINS, 1) if at != row]
    assert cells(sessions, dataset) == TWINS


def test_the_copy_repeats_every_decision_and_the_row_stands_out_no_more(
    sessions: Sessions, tmp_path: Path
) -> None:
    rows = [(str(30 + place % 2), "fm"[place % 2], "flu") for place in range(20)]
    dataset = store(sessions, tmp_path / "p.csv", "age,sex,illness", [*rows, ("77", "m", "hiv")])
    with sessions.open(OWNER, dataset) as opened:
        decide(opened, AssignRole("illness", "sensitive"))
        decide(opened, Protect("illness"))
        move_to(opened, {}, 1)
        before = opened.snapshot()
        assert [row.row for row in tell_standouts(opened, 2, 2, 0, 10).rows] == [21]
    copy = copy_without_row(sessions, OWNER, dataset, 21, silent)
    with sessions.open(OWNER, copy.id) as opened:
        after = opened.snapshot()
        assert after.derived.roles == before.derived.roles
        assert after.derived.protections == before.derived.protections
        assert tell_standouts(opened, 2, 2, 0, 10).rows == ()
        assert (after.risk.rows, after.risk.uniques) == (20, 0)


def test_where_people_have_several_rows_all_rows_of_the_person_are_gone(
    sessions: Sessions, tmp_path: Path
) -> None:
    dataset = store(sessions, tmp_path / "visits.csv", "patient,age,illness", VISITS)
    with sessions.open(OWNER, dataset) as opened:
        decide(opened, AssignRole("patient", "person"))
        decide(opened, Suppress(1))
    copy = copy_without_row(sessions, OWNER, dataset, 3, silent)
    assert copy.name == "visits without 2 rows"
    assert cells(sessions, copy.id) == [VISITS[1], VISITS[3]]
    with sessions.open(OWNER, copy.id) as opened:
        person = opened.snapshot().dataset.table.person
        assert person is not None
        assert person.name == "patient"


@pytest.mark.parametrize("row", [0, 5])
def test_a_row_that_is_not_there_is_refused(sessions: Sessions, tmp_path: Path, row: int) -> None:
    dataset = store(sessions, tmp_path / "people.csv", "age,sex,illness", TWINS)
    with pytest.raises(NotFound, match=f"There is no row {row}"):
        copy_without_row(sessions, OWNER, dataset, row, silent)


def test_the_only_row_is_not_removed(sessions: Sessions, tmp_path: Path) -> None:
    dataset = store(sessions, tmp_path / "one.csv", "age,sex,illness", TWINS[:1])
    with pytest.raises(InvalidParameter, match="This is the only row"):
        copy_without_row(sessions, OWNER, dataset, 1, silent)


def test_the_only_person_is_not_removed(sessions: Sessions, tmp_path: Path) -> None:
    mine = [row for row in VISITS if row[0] == "p1"]
    dataset = store(sessions, tmp_path / "one.csv", "patient,age,illness", mine)
    with sessions.open(OWNER, dataset) as opened:
        decide(opened, AssignRole("patient", "person"))
    with pytest.raises(InvalidParameter, match="All rows are about this one person"):
        copy_without_row(sessions, OWNER, dataset, 1, silent)
