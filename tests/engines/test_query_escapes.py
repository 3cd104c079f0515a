"""Queries that hear nobody, or take memory that nobody counts, end with their process."""

from __future__ import annotations

import threading
import time
from contextlib import closing

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from patience import SOON

from incrowd.engines import connect
from incrowd.engines.query.query_session import Limits, QuerySession
from incrowd.errors import Cancelled, IncrowdError, InvalidParameter, NotFound, RefusedQuery
from incrowd.progress import silent
from incrowd.sandbox.worker import ConfinedWorker

GIGABYTE = 1 << 30
DOUBLING = ", ".join(f"t{n} AS (SELECT a.*, b.* FROM t{n - 1} a, t{n - 1} b)" for n in range(1, 31))
SLOW = {
    "a constant": "SELECT levenshtein(repeat('ab', 300000), repeat('ba', 300000)) AS d",
    "columns that double": f"WITH t0 AS (SELECT * FROM people), {DOUBLING} SELECT * FROM t30",
}
GREEDY = {
    "a list": "SELECT len(generate_series(1, 3000000000)) AS n",
    "a sorted list": "SELECT len(list_sort(generate_series(1, 1000000000))) AS n",
    "a padded number": "SELECT length(printf('%2000000000d', 1)) AS n",
}


@pytest.fixture
def session(tmp_path):
    limits = Limits(seconds=3, memory=GIGABYTE, spill=GIGABYTE)
    path = tmp_path / "people.parquet"
    pq.write_table(pa.table({"age": [30, 41], "zip": ["14850", "13012"]}), path)
    with closing(QuerySession(limits)) as found, closing(connect(path)) as source:
        found.add("people", source)
        found.run("SELECT 1 AS one")
        yield found


def children() -> list[psutil.Process]:
    """Processes of queries; one that has just ended has no command line any more."""
    return [each for each in psutil.Process().children() if "sandbox" in _command(each)]


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:  # ended, or a zombie that nobody has waited for yet
        return ""


class _Watch:
    """The most memory that this process and its children had meanwhile."""

    def __enter__(self) -> _Watch:
        self.most, self._done = 0, threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._done.wait(0.02):
            for each in children():
                try:
                    self.most = max(self.most, each.memory_info().rss)
                except psutil.NoSuchProcess:
                    continue


@pytest.mark.parametrize("name", SLOW)
def test_what_takes_too_long_is_ended(session, name):
    begun = time.monotonic()
    with pytest.raises(IncrowdError) as caught:
        session.run(SLOW[name])
    assert "longer than 3 seconds" in caught.value.message or "memory" in caught.value.message
    assert time.monotonic() - begun < SOON
    assert session.run("SELECT age FROM people").rows == 2


@pytest.mark.parametrize("name", GREEDY)
def test_what_takes_too_much_memory_is_ended(session, name):
    with _Watch() as watch, pytest.raises(InvalidParameter):
        session.run(GREEDY[name])
    assert watch.most < 2 * GIGABYTE
    assert session.run("SELECT age FROM people").rows == 2


def test_a_query_that_hears_nobody_is_cancelled_at_once(session):
    stopped_at = []

    def tell(step: str, done: float | None) -> None:
        if time.monotonic() - begun > 0.5:
            stopped_at.append(time.monotonic())
            raise Cancelled("Stopped.")

    begun = time.monotonic()
    with pytest.raises(Cancelled):
        session.run(SLOW["a constant"], tell)
    assert time.monotonic() - stopped_at[0] < SOON
    assert not children()
    assert session.run("SELECT age FROM people").rows == 2


def test_what_a_new_process_has_to_load_is_no_time_of_a_query(session, monkeypatch):
    """On a busy machine that takes seconds, and every query after one that was ended failed."""
    calls = []
    call = ConfinedWorker.call

    def watch(worker, function, *rest):
        calls.append(function.partition(":")[2])
        return call(worker, function, *rest)

    monkeypatch.setattr(ConfinedWorker, "call", watch)
    with pytest.raises(IncrowdError):
        session.run(SLOW["a constant"])
    assert session.run("SELECT age FROM people").rows == 2
    assert session.run("SELECT age FROM people").rows == 2
    assert calls == ["run", "warm_up", "run", "run"]


def test_closing_ends_the_query_and_its_process(session):
    failures = []

    def run() -> None:
        try:
            session.run(SLOW["a constant"])
        except IncrowdError as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.5)
    begun = time.monotonic()
    session.close()
    thread.join()
    assert time.monotonic() - begun < SOON
    assert isinstance(failures[0], NotFound)
    assert not children()


def test_pages_of_a_result_do_not_wait_for_a_query(session):
    answer = session.run("SELECT age FROM people ORDER BY age")
    thread = threading.Thread(target=_run_in_vain, args=[session])
    thread.start()
    time.sleep(0.5)
    assert answer.page(0, 10) == [("30",), ("41",)]
    assert thread.is_alive()
    thread.join()


def _run_in_vain(session: QuerySession) -> None:
    with pytest.raises(IncrowdError):
        session.run(SLOW["a constant"])


def test_an_answer_that_is_too_large_is_refused(tmp_path):
    limits = Limits(seconds=20, memory=GIGABYTE, spill=64 << 20, answer=1 << 20)
    with closing(QuerySession(limits)) as session:
        for sql in (
            "SELECT repeat('x', 1000000) AS a FROM generate_series(1, 20)",
            "SELECT repeat('x', 1000000) AS a FROM generate_series(1, 200)",
        ):
            with pytest.raises(InvalidParameter, match="too large"):
                session.run(sql)
        assert not list(session._folder.glob("r*"))
        assert session.run("SELECT 1 AS one").rows == 1


def test_types_survive_on_the_way(session):
    sql = """SELECT 170141183460469231731687303715884105727::HUGEINT AS h, [1, NULL] AS l,
        1.50::DECIMAL(5,2) AS d, INTERVAL 3 MONTH AS i, 'x'::BLOB AS b,
        TIMESTAMP '2024-01-31 10:00:00' AS t, NULL AS n"""
    answer = session.run(sql)
    types = [column.type for column in answer.columns]
    assert types[:3] == ["HUGEINT", "INTEGER[]", "DECIMAL(5,2)"]
    assert types[3:6] == ["INTERVAL", "BLOB", "TIMESTAMP"]
    cells = answer.page(0, 1)[0]
    assert cells[:5] == (str(2**127 - 1), "[1,null]", "1.50", "3 months", "78")
    assert cells[5:] == ("2024-01-31 10:00:00", None)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (f"SELECT {'(' * 500}1{')' * 500} AS a", "nested too deeply"),
        (f"SELECT {'abs(' * 500}1{')' * 500} AS a", "nested too deeply"),
        (f"SELECT {'1+' * 5000}1 AS a", "depth limit"),
        (f"SELECT {'1+' * 900}1 AS a", "longer than 3 seconds"),
    ],
)
def test_deep_nesting_is_refused_or_ended(session, sql, said):
    with pytest.raises((RefusedQuery, InvalidParameter), match=said):
        session.run(sql)
    assert session.run("SELECT 1 AS one").rows == 1


def test_nothing_is_left_when_a_session_is_closed():
    session = QuerySession()
    session.run("SELECT 1 AS one", silent)
    folder = session._folder
    assert children()
    assert oct(folder.stat().st_mode & 0o777) == "0o700"
    session.close()
    assert not folder.exists()
    assert not children()
