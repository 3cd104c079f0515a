"""Copies of a data set whose values are changed by sampling and noise, decisions and all.

`copy_changed(sessions, user, dataset_id, ["income:rank_swap=5"], "7", silent)`; the original stays
as it is. `try_techniques` tells the effect first, and the seed by which the copy is the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from incrowd.dataset.changing import change_values
from incrowd.engines.stored.table import StoredTable
from incrowd.engines.stored.writing import write
from incrowd.errors import InvalidParameter, NotNow
from incrowd.hierarchies import to_csv
from incrowd.journal import AssignRole, ChooseHierarchy, Decision, Generalize, Recode
from incrowd.language import say
from incrowd.progress import Progress
from incrowd.service.datasets.technique_effects import TechniqueEffects, measure_effects
from incrowd.service.decisions.copies import stem_of
from incrowd.service.decisions.decide import decide
from incrowd.techniques.step import Step, parse_steps
from incrowd.workspace.folder import Record, display_name
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import Right, User


def try_techniques(
    open_dataset: OpenDataset, techniques: Sequence[str], seed: str | None
) -> TechniqueEffects:
    """What techniques would do to the data as it is; nothing is changed."""
    snapshot = open_dataset.snapshot()
    steps = _read(open_dataset, techniques, seed)
    return measure_effects(snapshot.dataset.with_guards({}), steps)


def copy_changed(
    sessions: Sessions,
    user: User,
    dataset_id: str,
    techniques: Sequence[str],
    seed: str | None,
    progress: Progress,
) -> Record:
    """Copy a data set as techniques leave it, and take all decisions along that still fit."""
    with sessions.open(user, dataset_id, Right.WORK) as opened:
        snapshot = opened.snapshot()
        steps = _read(opened, techniques, seed)
        record = _write(sessions, user, snapshot, steps, progress)
    try:
        with sessions.open(user, record.id) as copy:
            changed = {step.column for step in steps if step.column is not None}
            for decision in _decisions(snapshot, copy, changed):
                decide(copy, decision)
    except BaseException:
        sessions.delete(user, record.id)
        raise
    return record


def _read(
    open_dataset: OpenDataset, techniques: Sequence[str], seed: str | None
) -> tuple[Step, ...]:
    """The techniques, unless there are none or the rows are in a database."""
    if not isinstance(open_dataset.source, StoredTable):
        name = stem_of(open_dataset)
        raise NotNow(
            say("'{name}' stays in its database, so no copy of it is made.", name=name),
            say("Draw a sample or round in the database, or export the table to a file first."),
        )
    steps = parse_steps(techniques, seed)
    if not steps:
        raise InvalidParameter(
            say("No technique is given."), say("Name one, as in {example}.", example="sample=0.1")
        )
    return steps


def _write(
    sessions: Sessions,
    user: User,
    snapshot: Snapshot,
    steps: tuple[Step, ...],
    progress: Progress,
) -> Record:
    opened = snapshot.open_dataset
    name = say("{name}, {techniques}", name=stem_of(opened), techniques=", ".join(map(str, steps)))
    changed, _ = change_values(snapshot.dataset, steps, owning=False)
    source = changed.source
    with closing(source), TemporaryDirectory(dir=sessions.workspace.uploads) as folder:
        if not isinstance(source, StoredTable):  # a changed table always is one
            raise TypeError(source)
        path = Path(folder) / f"{display_name(name, 80)}.parquet"
        write(source, path, "parquet", opened.table.names, {}, None, progress)
        return sessions.add_changed(user, path, name, progress, changed.techniques)


def _decisions(snapshot: Snapshot, copy: OpenDataset, changed: Collection[str]) -> list[Decision]:
    """Roles, hierarchies and all else that was decided, as far as the new values allow.

    A column with new values gets a new hierarchy, so its level is chosen anew; rows that were
    recoded one by one are other rows now.
    """
    roles = snapshot.dataset.roles
    decisions: list[Decision] = [
        AssignRole(attribute.name, roles[attribute.name])
        for attribute in copy.table.attributes
        if attribute.role.value != roles[attribute.name]
    ]
    hierarchies = snapshot.dataset.hierarchies
    new = {name for name in changed if not _covers(snapshot, copy, name)}
    decisions += [
        ChooseHierarchy(name, csv=to_csv(hierarchy))
        for name, hierarchy in hierarchies.items()
        if name not in new
    ]
    for entry in snapshot.open_dataset.journal.active:
        match entry.decision:
            case AssignRole() | Recode():
                continue
            case ChooseHierarchy(attribute) if attribute in hierarchies or attribute in new:
                continue
            case Generalize(attribute) if attribute in new:
                continue
            case other:
                decisions.append(other)
    return decisions


def _covers(snapshot: Snapshot, copy: OpenDataset, name: str) -> bool:
    """Whether the hierarchy of a column still knows all of its values."""
    hierarchy = snapshot.dataset.hierarchies.get(name)
    return hierarchy is None or set(copy.domain(name).values) <= set(hierarchy.values)
