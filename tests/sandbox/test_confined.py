"""A function in a process of its own: what it says comes over, what it does stays there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from patience import SOON

from incrowd.errors import (
    Cancelled,
    MalformedData,
    NotFound,
    PasswordNeeded,
    ProcessCrashed,
    TookTooLong,
    TooMuchMemory,
)
from incrowd.language import say, set_language, translate
from incrowd.sandbox import ConfinedWorker, Limits, run_confined

LIMITS = Limits(memory=256 << 20, seconds=20, file_bytes=1 << 20)
SHORT = Limits(memory=256 << 20, seconds=1, file_bytes=1 << 20)
linux = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")


def run(task: str, limits: Limits = LIMITS, **arguments: object) -> object:
    return run_confined(f"confined_tasks:{task}", arguments, limits)


@pytest.mark.parametrize(
    "value",
    [None, 7, 1.5, "tür\udcff\0 ñ 漢字", [1, [2, None]], {"a": {"b": "ü"}}, {"$message": 1}, []],
)
def test_a_value_goes_there_and_back(value):
    assert run("echo", value=value) == value


def test_a_message_is_translated_where_it_is_shown():
    answer = run("echo", value=say("There is no file '{path}'.", path="ñ.csv"))
    set_language("es")
    try:
        assert translate(answer) == "No existe el archivo «ñ.csv»."
    finally:
        set_language("en")


def test_progress_comes_over():
    told = []
    limits = LIMITS
    run_confined("confined_tasks:report", {}, limits, lambda *each: told.append(each))
    assert [each for each in told if each[0] != "starting"] == [
        ("reading tür.csv", 0.25),
        ("checking", None),
    ]


def test_an_error_of_ours_is_raised_as_it_was():
    with pytest.raises(MalformedData) as caught:
        run("refuse", name="tür.csv")
    assert caught.value.message == "'tür.csv' is empty."
    assert caught.value.hint == "Check that this is the file you meant."
    assert caught.value.errors == ("é",)
    set_language("es")
    try:
        assert translate(caught.value.message) == "«tür.csv» está vacío."
    finally:
        set_language("en")


def test_an_error_keeps_the_source_that_asks():
    with pytest.raises(PasswordNeeded) as caught:
        run("ask_password")
    assert caught.value.report.source == "clinic"


def test_any_other_error_is_one_clear_error():
    with pytest.raises(ProcessCrashed) as caught:
        run("stumble")
    assert "secret" not in str(caught.value.to_dict())
    assert caught.value.hint


@linux
@pytest.mark.parametrize("piece", [1 << 12, 1 << 20, 100 << 20])
def test_a_memory_bomb_costs_only_its_process(piece):
    with pytest.raises(TooMuchMemory, match=r"0\.3 GB"):
        run("hoard", piece=piece)


@linux
def test_more_memory_than_there_is_costs_nothing():
    with pytest.raises(TooMuchMemory):
        run("ask_for", size=1 << 40)


@pytest.mark.parametrize("task", ["loop", "chatter"])
def test_an_endless_task_is_ended(task):
    start = time.monotonic()
    with pytest.raises(TookTooLong, match="longer than the 1 seconds"):
        run(task, SHORT)
    assert time.monotonic() - start < 4


@pytest.mark.parametrize("task", ["crash", "leave", "babble"])
def test_a_crash_or_nonsense_is_one_clear_error(task):
    with pytest.raises(ProcessCrashed, match="ended abruptly") as caught:
        run(task)
    assert caught.value.hint


def test_a_function_that_is_not_there_is_an_error():
    with pytest.raises(ProcessCrashed):
        run("nothing")


def test_what_libraries_print_disturbs_nobody():
    assert run("talk") == "heard"


@pytest.mark.parametrize("task", ["loop", "sleep", "chatter"])
def test_a_wish_to_stop_is_heard_at_once(task):
    begun = time.monotonic()
    wish: list[float] = []

    def stop(step: str, done: float | None) -> None:
        if time.monotonic() - begun > 0.7:
            wish.append(time.monotonic())
            raise Cancelled(say("Stopped."))

    arguments = {"seconds": 30} if task == "sleep" else {}
    with closing(ConfinedWorker(LIMITS)) as worker:
        with pytest.raises(Cancelled):
            worker.call(f"confined_tasks:{task}", arguments, stop)
        assert not worker.alive
    assert time.monotonic() - begun < SOON
    assert len(wish) == 1


@linux
def test_files_are_bounded_and_lie_in_the_folder(tmp_path):
    run_confined("confined_tasks:write", {"size": 1000}, LIMITS, folder=tmp_path)
    assert (tmp_path / "result").stat().st_size == 1000
    with pytest.raises(ProcessCrashed):
        run_confined("confined_tasks:write", {"size": 2 << 20}, LIMITS, folder=tmp_path)


@linux
def test_nothing_of_ours_is_handed_down(tmp_path, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", "secret")
    with (tmp_path / "open").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        seen = run_confined("confined_tasks:surroundings", {}, LIMITS, folder=tmp_path)
    assert "PGPASSWORD" not in seen["environment"]
    assert len(seen["open"]) <= 6  # three standard ones, two pipes, and the folder that is listed
    assert seen["core"] == 0
    assert seen["nice"] >= 5
    assert seen["temporary"] == str(tmp_path)
    assert not {"numpy", "pyarrow", "duckdb", "numba"} & set(seen["modules"])


def test_a_worker_keeps_what_it_has_for_the_next_call():
    with closing(ConfinedWorker(LIMITS)) as worker:
        worker.call("confined_tasks:remember", {"text": "a"})
        with pytest.raises(MalformedData):
            worker.call("confined_tasks:refuse", {"name": "x"})
        assert worker.call("confined_tasks:remember", {"text": "b"}) == ["a", "b"]
        with pytest.raises(TookTooLong):
            worker.call("confined_tasks:loop", {}, seconds=0.3)
        with pytest.raises(NotFound):
            worker.call("confined_tasks:remember", {"text": "c"})


def test_a_worker_outlives_the_thread_that_made_it():
    made: list[ConfinedWorker] = []
    thread = threading.Thread(target=lambda: made.append(ConfinedWorker(LIMITS)))
    thread.start()
    thread.join()
    with closing(made[0]) as worker:
        assert worker.call("confined_tasks:echo", {"value": 1}) == 1
        time.sleep(0.2)
        assert worker.call("confined_tasks:echo", {"value": 2}) == 2


def test_a_worker_closed_in_the_middle_of_a_call_says_so():
    worker = ConfinedWorker(LIMITS)
    threading.Timer(0.5, worker.close).start()
    with pytest.raises(NotFound, match="closed in the meantime"):
        worker.call("confined_tasks:loop", {})


PARENT = """
import sys
from pathlib import Path
from incrowd.sandbox import ConfinedWorker, Limits

worker = ConfinedWorker(Limits(256 << 20, 60, 1 << 20))
worker.call("confined_tasks:echo", {"value": 1})
print(worker.pid, flush=True)
worker.call("confined_tasks:loop", {})
"""


@linux
def test_a_killed_parent_leaves_no_child():
    here = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": here},
    ) as parent:
        child = int(parent.stdout.readline())
        time.sleep(0.3)
        assert _is_running(child)
        parent.send_signal(signal.SIGKILL)
    end = time.monotonic() + 5
    while _is_running(child) and time.monotonic() < end:
        time.sleep(0.02)
    assert not _is_running(child)


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
