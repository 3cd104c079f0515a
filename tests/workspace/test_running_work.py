"""Work on data sets stops once one of them is deleted, and says so."""

from __future__ import annotations

import pytest

from incrowd.errors import Cancelled, DataError
from incrowd.language import say
from incrowd.progress import silent
from incrowd.workspace.jobs import RunningWork, unexpected


def test_progress_is_passed_on() -> None:
    told: list[tuple[str, float | None]] = []
    with RunningWork().on(["a"], lambda step, done: told.append((step, done))) as report:
        report("counting", 0.5)
        report("writing", None)
    assert told == [("counting", 0.5), ("writing", None)]


def delete_midway(error: Exception | None = None) -> None:
    """Work on two data sets, of which one is deleted; what follows may fail as well."""
    work = RunningWork()
    with work.on(["a", "b"], silent) as report:
        report("first", None)
        work.stop("b")
        if error is not None:
            raise error
        report("second", None)


@pytest.mark.parametrize(
    "error", [None, FileNotFoundError("data.parquet"), DataError(say("It is gone."))]
)
def test_work_on_a_deleted_data_set_stops_whatever_fails_first(error: Exception | None) -> None:
    with pytest.raises(Cancelled, match="a data set was deleted in the meantime") as stop:
        delete_midway(error)
    assert stop.value.hint == "Choose other data sets."


def fail(error: BaseException) -> None:
    with RunningWork().on(["a"], silent):
        raise error


@pytest.mark.parametrize("error", [ValueError("x"), DataError(say("x")), KeyboardInterrupt()])
def test_other_errors_pass(error: BaseException) -> None:
    with pytest.raises(type(error)):
        fail(error)


def test_work_on_other_data_sets_goes_on() -> None:
    work = RunningWork()
    with work.on(["a"], silent) as report:
        work.stop("b")
        report("on", None)


def test_work_that_begins_after_the_deletion_is_not_stopped() -> None:
    work = RunningWork()
    with work.on(["a"], silent):
        work.stop("a")
    with work.on(["a"], silent) as report:
        report("on", None)


def test_a_fault_is_told_by_its_kind_and_place_alone() -> None:
    try:
        fail(ValueError("patient 4711"))
    except ValueError as error:
        told = unexpected(error)
    assert "ValueError (fail, line " in told.message
    assert "4711" not in f"{told.message}{told.hint}"
    assert told.hint == "This is a bug in incrowd, not a problem with your data."
    assert unexpected(KeyError("x")).message == "Something went wrong inside incrowd: KeyError."
