"""Propose releases of a table that is no data set of a workspace: `propose_releases(table)`."""

from __future__ import annotations

from pathlib import Path

from incrowd.advice.presets.preset import Preset
from incrowd.anonymization.goal import ReleaseGoal
from incrowd.anonymization.proposal import Proposal
from incrowd.anonymization.proposals import ProposedRelease, propose
from incrowd.anonymization.request import parse_ranks
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import UnknownName
from incrowd.progress import Progress, silent
from incrowd.service.datasets.verdict import find_purpose

__all__ = ["Proposal", "ProposedRelease", "pick", "propose_releases"]


def propose_releases(
    table: OpenTable,
    purpose: str | Path | Preset,
    priority: str = "",
    use: str = "statistics",
    progress: Progress = silent,
) -> tuple[ProposedRelease, ...]:
    """Look for a release of each kind that passes every check of a preset."""
    preset = find_purpose(purpose)
    goal = ReleaseGoal(preset.name, parse_ranks(priority), use)
    return propose(table, goal, preset, progress)


def pick(releases: tuple[ProposedRelease, ...], name: str) -> ProposedRelease:
    """The proposal of that name."""
    known = {each.proposal.name: each for each in releases}
    if name not in known:
        raise UnknownName.among("proposal", name, tuple(known))
    return known[name]
