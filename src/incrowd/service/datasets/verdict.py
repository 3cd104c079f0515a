"""Is it fit for a purpose? The verdict on a file as it is, or on a table as it would be written.

`incrowd.open("people.csv").verdict("public").holds`
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from incrowd.advice.presets.built_in import ALIASES, BUILT_IN, DEFAULT
from incrowd.advice.presets.own import to_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Verdict, VerdictCheck
from incrowd.advice.verdict.registry import judge
from incrowd.advice.verdict.secrets import demanded
from incrowd.answers import Answer, shape
from incrowd.crowd.crowd import State
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Check
from incrowd.engines import connect
from incrowd.engines.stored.table import StoredTable
from incrowd.release.evidence import gather_as_is, gather_state
from incrowd.release.row_order import follows_order
from incrowd.roles import find_repeating_id, guess
from incrowd.service.datasets.check import check_protected
from incrowd.table import Role, Table
from incrowd.workspace.paths import workspace_folder
from incrowd.workspace.source_names import located

__all__ = [
    "BUILT_IN",
    "DEFAULT",
    "CheckFor",
    "Preset",
    "Verdict",
    "VerdictCheck",
    "check_for",
    "find_purpose",
    "judge_state",
]


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
    known = {*ALIASES, *(preset.name for preset in BUILT_IN)}
    if not isinstance(purpose, str) or purpose in known or purpose.lower().endswith(".toml"):
        return to_preset(purpose)
    # the workspace takes a second to load
    from incrowd.workspace.own_presets import OwnPresets

    return OwnPresets(workspace_folder()).find(purpose)


def check_for(
    table: OpenTable,
    purpose: str | Path | Preset,
    levels: Mapping[str, int] | None = None,
    original: object | None = None,
) -> CheckFor:
    """Judge a file as it is: whatever is in it is published, in the order in which it stands.

    With the original at hand it can be told whether the rows stand in its order, and whether people
    have several rows.
    """
    preset = find_purpose(purpose)
    known = Original() if original is None else _compare(table, original)
    state = table.state(levels, 1, ())
    evidence = gather_as_is(table, known.follows, state, known.in_order, known.key)
    attributes = evidence.classes.crowd.sensitive
    wanted = [each for attribute in attributes for each in demanded(attribute, preset)]
    check = check_protected(evidence.classes, preset.k, wanted, table.roles)
    return CheckFor(check, judge(evidence, preset))


@dataclass(frozen=True)
class Original:
    """What the original tells of a file that was made from it."""

    follows: bool | None = None
    """Whether the rows of the file stand in its order."""
    in_order: tuple[str, ...] = ()
    """The secrets by which its rows are sorted."""
    key: str | None = None
    """The column by which people have several rows in it."""


def _compare(table: OpenTable, original: object) -> Original:
    """What can be told of a release only beside the original."""
    data, options = located(original)
    with closing(connect(data, table.progress, ordered=True, **options)) as source:
        key = _find_key(Table(source.name, source.rows, guess(source.profiles())))
        before = OpenTable(source, Table(source.name, source.rows))
        with table.rows() as released, before.rows() as stored:
            if not isinstance(released, StoredTable) or not isinstance(stored, StoredTable):
                # a table of a database has no order that could be compared
                return Original(key=key)
            tables = [_read(each) for each in (released, stored)]
            known = {profile.name for profile in stored.profiles()}
            in_order = tuple(
                each.name
                for each in table.table.with_role(Role.SENSITIVE)
                if each.name in known and stored.is_sorted(each.name)
            )
    return Original(follows_order(*tables), in_order, key)


def _find_key(original: Table) -> str | None:
    """The column by which people have several rows."""
    key = original.person or find_repeating_id(original)
    return None if key is None else key.name


def _read(rows: StoredTable) -> pa.Table:
    """All rows as texts, in their order."""
    names = [profile.name for profile in rows.profiles()]
    batches = list(rows.published_batches(names, {}, None))
    return pa.Table.from_batches(batches).rename_columns(names)


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
