"""Leave the rows of a leak out of a linked data set: in a copy, so that nothing is lost.

The copy has all decisions of the data set, and is kept only if the leak is gone from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from incrowd.engines.stored.page import KeptTuples
from incrowd.engines.stored.writing import write
from incrowd.errors import BrokenPromise, InvalidParameter, NotNow
from incrowd.hierarchies import to_csv
from incrowd.journal import AssignRole, ChooseHierarchy, Decision
from incrowd.language import say
from incrowd.linking.joins.columns import Assignments
from incrowd.linking.joins.sources import LinkedSources
from incrowd.linking.repair.repair import find_rows
from incrowd.linking.repair.steps import LevelledRelease, LevelledTally
from incrowd.progress import Progress
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions, levelled_release
from incrowd.workspace.folder import Record, display_name
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.tokens import User

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
        names, gone = find_rows(session.analysis, know, threshold, source - 1)
        names, gone = _in_columns(session.sources, names, gone, source - 1)
    with links.sessions.open(user, question.datasets[source - 1]) as opened:
        snapshot = opened.snapshot()
        release = levelled_release(snapshot)
        if release is None:
            raise NotNow(
                say("Rows can be left out only where quasi-identifiers have levels."),
                say(
                    "Undo the recoding first, or say on the page of the roles what others may know."
                ),
            )
        record = _copied(links.sessions, user, snapshot, _kept(release, names, gone), progress)
    try:
        with links.sessions.open(user, record.id) as copy:
            carry_over(snapshot, copy)
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


def _copied(
    sessions: Sessions, user: User, snapshot: Snapshot, kept: KeptTuples, progress: Progress
) -> Record:
    opened = snapshot.open_dataset
    counts = zip(kept.sizes.to_pylist(), kept.kept.to_pylist(), strict=True)
    rows = sum(size for size, stays in counts if not stays)
    stem = opened.record.name.partition(".")[0]
    less = say("{name} without {rows:,} rows", name=stem, rows=rows)
    name = say("{name} without 1 row", name=stem) if rows == 1 else less
    with TemporaryDirectory(dir=sessions.workspace.uploads) as folder:
        path = Path(folder) / f"{display_name(name)}.parquet"
        write(opened.source, path, "parquet", opened.table.names, {}, kept, progress)
        return sessions.add(user, path, name, progress)


def carry_over(snapshot: Snapshot, copy: OpenDataset) -> None:
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
            say("Raise an attribute instead, or leave the column out."),
        )
