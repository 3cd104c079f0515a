"""For whom a data set of the workspace is meant, what the checks say of it, and own presets.

judge_dataset(open_dataset, dataset_preset(open_dataset, presets, None)).holds
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from incrowd.advice.next_step import Goal, choose_step
from incrowd.advice.presets.own import parse_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.recommending import Effect
from incrowd.advice.verdict.check import Verdict
from incrowd.advice.verdict.evidence import Evidence
from incrowd.advice.verdict.registry import judge
from incrowd.errors import NotAllowed
from incrowd.language import say
from incrowd.release.evidence import gather_release
from incrowd.release.export import Release
from incrowd.workspace.folder import Workspace
from incrowd.workspace.goals import choose_preset, chosen_preset
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.own_presets import OwnPresets
from incrowd.workspace.users import User

__all__ = [
    "Preset",
    "Verdict",
    "choose_purpose",
    "dataset_preset",
    "delete_preset",
    "gather_evidence",
    "judge_and_advise",
    "judge_dataset",
    "list_presets",
    "save_preset",
]

MOST_EVIDENCE: Final = 2
"""States of a data set whose evidence stays in memory."""


def judge_dataset(
    open_dataset: OpenDataset,
    preset: Preset,
    *,
    keep_order: bool = False,
    snapshot: Snapshot | None = None,
) -> Verdict:
    """Judge what would be written of a data set where its decisions lead."""
    snapshot = snapshot or open_dataset.snapshot()
    return judge(gather_evidence(open_dataset, snapshot, keep_order=keep_order), preset)


def gather_evidence(
    open_dataset: OpenDataset, snapshot: Snapshot, *, keep_order: bool = False
) -> Evidence:
    """What is known of the release that would be written in a state; gathered once."""
    return open_dataset.cached(
        Evidence,
        (snapshot.key, keep_order),
        lambda: gather_release(snapshot.dataset, _release(snapshot, keep_order)),
        MOST_EVIDENCE,
    )


def judge_and_advise(
    open_dataset: OpenDataset, preset: Preset, *, keep_order: bool = False
) -> Verdict:
    """Judge a data set, and say what to do next: what a failing check needs, or to export it."""
    snapshot = open_dataset.snapshot()
    verdict = judge_dataset(open_dataset, preset, keep_order=keep_order, snapshot=snapshot)
    advice = snapshot.advice
    step = choose_step(
        Effect.of(snapshot.classes),
        advice.generalizations,
        Goal(verdict, preset.k, advice.suppressions, advice.now.advice),
    )
    return replace(verdict, next_step=step)


def _release(snapshot: Snapshot, keep_order: bool) -> Release:
    published = snapshot.published
    seed = None if keep_order else "not written yet"
    return Release(snapshot.classes, snapshot.state, published.kept, published.recodings, seed)


def dataset_preset(open_dataset: OpenDataset, presets: OwnPresets, name: str | None) -> Preset:
    """The preset of that name, or the one that a data set is meant for."""
    return presets.find(name or chosen_preset(open_dataset.folder))


def choose_purpose(open_dataset: OpenDataset, presets: OwnPresets, name: str) -> Preset:
    """Keep with a data set for whom it is meant."""
    preset = presets.find(name)
    choose_preset(open_dataset.folder, preset.name)
    return preset


def list_presets(presets: OwnPresets) -> tuple[Preset, ...]:
    """The presets that come with incrowd, then one's own."""
    return presets.listed()


def save_preset(presets: OwnPresets, user: User, fields: Mapping[str, Any]) -> Preset:
    """Keep a preset; the verdicts of others go by those that are there already."""
    preset = parse_preset(fields)
    if preset.name in {known.name for known in presets.listed()}:
        _check_owner(user)
    return presets.save(preset)


def delete_preset(presets: OwnPresets, user: User, workspace: Workspace, name: str) -> None:
    """Delete a preset."""
    _check_owner(user)
    presets.delete(workspace, name)


def _check_owner(user: User) -> None:
    if not user.is_owner:
        raise NotAllowed(
            say("Only the owner of the server can change or delete this preset."),
            say("Others may be using it. Save yours under another name."),
        )
