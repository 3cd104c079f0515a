"""Jobs: progress, results, failures without the data in them, cancel, and a bounded number."""

from __future__ import annotations

import threading
import time

import pytest

from incrowd.anonymization.outcome import Interim
from incrowd.errors import Busy, MalformedData, NotFound, TooMany
from incrowd.lru_cache import LruCache
from incrowd.workspace import jobs as module
from incrowd.workspace.jobs import JobResult, Jobs
from incrowd.workspace.turns import AT_ONCE, PER_PERSON, WAITING


@pytest.fixture
def jobs():
    found = Jobs()
    yield found
    found.close()


def ended(jobs: Jobs, job_id: str):
    for _ in range(1000):
        job = jobs.get(job_id)
        if job.ended is not None:
            return job
        time.sleep(0.005)
    raise AssertionError(f"still {jobs.get(job_id)}")


def test_progress_and_result(jobs):
    going, seen = threading.Event(), threading.Event()

    def work(tell):
        tell("reading", 0.5)
        going.set()
        seen.wait()
        return {"dataset": "x"}

    started = jobs.start("ana", work)
    going.wait()
    job = jobs.get(started.id)
    assert (job.state, job.step, job.progress, job.owner) == ("running", "reading", 0.5, "ana")
    seen.set()
    done = ended(jobs, started.id)
    assert (done.state, done.result, done.progress) == ("done", {"dataset": "x"}, 1.0)


def test_what_was_reached_so_far(jobs):
    going, seen = threading.Event(), threading.Event()

    def work(tell):
        tell.show(Interim(7, 10))
        tell("looking", 0.5)
        going.set()
        seen.wait()
        return {}

    started = jobs.start("ana", work)
    going.wait()
    job = jobs.get(started.id)
    assert (job.interim, job.step) == (Interim(7, 10), "looking")
    seen.set()
    ended(jobs, started.id)


def test_errors_of_ours_are_told_as_they_are(jobs):
    def work(tell):
        raise MalformedData("Line 3 is bad.", "Mend it.")

    job = ended(jobs, jobs.start("ana", work).id)
    assert job.state == "failed"
    assert job.error.to_dict()["message"] == "Line 3 is bad."


def test_faults_tell_their_place_but_nothing_of_the_data(jobs):
    def work(tell):
        raise RuntimeError("patient 4711 has cancer")

    job = ended(jobs, jobs.start("ana", work).id)
    assert job.state == "failed"
    assert "RuntimeError (work, line " in job.error.message
    assert "4711" not in str(job.error.to_dict())


def test_cancel_stops_work_that_tells_its_progress(jobs):
    going, cleaned = threading.Event(), []

    def work(tell):
        try:
            while True:
                tell("counting", None)
                going.set()
                time.sleep(0.001)
        finally:
            cleaned.append(True)

    started = jobs.start("ana", work)
    going.wait()
    jobs.cancel(started.id)
    job = ended(jobs, started.id)
    assert (job.state, job.error.code, cleaned) == ("cancelled", "cancelled", [True])


def test_whoever_wants_the_best_so_far_gets_a_result(jobs):
    going = threading.Event()

    def work(tell):
        while not tell.enough():
            tell("looking", None)
            going.set()
            time.sleep(0.001)
        return JobResult(run="best")

    started = jobs.start("ana", work)
    going.wait()
    jobs.finish(started.id)
    job = ended(jobs, started.id)
    assert (job.state, job.result.run) == ("done", "best")


def test_work_that_waits_can_be_cancelled(jobs):
    hold = threading.Event()
    blocking = [jobs.start("ana", lambda tell: hold.wait() or {}) for _ in range(PER_PERSON)]
    ran = []
    cleaned = []
    waiting = jobs.start("ana", lambda tell: ran.append(1) or {}, lambda: cleaned.append(1))
    assert jobs.get(waiting.id).step == "waiting"
    jobs.cancel(waiting.id)
    assert ended(jobs, waiting.id).state == "cancelled"  # while the others still run
    hold.set()
    assert not ran
    assert cleaned == [1]
    assert {ended(jobs, one.id).state for one in blocking} == {"done"}


def test_nothing_is_left_once_a_job_has_ended(jobs):
    seen, hold = [], threading.Event()

    def look() -> None:
        seen.append(jobs.get(started.id).state)

    started = jobs.start("ana", lambda tell: hold.wait() or {}, look)
    hold.set()
    assert ended(jobs, started.id).state == "done"
    assert seen == ["running"]


def test_closing_cleans_up_after_work_that_still_waits():
    jobs, hold, cleaned, ran = Jobs(), threading.Event(), [], []

    def work(tell):
        hold.wait()
        return {}

    for _ in range(PER_PERSON):
        jobs.start("ana", work)
    jobs.start("ana", lambda tell: ran.append(1) or {}, lambda: cleaned.append(1))
    closing = threading.Thread(target=jobs.close)
    closing.start()
    while not all(slot.stop.is_set() for slot in jobs._slots.values()):
        time.sleep(0.001)
    hold.set()
    closing.join()
    assert (ran, cleaned) == ([], [1])


def test_results_are_kept_for_an_hour():
    now = [0.0]
    jobs = Jobs(clock=lambda: now[0])
    job = jobs.start("ana", lambda tell: {})
    ended(jobs, job.id)
    now[0] = module.KEPT_SECONDS - 1
    assert jobs.get(job.id).state == "done"
    now[0] = module.KEPT_SECONDS + 1
    with pytest.raises(NotFound, match="no such job"):
        jobs.get(job.id)
    jobs.close()


def test_the_number_of_jobs_is_bounded(jobs, monkeypatch):
    monkeypatch.setattr(module, "MOST", 3)
    hold = threading.Event()
    for _ in range(3):
        jobs.start("ana", lambda tell: hold.wait() or {})
    cleaned = []
    with pytest.raises(Busy, match="busy"):
        jobs.start("ana", lambda tell: {}, lambda: cleaned.append(1))
    assert cleaned == [1]
    hold.set()
    first = next(iter(jobs._slots))
    for job_id in list(jobs._slots):
        ended(jobs, job_id)
    last = jobs.start("ana", lambda tell: {})
    with pytest.raises(NotFound):
        jobs.get(first)
    assert ended(jobs, last.id).state == "done"


def test_one_person_leaves_room_for_others(jobs):
    """Three of Ana's jobs run whatever she starts; Ben's begins at once, and so does Cleo's."""
    hold, running = threading.Event(), []

    def work(tell):
        running.append(1)
        hold.wait()
        return {}

    own = [jobs.start("ana", work) for _ in range(PER_PERSON + WAITING)]
    with pytest.raises(TooMany, match="60 jobs of yours are waiting"):
        jobs.start("ana", work)
    for person in ("ben", "cleo", "dan"):
        assert ended(jobs, jobs.start(person, lambda tell: {}).id).state == "done"
    assert len(running) == PER_PERSON
    for job in own[PER_PERSON:]:
        jobs.cancel(job.id)
    hold.set()
    assert {ended(jobs, job.id).state for job in own[:PER_PERSON]} == {"done"}
    assert {ended(jobs, job.id).state for job in own[PER_PERSON:]} == {"cancelled"}


def test_people_take_turns(jobs):
    """Who starts ten jobs waits for them, not who starts one after that."""
    hold, order, lock = threading.Event(), [], threading.Lock()

    def work(name):
        def run(tell):
            hold.wait()
            with lock:
                order.append(name)
            return {}

        return run

    people = [f"person {number}" for number in range(AT_ONCE)]
    started = [jobs.start(person, work(person)) for person in people]
    many = [jobs.start("ana", work("ana")) for _ in range(10)]
    one = jobs.start("ben", work("ben"))
    hold.set()
    for job in [*started, *many, one]:
        assert ended(jobs, job.id).state == "done"
    assert order.index("ben") < len(people) + 5


def test_ended_jobs_of_others_are_remembered(jobs, monkeypatch):
    monkeypatch.setattr(module, "MOST_OWN", 5)
    kept = ended(jobs, jobs.start("ben", lambda tell: {}).id)
    for _ in range(20):
        ended(jobs, jobs.start("ana", lambda tell: {}).id)
    assert jobs.get(kept.id).state == "done"
    assert sum(slot.job.owner == "ana" for slot in jobs._slots.values()) == 5


def test_closing_does_not_wait_for_work_that_never_listens(monkeypatch):
    monkeypatch.setattr(module, "FAREWELL", 0.2)
    jobs, hold = Jobs(), threading.Event()
    jobs.start("ana", lambda tell: hold.wait() or {})
    assert not jobs.close()
    with pytest.raises(Busy):
        jobs.start("ana", lambda tell: {})
    hold.set()


def test_unknown_jobs(jobs):
    for call in (jobs.get, jobs.cancel):
        with pytest.raises(NotFound):
            call("0" * 16)


def test_remembered_answers_are_found_once_by_many_threads():
    remembered = LruCache[int](2)
    found = []

    def find() -> int:
        found.append(1)
        time.sleep(0.02)
        return 7

    threads = [threading.Thread(target=remembered.get, args=("x", find)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1]


def test_a_failed_answer_is_asked_again():
    remembered = LruCache[int](2)

    def fail() -> int:
        raise KeyError

    with pytest.raises(KeyError):
        remembered.get("x", fail)
    assert remembered.get("x", lambda: 3) == 3
