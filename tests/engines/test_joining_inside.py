"""Sources of one database are joined inside it, and every figure is that of a join made here."""

from __future__ import annotations

from contextlib import ExitStack, closing
from secrets import token_hex

import pyarrow as pa
import pytest
from engine_agreement import open_as
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from inside_joins import TABLES, arrow, check_join, columns_of, joins_of, ranges
from servers.account import STRANGE

from incrowd.engines import connect
from incrowd.engines.contract import PublishedSource
from incrowd.engines.joins.join import Column, Join, JoinCondition, Range
from incrowd.engines.joins.joined_sources import JoinedSources
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import open_stored
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.measures.enforcement import enforce
from incrowd.release.published_rows import kept_tuples, recodings

KINDS = {
    "postgresql": ["inner", "left", "right", "full", "cross"],
    "mariadb": ["inner", "left", "right", "cross"],
}
DECLARED = {"a": "varchar(40)", "b": "varchar(40)", "n": "int", "low": "int", "high": "int"}


def write(server, name, mysql):
    columns = {**DECLARED, "w": "double" if mysql else "double precision"}
    table = TABLES[name]
    cells = zip(*(table[column] for column in columns), strict=True)
    rows = ", ".join("(" + ", ".join(literal(cell, mysql) for cell in row) + ")" for row in cells)
    declared = ", ".join(f"{column} {kind}" for column, kind in columns.items())
    server.run(f"CREATE TABLE {name} ({declared})")
    server.run(f"INSERT INTO {name} ({', '.join(columns)}) VALUES {rows}")


def literal(cell, mysql):
    if cell is None:
        return "NULL"
    if isinstance(cell, str):
        text = cell.replace("'", "''")
        return "'" + (text.replace("\\", "\\\\") if mysql else text) + "'"
    return repr(cell)


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def server(request, kind):
    found = request.getfixturevalue(kind)
    mysql = kind == "mariadb"
    if mysql:  # which all files of tests share
        found = found.with_database(f"inside_{token_hex(4)}")
    for name in TABLES:
        write(found, name, mysql)
    return found


@pytest.fixture(scope="module")
def inside(server):
    with ExitStack() as stack:
        yield [
            stack.enter_context(closing(connect(server.url(name), password=STRANGE)))
            for name in TABLES
        ]


@pytest.fixture(scope="module")
def here():
    with ExitStack() as stack:
        yield [stack.enter_context(closing(connect(arrow(name)))) for name in TABLES]


@settings(max_examples=scaled(15), deadline=None, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_every_join_is_that_of_the_embedded_engine(inside, here, kind, data):
    number = data.draw(st.sampled_from([2, 2, 3]))
    joins = data.draw(joins_of(number, KINDS[kind]))
    columns = data.draw(columns_of(number))
    check_join(inside[:number], here[:number], joins, columns, ranges(number))


A = JoinCondition(Column(0, "a"), Column(1, "a"))
COLUMNS = [Column(0, "a"), Column(0, "n"), Column(1, "b"), Column(1, "w")]
STARS = pa.table({"left": ["1", "2", "2"], "right": ["1", "1", "2"]})


def test_one_statement_joins_and_only_joined_combinations_come(inside):
    inside[1].spelling("w")  # how the server writes its numbers is looked up once
    seen: list[Statement] = []
    with closing(JoinedSources(inside[:2])) as both, watch_statements(seen.append):
        joined = both.tally_with_partners([Join("inner", (A,))], COLUMNS, numbered=True)
    (statement,) = seen
    assert statement.step == "joining inside the engine"
    assert statement.rows == joined.table.num_rows == joined.place.combinations
    assert statement.sql.count("GROUP BY") == 2


def test_where_it_was_joined_is_told_in_words(inside, server, kind):
    with closing(JoinedSources(inside[:2])) as both:
        joined = both.tally_with_partners([Join("inner", (A,))], COLUMNS, numbered=True)
    title = "PostgreSQL" if kind == "postgresql" else "MySQL or MariaDB"
    assert joined.place.engine == title
    assert server.database in joined.place.server
    assert f"{joined.table.num_rows} joined combinations came here" in joined.place.sentence
    assert STRANGE not in joined.place.sentence


def test_too_many_combinations_are_counted_in_the_engine_and_none_is_fetched(inside):
    seen: list[Statement] = []
    with (
        closing(JoinedSources(inside[:2], most=5)) as both,
        watch_statements(seen.append),
        pytest.raises(InvalidParameter, match="more than 5 different combinations"),
    ):
        both.tally_with_partners([Join("cross")], COLUMNS, numbered=True)
    assert seen[-1].step == "counting joined combinations"
    assert seen[-1].rows == 1
    with closing(JoinedSources(inside[:2], most=99)) as both:
        assert both.tally([Join("cross")], [Column(0, "n")]).num_rows == 5


def test_people_are_matched_here_with_the_same_figures(inside, here):
    joins, columns = [Join("left", (A,))], [Column(0, "n"), Column(1, "b")]
    told = []
    for sources in (inside[:2], here[:2]):
        with closing(JoinedSources(sources, persons={0: "b"})) as both:
            joined = both.tally_with_partners(joins, columns, numbered=True)
        assert joined.place.engine is None
        told.append((joined.by_person, sorted(map(repr, joined.table.to_pylist())), joined.rows))
    assert told[0][:2] == told[1][:2]
    assert [sorted(rows) for rows in told[0][2]] == [sorted(rows) for rows in told[1][2]]
    with closing(JoinedSources(inside[:2], persons={0: "b"})) as both:
        place = both.tally_with_partners(joins, columns, numbered=True).place
    assert "People are counted" in place.sentence


def test_sources_that_lie_elsewhere_are_joined_here(inside, here):
    joins = [Join("inner", (A,))]
    with closing(JoinedSources([inside[0], here[1]])) as both:
        mixed = both.tally_with_partners(joins, COLUMNS, numbered=True)
    with closing(JoinedSources(here[:2])) as both:
        plain = both.tally_with_partners(joins, COLUMNS, numbered=True)
    assert mixed.place.engine is plain.place.engine is mixed.place.reason is None
    assert sorted(map(repr, mixed.table.to_pylist())) == sorted(map(repr, plain.table.to_pylist()))


def test_what_is_published_is_joined_inside(inside, here, tmp_path):
    """Labels, classes that are left out, and the other source as it is."""
    store(arrow("first"), tmp_path / "first.parquet")
    with closing(open_stored(tmp_path / "first.parquet", name="first")) as stored:
        roles = {"b": "quasi", "n": "quasi"}
        table = open_as(stored, roles)
        state = table.state({"b": 0, "n": 1}, k=2)
        classes = enforce(table.protected_crowd, state)
        labels, kept = recodings(table.protected_crowd, state.levels), kept_tuples(classes)
        assert 0 < classes.kept_table_rows < stored.rows
        published = [
            PublishedSource(source, labels, kept, classes.kept_table_rows)
            for source in (inside[0], stored)
        ]
        for kind in ("inner", "left", "right"):
            joins = [Join(kind, (A,))]
            columns = [Column(0, "n"), Column(0, "w"), Column(1, "b")]
            check_join([published[0], inside[1]], [published[1], here[1]], joins, columns)


def test_a_range_of_decimal_numbers_is_made_here(inside, here):
    made, joins = [Range(0, "wide", "w", "n")], [Join("inner", (A,))]
    columns = [Column(0, "wide"), Column(1, "b")]
    found = []
    for sources in (inside[:2], here[:2]):
        with closing(JoinedSources(sources, made)) as both:
            found.append(both.tally_with_partners(joins, columns, numbered=True))
    assert "neither whole numbers nor texts" in found[0].place.sentence
    rows = [sorted(map(repr, each.table.to_pylist())) for each in found]
    assert rows[0] == rows[1]


def test_a_column_that_is_not_there_is_named_with_its_source(inside):
    with closing(JoinedSources(inside[:2])) as both, pytest.raises(UnknownAttribute, match="'z'"):
        both.tally([Join("inner", (A,))], [Column(1, "z")])


def test_mariadb_has_no_full_join(inside, here, kind):
    joins = [Join("full", (JoinCondition(Column(0, "a"), Column(1, "a"), STARS),))]
    found = []
    for sources in (inside[:2], here[:2]):
        with closing(JoinedSources(sources)) as both:
            found.append(both.tally_with_partners(joins, COLUMNS, numbered=True))
    assert (found[0].place.engine is None) == (kind == "mariadb")
    rows = [sorted(map(repr, each.table.to_pylist())) for each in found]
    assert rows[0] == rows[1]
