"""Trino answers, joins two servers, writes, refuses, stops, and outlives a worker."""

from __future__ import annotations

import threading
import time

import pytest

from servers.account import STRANGE
from servers.mongodb import MongoDB
from servers.postgresql import PostgreSQL
from servers.trino import DATABASE, WRITABLE, Trino
from servers.trino_settings import GUEST

pytestmark = pytest.mark.cluster
PEOPLE = "SELECT i AS id, 20 + i % 3 AS age, IF(i % 2 = 0, 'f', 'm') AS sex"
SIXTY = f"{PEOPLE} FROM UNNEST(sequence(1, 60)) AS t(i)"
ENDLESS = "SELECT count(*) FROM tpch.sf3000.lineitem WHERE length(comment) = -1"


@pytest.mark.parametrize("catalog", WRITABLE)
def test_a_table_is_written_renamed_and_grouped(trino: Trino, catalog: str) -> None:
    room = f"{catalog}.{trino.schema}"
    trino.run(f"CREATE TABLE {room}.staged AS {SIXTY}")
    trino.run(f"ALTER TABLE {room}.staged RENAME TO {room}.people")
    counts = trino.run(f"SELECT age, sex, count(*) FROM {room}.people GROUP BY 1, 2")
    assert sorted(counts) == [[age, sex, 10] for age in (20, 21, 22) for sex in "fm"]


def test_postgresql_and_mongodb_are_joined(trino: Trino, mongodb: MongoDB) -> None:
    trino.run(f"CREATE TABLE pg.{trino.schema}.patients AS {SIXTY}")
    mongodb.insert("visits", [{"person": i, "disease": "flu"} for i in range(1, 11)])
    visits = f"mongo.{mongodb.database}.visits"
    joined = trino.run(
        f"SELECT sex, disease, count(*) FROM pg.{trino.schema}.patients"
        f" JOIN {visits} ON id = person GROUP BY 1, 2 ORDER BY 1"
    )
    assert joined == [["f", "flu", 5], ["m", "flu", 5]]
    trino.run(f"CREATE TABLE mongo.{mongodb.database}.copied AS SELECT * FROM {visits}")
    assert trino.run(f"SELECT count(*) FROM mongo.{mongodb.database}.copied") == [[10]]


def test_a_column_of_an_unknown_type_is_shown_as_text(
    trino: Trino, postgresql_server: PostgreSQL
) -> None:
    where = f"{trino.schema}.places"
    postgresql_server.run(f"CREATE TABLE {where} AS SELECT point(1, 2) AS spot", DATABASE)
    assert trino.run(f"SELECT spot FROM pg.{where}") == [["(1,2)"]]


def test_a_guest_reads_but_does_not_write(trino: Trino) -> None:
    from trino.exceptions import TrinoUserError

    room = f"memory.{trino.schema}"
    trino.run(f"CREATE TABLE {room}.open AS SELECT 1 AS a")
    trino.run(f"CREATE TABLE {room}.secret AS SELECT 1 AS a")
    assert trino.run(f"SELECT a FROM {room}.open", GUEST) == [[1]]
    for refused in (f"SELECT a FROM {room}.secret", f"CREATE TABLE {room}.more AS SELECT 1 AS a"):
        with pytest.raises(TrinoUserError) as caught:
            trino.run(refused, GUEST)
        assert caught.value.error_name == "PERMISSION_DENIED"


@pytest.fixture
def own_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundles that the environment names would be heeded before the server's certificate."""
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("own_certificates")
def test_a_password_is_accepted_over_tls(trino: Trino) -> None:
    assert trino.connect_with(STRANGE).cursor().execute("SELECT 1").fetchall() == [[1]]


@pytest.mark.usefixtures("own_certificates")
def test_a_wrong_password_is_refused(trino: Trino) -> None:
    from trino.exceptions import HttpError

    with pytest.raises(HttpError, match=r"401.*Invalid credentials"):
        trino.connect_with("wrong").cursor().execute("SELECT 1")


def test_cancelling_reaches_the_server(trino: Trino) -> None:
    from trino.exceptions import TrinoUserError

    cursor = trino.connect().cursor()
    timer = threading.Timer(3, cursor.cancel)
    timer.start()
    begin = time.monotonic()
    with pytest.raises(TrinoUserError) as caught:
        cursor.execute(ENDLESS).fetchall()
    timer.join()
    assert caught.value.error_name == "USER_CANCELED"
    assert time.monotonic() - begin < 30
    state = f"SELECT state FROM system.runtime.queries WHERE query_id = '{cursor.query_id}'"
    assert trino.run(state) == [["FAILED"]]


def test_a_query_fails_with_its_worker_and_works_when_tried_again(trino_workers: Trino) -> None:
    from trino.exceptions import TrinoQueryError

    timer = threading.Timer(5, trino_workers.kill_worker)
    timer.start()
    with pytest.raises(TrinoQueryError) as caught:
        trino_workers.run(ENDLESS)
    timer.join()
    assert caught.value.error_type in {"INTERNAL_ERROR", "EXTERNAL"}
    end = time.monotonic() + 60
    rows = None
    while rows is None:
        try:
            rows = trino_workers.run("SELECT count(*) FROM tpch.sf1.orders")
        except TrinoQueryError:
            assert time.monotonic() < end
    assert rows == [[1_500_000]]
