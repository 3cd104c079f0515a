"""A folder that Trino wrote as Iceberg opens as a table, without Trino."""

from __future__ import annotations

from contextlib import closing

import pytest
from engine_rows import rows_of
from servers.trino import Trino

from incrowd.engines import connect

pytestmark = pytest.mark.cluster


def test_rows_that_trino_added_and_deleted(trino: Trino) -> None:
    table = f'lake."{trino.schema}".people'
    trino.run(f"CREATE TABLE {table} AS SELECT 30 AS age, 'Ulm' AS city")
    trino.run(f"INSERT INTO {table} VALUES (30, 'Ulm'), (41, NULL), (52, 'Bonn')")
    trino.run(f"DELETE FROM {table} WHERE age = 52")
    (folder,) = (trino.folder / "lake" / trino.schema).glob("people-*")
    with closing(connect(str(folder))) as source:
        assert rows_of(source) == {("30", "Ulm"): 2, ("41", None): 1}
