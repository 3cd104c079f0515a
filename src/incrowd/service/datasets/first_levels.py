"""Generalise columns of a data set in its database before they are counted, as a proposal says.

propose_first_levels(opened, progress)          # FirstLevels(levels=(FirstLevel("zip", 2, …),), …)
choose_first_levels(sessions, user, "3f…", {"zip": 2})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from incrowd.answers import Words
from incrowd.dataset.coarsening import Proposal, propose_levels, raise_first
from incrowd.engines.contract import can_raise
from incrowd.errors import NotNow
from incrowd.journal import ChooseHierarchy, Generalize, Recode
from incrowd.language import say
from incrowd.progress import Progress
from incrowd.workspace.first_levels import keep_first_levels, read_first_levels
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import Right, User


@dataclass(frozen=True)
class FirstLevel:
    """A column, the level from which on it would be counted, and what that level shows."""

    attribute: str
    level: int
    title: Words


@dataclass(frozen=True)
class FirstLevels:
    """Levels at which the combinations fit into memory; none were looked for if `found` is not."""

    found: bool
    levels: tuple[FirstLevel, ...] = ()
    combinations: int | None = None
    """About how many would be left."""


def can_raise_first(open_dataset: OpenDataset) -> bool:
    """Whether the engine of a data set can generalise columns before it counts."""
    source = open_dataset.unraised.source
    return can_raise(source) and "coarsen" not in getattr(source, "gaps", {})


def seek_first_levels(open_dataset: OpenDataset, progress: Progress) -> None:
    """Look for levels that fit; afterwards the proposal is at hand."""
    _propose(open_dataset, progress)


def tell_first_levels(open_dataset: OpenDataset) -> FirstLevels:
    """The levels that were found, if they were looked for where the data set stands."""
    key = open_dataset.snapshot().key
    found = open_dataset.cached(_Proposals, key, _Proposals).proposal
    if found is None:
        return FirstLevels(False)
    levels = tuple(
        FirstLevel(name, level, found.titles[name]) for name, level in found.levels.items()
    )
    return FirstLevels(True, levels, found.combinations)


def choose_first_levels(
    sessions: Sessions, user: User, dataset_id: str, levels: Mapping[str, int]
) -> None:
    """Keep with a data set from which levels on it is counted; it is then opened anew."""
    with sessions.open(user, dataset_id, Right.WORK) as opened, opened.lock:
        _check_undecided(opened)
        if read_first_levels(opened.folder) != dict(levels):
            if levels:
                raise_first(opened.unraised, levels)  # refuses what is no column, or no level
            keep_first_levels(opened.folder, levels)
    sessions.renew(user, dataset_id)


@dataclass
class _Proposals:
    """The proposal of a state, once it was looked for."""

    proposal: Proposal | None = None


def _propose(open_dataset: OpenDataset, progress: Progress) -> Proposal:
    snapshot = open_dataset.snapshot()
    kept = open_dataset.cached(_Proposals, snapshot.key, _Proposals)
    if kept.proposal is None:
        roles = {each.name: each.role for each in snapshot.dataset.attributes}
        whole = open_dataset.unraised
        table = replace(whole, table=whole.table.assigning(roles), progress=progress)
        kept.proposal = propose_levels(table)
    return kept.proposal


def _check_undecided(open_dataset: OpenDataset) -> None:
    """Levels that were decided on count from the first ones: these cannot change under them."""
    decided = (Generalize, ChooseHierarchy, Recode)
    if any(isinstance(entry.decision, decided) for entry in open_dataset.journal.active):
        raise NotNow(
            say(
                "Levels and hierarchies were already decided on, and they count from the "
                "first levels."
            ),
            say("Undo these steps first."),
        )
