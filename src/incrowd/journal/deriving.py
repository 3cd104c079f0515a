"""From decisions to the state they lead to: `derive(table, journal.active).levels`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from incrowd.crowd.crowd import WHOLE_RELEASE
from incrowd.journal.decisions import (
    AssignRole,
    ChooseHierarchy,
    Generalize,
    Protect,
    Recode,
    Suppress,
    subject,
)
from incrowd.journal.journal import Entry
from incrowd.measures.registry import measure
from incrowd.table import Role, Table

_GRADED = (Role.QUASI, Role.SENSITIVE)
"""Roles for which a hierarchy means something."""
_STEPS = ("generalize", "suppress")
"""Kinds of decisions in whose place a recoding comes."""


@dataclass(frozen=True)
class Derived:
    """Where decisions lead: what differs from the data as it is."""

    roles: Mapping[str, Role]
    """Of every attribute."""
    hierarchies: Mapping[str, ChooseHierarchy]
    levels: Mapping[str, int]
    k: int
    protections: Mapping[str, Protect]
    recode: Recode | None
    """A recoding row by row, in whose place no levels are; k is its own."""
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
    roles = _roles(table, entries)
    graded = {
        entry.decision.attribute
        for entry in entries
        if isinstance(entry.decision, ChooseHierarchy) and _applies(entry, roles, heights)
    }
    valid = [entry for entry in entries if _applies(entry, roles, heights, graded)]
    last = {subject(entry.decision): entry for entry in valid}
    recoded = last.get(("recode", ""))
    if recoded is not None:  # the steps before it count no more; those after it are refused
        last = {about: entry for about, entry in last.items() if about[0] not in _STEPS}
    decisions = [entry.decision for entry in last.values()]
    recode = recoded.decision if recoded and isinstance(recoded.decision, Recode) else None
    return Derived(
        roles=roles,
        hierarchies={
            decision.attribute: decision
            for decision in decisions
            if isinstance(decision, ChooseHierarchy)
        },
        levels={
            decision.attribute: decision.level
            for decision in decisions
            if isinstance(decision, Generalize)
        },
        k=recode.k
        if recode
        else next((decision.k for decision in decisions if isinstance(decision, Suppress)), 1),
        protections={
            decision.attribute: decision for decision in decisions if isinstance(decision, Protect)
        },
        recode=recode,
        void=frozenset(entry.id for entry in entries if entry not in valid),
        superseded=frozenset(
            entry.id for entry in valid if last.get(subject(entry.decision)) != entry
        ),
    )


def _roles(table: Table, entries: Sequence[Entry]) -> dict[str, Role]:
    """The role of every attribute; a new person key takes the place of the old one."""
    roles = {attribute.name: attribute.role for attribute in table.attributes}
    for entry in entries:
        if isinstance(entry.decision, AssignRole) and entry.decision.attribute in roles:
            role = Role(entry.decision.role)
            for name in [name for name, old in roles.items() if old is role is Role.PERSON]:
                roles[name] = Role.IDENTIFIER
            roles[entry.decision.attribute] = role
    return roles


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
        case Protect(attribute) as protect if attribute != WHOLE_RELEASE:
            needs = {need for model, _ in protect.models for need in measure(model).needs}
            possible = "hierarchy" not in needs or attribute in graded
            return roles.get(attribute) is Role.SENSITIVE and possible
        case Recode() | Protect():
            return Role.QUASI in roles.values()
        case Suppress():
            return True
