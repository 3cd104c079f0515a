"""Collections stay in MongoDB, and every answer is that of the embedded engine."""

from __future__ import annotations

from collections import Counter
from contextlib import closing

import pyarrow as pa
import pytest
from engine_agreement import lines
from engine_places import open_place
from remote_rows import keep_rows, make_rows

from incrowd.engines import connect
from incrowd.engines.contract import ROWS, TableName
from incrowd.engines.remote.mongodb import Table
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.engines.stored.page import KeptTuples, Labels, PageRequest, Parts, Recoding
from incrowd.errors import CrowdTooLarge, EngineError

pytestmark = pytest.mark.cluster


@pytest.fixture(scope="module")
def place(request, tmp_path_factory):
    with open_place("mongodb", request, tmp_path_factory.mktemp("place")) as opened:
        yield opened


@pytest.fixture(scope="module")
def stored(place, tmp_path_factory):
    with closing(keep_rows(place.hold(make_rows()), tmp_path_factory.mktemp("stored"))) as table:
        yield table


@pytest.fixture(scope="module")
def remote(place):
    place.add("remote_rows", make_rows())
    with closing(connect(place.url("remote_rows"))) as table:
        assert isinstance(table, Table)
        yield table


def _split(names: tuple[str, ...], tally: pa.Table) -> KeptTuples:
    """Each combination in two parts: its first row shows one label, the others another."""
    parts: list[tuple[int, int, bool]] = []
    texts: list[str] = []
    for place, rows in enumerate(tally.column(ROWS).to_pylist()):
        parts += [(place, 1, place % 3 > 0), *([(place, rows - 1, True)] if rows > 1 else [])]
        texts += ["first", *([f"rest {place}"] if rows > 1 else [])]
    tuples, counts, kept = zip(*parts, strict=True)
    table = pa.table({"tuple": tuples, "rows": counts, "kept": kept, "size": counts})
    known = tuple(dict.fromkeys(texts))
    codes = pa.array([known.index(text) for text in texts], pa.int32())
    return KeptTuples(names, tally.select(names), Parts(table, {names[0]: Labels(codes, known)}))


def test_rows_of_one_combination_may_be_published_in_different_ways(remote, stored):
    names = ("city", "alive")
    kept = _split(names, stored.tally(list(names)))
    for columns in (["city"], ["city", "alive"], []):
        ours, theirs = (each.count_published_tuples(columns, {}, kept) for each in (remote, stored))
        assert lines(ours) == lines(theirs)
    for suppressed in (True, False):
        request = PageRequest(limit=500, kept=kept, include_suppressed=suppressed, sort="city")
        pages = [each.page(request) for each in (remote, stored)]
        assert pages[0].total == pages[1].total
        ours, theirs = (
            Counter((row.suppressed, row.size, row.cells[1], row.cells[7]) for row in page.rows)
            for page in pages
        )
        assert ours == theirs


def test_too_many_combinations_are_refused_before_they_are_fetched(remote):
    few = Table(remote.connection, remote.place, most_tuples=50)
    seen: list[Statement] = []
    refused = pytest.raises(CrowdTooLarge, match="more than 50 different")
    with watch_statements(seen.append), refused:
        few.tally(["city", "age", "Born"])
    assert all((each.rows or 0) <= 1 for each in seen[1:])


def test_a_column_with_very_many_values_is_described_by_figures(remote, stored, monkeypatch):
    monkeypatch.setattr("incrowd.engines.remote.mongo.counted.MOST_VALUES", 4)
    again = Table(remote.connection, remote.place)
    for name in ("_id", "city", "worth", "seen at"):
        found = again.profile(name)
        known = next(profile for profile in stored.profiles() if profile.name == name)
        for figure in ("kind", "missing", "distinct", "minimum", "maximum", "common"):
            assert getattr(found, figure) == getattr(known, figure), (name, figure)


RAISED = Recoding(("x", "y", "=1+1", None), ("letter", "letter", "sum", "none"))
STRANGE = 'strange "name" é'


def test_a_release_is_staged_checked_and_then_named(remote):
    target = TableName(remote.place.path, "released")
    names, labels = ["age", "exact", "Born", STRANGE], {STRANGE: RAISED}
    with remote.staged(target, names, labels, None, "seed") as written:
        assert not remote.connection.exists(target)
        assert written.rows == remote.rows
        expected = remote.count_published_tuples(names, labels, None)
        assert lines(written.tally(names)) == lines(expected)
    with closing(connect(f"{remote.connection.place}#released")) as again:
        columns = {column.name: column.plain for column in again.columns}
        assert set(columns) == {"_id", *names}
        assert columns["age"] == "BIGINT"
        assert {*again.values(STRANGE)} == {"letter", "sum", "none"}
        assert not set(again.values("_id")) & set(remote.values("_id"))
    assert not [name for name in remote.connection.collections() if name.startswith("incrowd_")]


def test_nothing_remains_of_a_release_that_does_not_pass(remote):
    target = TableName(remote.place.path, "refused")
    with pytest.raises(ZeroDivisionError), remote.staged(target, ["age"], {}, None, ""):
        raise ZeroDivisionError
    assert not remote.connection.exists(target)
    assert not [name for name in remote.connection.collections() if name.startswith("incrowd_")]


def test_an_id_cannot_be_published_generalised(remote):
    labels = {"_id": Recoding(tuple(map(str, range(400))), ("*",) * 400)}
    target = TableName(remote.place.path, "ids")
    with pytest.raises(EngineError, match="_id"), remote.staged(target, ["_id"], labels, None, ""):
        pass


def test_a_thousand_fields(mongodb):
    mongodb.insert("wide", [{f"f{i}": n for i in range(1000)} for n in (1, 1, 2)])
    with closing(connect(mongodb.url("wide"))) as table:
        assert len(table.columns) == 1001
        assert lines(table.tally(["f0", "f999"])) == {("1", "1", 2): 1, ("2", "2", 1): 1}
