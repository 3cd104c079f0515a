"""For whom a data set of the workspace is meant, what the checks say of it, and own presets.

judge_dataset(open_dataset, dataset_preset(open_dataset, presets, None)).holds
"""

from collections.abc import Mapping
from typing import Any, Final

from incrowd.advice.presets.own import parse_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Verdict
from incrowd.advice.verdict.evidence import Evidence
from incrowd.advice.verdict.registry import judge
from incrowd.release.evidence import gather_release
from incrowd.release.export import Release
from incrowd.workspace.folder import Workspace
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.own_presets import OwnPresets, choose_preset, chosen_preset

__all__ = [
    "Preset",
    "Verdict",
    "choose_purpose",
    "dataset_preset",
    "delete_preset",
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
    evidence = open_dataset.cached(
        Evidence,
        (snapshot.key, keep_order),
        lambda: gather_release(snapshot.dataset, _release(snapshot, keep_order)),
        MOST_EVIDENCE,
    )
    return judge(evidence, preset)


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


def save_preset(presets: OwnPresets, fields: Mapping[str, Any]) -> Preset:
    """Keep a preset of one's own."""
    return presets.save(parse_preset(fields))


def delete_preset(presets: OwnPresets, workspace: Workspace, name: str) -> None:
    """Delete a preset of one's own."""
    presets.delete(workspace, name)
