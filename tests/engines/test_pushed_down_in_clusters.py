"""States counted inside Trino and Spark answer as the crowd does, to the last digit."""

from __future__ import annotations

from contextlib import closing

import pyarrow.parquet as pq
import pytest
from engine_agreement import check_pushed
from remote_rows import ROLES, keep_rows, make_rows

from incrowd.engines import connect
from incrowd.engines.remote.table import RemoteTable

pytestmark = pytest.mark.cluster


@pytest.fixture(scope="module")
def rows():
    # as every engine takes them from a literal: Trino casts no texts to dates by itself
    return make_rows().select(["city", "age", "Born", "alive", "select"])


@pytest.fixture(scope="module")
def stored(rows, tmp_path_factory):
    with closing(keep_rows(rows, tmp_path_factory.mktemp("stored"))) as table:
        yield table


@pytest.fixture(scope="module")
def in_spark(rows, request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("spark")
    pq.write_table(rows, folder / "rows.parquet")
    request.getfixturevalue("spark_local")
    return f"spark+local://#parquet:{folder}"


@pytest.fixture(scope="module")
def in_trino(rows, request):
    trino = request.getfixturevalue("trino")
    names = ["city", "age", "born", "alive", "select"]
    cells = zip(*(column.to_pylist() for column in rows.columns), strict=True)
    lines = ", ".join(f"({', '.join(map(_literal, line))})" for line in cells)
    listed = ", ".join(f'"{name}"' for name in names)
    trino.run(
        f'CREATE TABLE memory."{trino.schema}".pushed AS '
        f"SELECT * FROM (VALUES {lines}) AS t({listed})"
    )
    return trino.url("pushed", "memory")


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    quoted = "'" + str(value).replace("'", "''") + "'"
    return quoted if isinstance(value, str) else f"DATE {quoted}"


def test_states_are_counted_in_spark_as_the_crowd_says(in_spark, stored):
    _compare(in_spark, stored)


def test_states_are_counted_in_trino_as_the_crowd_says(in_trino, stored, rows, tmp_path):
    # Trino writes all names in small letters, and so must the rows that it is compared with
    lowered = rows.rename_columns([name.lower() for name in rows.column_names])
    with closing(keep_rows(lowered, tmp_path)) as known:
        _compare(in_trino, known)


def _compare(url, known) -> None:
    roles = {name.lower(): role for name, role in ROLES.items()}
    chosen = {profile.name: roles[profile.name.lower()] for profile in known.profiles()}
    with closing(connect(url)) as table:
        few = RemoteTable(table.connection, table.place, most_tuples=50)
        check_pushed(few, known, chosen, thresholds=(2,))
