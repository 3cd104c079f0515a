"""From decisions to the state they lead to: `derive(table, journal.active).levels`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from incrowd.journal.decisions import (
    AssignRole,
    ChooseHierarchy,
    Generalize,
    Protect,
    Suppress,
    subject,
)
from incrowd.journal.events import Entry
from incrowd.measures.registry import measure
from incrowd.table import Role, Table

_GRADED = (Role.QUASI, Role.SENSITIVE)
"""Roles for which a hierarchy means something."""


@dataclass(frozen=True)
class Derived:
    """Where decisions lead: what differs from the data as it is."""

    roles: Mapping[str, Role]
    """Of every attribute."""
    hierarchies: Mapping[str, ChooseHierarchy]
    levels: Mapping[str, int]
    k: int
    protections: Mapping[str, Protect]
    void: frozenset[str]
    """Decisions that do not apply (any more): they are passed over."""
    superseded: frozenset[str]
    """Decisions in whose place a later one about the same thing has come."""


def derive(
    table: Table, entries: Sequence[Entry], heights: Mapping[str, int] | None = None
) -> Derived:
    """Derive the state from the decisions in force.

    `heights` are those of the hierarchies; as long as they are not known, every level is believed.
    """
    roles = {one.name: one.role for one in table.attributes}
    for entry in entries:
        if isinstance(entry.decision, AssignRole) and entry.decision.attribute in roles:
            roles[entry.decision.attribute] = Role(entry.decision.role)
    graded = {
        entry.decision.attribute
        for entry in entries
        if isinstance(entry.decision, ChooseHierarchy) and _applies(entry, roles, heights)
    }
    valid = [entry for entry in entries if _applies(entry, roles, heights, graded)]
    last = {subject(entry.decision): entry for entry in valid}
    standing = [entry.decision for entry in last.values()]
    return Derived(
        roles=roles,
        hierarchies={one.attribute: one for one in standing if isinstance(one, ChooseHierarchy)},
        levels={one.attribute: one.level for one in standing if isinstance(one, Generalize)},
        k=next((one.k for one in standing if isinstance(one, Suppress)), 1),
        protections={one.attribute: one for one in standing if isinstance(one, Protect)},
        void=frozenset(entry.id for entry in entries if entry not in valid),
        superseded=frozenset(entry.id for entry in valid if last[subject(entry.decision)] != entry),
    )


def _applies(
    entry: Entry,
    roles: Mapping[str, Role],
    heights: Mapping[str, int] | None,
    graded: Collection[str] = (),
) -> bool:
    match entry.decision:
        case AssignRole(attribute):
            return attribute in roles
        case ChooseHierarchy(attribute):
            return roles.get(attribute) in _GRADED
        case Generalize(attribute, level):
            known = heights is None or level <= heights.get(attribute, -1)
            return roles.get(attribute) is Role.QUASI and known
        case Protect(attribute, model):
            needs = measure(model).needs if model else frozenset()
            possible = "hierarchy" not in needs or attribute in graded
            return roles.get(attribute) is Role.SENSITIVE and possible
        case Suppress():
            return True
