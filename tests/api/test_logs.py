"""The log has one line per problem, nothing of the data, and not too many lines."""

from __future__ import annotations

import io
import logging
import sys
import threading

import pytest

from incrowd.api import logs


@pytest.fixture
def written(monkeypatch):
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, threading.excepthook
    text = io.StringIO()
    monkeypatch.setattr(sys, "stderr", text)
    logs.configure_logs()
    yield text
    root.handlers[:], threading.excepthook = handlers, hook
    root.setLevel(level)


def fail() -> None:
    raise ValueError("patient 4711 has cancer")


def test_an_error_is_logged_by_its_kind_and_place(written):
    try:
        fail()
    except ValueError as error:
        about = (type(error), error, error.__traceback__)
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=about)
    assert "ERROR: Exception in ASGI application: ValueError (fail, line " in written.getvalue()
    assert "4711" not in written.getvalue()
    assert written.getvalue().count("\n") == 1


def test_a_thread_that_fails_is_logged_the_same_way(written):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert "A thread failed: ValueError (fail, line " in written.getvalue()
    assert "4711" not in written.getvalue()


def test_the_same_line_comes_once_and_all_lines_are_bounded(written):
    for _ in range(10_000):
        logging.getLogger("asyncio").error("socket.accept() out of system resource\nsocket: 7")
    assert written.getvalue().count("\n") == 1
    for number in range(10_000):
        logging.getLogger("asyncio").error("problem %s", number)
    assert written.getvalue().count("\n") == logs.MOST_LINES


def test_after_a_minute_a_line_comes_again():
    now = [0.0]
    rarely = logs.Rarely(clock=lambda: now[0])
    record = logging.LogRecord("x", logging.ERROR, "", 0, "again", (), None)
    assert [rarely.filter(record), rarely.filter(record)] == [True, False]
    now[0] = logs.AGAIN_SECONDS + 1
    assert rarely.filter(record)
