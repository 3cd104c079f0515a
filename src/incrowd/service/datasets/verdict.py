"""Is it fit for a purpose? The verdict on a data set, a file, or what an automatic run found.

`incrowd.open("people.csv").verdict("public").holds`
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from incrowd.advice.gauges import Band, band
from incrowd.advice.presets.built_in import BUILT_IN, DEFAULT
from incrowd.advice.presets.own import parse_preset, to_preset
from incrowd.advice.presets.preset import Limit, Preset
from incrowd.advice.verdict.check import Action, Detail, Verdict, VerdictCheck
from incrowd.advice.verdict.evidence import Evidence
from incrowd.advice.verdict.registry import judge
from incrowd.advice.verdict.secrets import demanded
from incrowd.answers import Answer, shape
from incrowd.crowd.crowd import State
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Check
from incrowd.engines import connect
from incrowd.engines.stored.published_values import read_published
from incrowd.engines.stored.table import StoredTable
from incrowd.release.evidence import gather_as_is, gather_release, gather_state
from incrowd.release.export import Release
from incrowd.release.row_order import follows_order
from incrowd.service.datasets.check import check_protected
from incrowd.table import Table
from incrowd.workspace.folder import Workspace
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.own_presets import OwnPresets, choose_preset, chosen_preset
from incrowd.workspace.paths import workspace_folder
from incrowd.workspace.source_names import located

__all__ = [
    "BUILT_IN",
    "DEFAULT",
    "Action",
    "Band",
    "CheckFor",
    "Detail",
    "Limit",
    "Preset",
    "Verdict",
    "VerdictCheck",
    "band",
    "check_for",
    "choose_purpose",
    "dataset_preset",
    "delete_preset",
    "find_purpose",
    "judge_dataset",
    "judge_release",
    "judge_state",
    "list_presets",
    "save_preset",
]

EVIDENCE = 4
"""States of a data set whose evidence stays in memory."""


@dataclass(frozen=True)
class CheckFor(Answer):
    """Whether a file holds what a preset asks: the figures of `check`, and the verdict."""

    check: Check = field(metadata=shape(inline=True))
    verdict: Verdict = field(metadata=shape(inline=True))

    @property
    def holds(self) -> bool:
        """Whether every check passes."""
        return self.verdict.holds


def find_purpose(purpose: str | Path | Preset) -> Preset:
    """A preset by its name, built in or kept in the workspace, or from a TOML file."""
    return to_preset(purpose, OwnPresets(workspace_folder()).listed())


def check_for(
    table: OpenTable,
    purpose: str | Path | Preset,
    levels: Mapping[str, int] | None = None,
    original: object | None = None,
) -> CheckFor:
    """Judge a file as it is: whatever is in it is published, in the order in which it stands.

    With the original at hand it can be told whether the rows stand in its order.
    """
    preset = find_purpose(purpose)
    follows = None if original is None else _follows(table, original)
    evidence = gather_as_is(table, follows, table.state(levels, 1, ()))
    attributes = evidence.classes.crowd.sensitive
    wanted = [each for attribute in attributes for each in demanded(attribute, preset)]
    check = check_protected(evidence.classes, preset.k, wanted, table.roles)
    return CheckFor(check, judge(evidence, preset))


def _follows(table: OpenTable, original: object) -> bool:
    data, options = located(original)
    with closing(connect(data, table.progress, ordered=True, **options)) as source:
        before = OpenTable(source, Table(source.name, source.rows))
        with table.rows() as released, before.rows() as stored:
            tables = [read_published(each, _names(each), {}, None) for each in (released, stored)]
    return follows_order(*tables)


def _names(table: StoredTable) -> list[str]:
    return [profile.name for profile in table.profiles()]


def judge_state(
    table: OpenTable,
    purpose: str | Path | Preset,
    levels: Mapping[str, int] | None = None,
    k: int = 1,
    *,
    keep_order: bool = False,
) -> Verdict:
    """Judge what would be written of a table at some levels and k."""
    state: State = table.state(levels, k)
    return judge(gather_state(table, state, keep_order=keep_order), find_purpose(purpose))


def judge_release(table: OpenTable, release: Release, purpose: str | Path | Preset) -> Verdict:
    """Judge what is written, or would be."""
    return judge(gather_release(table, release), find_purpose(purpose))


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
        EVIDENCE,
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
