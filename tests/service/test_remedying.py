"""Remedies in a workspace: the steps that are named remove the leak."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from small_samples import sample_rows

from incrowd.anonymization.request import AnonymizationRequest
from incrowd.errors import InvalidParameter, NotFound, NotNow, UnknownAttribute
from incrowd.progress import silent
from incrowd.service.automatic.runs import adopt, run
from incrowd.service.decisions.decide import move_to
from incrowd.service.decisions.remedies import find_remedy, find_row_remedy
from incrowd.service.subsets.standouts import tell_standouts
from incrowd.service.subsets.subsets import tell_subsets
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        yield found


def take(census, remedy) -> None:
    snapshot = census.snapshot()
    levels = {**snapshot.levels, **{one.attribute: one.level for one in remedy.steps}}
    move_to(census, levels, snapshot.k)


ROUGH = {"postcode": 4, "occupation": 3, "birth_country": 3, "education": 3}


@pytest.mark.parametrize(("levels", "k"), [({}, 1), (ROUGH, 3)])
def test_a_pair_is_as_large_as_was_asked_for(census, levels, k) -> None:
    move_to(census, levels, k)
    outlooks = set()
    names = census.snapshot().classes.crowd.names
    for pair in combinations(names[:5], 2):
        remedy = find_remedy(census, pair, 5)
        before = tell_subsets(census, 5, "union", "k").to_dict()
        (cell,) = [one for one in before["pairs"] if {one["a"], one["b"]} == set(pair)]
        assert remedy.outlook == ("needless" if cell["k"] >= 5 else "helps")
        outlooks.add(remedy.outlook)
        take(census, remedy)
        after = tell_subsets(census, 5, "union", "k").to_dict()
        (cell,) = [one for one in after["pairs"] if {one["a"], one["b"]} == set(pair)]
        assert cell["k"] == remedy.k
        assert cell["k"] >= 5
        move_to(census, levels, k)
    assert "helps" in outlooks


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3])
def test_a_row_stands_out_no_more(census, k) -> None:
    for standout in tell_standouts(census, k, 2, 0, 200).rows[::40]:
        remedy = find_row_remedy(census, standout.row, k, 2)
        assert remedy.outlook == "helps"
        take(census, remedy)
        listed = {one.row for one in tell_standouts(census, k, 2, 0, 1000).rows}
        assert standout.row not in listed
        assert find_row_remedy(census, standout.row, k, 2).outlook == "needless"
        move_to(census, {}, 1)


def test_where_nothing_helps(census) -> None:
    assert find_remedy(census, ["age", "sex"], 301).outlook == "none"
    assert find_row_remedy(census, 1, 301, 2).outlook == "none"


def test_questions_that_make_no_sense(census) -> None:
    with pytest.raises(InvalidParameter):
        find_remedy(census, [], 5)
    with pytest.raises(UnknownAttribute):
        find_remedy(census, ["agge"], 5)
    with pytest.raises(NotFound):
        find_row_remedy(census, 301, 2, 3)
    adopt(census, run(census, AnonymizationRequest(k=3, method="priority"), silent))
    with pytest.raises(NotNow):
        find_remedy(census, ["age"], 5)


def test_wide_tables_are_not_searched_row_by_row(census, monkeypatch) -> None:
    monkeypatch.setattr("incrowd.advice.remedies.WIDEST", 2)
    assert find_row_remedy(census, 1, 2, 3).outlook == "unknown"
