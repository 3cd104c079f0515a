"""A data set as a person sees it: attributes, risk, decisions, and for whom it is meant."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from incrowd.anonymization.goal import ReleaseGoal
from incrowd.answers import Words
from incrowd.dataset.changing import tell_steps
from incrowd.dataset.promises import Safeguard, list_safeguards
from incrowd.dataset.results import Risk
from incrowd.errors import CrowdSize
from incrowd.journal import AssignRole, Decision, DecisionKind, Entry, Generalize, Suppress
from incrowd.language import as_message, say
from incrowd.service.datasets.counted_states import can_count_one
from incrowd.service.datasets.first_levels import can_raise_first
from incrowd.table import Role, RoleName
from incrowd.workspace.goals import read_goal
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.users import RightName, User, owner

ROW_BY_ROW: Final = say("row by row")
"""What the level is called where every row has its own."""


@dataclass(frozen=True)
class AttributeView:
    """An attribute where the data set stands; height 0 means that it is not generalised.

    The level is None where every row is recoded in its own way.
    """

    name: str
    role: RoleName
    kind: str
    level: int | None
    height: int
    title: Words


@dataclass(frozen=True)
class DecisionView:
    """A decision in words, and whether it counts."""

    id: str
    kind: DecisionKind
    text: Words
    active: bool
    void: bool
    superseded: bool
    at: str
    attribute: str | None = None
    level: int | None = None
    k: int | None = None
    role: RoleName | None = None
    model: str | None = None
    threshold: float | None = None


@dataclass(frozen=True)
class DatasetView:
    """All that the page shows first."""

    id: str
    name: str
    rows: int
    revision: int
    attributes: tuple[AttributeView, ...]
    k: int
    protections: tuple[Safeguard, ...]
    """What every published class must hold, default protections once k is 2 or more."""
    risk: Risk | None
    """None as long as no column is a quasi-identifier."""
    decisions: tuple[DecisionView, ...]
    redoable: tuple[DecisionView, ...]
    preset: str
    """For whom the data is meant: the preset that its verdict goes by."""
    goal: ReleaseGoal
    """The same with the columns that matter most, and what the data will be used for."""
    place: Words | None
    """The database in which the rows stay; None where they are kept here."""
    person_warning: Words | None
    """What to say where people have several rows, but there is no person key."""
    too_large: CrowdSize | None
    """How many combinations there are, where these are too many to be counted; then no risk."""
    can_raise: bool
    """Whether the database can generalise columns before it counts."""
    can_count: bool
    """Whether single choices of levels can be counted where the data is."""
    beginnings: tuple[Words, ...]
    """Which columns are counted from a higher level on."""
    changed_values: tuple[Words, ...]
    """What was done to the values before they came here, and what that means for the risks."""
    right: RightName
    """What you may do: view, work or own."""


@dataclass(frozen=True)
class Preview:
    """What a state would look like; nothing is applied."""

    risk: Risk


def preview(open_dataset: OpenDataset, levels: Mapping[str, int], k: int | None) -> Preview:
    """The figures of any state; attributes and k that are not named stay as they are."""
    return Preview(open_dataset.snapshot().trying(levels, k))


def view(open_dataset: OpenDataset, user: User | None = None) -> DatasetView:
    """The data set where its decisions lead, for somebody who may see it, or its owner."""
    with open_dataset.lock:  # so that revision and state belong together
        snapshot, revision = open_dataset.snapshot(), open_dataset.journal.revision
        active, undone = open_dataset.journal.active, open_dataset.journal.undone
    measurable, remote = snapshot.measurable, open_dataset.remote
    # what to do next depends on the goal: the verdict says it
    risk = snapshot.risk.without_advice if measurable else None
    too_large, goal = snapshot.dataset.too_large, read_goal(open_dataset.folder)
    return DatasetView(
        id=open_dataset.record.id,
        name=open_dataset.record.name,
        rows=open_dataset.table.rows,
        revision=revision,
        attributes=tuple(list_attributes(snapshot)),
        k=snapshot.k,
        protections=list_safeguards(snapshot.dataset),
        risk=risk,
        decisions=tuple(describe(entry, snapshot, active=True) for entry in active),
        redoable=tuple(describe(entry, snapshot, active=False) for entry in undone),
        preset=goal.preset,
        goal=goal,
        place=None if remote is None else remote.shown,
        person_warning=snapshot.dataset.person_warning,
        too_large=None if too_large is None else too_large.size,
        can_raise=can_raise_first(open_dataset),
        can_count=can_count_one(open_dataset),
        beginnings=open_dataset.beginnings,
        changed_values=tell_steps(open_dataset.techniques),
        right=(user or owner()).check_right(open_dataset.record),
    )


def list_attributes(snapshot: Snapshot) -> list[AttributeView]:
    """Every attribute with its level and what that is called."""
    hierarchies, levels = snapshot.dataset.hierarchies, snapshot.levels
    views = []
    for attribute in snapshot.dataset.attributes:
        hierarchy = hierarchies.get(attribute.name) if attribute.role is Role.QUASI else None
        level = levels.get(attribute.name, 0)
        height = hierarchy.height if hierarchy else 0
        title = hierarchy.title(level) if hierarchy else say("as is")
        shown_level: int | None = level
        if hierarchy and snapshot.derived.recode is not None:
            shown_level, title = None, ROW_BY_ROW
        views.append(
            AttributeView(
                attribute.name,
                attribute.role.value,
                attribute.kind.value,
                shown_level,
                height,
                title,
            )
        )
    return views


def describe(entry: Entry, snapshot: Snapshot, *, active: bool) -> DecisionView:
    """A decision in words."""
    decision, derived = entry.decision, snapshot.derived
    return DecisionView(
        id=entry.id,
        kind=decision.kind,
        text=in_words(decision, snapshot),
        active=active,
        void=entry.id in derived.void,
        superseded=entry.id in derived.superseded,
        at=entry.at,
        attribute=getattr(decision, "attribute", None),
        level=decision.level if isinstance(decision, Generalize) else None,
        k=decision.k if isinstance(decision, Suppress) else None,
        role=decision.role if isinstance(decision, AssignRole) else None,
        model=getattr(decision, "model", None),
        threshold=getattr(decision, "threshold", None),
    )


def in_words(decision: Decision, snapshot: Snapshot) -> str:
    """Call a level by its title where the hierarchy still has it."""
    if isinstance(decision, Generalize):
        hierarchy = snapshot.dataset.hierarchies.get(decision.attribute)
        if hierarchy is not None and decision.level <= hierarchy.height:
            title = as_message(hierarchy.title(decision.level))
            return say("'{name}' → {title}", name=decision.attribute, title=title)
    return decision.describe()
