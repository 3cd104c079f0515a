"""New data sets made of linked ones: one without the rows of a leak, or the people of all as one.

`leave_out_rows(…)` keeps the original; `join_people("a.csv", "b.csv", on=["id"])` joins them.
"""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from incrowd.engines.joins.join import Column
from incrowd.engines.stored.page import KeptTuples
from incrowd.errors import BrokenPromise, InvalidParameter, NotNow
from incrowd.journal import AssignRole
from incrowd.language import say
from incrowd.linking.joins import merge
from incrowd.linking.joins.columns import Assignments
from incrowd.linking.joins.merge import MergePlan
from incrowd.linking.joins.sources import LinkedSources
from incrowd.linking.repair.repair import find_rows
from incrowd.linking.repair.steps import LevelledRelease, LevelledTally
from incrowd.progress import Progress, silent
from incrowd.roles import guess
from incrowd.service.datasets.dataset import Dataset
from incrowd.service.datasets.opening import open_table
from incrowd.service.decisions.copies import keep_other_people, repeat_decisions, write_copy
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions, levelled_release
from incrowd.workspace.folder import Record, display_name
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.source_names import open_named
from incrowd.workspace.users import User

__all__ = ["MergePlan", "join_people", "leave_out_rows", "merge_datasets", "plan_merged_dataset"]

Rows = set[tuple[str | None, ...]]


def leave_out_rows(
    links: LinkSessions,
    user: User,
    question: LinkQuestion,
    know: Assignments,
    threshold: float,
    source: int,
    progress: Progress,
) -> Record:
    """Copy a data set, from 1, without the rows whose absence closes a leak, decisions and all."""
    if not 1 <= source <= len(question.datasets):
        raise InvalidParameter(
            say("There is no source {source}.", source=source),
            say("There are {count} sources.", count=len(question.datasets)),
        )
    with links.alone(user, question, progress) as session:
        by_person = source - 1 in session.sources.persons
        names, gone = find_rows(session.analysis, know, threshold, source - 1)
        names, gone = _in_columns(session.sources, names, gone, source - 1)
    with links.sessions.open(user, question.datasets[source - 1]) as opened:
        snapshot = opened.snapshot()
        release = levelled_release(snapshot)
        if by_person:
            kept = keep_other_people(opened, names[0], gone)
            record = write_copy(links.sessions, user, opened, kept, progress)
        elif release is None:
            raise NotNow(
                say("Rows can be removed only where quasi-identifiers have levels."),
                say("Undo the recoding first, or say on the roles page what others may know."),
            )
        else:
            kept = _kept(release, names, gone)
            record = write_copy(links.sessions, user, opened, kept, progress)
    try:
        with links.sessions.open(user, record.id) as copy:
            repeat_decisions(snapshot, copy)
        _check_closed(links, user, question, (know, threshold, source), record, progress)
    except BaseException:
        links.sessions.delete(user, record.id)
        raise
    return record


def _in_columns(
    sources: LinkedSources, names: list[str], gone: Rows, source: int
) -> tuple[list[str], Rows]:
    """Rows by columns of the data set: a range is made of two of them."""
    made = {
        made_range.name: made_range for made_range in sources.ranges if made_range.source == source
    }
    plain = [
        end
        for name in names
        for end in ((made[name].low, made[name].high) if name in made else (name,))
    ]
    if not made.keys() & set(names):
        return names, gone
    every = list(dict.fromkeys([*names, *plain]))
    table = sources.tally_of(source, every)
    cells = {name: table.column(name).to_pylist() for name in every}
    whole = list(zip(*(cells[name] for name in names), strict=True))
    parts = list(zip(*(cells[name] for name in plain), strict=True))
    return plain, {part for row, part in zip(whole, parts, strict=True) if row in gone}


def _kept(release: LevelledRelease, names: Sequence[str], gone: Rows) -> KeptTuples:
    """All combinations of the original values, and whether they stay."""
    tally = LevelledTally(release, names)
    published = tally.kept(release.levels)
    shown = zip(*(tally.shown(name, release.levels) for name in names), strict=True)
    kept = [not (there and row in gone) for there, row in zip(published, shown, strict=True)]
    every = list(dict.fromkeys([*tally.crowd.names, *names]))
    columns = [pa.array(tally.cells(name), pa.string()) for name in every]
    columns += [pa.array(kept, pa.bool_()), pa.array(tally.rows, pa.int64())]
    return KeptTuples(tuple(every), pa.table(columns, [*every, "kept", "size"]))


def _check_closed(
    links: LinkSessions,
    user: User,
    question: LinkQuestion,
    leak: tuple[Assignments, float, int],
    record: Record,
    progress: Progress,
) -> None:
    """Make sure on the copy itself that the leak is gone."""
    know, threshold, source = leak
    datasets = list(question.datasets)
    datasets[source - 1] = record.id
    try:
        changed = replace(question, datasets=tuple(datasets))
        with links.alone(user, changed, progress) as session:
            breach = session.analysis.what_if(know, threshold).breach
    except InvalidParameter:  # nothing goes together any more
        return
    if breach:
        raise BrokenPromise(
            say("Without these rows the leak would still be there."),
            say("Make an attribute coarser instead, or remove the column."),
        )


def join_people(
    *data: object, on: Assignments | None = None, progress: Progress = silent
) -> Dataset:
    """Put files, URLs or frames together, one row for each person, and open the result.

    `on` pairs columns as in `name=person`; left out, an identifier of all tables is used.
    Roles are those that the tables have. Columns of the same name become one if they say the same
    of everybody whom both know, else they are kept apart as `1.zip` and `2.zip`.
    """
    if len(data) < 2:
        raise InvalidParameter(
            say("Combining needs at least two tables."), say("Name another one.")
        )
    with ExitStack() as opened:
        sources = [opened.enter_context(closing(open_named(each, progress))) for each in data]
        tables = [merge.PeopleTable(source, tuple(guess(source.profiles()))) for source in sources]
        plan = merge.plan_merge(tables, () if on is None else merge.parse_keys(tables, on))
        joint = merge.merge_people(tables, plan)
    roles = {column.name: column.role.value for column in joint.columns}
    return open_table(joint.table).with_roles(roles)


def _members(snapshots: Sequence[Snapshot]) -> list[merge.PeopleTable]:
    return [
        merge.PeopleTable(snapshot.open_dataset.source, snapshot.dataset.table.attributes)
        for snapshot in snapshots
    ]


def _named_keys(links: LinkSessions, user: User, question: LinkQuestion) -> list[merge.Key]:
    """The columns that all data sets are joined on, ranges and what is sensitive left out.

    They are looked for only where no identifier does.
    """
    with links.snapshots(user, question.datasets) as snapshots:
        if merge.plan_merge(_members(snapshots)).by:
            return []
    with links.using(user, question) as session:
        sources = session.sources
        hidden = {
            *sources.sensitive,
            *(Column(made_range.source, made_range.name) for made_range in sources.ranges),
        }
        pairs = [pair for pair in sources.pairs if not {pair.left, pair.right} & hidden]
    return merge.shared_keys(pairs, len(question.datasets))


def plan_merged_dataset(links: LinkSessions, user: User, question: LinkQuestion) -> MergePlan:
    """Whether the people of linked data sets can be put together, and by what."""
    named = _named_keys(links, user, question)
    with links.snapshots(user, question.datasets) as snapshots:
        return merge.plan_merge(_members(snapshots), named)


def merge_datasets(
    links: LinkSessions, user: User, question: LinkQuestion, progress: Progress
) -> Record:
    """Keep all people of linked data sets as a new one, in the original values, roles and all."""
    named = _named_keys(links, user, question)
    with links.snapshots(user, question.datasets) as snapshots:
        tables = _members(snapshots)
        plan = merge.plan_merge(tables, named)
        progress("merging the rows of each person", None)
        joint = merge.merge_people(tables, plan)
        names = [snapshot.open_dataset.record.name.partition(".")[0] for snapshot in snapshots]
        with TemporaryDirectory(dir=links.sessions.workspace.uploads) as folder:
            path = Path(folder) / f"{display_name(' + '.join(names))}.parquet"
            pq.write_table(joint.table, path, compression="zstd")
            record = links.sessions.add(user, path, " + ".join(names), progress)
        try:
            with links.sessions.open(user, record.id) as copy:
                _assign_columns(copy, snapshots, joint.columns)
        except BaseException:
            links.sessions.delete(user, record.id)
            raise
    return record


def _assign_columns(
    copy: OpenDataset, snapshots: Sequence[Snapshot], columns: Sequence[merge.MergedColumn]
) -> None:
    """Give the columns their roles, and the hierarchies that were chosen for them."""
    guessed = {attribute.name: attribute.role for attribute in copy.table.attributes}
    for column in columns:
        if guessed[column.name] is not column.role:
            decide(copy, AssignRole(column.name, column.role.value))
    for column in columns:
        chosen = [snapshots[number].derived.hierarchies.get(name) for number, name in column.origin]
        alike = {choice and replace(choice, attribute=column.name) for choice in chosen}
        if len(alike) == 1 and (only := alike.pop()) is not None:
            decide(copy, only)
