"""Copies of a data set without some rows, decisions and all; the original stays as it is.

`copy_without_row(sessions, user, dataset_id, 6068, silent)` removes one row, or its whole person.
"""

from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from incrowd.crowd.persons import is_anonymous
from incrowd.engines.contract import ROWS
from incrowd.engines.stored.page import KeptTuples
from incrowd.engines.stored.table import StoredTable
from incrowd.engines.stored.writing import write, write_without_row
from incrowd.errors import InvalidParameter, NotFound, NotNow
from incrowd.hierarchies import to_csv
from incrowd.journal import AssignRole, ChooseHierarchy, Decision
from incrowd.language import Message, say
from incrowd.progress import Progress
from incrowd.service.decisions.decide import decide
from incrowd.workspace.folder import Record, display_name
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import Right, User


def copy_without_row(
    sessions: Sessions, user: User, dataset_id: str, row: int, progress: Progress
) -> Record:
    """Copy a data set without a row, from 1; where a column says whose row it is, without them."""
    with sessions.open(user, dataset_id, Right.WORK) as opened:
        snapshot = opened.snapshot()
        source = _stored(opened)
        _check_row(opened, row)
        person = snapshot.dataset.table.person
        if person is None:
            record = _write_without_row(sessions, user, opened, row, progress)
        else:
            (found,) = source.look_up([row], snapshot.published.kept)
            owner = found.cells[opened.table.names.index(person.name)]
            kept = keep_other_people(opened, person.name, {(owner,)})
            if not any(kept.kept.to_pylist()):
                raise _nothing_left(say("All rows are about this one person."))
            record = write_copy(sessions, user, opened, kept, progress)
    try:
        with sessions.open(user, record.id) as copy:
            repeat_decisions(snapshot, copy)
    except BaseException:
        sessions.delete(user, record.id)
        raise
    return record


def _check_row(opened: OpenDataset, row: int) -> None:
    rows = opened.table.rows
    if not 1 <= row <= rows:
        raise NotFound(
            say("There is no row {row:,}.", row=row),
            say("Rows go from 1 to {rows:,}.", rows=rows),
        )
    if rows == 1:
        raise _nothing_left(say("This is the only row."))


def _nothing_left(why: Message) -> InvalidParameter:
    return InvalidParameter(
        say("{why} Nothing would be left in the copy.", why=why),
        say("Delete the data set instead."),
    )


def stem_of(opened: OpenDataset) -> str:
    """The name of a data set without the ending of a file."""
    return opened.record.name.partition(".")[0]


def keep_other_people(
    opened: OpenDataset, key: str, gone: Collection[tuple[str | None, ...]]
) -> KeptTuples:
    """All values of the person key, and whether the rows of that person stay."""
    if any(is_anonymous(person) for (person,) in gone):
        raise NotNow(
            say("Rows without '{key}' cannot be told apart, so they are not removed.", key=key),
            say("Make an attribute coarser instead, or remove the column."),
        )
    tally = opened.source.tally([key])
    texts = tally.column(key).cast(pa.string())
    kept = pa.array([(text,) not in gone for text in texts.to_pylist()], pa.bool_())
    columns = [texts, kept, tally.column(ROWS)]
    return KeptTuples((key,), pa.table(columns, [key, "kept", "size"]))


def write_copy(
    sessions: Sessions, user: User, opened: OpenDataset, kept: KeptTuples, progress: Progress
) -> Record:
    """Copy the rows of the combinations that are kept, in all columns."""
    source = _stored(opened)
    counts = zip(kept.sizes.to_pylist(), kept.kept.to_pylist(), strict=True)
    rows = sum(size for size, stays in counts if not stays)
    name = _name_copy(opened, rows)
    with TemporaryDirectory(dir=sessions.workspace.uploads) as folder:
        path = Path(folder) / f"{display_name(name)}.parquet"
        write(source, path, "parquet", opened.table.names, {}, kept, progress)
        return sessions.add_changed(user, path, name, progress, opened.techniques)


def _write_without_row(
    sessions: Sessions, user: User, opened: OpenDataset, row: int, progress: Progress
) -> Record:
    name = _name_copy(opened, 1)
    with TemporaryDirectory(dir=sessions.workspace.uploads) as folder:
        path = Path(folder) / f"{display_name(name)}.parquet"
        write_without_row(_stored(opened), path, row, progress)
        return sessions.add_changed(user, path, name, progress, opened.techniques)


def _stored(opened: OpenDataset) -> StoredTable:
    if isinstance(opened.source, StoredTable):
        return opened.source
    raise NotNow(
        say("'{name}' stays in its database, so no copy of it is made.", name=stem_of(opened)),
        say("Generalise it here instead, or remove the rows in the database."),
    )


def _name_copy(opened: OpenDataset, rows: int) -> Message:
    stem = stem_of(opened)
    if rows == 1:
        return say("{name} without 1 row", name=stem)
    return say("{name} without {rows:,} rows", name=stem, rows=rows)


def repeat_decisions(snapshot: Snapshot, copy: OpenDataset) -> None:
    """Take all decisions of a data set for its copy; its hierarchies stay what they are.

    A hierarchy that a builder made would be another one on fewer rows, so it is written down.
    """
    roles = {attribute.name: attribute.role for attribute in snapshot.dataset.table.attributes}
    hierarchies = snapshot.dataset.hierarchies
    decisions: list[Decision] = [
        AssignRole(attribute.name, roles[attribute.name].value)
        for attribute in copy.table.attributes
        if attribute.role is not roles[attribute.name]
    ]
    decisions += [
        ChooseHierarchy(name, csv=to_csv(hierarchy)) for name, hierarchy in hierarchies.items()
    ]
    for entry in snapshot.open_dataset.journal.active:
        match entry.decision:
            case AssignRole():
                continue
            case ChooseHierarchy(attribute) if attribute in hierarchies:
                continue
            case other:
                decisions.append(other)
    for decision in decisions:
        decide(copy, decision)
