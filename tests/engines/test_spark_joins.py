"""Tables of one Spark are joined inside it, and every figure is that of a join made here."""

from __future__ import annotations

from contextlib import ExitStack, closing

import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from inside_joins import TABLES, arrow, check_join, columns_of, joins_of, ranges

from incrowd.engines import connect

pytestmark = pytest.mark.cluster

KINDS = ["inner", "left", "right", "full", "cross"]


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
    with ExitStack() as stack:
        yield [stack.enter_context(closing(connect(arrow(name)))) for name in TABLES]


@settings(max_examples=8, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_every_join_is_that_of_the_embedded_engine(inside, here, data):
    number = data.draw(st.sampled_from([2, 2, 3]))
    joins = data.draw(joins_of(number, KINDS))
    columns = data.draw(columns_of(number))
    check_join(inside[:number], here[:number], joins, columns, ranges(number))
