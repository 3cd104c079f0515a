"""One law for every engine: whatever it answers, the embedded engine answers of the same rows.

check_counts(remote, stored); check_state(remote, stored, open_table(remote), levels, k=3)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pyarrow as pa

from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Check
from incrowd.engines.contract import RowSource, Source
from incrowd.engines.stored.page import Filter, KeptTuples, PageRequest, Recoding, SizeRange
from incrowd.engines.stored.table import StoredTable
from incrowd.measures.enforcement import enforce
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.roles import guess
from incrowd.service.datasets.dataset import Dataset
from incrowd.table import Role, Table


def lines(table: pa.Table) -> Counter[tuple[object, ...]]:
    """The rows of a table, whatever their order."""
    cells = [column.to_pylist() for column in table.columns]
    return Counter(zip(*cells, strict=True))


def open_as(source: Source, roles: Mapping[str, str]) -> Dataset:
    """An open table with these roles; columns that are not named are insensitive."""
    table = Table(source.name, source.rows, guess(source.profiles()))
    chosen = {name: Role(roles.get(name, "insensitive")) for name in table.names}
    return Dataset(source, table.assigning(chosen))


def check_pushed(
    pushed: Source,
    counted: Source,
    roles: Mapping[str, str],
    thresholds: Sequence[int] = (1, 2, 3, 5),
) -> None:
    """Whatever is counted in the engine state by state is what the crowd says."""
    ours, theirs = replace(open_as(pushed, roles), push_down=True), open_as(counted, roles)
    heights = theirs.crowd.heights
    draw = random.Random(5)
    for one, other in zip(ours.states.hierarchies, theirs.crowd.hierarchies, strict=True):
        assert (one.values, one.labels) == (other.values, other.labels)
    for k in thresholds:
        chosen = [draw.randrange(height + 1) for height in heights]
        for levels in ({}, dict(zip(theirs.crowd.names, chosen, strict=True))):
            assert ours.risk(levels, k) == theirs.risk(levels, k), (levels, k)
            assert ours.recommend(levels, k).to_dict() == theirs.recommend(levels, k).to_dict()
            for l in (None, 2, 3):
                _check_alike(ours.check(k, l, levels=levels), theirs.check(k, l, levels=levels))
            _check_subsets(ours, theirs, levels, threshold=k)
            check_standouts(ours, theirs, levels, max(k, 2))


def check_standouts(
    ours: Dataset, theirs: Dataset, levels: Mapping[str, int], k: int, sizes: Sequence[int] = (3,)
) -> None:
    """The same rows in the same order; a database has no numbers of rows of its own."""
    for size in sizes:
        one, other = (each.standouts(levels, k, max_size=size) for each in (ours, theirs))
        rows = [[replace(row, row=0) for row in each.rows] for each in (one, other)]
        assert rows[0] == rows[1], (levels, k, size)
        assert replace(one, rows=()).to_dict() == replace(other, rows=()).to_dict()
        few = ours.standouts(levels, k, max_size=size, offset=1, limit=2)
        assert [replace(row, row=0) for row in few.rows] == rows[0][1:3]


def _check_subsets(
    ours: Dataset, theirs: Dataset, levels: Mapping[str, int], threshold: int
) -> None:
    """The same but for which of equal groups are shown."""
    found = []
    for table in (ours, theirs):
        answer = table.subsets(levels, threshold=threshold, measure="below_k").to_dict()
        for entry in answer["guide"]:
            if entry["next"] is not None:
                examples = entry["next"].pop("examples")
                entry["examples"] = [example["rows"] for example in examples]
        found.append(answer)
    assert found[0] == found[1]


def _check_alike(ours: Check, theirs: Check) -> None:
    """The same but for t, which no engine measures, and for which of equal classes come first."""
    assert replace(ours, failing_classes=()) == replace(theirs, failing_classes=(), t=None)
    sizes = [[each.size for each in check.failing_classes] for check in (ours, theirs)]
    assert sizes[0] == sizes[1]
    if ours.failing_count <= len(ours.failing_classes):
        known = [replace(each, t=None) for each in theirs.failing_classes]
        assert all(each in known for each in ours.failing_classes)


def check_counts(remote: RowSource, stored: StoredTable) -> None:
    """Rows, profiles and every count are the same."""
    assert remote.rows == stored.rows
    ours, theirs = remote.profiles(), stored.profiles()
    assert [profile.name for profile in ours] == [profile.name for profile in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert one == other, one.name
    names = [profile.name for profile in ours]
    for columns in (names, names[:2], names[-1:], []):
        assert lines(remote.tally(columns)) == lines(stored.tally(columns)), columns


def check_state(remote: RowSource, stored: StoredTable, table: OpenTable, k: int) -> None:
    """What is shown and published in a state is the same: every other attribute raised by one."""
    crowd = table.protected_crowd
    raised = [place % 2 for place in range(len(crowd.names))]
    state = table.state(dict(zip(crowd.names, raised, strict=True)), k)
    classes = enforce(crowd, state)
    labels, kept = recodings(crowd, state.levels), kept_tuples(classes)
    assert 0 < classes.kept_table_rows < remote.rows, "the state should leave out some rows"
    check_published(remote, stored, labels, kept)
    check_pages(remote, stored, labels, kept)
    ours, theirs = remote.risky(15, kept), stored.risky(15, kept)
    assert [row.size for row in ours] == [row.size for row in theirs]
    again = remote.look_up([row.row for row in ours], kept)
    assert [row.cells for row in again] == [row.cells for row in ours]


def check_published(
    remote: RowSource, stored: StoredTable, labels: Mapping[str, Recoding], kept: KeptTuples | None
) -> None:
    """The published rows are the same, counted in every way."""
    names = [profile.name for profile in stored.profiles()]
    assert remote.count_published(labels, kept) == stored.count_published(labels, kept)
    assert remote.count_texts(names, labels, kept) == stored.count_texts(names, labels, kept)
    ours, theirs = (each.count_published_tuples(names, labels, kept) for each in (remote, stored))
    assert lines(ours) == lines(theirs)
    fetched = [
        pa.Table.from_batches(each.published_batches(names, labels, kept)).rename_columns(names)
        for each in (remote, stored)
    ]
    assert lines(fetched[0]) == lines(fetched[1])


def check_pages(
    remote: RowSource, stored: StoredTable, labels: Mapping[str, Recoding], kept: KeptTuples
) -> None:
    """Pages have the same rows, whatever is sorted by and asked for."""
    profiles = stored.profiles()
    first, second = profiles[0].name, profiles[1].name
    value = profiles[0].common[0][0]
    for asked in (
        {},
        {"include_suppressed": True},
        {"sort": first},
        {"sort": second, "descending": True},
        {"sizes": SizeRange(3, 6)},
        {"sizes": SizeRange(10**6)},
        {"sizes": SizeRange(1, 4), "filters": (Filter(first, "not_equals", value),)},
        {"filters": (Filter(first, "missing"),)},
        {"filters": (Filter(first, "not_equals", value), Filter(second, "contains", "a"))},
        {"filters": (Filter(first, "equals", value),), "sort": second, "include_suppressed": True},
    ):
        request = PageRequest(limit=1000, recodings=labels, kept=kept, **asked)
        ours, theirs = remote.page(request), stored.page(request)
        assert ours.total == theirs.total, asked
        shown = [Counter((row[1:]) for row in page.rows) for page in (ours, theirs)]
        if ours.total <= 1000:
            assert shown[0] == shown[1], asked
        sort = asked.get("sort")
        if sort:
            place = [profile.name for profile in profiles].index(str(sort))
            columns = [[row.cells[place] for row in page.rows] for page in (ours, theirs)]
            assert columns[0] == columns[1], asked
