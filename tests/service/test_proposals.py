"""Proposals of a data set: found once for a goal, kept as runs, adopted, and found anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_samples import sample_rows

from incrowd.advice.presets.built_in import find_preset
from incrowd.errors import Cancelled
from incrowd.journal import AssignRole
from incrowd.language import say
from incrowd.progress import silent
from incrowd.service.automatic.proposals import find_proposals, read_proposals
from incrowd.service.automatic.runs import adopt, discard, look_at
from incrowd.service.datasets.goals import describe_goal, set_goal
from incrowd.service.datasets.presets import judge_dataset
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide
from incrowd.workspace.own_presets import OwnPresets
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

INTERNAL = find_preset("internal")


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        set_goal(found, OwnPresets(tmp_path), preset="internal", important=(("age",),))
        yield found


def test_proposals_are_found_once_and_can_be_adopted(census) -> None:
    assert read_proposals(census, INTERNAL).proposals == ()
    find_proposals(census, INTERNAL, silent)
    found = read_proposals(census, INTERNAL)
    assert (found.revision, found.goal.important) == (0, (("age",),))
    find_proposals(census, INTERNAL, silent)
    assert read_proposals(census, INTERNAL).proposals == found.proposals
    chosen = next(each for each in found.proposals if each.recommended)
    assert chosen.run is not None
    fitness = look_at(census, chosen.run).fitness
    assert fitness is not None
    assert fitness.verdict.holds
    adopt(census, chosen.run)
    assert judge_dataset(census, INTERNAL).holds


def test_another_goal_or_role_needs_other_proposals(census, tmp_path: Path) -> None:
    find_proposals(census, INTERNAL, silent)
    first = read_proposals(census, INTERNAL)
    set_goal(census, OwnPresets(tmp_path), use="lookup")
    assert read_proposals(census, INTERNAL).proposals == ()
    set_goal(census, OwnPresets(tmp_path), use="statistics")
    assert read_proposals(census, INTERNAL).proposals == first.proposals
    discard(census, first.proposals[0].run or "")
    assert read_proposals(census, INTERNAL).proposals == ()
    find_proposals(census, INTERNAL, silent)
    assert read_proposals(census, INTERNAL).proposals != ()
    decide(census, AssignRole("sex", "insensitive"))
    assert read_proposals(census, INTERNAL).proposals == ()


def test_looking_for_proposals_can_be_cancelled(census) -> None:
    def stop(step: str, done: float | None) -> None:
        raise Cancelled(say("Stopped."), say("Start again whenever you like."))

    with pytest.raises(Cancelled):
        find_proposals(census, INTERNAL, stop)
    assert read_proposals(census, INTERNAL).proposals == ()
    find_proposals(census, INTERNAL, silent)
    assert len(read_proposals(census, INTERNAL).proposals) == 3


def test_the_goal_is_part_of_the_view(census, tmp_path: Path) -> None:
    shown = view(census)
    assert (shown.preset, shown.goal.preset, shown.goal.use) == ("internal",) * 2 + ("statistics",)
    report = describe_goal(census, OwnPresets(tmp_path))
    assert (report.k, report.objective) == (3, "information")
