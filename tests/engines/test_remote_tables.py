"""Tables stay in PostgreSQL and MariaDB, and every answer is that of the embedded engine."""

from __future__ import annotations

from contextlib import closing

import pytest
from engine_agreement import open_as
from engine_places import open_place
from remote_rows import ROLES, keep_rows, make_rows

from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.dataset.coarsening import coarsen
from incrowd.dataset.risk import measure_risk
from incrowd.engines import connect
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.engines.remote.table import RemoteTable
from incrowd.errors import CrowdTooLarge


@pytest.fixture(scope="module")
def rows():
    return make_rows()


@pytest.fixture(scope="module")
def stored(rows, tmp_path_factory):
    with closing(keep_rows(rows, tmp_path_factory.mktemp("stored"))) as table:
        yield table


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def remote(request, rows, tmp_path_factory):
    with open_place(request.param, request, tmp_path_factory.mktemp("place")) as place:
        place.add("remote_rows", rows)
        with closing(connect(place.url("remote_rows"))) as table:
            yield table


def test_people_are_counted_in_the_server(remote, stored, tmp_path):
    roles = {**ROLES, "city": "person", "Born": "insensitive"}
    released = []
    for source in (remote, stored):
        request = AnonymizationRequest(k=2, method="priority", max_suppression=0.5)
        outcome = anonymize(open_as(source, roles), request)
        assert outcome.result.k >= 2
        released.append(outcome.write(tmp_path / f"{type(source).__name__}.csv"))
    assert released[0].rows == released[1].rows
    assert released[0].k == released[1].k


def test_too_many_combinations_are_refused_before_they_are_fetched(remote):
    few = RemoteTable(remote.connection, remote.place, most_tuples=50)
    seen: list[Statement] = []
    refused = pytest.raises(CrowdTooLarge, match="more than 50 different")
    with watch_statements(seen.append), refused:
        few.tally(["city", "age", "Born"])
    assert all((each.rows or 0) <= 1 for each in seen)


def test_columns_are_generalised_in_the_server_before_they_are_counted(remote, stored):
    exact = open_as(stored, ROLES)
    raised = coarsen(open_as(remote, ROLES), {"age": 1, "Born": 1})
    levels = {"age": 1, "Born": 1}
    for more in ({}, {"age": 1}, {"city": 1, "Born": 1}):
        above = {name: levels.get(name, 0) + more.get(name, 0) for name in exact.crowd.names}
        ours, theirs = measure_risk(raised, more, 3), measure_risk(exact, above, 3)
        assert (ours.rows, ours.classes, ours.class_sizes) == (
            theirs.rows,
            theirs.classes,
            theirs.class_sizes,
        )


def test_levels_are_chosen_until_the_combinations_fit(remote, tmp_path):
    few = RemoteTable(remote.connection, remote.place, most_tuples=150)
    table = coarsen(open_as(few, ROLES), None)
    assert table.begun
    assert len(table.protected_crowd.counts) <= 150
    outcome = anonymize(table, AnonymizationRequest(k=3, max_suppression=0.5))
    assert outcome.write(tmp_path / "out.csv").verified
    recipe = outcome.to_recipe()
    name, begun = next(iter(table.begun.items()))
    assert recipe.levels[name] >= begun.level
