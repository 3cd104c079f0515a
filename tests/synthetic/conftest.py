"""Tables large enough for their shares to be told apart from chance."""

from __future__ import annotations

import duckdb
import pyarrow as pa
import pytest

from incrowd.synthetic import generate

ROWS = 60_000


@pytest.fixture(scope="session")
def census() -> pa.Table:
    return generate("census", ROWS, seed=11)


@pytest.fixture(scope="session")
def hospital() -> pa.Table:
    return generate("hospital", ROWS, seed=11)


@pytest.fixture
def asking(census: pa.Table, hospital: pa.Table) -> duckdb.DuckDBPyConnection:
    """A connection that knows both tables, to ask them in SQL."""
    connection = duckdb.connect()
    connection.register("census", census)
    connection.register("hospital", hospital)
    return connection
