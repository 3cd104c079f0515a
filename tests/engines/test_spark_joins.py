"""Tables of one Spark are joined inside it, and every figure is that of a join made here."""

from __future__ import annotations

from contextlib import ExitStack, closing

import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from inside_joins import TABLES, arrow, check_any_join, open_here

from incrowd.engines import connect

pytestmark = pytest.mark.cluster


@pytest.fixture(scope="module")
def inside(spark, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    for name in TABLES:
        pq.write_table(arrow(name), folder / f"{name}.parquet")
        spark.run(f"CREATE TABLE {name} AS SELECT * FROM parquet.`{folder}/{name}.parquet`")
    with ExitStack() as stack:
        yield [stack.enter_context(closing(connect(spark.url(name)))) for name in TABLES]


@pytest.fixture(scope="module")
def here():
    with open_here() as tables:
        yield tables


@settings(max_examples=8, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_every_join_is_that_of_the_embedded_engine(inside, here, data):
    check_any_join(data, inside, here)
