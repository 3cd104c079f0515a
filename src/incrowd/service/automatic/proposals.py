"""Three ready proposals for the goal of a data set, kept as runs that can be adopted.

find_proposals(open_dataset, preset, progress)
read_proposals(open_dataset, preset).proposals[0].words
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

from incrowd.advice.presets.preset import Preset
from incrowd.anonymization.goal import ReleaseGoal
from incrowd.anonymization.proposal import Proposal
from incrowd.anonymization.proposals import ProposedRelease, propose
from incrowd.answers import Answer
from incrowd.errors import NothingToMeasure
from incrowd.journal.journal import now
from incrowd.language import say
from incrowd.progress import Progress
from incrowd.workspace.folder import new_id
from incrowd.workspace.goals import read_goal
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.run_facts import Run

MOST: Final = 2
"""Goals of a data set whose proposals stay in memory."""


@dataclass(frozen=True)
class Proposals(Answer):
    """The proposals for the goal of a data set; none where nobody has asked for them yet."""

    revision: int
    """The revision at which they were found, or the one of now."""
    goal: ReleaseGoal
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, eq=False)
class _Kept:
    revision: int
    proposals: tuple[Proposal, ...]


def find_proposals(open_dataset: OpenDataset, preset: Preset, progress: Progress) -> None:
    """Look for proposals, unless those of the same data and goal are here."""
    with open_dataset.lock:
        snapshot, revision = open_dataset.snapshot(), open_dataset.journal.revision
    if not snapshot.measurable:
        raise NothingToMeasure(
            say("There is no quasi-identifier."), say("Give at least one column the role 'quasi'.")
        )
    goal = read_goal(open_dataset.folder)
    key = _key(snapshot, goal, preset)

    def compute() -> _Kept:
        found = propose(snapshot.dataset, goal, preset, progress)
        kept = tuple(_keep(open_dataset, snapshot, revision, each) for each in found)
        return _Kept(revision, kept)

    if _peek(open_dataset, key) is None:
        open_dataset.forget(_Kept, key)
        open_dataset.cached(_Kept, key, compute, MOST)


def read_proposals(open_dataset: OpenDataset, preset: Preset) -> Proposals:
    """The proposals for the goal of a data set, if they were found."""
    with open_dataset.lock:
        snapshot, revision = open_dataset.snapshot(), open_dataset.journal.revision
    goal = read_goal(open_dataset.folder)
    kept = _peek(open_dataset, _key(snapshot, goal, preset))
    if kept is None:
        return Proposals(revision, goal, ())
    return Proposals(kept.revision, goal, kept.proposals)


def _key(snapshot: Snapshot, goal: ReleaseGoal, preset: Preset) -> Hashable:
    """What proposals depend on: levels and k of now do not matter, roles and the goal do."""
    dataset = snapshot.dataset
    hierarchies = tuple(dataset.hierarchies.values()) if dataset.measurable else ()
    return dataset.table, hierarchies, tuple(sorted(dataset.guards.items(), key=str)), goal, preset


def _peek(open_dataset: OpenDataset, key: Hashable) -> _Kept | None:
    """What was found, as long as every run of it is kept."""
    kept = open_dataset.peek(_Kept, key)
    if kept is None:
        return None
    runs = [each.run for each in kept.proposals if each.run is not None]
    return kept if all(open_dataset.runs.peek(run) is not None for run in runs) else None


def _keep(
    open_dataset: OpenDataset, snapshot: Snapshot, revision: int, found: ProposedRelease
) -> Proposal:
    """Keep a proposal as a run, by which it is looked at and adopted."""
    if found.fit is None:
        return found.proposal
    fit = found.fit
    dataset = snapshot.dataset
    run = Run(new_id(), now(), revision, dataset, fit.outcome, fit.fitness, proposed=True)
    open_dataset.runs.put(run)
    return replace(found.proposal, run=run.id)
