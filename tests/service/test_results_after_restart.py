"""Results are found after a restart with the same figures, also where they changed roles."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_samples import sample_rows

from incrowd.advice.presets.built_in import find_preset
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.answers import serialise
from incrowd.journal import AssignRole, Generalize
from incrowd.progress import silent
from incrowd.service.automatic.runs import (
    adopt,
    discard,
    give_name,
    list_runs,
    look_at,
    run,
    tell_notes,
)
from incrowd.service.datasets.presets import judge_dataset
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide
from incrowd.workspace.folder import Workspace
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy


@pytest.fixture
def census_id(sessions: Sessions, tmp_path: Path) -> str:
    return add_copy(sessions, sample_rows(tmp_path / "c.csv", 300)).id


def restart(sessions: Sessions) -> Sessions:
    """The same workspace in the memory of another process."""
    sessions.close()
    return Sessions(sessions.workspace)


def facts_of(opened: OpenDataset) -> list[object]:
    """All that is told of all results, and all that they publish."""
    told = []
    for each in list_runs(opened):
        recoding = opened.runs.peek(each.id).outcome.recoding  # type: ignore[union-attr]
        told.append((serialise(each), recoding.levels.tolist(), recoding.kept.tolist()))
    return told


@pytest.mark.slow
def test_every_kind_of_result_is_found_again(sessions: Sessions, census_id: str) -> None:
    with sessions.open(OWNER, census_id) as opened:
        decide(opened, AssignRole("age", "insensitive"))
        for wish, preset in (
            (AnonymizationRequest(k=4, method="priority", priority=(("sex",),), l=2), None),
            (AnonymizationRequest(k=3, max_suppression=1.0, promises=("average_risk=0.1",)), None),
            (AnonymizationRequest(k=3, method="priority-greedy", max_suppression=1.0), None),
            (AnonymizationRequest(k=1, max_suppression=1.0), "internal"),
            (AnonymizationRequest(k=1, method="priority"), "internal"),
        ):
            run(opened, wish, silent, purpose=None if preset is None else find_preset(preset))
        give_name(opened, list_runs(opened)[1].id, "  for Ana ")
        decide(opened, Generalize("sex", 1))
        before = facts_of(opened)
    with restart(sessions).open(OWNER, census_id) as again:
        assert facts_of(again) == before
        assert tell_notes(again).notes == ()
        assert [each.name for each in list_runs(again)] == [None, "for Ana", None, None, None]


@pytest.mark.slow
@pytest.mark.parametrize(
    "wish",
    [
        AnonymizationRequest(k=3, method="priority", aggregate=(("age", "mean"),)),
        AnonymizationRequest(k=3, max_suppression=1.0, aggregate=(("age", "median"),)),
        AnonymizationRequest(k=3, method="microaggregation"),
        AnonymizationRequest(k=1, max_suppression=1.0, promises=("k_subsets=5:2",)),
        AnonymizationRequest(
            k=2, max_suppression=1.0, promises=("k_map=3",), population_size=9_000
        ),
        AnonymizationRequest(
            k=1, method="safepub", epsilon=1.0, delta=0.01, max_suppression=1.0, lowest={"sex": 1}
        ),
    ],
    ids=lambda wish: " ".join([wish.method, *wish.promises, *map(str, wish.aggregate)]),
)
def test_numbers_promises_and_samples_are_found_again(
    sessions: Sessions, census_id: str, wish: AnonymizationRequest
) -> None:
    with sessions.open(OWNER, census_id) as opened:
        if wish.method == "safepub":  # publishes no column as it is
            for name, role in opened.snapshot().dataset.roles.items():
                if role in {"sensitive", "insensitive"}:
                    decide(opened, AssignRole(name, "identifier"))
        found = run(opened, wish, silent)
        before = facts_of(opened)
    with restart(sessions).open(OWNER, census_id) as again:
        assert facts_of(again) == before
        assert tell_notes(again).notes == ()
        adopt(again, found)
        shown = look_at(again, found).result
        assert view(again).risk.rows == shown.rows
        assert view(again).risk.gauges.highest_risk == shown.after.gauges.highest_risk


@pytest.mark.parametrize("method", ["optimal", "priority"])
def test_what_was_made_fit_is_adopted_after_a_restart(
    sessions: Sessions, census_id: str, method: str
) -> None:
    purpose = find_preset("internal")
    wish = AnonymizationRequest(k=1, method=method, max_suppression=1.0)
    with sessions.open(OWNER, census_id) as opened:
        decide(opened, AssignRole("age", "insensitive"))
        found = run(opened, wish, silent, purpose=purpose)
    with restart(sessions).open(OWNER, census_id) as again:
        adopt(again, found)
        assert judge_dataset(again, purpose).holds
        assert view(again).risk.gauges == look_at(again, found).result.after.gauges


def test_what_is_deleted_leaves_nothing(sessions: Sessions, census_id: str) -> None:
    wish = AnonymizationRequest(k=3, method="priority")
    folder = sessions.workspace.place(census_id)
    with sessions.open(OWNER, census_id) as opened:
        first, second = (run(opened, wish, silent) for _ in range(2))
        discard(opened, first)
        names = {path.name for path in (folder / "runs").iterdir()}
        assert names == {f"{second}.json", f"{second}.npz"}
    sessions.delete(OWNER, census_id)
    assert not folder.exists()
    assert list(sessions.workspace.datasets.iterdir()) == []


def test_a_result_that_comes_after_its_data_set_was_deleted_brings_nothing_back(
    sessions: Sessions, census_id: str
) -> None:
    workspace: Workspace = sessions.workspace
    with sessions.open(OWNER, census_id) as opened:
        assert view(opened).rows == 300  # counted, as when a search has begun
        workspace.delete(census_id)
        run(opened, AnonymizationRequest(k=3, method="priority"), silent)
        assert "lost once the server stops" in tell_notes(opened).notes[0]
    assert list(workspace.datasets.iterdir()) == []
