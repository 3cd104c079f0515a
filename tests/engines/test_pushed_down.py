"""States counted inside PostgreSQL and MariaDB answer as the crowd does, to the last digit."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from secrets import token_hex

import pytest
from engine_agreement import check_pushed, open_as
from engine_places import SQL_TYPES
from remote_rows import ROLES, insert_statements, keep_rows, make_rows
from servers.account import STRANGE

from incrowd.engines import connect
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.engines.remote.table import RemoteTable
from incrowd.errors import CrowdNeeded, CrowdTooLarge


@pytest.fixture(scope="module")
def rows():
    return make_rows()


@pytest.fixture(scope="module")
def stored(rows, tmp_path_factory):
    with closing(keep_rows(rows, tmp_path_factory.mktemp("stored"))) as table:
        yield table


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def remote(request, rows):
    server = request.getfixturevalue(request.param)
    mysql = request.param == "mariadb"
    if mysql:
        server = server.with_database(f"pushed_{token_hex(4)}")
    quote = "`" if mysql else '"'
    for statement in insert_statements(
        rows, "pushed_rows", SQL_TYPES[request.param], quote, escape=mysql
    ):
        server.run(statement)
    with closing(connect(server.url("pushed_rows"), password=STRANGE)) as table:
        yield RemoteTable(table.connection, table.place, most_tuples=50)


def test_every_answer_is_that_of_the_crowd(remote, stored):
    check_pushed(remote, stored, ROLES)
    everything = dict.fromkeys((profile.name for profile in stored.profiles()), "quasi")
    check_pushed(remote, stored, {**everything, "select": "sensitive", "worth": "insensitive"})


def test_only_a_few_figures_come_back(remote):
    table = replace(open_as(remote, ROLES), push_down=True)
    with pytest.raises(CrowdTooLarge):
        replace(table, push_down=False).risk()
    table.states.at(
        table.states.heights, ["select"]
    )  # the values of the columns are known from here on
    seen: list[Statement] = []
    with watch_statements(seen.append):
        advice = table.recommend(k=2)
    assert [each.step for each in seen] == ["counting classes by size"]
    assert seen[0].rows < 800
    assert advice.generalizations
    with watch_statements(seen.append):
        assert table.recommend(k=2).to_dict() == advice.to_dict()
    assert len(seen) == 1, "what is known is not asked again"


def test_all_pairs_are_counted_by_one_statement_and_each_merge_by_another(remote):
    table = replace(open_as(remote, {**ROLES, "exact": "quasi"}), push_down=True)
    table.states.at(table.states.heights)
    seen: list[Statement] = []
    with watch_statements(seen.append):
        subsets = table.subsets(threshold=400)
    assert len(subsets.pairs) == 10
    assert {each.step for each in seen} == {"counting classes by size"}
    whole, pairs, *merges = seen
    assert whole.rows < pairs.rows, "all columns first, then every column and every pair"
    assert len(merges) <= len(table.hierarchies) - 2


def test_what_needs_the_crowd_says_so(remote):
    table = replace(open_as(remote, ROLES), push_down=True)
    with pytest.raises(CrowdNeeded, match="state by state") as refused:
        table.anonymize(k=2)
    assert "--coarsen auto" in refused.value.hint
    with pytest.raises(CrowdNeeded, match="t needs"):
        table.check(2, t=0.3)
    with pytest.raises(CrowdNeeded, match="'age'"):
        replace(open_as(remote, {**ROLES, "age": "sensitive"}), push_down=True).risk(k=2)
    with pytest.raises(CrowdNeeded, match="several rows"):
        replace(open_as(remote, {**ROLES, "city": "person"}), push_down=True).risk()
