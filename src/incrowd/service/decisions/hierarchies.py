"""Hierarchies to look at, try and edit: levels with their groups, and what else would fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from incrowd.answers import Words
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.hierarchies import (
    add_level,
    candidates,
    choose,
    drop_level,
    from_rules,
    merge_groups,
    rename_group,
    to_csv,
    to_rules,
)
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.journal import ChooseHierarchy
from incrowd.language import say
from incrowd.workspace.open_dataset import OpenDataset

MOST_GROUPS: Final = 200
EDITS: Final = ("merge", "rename", "add_level", "drop_level")


@dataclass(frozen=True)
class Edit:
    """One change of a hierarchy by hand."""

    edit: Literal["merge", "rename", "add_level", "drop_level"]
    level: int
    labels: tuple[str, ...] = ()
    label: str | None = None
    to: str | None = None
    parents: bool = False
    """Whether merging goes on to the groups above where these differ."""


@dataclass(frozen=True)
class Group:
    """A group of values: how it is published, its rows, its different values."""

    label: str
    rows: int
    values: int


@dataclass(frozen=True)
class HierarchyLevel:
    """A level with its largest groups, and the number of those that are not shown."""

    level: int
    title: Words
    groups: tuple[Group, ...]
    more: int


@dataclass(frozen=True)
class Candidate:
    """A builder that fits the attribute, and why."""

    builder: str
    title: Words
    reason: Words


@dataclass(frozen=True)
class HierarchyView:
    """A hierarchy as it is shown and edited."""

    attribute: str
    builder: str
    reason: Words
    height: int
    titles: tuple[Words, ...]
    candidates: tuple[Candidate, ...]
    levels: tuple[HierarchyLevel, ...]
    csv: str
    rules: str
    """The same as rules, level by level: {a, b} => c."""


def show_hierarchy(open_dataset: OpenDataset, attribute: str) -> HierarchyView:
    """The hierarchy that an attribute has now, or would have as a quasi-identifier."""
    return _view(open_dataset, _current(open_dataset, attribute))


def preview_hierarchy(
    open_dataset: OpenDataset,
    attribute: str,
    builder: str | None = None,
    csv: str | None = None,
    edits: Sequence[Edit] = (),
    rules: str | None = None,
) -> HierarchyView:
    """A hierarchy of a builder, CSV or rules, or the present one, edited; nothing is applied."""
    return _view(open_dataset, try_hierarchy(open_dataset, attribute, builder, csv, edits, rules))


def try_hierarchy(
    open_dataset: OpenDataset,
    attribute: str,
    builder: str | None = None,
    csv: str | None = None,
    edits: Sequence[Edit] = (),
    rules: str | None = None,
) -> Hierarchy:
    """The hierarchy that such a trial leads to."""
    if rules is not None:
        if builder is not None or csv is not None:
            raise InvalidParameter(
                say("A hierarchy is made by a builder, or given as CSV, or as rules."),
                say("Give one of 'builder', 'csv' and 'rules'."),
            )
        hierarchy = from_rules(rules, open_dataset.domain(attribute))
    elif builder is None and csv is None:
        hierarchy = _current(open_dataset, attribute)
    else:
        hierarchy = open_dataset.hierarchy(ChooseHierarchy(attribute, builder, csv))
    for edit in edits:
        hierarchy = _apply(hierarchy, edit)
    return hierarchy


def _current(open_dataset: OpenDataset, attribute: str) -> Hierarchy:
    open_dataset.table.attribute(attribute)
    snapshot = open_dataset.snapshot()
    known = snapshot.dataset.hierarchies.get(attribute)
    chosen = snapshot.derived.hierarchies.get(attribute)
    if known is not None:
        return known
    return open_dataset.hierarchy(chosen) if chosen else choose(open_dataset.domain(attribute))


def _apply(hierarchy: Hierarchy, edit: Edit) -> Hierarchy:
    match edit.edit:
        case "merge":
            name = _require(edit, edit.to)
            return merge_groups(hierarchy, edit.level, edit.labels, name, parents=edit.parents)
        case "rename":
            old, new = _require(edit, edit.label), _require(edit, edit.to)
            return rename_group(hierarchy, edit.level, old, new)
        case "add_level":
            return add_level(hierarchy, edit.level)
        case "drop_level":
            return drop_level(hierarchy, edit.level)
    raise UnknownName.among("edit", edit.edit, EDITS)


def _require(edit: Edit, text: str | None) -> str:
    if text:
        return text
    raise InvalidParameter(
        say("The edit '{edit}' is incomplete.", edit=edit.edit),
        say("Name the group and its new name."),
    )


def _view(open_dataset: OpenDataset, hierarchy: Hierarchy) -> HierarchyView:
    domain = open_dataset.domain(hierarchy.attribute)
    fitting = candidates(domain)
    return HierarchyView(
        attribute=hierarchy.attribute,
        builder=hierarchy.builder,
        reason=hierarchy.reason,
        height=hierarchy.height,
        titles=tuple(hierarchy.title(level) for level in range(hierarchy.height + 1)),
        candidates=tuple(Candidate(builder.name, builder.title, why) for builder, why in fitting),
        levels=tuple(_level(hierarchy, domain, level) for level in range(hierarchy.height + 1)),
        csv=to_csv(hierarchy),
        rules=to_rules(hierarchy),
    )


def _level(hierarchy: Hierarchy, domain: Domain, level: int) -> HierarchyLevel:
    """Count rows and values of each group; groups stay in the order of the hierarchy."""
    where = hierarchy.locate(domain.values)
    codes = where if level == 0 else hierarchy.groups[level - 1][where]
    count = len(hierarchy.values) if level == 0 else len(hierarchy.labels[level - 1])
    rows = np.bincount(codes, domain.counts, minlength=count).astype(np.int64)
    leaves = hierarchy.leaves(level)
    order = np.sort(np.argsort(-rows, kind="stable")[:MOST_GROUPS])
    groups = [
        Group(hierarchy.label(level, int(code)), int(rows[code]), int(leaves[code]))
        for code in order
    ]
    return HierarchyLevel(level, hierarchy.title(level), tuple(groups), max(0, count - MOST_GROUPS))
