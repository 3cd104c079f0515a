"""Put the people of linked data sets together, to be anonymised as one.

What was published of each alone is of no use for that: the original values are put together, with
the roles and the hierarchies that they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from incrowd.engines.joins.join import Column
from incrowd.journal import AssignRole
from incrowd.progress import Progress
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.joint import (
    JointColumn,
    JointPlan,
    Key,
    Members,
    joint_table,
    plan_joint,
    shared_keys,
)
from incrowd.service.linked.sessions import LinkQuestion, Links
from incrowd.workspace.folder import Record, display_name
from incrowd.workspace.open_dataset import Opened, Standing
from incrowd.workspace.tokens import User


def _members(standings: Sequence[Standing]) -> list[Members]:
    return [Members(one.opened.source, one.dataset.table.attributes) for one in standings]


def _named_keys(links: Links, user: User, question: LinkQuestion) -> list[Key]:
    """The columns that all data sets are joined on, ranges and what is sensitive left out.

    They are looked for only where no identifier tells the people.
    """
    with links.standings(user, question.datasets) as standings:
        if plan_joint(_members(standings)).by:
            return []
    with links.using(user, question) as found:
        sources = found.sources
        hidden = {*sources.sensitive, *(Column(one.source, one.name) for one in sources.ranges)}
        pairs = [pair for pair in sources.pairs if not {pair.left, pair.right} & hidden]
    return shared_keys(pairs, len(question.datasets))


def plan_together(links: Links, user: User, question: LinkQuestion) -> JointPlan:
    """Whether the people of linked data sets can be put together, and by what."""
    named = _named_keys(links, user, question)
    with links.standings(user, question.datasets) as standings:
        return plan_joint(_members(standings), named)


def put_together(links: Links, user: User, question: LinkQuestion, progress: Progress) -> Record:
    """Keep all people of linked data sets as a new one, in the original values, roles and all."""
    named = _named_keys(links, user, question)
    with links.standings(user, question.datasets) as standings:
        tables = _members(standings)
        plan = plan_joint(tables, named)
        progress("putting people together", None)
        joint = joint_table(tables, plan)
        names = [one.opened.record.name.partition(".")[0] for one in standings]
        with TemporaryDirectory(dir=links.sessions.workspace.uploads) as folder:
            path = Path(folder) / f"{display_name(' + '.join(names))}.parquet"
            pq.write_table(joint.table, path, compression="zstd")
            record = links.sessions.add(user, path, " + ".join(names), progress)
        try:
            with links.sessions.using(user, record.id) as copy:
                _carry_over(copy, standings, joint.columns)
        except BaseException:
            links.sessions.delete(user, record.id)
            raise
    return record


def _carry_over(
    copy: Opened, standings: Sequence[Standing], columns: Sequence[JointColumn]
) -> None:
    """The roles of all columns, and the hierarchies that were chosen for them."""
    guessed = {one.name: one.role for one in copy.table.attributes}
    for one in columns:
        if guessed[one.name] is not one.role:
            decide(copy, AssignRole(one.name, one.role.value))
    for one in columns:
        chosen = [standings[number].derived.hierarchies.get(name) for number, name in one.origin]
        alike = {choice and replace(choice, attribute=one.name) for choice in chosen}
        if len(alike) == 1 and (only := alike.pop()) is not None:
            decide(copy, only)
