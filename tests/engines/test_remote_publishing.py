"""A release becomes a table in the server of the data: whole and verified, or not at all."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from engine_agreement import lines, open_as
from remote_rows import ROLES, insert_statements, make_rows
from servers.account import STRANGE
from sqlglot import parse_one

import incrowd
from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.dataset.open_table import Origin
from incrowd.engines import connect
from incrowd.errors import BrokenPromise, Conflict, IncrowdError, InvalidParameter
from incrowd.release import table_target
from incrowd.table import Role

TYPES = {
    "text": "text",
    "int": "int",
    "date": "date",
    "timestamp": "timestamp",
    "double": "double precision",
    "decimal": "numeric(10,2)",
    "bool": "boolean",
}


@pytest.fixture(scope="module")
def server(postgresql):
    for statement in insert_statements(make_rows(), "rows", TYPES):
        postgresql.run(statement)
    postgresql.run("CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT SELECT ON rows TO reader")
    return postgresql


@pytest.fixture
def source(server):
    with closing(connect(server.url("rows"), password=STRANGE)) as table:
        yield table


def release(source, server, target, method="optimal", url=None):
    table = replace(open_as(source, ROLES), origin=Origin(server.url("rows")))
    outcome = anonymize(table, AnonymizationRequest(k=4, method=method, max_suppression=0.9))
    return outcome, outcome.write(url or server.url(target))


def tables(server):
    with closing(connect(server.url("rows"), password=STRANGE)) as table:
        return sorted(name for _, name in table.connection._listing.all_tables())


@pytest.mark.parametrize("method", ["optimal", "priority"])
def test_a_release_is_a_table_beside_the_data(source, server, method, tmp_path):
    outcome, released = release(source, server, f"release_{method}", method)
    assert released.verified
    assert released.path == server.url(f"release_{method}")
    outcome.write(tmp_path / "release.parquet")
    with (
        closing(connect(server.url(f"release_{method}"), password=STRANGE)) as table,
        closing(connect(tmp_path / "release.parquet")) as file,
    ):
        names = [profile.name for profile in table.profiles()]
        assert names == [profile.name for profile in file.profiles()]
        shown = [name for name in names if name not in ("worth", "seen at", "exact")]
        assert lines(table.tally(shown)) == lines(file.tally(shown))
        types = {column.name: column.type for column in table.columns}
    assert types["worth"] == "double precision", "what was not changed keeps its type"


@pytest.mark.parametrize("method", ["optimal", "microaggregation"])
def test_numbers_of_groups_are_published_beside_the_data(source, server, method, tmp_path):
    table = replace(open_as(source, ROLES), origin=Origin(server.url("rows")))
    numeric = next(
        each.name for each in table.table.with_role(Role.QUASI) if each.profile.kind.numeric
    )
    asked = AnonymizationRequest(
        k=4, method=method, max_suppression=0.9, aggregate=((numeric, "mean"),)
    )
    outcome = anonymize(table, asked)
    released = outcome.write(server.url(f"numbers_{method}"))
    assert released.verified
    outcome.write(tmp_path / "release.csv")
    with (
        closing(connect(server.url(f"numbers_{method}"), password=STRANGE)) as written,
        closing(connect(tmp_path / "release.csv")) as file,
    ):
        assert lines(written.tally([numeric])) == lines(file.tally([numeric]))


def test_a_name_that_is_taken_is_refused(source, server):
    server.run("CREATE TABLE taken (a int)")
    before = tables(server)
    with pytest.raises(Conflict, match="There is a table"):
        release(source, server, "taken")
    assert tables(server) == before


def test_the_data_itself_is_never_overwritten(source, server):
    with pytest.raises(Conflict):
        release(source, server, "rows")
    assert source.rows == 400


def test_another_database_is_refused(source, server):
    with pytest.raises(InvalidParameter, match="only in the database that holds the data"):
        release(source, server, "x", url="postgresql://ann@127.0.0.1:1/elsewhere#x")


def test_what_does_not_hold_is_dropped(source, server, monkeypatch):
    def broken(*_):
        raise BrokenPromise("The table does not hold what it promises.")

    before = tables(server)
    monkeypatch.setattr(table_target, "verify_table", broken)
    with pytest.raises(BrokenPromise):
        release(source, server, "never")
    assert tables(server) == before


def test_whoever_may_only_read_can_analyse_but_not_publish(server):
    url = server.url("rows", user="reader")
    roles = {"quasi": ["city", "age"], "sensitive": ["select"]}
    with incrowd.open(url, password="reader", **roles) as data:  # noqa: S106
        assert data.risk().rows == 400
        outcome = data.anonymize(k=3, max_suppression=0.9)
        before = tables(server)
        with pytest.raises(IncrowdError, match=r"may not|permission"):
            outcome.write(server.url("mine", user="reader"))
    assert tables(server) == before


def test_the_order_of_a_release_says_nothing(source, server):
    release(source, server, "shuffled")
    with closing(connect(server.url("shuffled"), password=STRANGE)) as table:
        rows = table.connection.fetch(parse_one("SELECT ctid, city FROM shuffled"), "looking")
    cities = [city for city in rows.column(1).to_pylist() if city]
    assert cities != sorted(cities)
