"""A file becomes a data set that is ready to be looked at: roles, hierarchies and goal are set.

`make_dashboard(sessions, presets, user, path, DashboardSetup(roles={"age": "quasi"}))`
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from incrowd.anonymization.request import Ranks
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.service.datasets.goals import set_goal
from incrowd.service.decisions.decide import (
    AssignRole,
    ChooseHierarchy,
    Decision,
    decide_together,
)
from incrowd.table import Role
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.own_presets import OwnPresets
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import Right, User

StepName = Literal["columns", "goal", "see", "safe", "check", "take"]


@dataclass(frozen=True)
class DashboardSetup:
    """What is known about a file; columns that are not named keep their guessed role."""

    roles: Mapping[str, str] = field(default_factory=dict)
    hierarchies: Mapping[str, str] = field(default_factory=dict)
    """As CSV, by attribute: value;level1;…;*."""
    person: str | None = None
    """The column that says which rows are about the same person."""
    preset: str | None = None
    important: Ranks | None = None
    use: str | None = None
    reading: Mapping[str, str] = field(default_factory=dict)
    """How to read the file, where that is known."""

    def all_roles(self) -> dict[str, str]:
        """The roles with that of the person key; two keys are refused."""
        keys = {name for name, role in self.roles.items() if role == Role.PERSON.value}
        keys |= {self.person} if self.person is not None else set()
        if len(keys) > 1:
            raise InvalidParameter(
                say("There can be one person key, not {names}.", names=", ".join(sorted(keys))),
                say("Name the one column that says which rows are about the same person."),
            )
        if self.person is not None and self.roles.get(self.person, "person") != "person":
            raise InvalidParameter(
                say("'{name}' cannot be the person key and have another role.", name=self.person),
                say("Leave it out of 'roles', or do not name it as 'person'."),
            )
        return {**self.roles, **dict.fromkeys(keys, Role.PERSON.value)}


def make_dashboard(
    sessions: Sessions,
    presets: OwnPresets,
    user: User,
    path: Path,
    setup: DashboardSetup,
    progress: Progress = silent,
) -> str:
    """The id of a new data set of a person; where something is wrong, nothing of it remains."""
    roles = setup.all_roles()
    record = sessions.add(user, path, path.name, progress, **setup.reading)
    try:
        progress("applying roles and hierarchies", None)
        with sessions.open(user, record.id, Right.WORK) as opened:
            decide_together(opened, lambda now: _decisions(now, roles, setup.hierarchies))
            set_goal(opened, presets, preset=setup.preset, important=setup.important, use=setup.use)
        progress("ready", 1.0)
    except BaseException:
        sessions.delete(user, record.id)
        raise
    return record.id


def first_step(open_dataset: OpenDataset, wanted: StepName) -> StepName:
    """Where a dashboard opens: without anything to measure, where roles are chosen."""
    snapshot = open_dataset.snapshot()
    return wanted if snapshot.measurable else "columns"


def _decisions(
    snapshot: Snapshot, roles: Mapping[str, str], hierarchies: Mapping[str, str]
) -> list[Decision]:
    """What differs from what was guessed, as decisions that can be undone one by one."""
    table = snapshot.dataset.table
    return [
        *(
            AssignRole(name, role)
            for name, role in roles.items()
            if table.attribute(name).role.value != role
        ),
        *(ChooseHierarchy(name, csv=text) for name, text in hierarchies.items()),
    ]
