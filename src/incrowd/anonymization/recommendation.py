"""Which proposal to recommend for a goal: one function chooses, so nothing contradicts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from incrowd.anonymization.goal import ReleaseGoal
from incrowd.anonymization.plans import BALANCED, EVERY_ROW, EXACT_VALUES, SOME
from incrowd.anonymization.proposal import Proposal
from incrowd.anonymization.uses import Use, find_use
from incrowd.language import Message, as_message, say


def recommend(proposals: Sequence[Proposal], goal: ReleaseGoal) -> tuple[Proposal, ...]:
    """Mark the one that suits the use best among those that pass every check, and say why."""
    use = find_use(goal.use)
    chosen = _choose(proposals, use)
    if chosen is None:
        return tuple(proposals)
    reason = _reason(proposals, chosen, use)
    return tuple(
        replace(each, recommended=True, reason=reason) if each.name == chosen.name else each
        for each in proposals
    )


def _choose(proposals: Sequence[Proposal], use: Use) -> Proposal | None:
    """The one for the use, unless it removes many; then the next that removes fewer."""
    order = (use.proposal, BALANCED.name, EVERY_ROW.name, EXACT_VALUES.name)
    passing = {each.name: each for each in proposals if each.passes}
    known = [passing[name] for name in dict.fromkeys(order) if name in passing]
    few = [each for each in known if _share(each) <= SOME]
    return next(iter(few or sorted(known, key=_share)), None)


def _share(proposal: Proposal) -> float:
    return 0.0 if proposal.removed is None else proposal.removed.share


def _reason(proposals: Sequence[Proposal], chosen: Proposal, use: Use) -> Message:
    if chosen.name == use.proposal:
        return as_message(use.proposal_reason)
    wanted = next((each for each in proposals if each.name == use.proposal), None)
    if wanted is None or not wanted.passes:
        return say("It is the best one for this use that passes every check.")
    by_person = wanted.removed is not None and wanted.removed.people is not None
    return say(
        "'{wanted}' would remove {share:.0f} % of the {counted}, so this one suits you better.",
        wanted=as_message(wanted.title),
        share=100 * _share(wanted),
        counted=say("people") if by_person else say("rows"),
    )
