"""Spark answers over Connect, alone and with workers, and in a Java of this process."""

from __future__ import annotations

import threading
import time

import pytest

from servers.spark import Spark

pytestmark = pytest.mark.cluster
PEOPLE = "SELECT id % 3 AS age, IF(id % 2 = 0, 'f', 'm') AS sex FROM range(60)"
COUNTS = "SELECT age, sex, count(*) AS n FROM people GROUP BY age, sex"
ENDLESS = "SELECT count(*) FROM range(100000000000) WHERE sqrt(id) = -1"
SLOW = "SELECT count(*) FROM range(0, 1200000000, 1, 24) WHERE sqrt(id) = -1"


@pytest.fixture(scope="module")
def clinic(spark: Spark) -> Spark:
    spark.run(f"CREATE TABLE people AS {PEOPLE}")
    return spark


def test_rows_are_grouped_by_the_server_and_come_as_arrow(clinic: Spark) -> None:
    with clinic.session() as session:
        answer = session.sql(COUNTS).toArrow().to_pylist()
    assert {(one["age"], one["sex"]): one["n"] for one in answer} == {
        (age, sex): 10 for age in range(3) for sex in "fm"
    }


def test_a_table_is_written_by_the_server_and_then_takes_its_name(clinic: Spark) -> None:
    clinic.run(
        "CREATE TABLE staged AS SELECT age FROM people WHERE sex = 'f'",
        "ALTER TABLE staged RENAME TO women",
    )
    with clinic.session() as session:
        assert session.sql("SELECT count(*) AS n FROM women").toArrow().to_pylist() == [{"n": 30}]
        assert not session.catalog.tableExists("staged")


def test_cancelling_reaches_the_server(clinic: Spark) -> None:
    from pyspark.errors import PySparkException

    with clinic.session() as session:
        timer = threading.Timer(2, session.interruptAll)
        timer.start()
        begin = time.monotonic()
        with pytest.raises(PySparkException) as caught:
            session.sql(ENDLESS).toArrow()
        assert caught.value.getCondition() == "OPERATION_CANCELED"
        assert time.monotonic() - begin < 30
        timer.join()
        assert session.sql("SELECT 1 AS one").toArrow().to_pylist() == [{"one": 1}]


def test_a_killed_worker_is_no_end_of_a_query_as_spark_tries_again(spark_workers: Spark) -> None:
    with spark_workers.session() as session:
        session.sql("SELECT count(*) FROM range(1000)").toArrow()
        timer = threading.Timer(2, spark_workers.kill_worker)
        timer.start()
        answer = session.sql(SLOW).toArrow().to_pylist()
        timer.join()
        assert answer == [{"count(1)": 0}]
        assert session.sql("SELECT 1 AS one").toArrow().to_pylist() == [{"one": 1}]


def test_a_classic_session_needs_no_server(spark_local) -> None:
    spark_local.sql(PEOPLE).createOrReplaceTempView("people")
    answer = spark_local.sql(COUNTS).toArrow().to_pylist()
    assert sorted({one["n"] for one in answer}) == [10]
    assert len(answer) == 6
