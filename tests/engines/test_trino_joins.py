"""One Trino joins PostgreSQL with MongoDB, and every figure is that of a join made here."""

from __future__ import annotations

from contextlib import ExitStack, closing

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from inside_joins import NAMES, TABLES, TYPES, check_any_join, open_here
from servers.trino import DATABASE

from incrowd.engines import connect
from incrowd.engines.joins.join import Column, Join, JoinCondition
from incrowd.engines.joins.joined_sources import JoinedSources
from incrowd.engines.remote.statements import Statement, watch_statements

pytestmark = pytest.mark.cluster

PLACES = {"first": "pg", "second": "mongo", "third": "memory"}


def rows(name: str) -> list[dict[str, object]]:
    """The rows of a table; complete ones first, by which Trino learns what is in a collection."""
    columns = TABLES[name]
    cells = zip(*(columns[column] for column in TYPES), strict=True)
    found = [dict(zip(TYPES, row, strict=True)) for row in cells]
    return sorted(found, key=lambda row: None in row.values())


def literal(cell: object) -> str:
    if cell is None:
        return "NULL"
    return "'" + cell.replace("'", "''") + "'" if isinstance(cell, str) else f"{cell!r}"


@pytest.fixture(scope="module")
def inside(trino, mongodb):
    declared = "a varchar, b varchar, n integer, w double, low integer, high integer"
    for name, catalog in PLACES.items():
        if catalog == "mongo":
            mongodb.insert(name, rows(name))
            continue
        table = f'{catalog}."{trino.schema}".{name}'
        trino.run(f"CREATE TABLE {table} ({declared})")
        lines = [f"({', '.join(map(literal, row.values()))})" for row in rows(name)]
        written = ", ".join(lines).replace("1e-07", "1e-7")
        trino.run(f"INSERT INTO {table} SELECT * FROM (VALUES {written})")
    with ExitStack() as stack:
        schemas = {"mongo": mongodb.database}
        yield [
            stack.enter_context(
                closing(connect(trino.url(name, catalog, schemas.get(catalog, trino.schema))))
            )
            for name, catalog in PLACES.items()
        ]


@pytest.fixture(scope="module")
def here():
    with open_here() as tables:
        yield tables


@settings(max_examples=12, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_every_join_is_that_of_the_embedded_engine(inside, here, data):
    check_any_join(data, inside, here)


def test_one_statement_reads_both_catalogues(inside):
    same = JoinCondition(Column(0, "a"), Column(1, "a"))
    columns = [Column(source, name) for source in (0, 1) for name in NAMES[:3]]
    seen: list[Statement] = []
    with closing(JoinedSources(inside[:2])) as both, watch_statements(seen.append):
        joined = both.tally_with_partners([Join("inner", (same,))], columns, numbered=True)
    (statement,) = seen
    assert '"pg".' in statement.sql
    assert '"mongo".' in statement.sql
    assert statement.rows == joined.table.num_rows > 0
    assert joined.place.engine == "Trino"
    assert DATABASE not in joined.place.server  # the servers behind it are not told
