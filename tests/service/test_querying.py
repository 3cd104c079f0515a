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
from incrowd.workspace.tokens import User
from service.people_data import OWNER
from service.stored_copies import add_copy

ENDLESS = "SELECT count(*) AS n FROM " + ", ".join(f"range(1000) AS t{i}(i)" for i in range(10))
"""It would run for longer than anybody waits."""


@pytest.fixture
def desks(sessions, tmp_path):
    found = QuerySessions(sessions, Sources(tmp_path), Limits(seconds=3600, tables=3))
    yield found
    found.close()


@pytest.fixture
def dataset(sessions, people):
    return add_copy(sessions, people).id


def users(number):
    return [User(f"user {each}", None) for each in range(number)]


def ran(desks, user, sql):
    with desks.using(user) as own:
        return carry_out(own, Query(sql), silent)


def finished(jobs, job):
    while (found := jobs.get(job.id)).ended is None:
        threading.Event().wait(0.02)
    return found


def test_looking_makes_no_desk(desks, dataset):
    somebody, *others = users(querying.MOST_SESSIONS + 3)
    desks.lay(somebody, "t", Place(dataset=dataset), silent)
    for other in others:
        assert desks.tables(other) == []
        for use in (desks.using(other), desks.answering(other, "0" * 16)):
            with pytest.raises(NotFound, match="Nothing lies on your desk") as caught, use:
                pass
            assert "more than 4 people" in caught.value.hint
    assert [table.name for table in desks.tables(somebody)] == ["t"]


def test_what_cannot_be_laid_takes_no_desk_away(desks, dataset, monkeypatch):
    monkeypatch.setattr(querying, "MOST_SESSIONS", 1)
    first, second = users(2)
    desks.lay(first, "t", Place(dataset=dataset), silent)
    for name, place in (("", Place(dataset=dataset)), ("t", Place()), ("t", Place("0" * 16))):
        with pytest.raises((InvalidParameter, NotFound)):
            desks.lay(second, name, place, silent)
    assert len(desks.tables(first)) == 1
    assert desks.tables(second) == []


@pytest.mark.slow
def test_the_longest_unused_desk_is_cleared_and_that_is_said(desks, dataset, monkeypatch):
    monkeypatch.setattr(querying, "MOST_SESSIONS", 2)
    first, second, third = users(3)
    for user in (first, second):
        desks.lay(user, "t", Place(dataset=dataset), silent)
    result = ran(desks, first, "SELECT * FROM t")  # so the second one is the longest unused
    desks.lay(third, "t", Place(dataset=dataset), silent)
    assert [len(desks.tables(user)) for user in (first, second, third)] == [1, 0, 1]
    with desks.answering(first, result) as answer:
        assert answer.rows == 6
    with pytest.raises(NotFound, match="any more"):
        ran(desks, second, "SELECT * FROM t")


@pytest.mark.slow
def test_a_desk_in_use_is_never_cleared_for_others(desks, dataset, monkeypatch):
    monkeypatch.setattr(querying, "MOST_SESSIONS", 2)
    first, second, third = users(3)
    for user in (first, second):
        desks.lay(user, "t", Place(dataset=dataset), silent)
    with desks.using(first), desks.using(second):
        with pytest.raises(Busy, match="2 people query"):
            desks.lay(third, "t", Place(dataset=dataset), silent)
        assert desks.tables(third) == []
    with desks.using(first):  # the longest unused, but somebody works at it
        desks.lay(third, "t", Place(dataset=dataset), silent)
    assert [len(desks.tables(user)) for user in (first, second, third)] == [1, 0, 1]


@pytest.mark.slow
def test_many_people_at_once_get_their_own_desk_or_are_told(desks, dataset):
    told = set()

    def work(user):
        for _ in range(5):
            try:
                desks.lay(user, "t", Place(dataset=dataset), silent)
                with desks.using(user) as own:
                    answer = own.answer(carry_out(own, Query("SELECT * FROM t"), silent))
                    assert answer.page(0, 10)
                    own.desk.remove("t")
            except (Busy, NotFound, InvalidParameter) as error:
                told.add(error.message)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, users(8)))
    assert told <= {
        "There is a table 't' already.",  # left by a round that was told something else
        "4 people query tables at this moment, and there is no room for more.",
        "Nothing lies on your desk (any more).",
    }


def test_deleting_a_data_set_stops_what_runs_on_it(desks, sessions, dataset):
    """The query would run for an hour; the job says why it ended."""
    desks.lay(OWNER, "t", Place(dataset=dataset), silent)
    jobs, begun = Jobs(), threading.Event()

    def work(progress):
        def tell(step, done):
            begun.set()
            progress(step, done)

        with desks.using(OWNER) as own:
            return {"query": carry_out(own, Query(ENDLESS), tell)}

    job = jobs.start(OWNER.name, work)
    assert begun.wait(60)
    sessions.delete(OWNER, dataset)
    ended = finished(jobs, job)
    jobs.close()
    assert ended.state == "failed"
    assert "The desk was cleared" in ended.error.message
    assert "was deleted" in ended.error.hint
    assert desks.tables(OWNER) == []


def test_closing_a_session_stops_what_runs_in_it():
    from incrowd.engines.duckdb.session import Session

    session, begun = Session(silent), threading.Event()
    with ThreadPoolExecutor(2) as pool:
        long = pool.submit(session.run, ENDLESS, "long", lambda step, done: begun.set())
        assert begun.wait(60)
        waiting = pool.submit(session.rows, "SELECT 1")
        session.close()
        for one in (long, waiting):
            with pytest.raises(NotFound, match="closed meanwhile"):
                one.result(60)
    session.close()
    with pytest.raises(NotFound):
        session.rows("SELECT 1")


@pytest.mark.parametrize("moment", ["opened", "adding"])
def test_a_data_set_that_is_deleted_while_it_is_laid_is_not_there(
    desks, sessions, dataset, monkeypatch, moment
):
    """Deleted after its data was opened, and after it was written down as lying on the desk."""

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
        desks.lay(OWNER, "t", Place(dataset=dataset), silent)
    assert desks.tables(OWNER) == []
    with pytest.raises(NotFound, match="no such data set"):
        desks.lay(OWNER, "t", Place(dataset=dataset), silent)


def test_a_scan_that_ends_after_its_data_was_deleted_is_not_kept(desks, sessions, dataset):
    desks.lay(OWNER, "t", Place(dataset=dataset), silent)
    with desks.using(OWNER) as own:
        answer = own.answer(carry_out(own, Query("SELECT * FROM t"), silent))
        found = scan_result(answer, ["age", "sex"], "disease", 1, 0.5, silent)
        sessions.delete(OWNER, dataset)
        for keep in (lambda: own.keep_scan(found), lambda: own.keep(answer)):
            with pytest.raises(NotFound, match="The desk was cleared"):
                keep()
        assert own.scans.answers() == []


def test_a_result_becomes_a_data_set_and_leaves_no_file(desks, sessions, dataset):
    desks.lay(OWNER, "t", Place(dataset=dataset), silent)
    result = ran(desks, OWNER, "SELECT age, disease FROM t")
    with desks.answering(OWNER, result) as answer:
        made = store_result(sessions, OWNER, answer, "kept", silent)
    assert (made.name, made.rows, made.columns) == ("kept", 6, 2)
    assert list(sessions.workspace.uploads.iterdir()) == []


def test_a_query_is_one_of_both():
    for parts in ({}, {"sql": "SELECT 1", "built": querying.BuiltQuery("t")}):
        with pytest.raises(InvalidParameter, match="one of both"):
            Query(**parts)


@pytest.mark.slow
def test_there_are_never_more_tables_than_allowed(desks, dataset):
    """Also where several are laid at the same time."""
    names = [f"t{each}" for each in range(8)]

    def lay(name):
        try:
            desks.lay(OWNER, name, Place(dataset=dataset), silent)
        except InvalidParameter as error:
            return error.message
        return ""

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lay, names))
    assert told.count("") == len(desks.tables(OWNER)) == 3
    assert set(told) == {"", "There are 3 tables already."}
    with desks.using(OWNER) as own:
        assert sql_of(own, querying.BuiltQuery(desks.tables(OWNER)[0].name), querying.Conditions())
