"""Put the people of linked data sets together, to be anonymised as one.

What was published of each alone is of no use for that: the original values are put together, with
the roles and the hierarchies that they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from incrowd.engines.joins.join import Column
from incrowd.errors import InvalidParameter
from incrowd.journal import AssignRole
from incrowd.language import say
from incrowd.linking.joins.columns import Assignments
from incrowd.linking.joins.merge import (
    Key,
    MergedColumn,
    MergePlan,
    PeopleTable,
    merge_people,
    parse_keys,
    plan_merge,
    shared_keys,
)
from incrowd.progress import Progress, silent
from incrowd.roles import guess
from incrowd.service.datasets.dataset import Dataset
from incrowd.service.datasets.opening import open_table
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.workspace.folder import Record, display_name
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.source_names import open_named
from incrowd.workspace.tokens import User


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
            say("Putting together needs two tables at least."), say("Name another one.")
        )
    with ExitStack() as opened:
        sources = [opened.enter_context(closing(open_named(each, progress))) for each in data]
        tables = [PeopleTable(source, tuple(guess(source.profiles()))) for source in sources]
        plan = plan_merge(tables, () if on is None else parse_keys(tables, on))
        joint = merge_people(tables, plan)
    roles = {column.name: column.role.value for column in joint.columns}
    return open_table(joint.table).with_roles(roles)


def _members(snapshots: Sequence[Snapshot]) -> list[PeopleTable]:
    return [
        PeopleTable(snapshot.open_dataset.source, snapshot.dataset.table.attributes)
        for snapshot in snapshots
    ]


def _named_keys(links: LinkSessions, user: User, question: LinkQuestion) -> list[Key]:
    """The columns that all data sets are joined on, ranges and what is sensitive left out.

    They are looked for only where no identifier does.
    """
    with links.snapshots(user, question.datasets) as snapshots:
        if plan_merge(_members(snapshots)).by:
            return []
    with links.using(user, question) as session:
        sources = session.sources
        hidden = {
            *sources.sensitive,
            *(Column(made_range.source, made_range.name) for made_range in sources.ranges),
        }
        pairs = [pair for pair in sources.pairs if not {pair.left, pair.right} & hidden]
    return shared_keys(pairs, len(question.datasets))


def plan_merged_dataset(links: LinkSessions, user: User, question: LinkQuestion) -> MergePlan:
    """Whether the people of linked data sets can be put together, and by what."""
    named = _named_keys(links, user, question)
    with links.snapshots(user, question.datasets) as snapshots:
        return plan_merge(_members(snapshots), named)


def merge_datasets(
    links: LinkSessions, user: User, question: LinkQuestion, progress: Progress
) -> Record:
    """Keep all people of linked data sets as a new one, in the original values, roles and all."""
    named = _named_keys(links, user, question)
    with links.snapshots(user, question.datasets) as snapshots:
        tables = _members(snapshots)
        plan = plan_merge(tables, named)
        progress("putting people together", None)
        joint = merge_people(tables, plan)
        names = [snapshot.open_dataset.record.name.partition(".")[0] for snapshot in snapshots]
        with TemporaryDirectory(dir=links.sessions.workspace.uploads) as folder:
            path = Path(folder) / f"{display_name(' + '.join(names))}.parquet"
            pq.write_table(joint.table, path, compression="zstd")
            record = links.sessions.add(user, path, " + ".join(names), progress)
        try:
            with links.sessions.open(user, record.id) as copy:
                _carry_over(copy, snapshots, joint.columns)
        except BaseException:
            links.sessions.delete(user, record.id)
            raise
    return record


def _carry_over(
    copy: OpenDataset, snapshots: Sequence[Snapshot], columns: Sequence[MergedColumn]
) -> None:
    """The roles of all columns, and the hierarchies that were chosen for them."""
    guessed = {attribute.name: attribute.role for attribute in copy.table.attributes}
    for column in columns:
        if guessed[column.name] is not column.role:
            decide(copy, AssignRole(column.name, column.role.value))
    for column in columns:
        chosen = [snapshots[number].derived.hierarchies.get(name) for number, name in column.origin]
        alike = {choice and replace(choice, attribute=column.name) for choice in chosen}
        if len(alike) == 1 and (only := alike.pop()) is not None:
            decide(copy, only)
