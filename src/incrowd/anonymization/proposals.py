"""Three ready proposals for a goal, each judged by the verdict: `propose(table, goal, preset)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from incrowd.advice.presets.preset import Preset
from incrowd.anonymization.fitting import Fit, NotFit, RoleChange, make_fit, settle_people
from incrowd.anonymization.goal import ReleaseGoal
from incrowd.anonymization.outcome import Outcome
from incrowd.anonymization.plans import BUILT_IN, Plan, Try
from incrowd.anonymization.proposal import (
    CheckSummary,
    Proposal,
    ProposedColumn,
    Removed,
    describe_columns,
    summarize_checks,
)
from incrowd.anonymization.proposal_sample import SampleRow, sample_rows
from incrowd.anonymization.proposal_words import tell_cost, tell_failure
from incrowd.anonymization.recommendation import recommend
from incrowd.anonymization.same_release import is_same_release
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter
from incrowd.language import as_message, say
from incrowd.progress import Progress, silent
from incrowd.release.target import Released

Settled = tuple[OpenTable, dict[str, RoleChange]]
"""A table with the roles that a preset asks for, and what was changed for that."""
SECONDS: Final = 4.0
"""For how long the best levels are looked for with each k; then the best so far is taken."""

__all__ = [
    "CheckSummary",
    "Proposal",
    "ProposedColumn",
    "ProposedRelease",
    "Removed",
    "SampleRow",
    "propose",
]


@dataclass(frozen=True, eq=False)
class ProposedRelease:
    """A proposal, and the release that it stands for; none where no release passes."""

    proposal: Proposal
    fit: Fit | None

    @property
    def outcome(self) -> Outcome | None:
        """What would be written."""
        return None if self.fit is None else self.fit.outcome

    def write(self, path: str | Path) -> Released:
        """Write the release to a file, and prove on the file that it holds."""
        if self.fit is None:
            title = as_message(self.proposal.title)
            raise NotFit(
                say("There is no release to write for '{title}'.", title=title),
                say("Choose a proposal that passes every check."),
                self.proposal.words,
            )
        return self.fit.outcome.write(path)


def propose(
    table: OpenTable,
    goal: ReleaseGoal,
    preset: Preset,
    progress: Progress = silent,
) -> tuple[ProposedRelease, ...]:
    """Look for a release of each kind that passes every check of the goal's preset."""
    goal.check_columns(table.table.names)
    settled = settle_people(table, preset)
    found: list[ProposedRelease] = []
    for place, plan in enumerate(BUILT_IN):
        part = _part(progress, place)
        proposed = _find(settled, goal, preset, plan, part)
        twin = _find_twin(proposed, found)
        if twin is not None:
            proposed = _find_between(settled, goal, preset, plan, twin, part) or proposed
            twin = _find_twin(proposed, found)
        found.append(proposed if twin is None else _tell_twin(proposed, twin))
    marked = recommend([each.proposal for each in found], goal)
    return tuple(ProposedRelease(told, each.fit) for told, each in zip(marked, found, strict=True))


def _part(progress: Progress, place: int) -> Progress:
    """Report one of three searches as a third of the whole; a search may go round several times."""
    best = 0.0

    def report(step: str, done: float | None) -> None:
        nonlocal best
        best = max(best, min(done or 0.0, 1.0))
        progress(step, (place + best) / len(BUILT_IN))

    return report


def _find(
    settled: Settled, goal: ReleaseGoal, preset: Preset, plan: Plan, progress: Progress
) -> ProposedRelease:
    error: InvalidParameter | None = None
    for each in plan.tries:
        try:
            fit = _fit(settled, goal, preset, each, progress)
        except InvalidParameter as raised:
            # what the first search says is closest to what was asked for, unless it names no check
            error = raised if error is None or isinstance(raised, NotFit) else error
            continue
        return ProposedRelease(_describe(plan, fit), fit)
    return ProposedRelease(_describe_failure(plan, error), None)


def _find_twin(
    proposed: ProposedRelease, found: Sequence[ProposedRelease]
) -> ProposedRelease | None:
    """The earlier proposal that is the same release, if there is one."""
    if proposed.outcome is None:
        return None
    return next(
        (
            each
            for each in found
            if each.outcome is not None and is_same_release(each.outcome, proposed.outcome)
        ),
        None,
    )


def _find_between(
    settled: Settled,
    goal: ReleaseGoal,
    preset: Preset,
    plan: Plan,
    twin: ProposedRelease,
    progress: Progress,
) -> ProposedRelease | None:
    """Look for a release that removes at most half of what its twin does; none if none passes."""
    share = twin.proposal.removed.share if twin.proposal.removed else 0.0
    if not share:
        return None
    half = replace(plan, tries=(Try("optimal", share / 2),))
    between = _find(settled, goal, preset, half, progress)
    return between if between.fit is not None else None


def _tell_twin(proposed: ProposedRelease, twin: ProposedRelease) -> ProposedRelease:
    words = say("This is the same release as '{title}'.", title=as_message(twin.proposal.title))
    proposal = replace(proposed.proposal, words=(words, *proposed.proposal.words))
    return replace(proposed, proposal=proposal)


def _fit(settled: Settled, goal: ReleaseGoal, preset: Preset, each: Try, progress: Progress) -> Fit:
    table, changes = settled
    names = table.protected_crowd.names
    request = goal.request(
        names, each.method, utility=each.utility, most=each.most, seconds=SECONDS
    )
    return make_fit(table, preset, request, progress, changes=changes, advise=False)


def _describe(plan: Plan, fit: Fit) -> Proposal:
    columns, removed = describe_columns(fit.outcome), Removed.of(fit.outcome)
    return Proposal(
        name=plan.name,
        title=plan.title,
        explanation=plan.explanation,
        passes=fit.verdict.holds,
        k=fit.outcome.result.k,
        checks=summarize_checks(fit.verdict.checks),
        words=tell_cost(fit, columns, removed),
        removed=removed,
        attributes=columns,
        sample=sample_rows(fit.outcome),
    )


def _describe_failure(plan: Plan, error: InvalidParameter | None) -> Proposal:
    failing = error.failing if isinstance(error, NotFit) else ()
    return Proposal(
        name=plan.name,
        title=plan.title,
        explanation=plan.explanation,
        passes=False,
        k=None,
        checks=summarize_checks(failing),
        words=tell_failure(error),
        removed=None,
        attributes=(),
        sample=(),
    )
