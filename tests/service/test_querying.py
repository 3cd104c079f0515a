"""Query sessions: who has one, when it is closed, and that nothing of a deleted data set stays."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from incrowd.engines.query.query_session import Limits
from incrowd.errors import Busy, InvalidParameter, NotFound
from incrowd.progress import silent
from incrowd.service.queries import queries as querying
from incrowd.service.queries.leaks import scan_result, store_result
from incrowd.service.queries.queries import Place, Query, QuerySessions, carry_out, sql_of
from incrowd.workspace.jobs import Jobs
from incrowd.workspace.sources import Sources
from incrowd.workspace.users import ALL, Right, User
from service.people_data import OWNER
from service.stored_copies import add_copy

ENDLESS = "SELECT count(*) AS n FROM " + ", ".join(f"range(1000) AS t{i}(i)" for i in range(10))
"""It would run for longer than anybody waits."""


@pytest.fixture
def query_sessions(sessions, tmp_path):
    found = QuerySessions(sessions, Sources(tmp_path), Limits(seconds=3600, tables=3))
    yield found
    found.close()


@pytest.fixture
def dataset(sessions, people):
    return add_copy(sessions, people).id


def users(number):
    return [User(f"user {each}", {ALL: Right.OWN}) for each in range(number)]


def ran(query_sessions, user, sql):
    with query_sessions.using(user) as own:
        return carry_out(own, Query(sql), silent)


def finished(jobs, job):
    while (found := jobs.get(job.id)).ended is None:
        threading.Event().wait(0.02)
    return found


def test_looking_makes_no_session(query_sessions, dataset):
    somebody, *others = users(querying.MOST_SESSIONS + 3)
    query_sessions.add_table(somebody, "t", Place(dataset=dataset), silent)
    for other in others:
        assert query_sessions.tables(other) == []
        for use in (query_sessions.using(other), query_sessions.answering(other, "0" * 16)):
            with pytest.raises(NotFound, match="You have no query session") as caught, use:
                pass
            assert "more than 4 people" in caught.value.hint
    assert [table.name for table in query_sessions.tables(somebody)] == ["t"]


def test_what_cannot_be_laid_takes_no_session_away(query_sessions, dataset, monkeypatch):
    monkeypatch.setattr(querying, "MOST_SESSIONS", 1)
    first, second = users(2)
    query_sessions.add_table(first, "t", Place(dataset=dataset), silent)
    for name, place in (("", Place(dataset=dataset)), ("t", Place()), ("t", Place("0" * 16))):
        with pytest.raises((InvalidParameter, NotFound)):
            query_sessions.add_table(second, name, place, silent)
    assert len(query_sessions.tables(first)) == 1
    assert query_sessions.tables(second) == []


@pytest.mark.slow
def test_the_longest_unused_session_is_closed_and_says_so(query_sessions, dataset, monkeypatch):
    monkeypatch.setattr(querying, "MOST_SESSIONS", 2)
    first, second, third = users(3)
    for user in (first, second):
        query_sessions.add_table(user, "t", Place(dataset=dataset), silent)
    result = ran(query_sessions, first, "SELECT * FROM t")  # so the second is unused
    query_sessions.add_table(third, "t", Place(dataset=dataset), silent)
    assert [len(query_sessions.tables(user)) for user in (first, second, third)] == [1, 0, 1]
    with query_sessions.answering(first, result) as answer:
        assert answer.rows == 6
    with pytest.raises(NotFound, match="or it was closed"):
        ran(query_sessions, second, "SELECT * FROM t")


@pytest.mark.slow
def test_a_session_in_use_is_never_closed_for_others(query_sessions, dataset, monkeypatch):
    monkeypatch.setattr(querying, "MOST_SESSIONS", 2)
    first, second, third = users(3)
    for user in (first, second):
        query_sessions.add_table(user, "t", Place(dataset=dataset), silent)
    with query_sessions.using(first), query_sessions.using(second):
        with pytest.raises(Busy, match="2 people are querying"):
            query_sessions.add_table(third, "t", Place(dataset=dataset), silent)
        assert query_sessions.tables(third) == []
    with query_sessions.using(first):  # the longest unused, but somebody works at it
        query_sessions.add_table(third, "t", Place(dataset=dataset), silent)
    assert [len(query_sessions.tables(user)) for user in (first, second, third)] == [1, 0, 1]


@pytest.mark.slow
def test_many_people_at_once_get_their_own_session_or_are_told(query_sessions, dataset):
    told = set()

    def work(user):
        for _ in range(5):
            try:
                query_sessions.add_table(user, "t", Place(dataset=dataset), silent)
                with query_sessions.using(user) as own:
                    answer = own.answer(carry_out(own, Query("SELECT * FROM t"), silent))
                    assert answer.page(0, 10)
                    own.session.remove("t")
            except (Busy, NotFound, InvalidParameter) as error:
                told.add(error.message)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, users(8)))
    assert told <= {
        "There is a table 't' already.",  # left by a round that was told something else
        "4 people are querying tables right now, and there is no room for more.",
        "You have no query session, or it was closed.",
    }


def test_deleting_a_data_set_stops_what_runs_on_it(query_sessions, sessions, dataset):
    """The query would run for an hour; the job says why it ended."""
    query_sessions.add_table(OWNER, "t", Place(dataset=dataset), silent)
    jobs, begun = Jobs(), threading.Event()

    def work(progress):
        def tell(step, done):
            begun.set()
            progress(step, done)

        with query_sessions.using(OWNER) as own:
            return {"query": carry_out(own, Query(ENDLESS), tell)}

    job = jobs.start(OWNER.name, work)
    assert begun.wait(60)
    sessions.delete(OWNER, dataset)
    ended = finished(jobs, job)
    jobs.close()
    assert ended.state == "failed"
    assert "The query session was closed" in ended.error.message
    assert "was deleted" in ended.error.hint
    assert query_sessions.tables(OWNER) == []


def test_closing_a_session_stops_what_runs_in_it():
    from incrowd.engines.duckdb.session import Session

    session, begun = Session(silent), threading.Event()
    with ThreadPoolExecutor(2) as pool:
        long = pool.submit(session.run, ENDLESS, "long", lambda step, done: begun.set())
        assert begun.wait(60)
        waiting = pool.submit(session.rows, "SELECT 1")
        session.close()
        for one in (long, waiting):
            with pytest.raises(NotFound, match="closed in the meantime"):
                one.result(60)
    session.close()
    with pytest.raises(NotFound):
        session.rows("SELECT 1")


@pytest.mark.parametrize("moment", ["opened", "adding"])
def test_a_data_set_that_is_deleted_while_it_is_laid_is_not_there(
    query_sessions, sessions, dataset, monkeypatch, moment
):
    """Deleted after its data was opened, and after it was written down as being in the session."""

    def delete():
        monkeypatch.undo()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(sessions.delete, OWNER, dataset).result(60)

    if moment == "opened":
        before = querying.QuerySessions._provide

        def provide(self, user, place):
            self._lock.release()
            delete()
            self._lock.acquire()
            return before(self, user, place)

        monkeypatch.setattr(querying.QuerySessions, "_provide", provide)
    else:
        add = querying.QuerySession.add

        def added(self, *arguments):
            delete()
            return add(self, *arguments)

        monkeypatch.setattr(querying.QuerySession, "add", added)
    with pytest.raises(NotFound):
        query_sessions.add_table(OWNER, "t", Place(dataset=dataset), silent)
    assert query_sessions.tables(OWNER) == []
    with pytest.raises(NotFound, match="no such data set"):
        query_sessions.add_table(OWNER, "t", Place(dataset=dataset), silent)


def test_a_scan_that_ends_after_its_data_was_deleted_is_not_kept(query_sessions, sessions, dataset):
    query_sessions.add_table(OWNER, "t", Place(dataset=dataset), silent)
    with query_sessions.using(OWNER) as own:
        answer = own.answer(carry_out(own, Query("SELECT * FROM t"), silent))
        found = scan_result(answer, ["age", "sex"], "disease", 1, 0.5, silent)
        sessions.delete(OWNER, dataset)
        for keep in (lambda: own.keep_scan(found), lambda: own.keep(answer)):
            with pytest.raises(NotFound, match="The query session was closed"):
                keep()
        assert own.scans.answers() == []


def test_a_result_becomes_a_data_set_and_leaves_no_file(query_sessions, sessions, dataset):
    query_sessions.add_table(OWNER, "t", Place(dataset=dataset), silent)
    result = ran(query_sessions, OWNER, "SELECT age, disease FROM t")
    with query_sessions.answering(OWNER, result) as answer:
        made = store_result(sessions, OWNER, answer, "kept", silent)
    assert (made.name, made.rows, made.columns) == ("kept", 6, 2)
    assert list(sessions.workspace.uploads.iterdir()) == []


def test_a_query_is_one_of_both():
    for parts in ({}, {"sql": "SELECT 1", "built": querying.BuiltQuery("t")}):
        with pytest.raises(InvalidParameter, match="not both"):
            Query(**parts)


@pytest.mark.slow
def test_there_are_never_more_tables_than_allowed(query_sessions, dataset):
    """Also where several are laid at the same time."""
    names = [f"t{each}" for each in range(8)]

    def lay(name):
        try:
            query_sessions.add_table(OWNER, name, Place(dataset=dataset), silent)
        except InvalidParameter as error:
            return error.message
        return ""

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lay, names))
    assert told.count("") == len(query_sessions.tables(OWNER)) == 3
    assert set(told) == {"", "There are 3 tables already."}
    with query_sessions.using(OWNER) as own:
        assert sql_of(
            own, querying.BuiltQuery(query_sessions.tables(OWNER)[0].name), querying.Conditions()
        )
