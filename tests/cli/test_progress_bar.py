"""A progress bar: silent in pipelines and for a second, then one line at the terminal."""

from __future__ import annotations

import io
from contextlib import redirect_stderr

import pytest

from incrowd.cli import progress
from incrowd.cli.progress import PATIENCE, ProgressBar


class Terminal(io.StringIO):
    """An error stream at which somebody sits."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test sets."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_a_pipeline_hears_nothing(clock: list[float]) -> None:
    stream = io.StringIO()
    with redirect_stderr(stream), ProgressBar() as bar:
        clock[0] += 99
        bar.tell("counting", 0.5)
    assert stream.getvalue() == ""


def test_the_first_second_passes_in_silence(clock: list[float]) -> None:
    with redirect_stderr(Terminal()) as terminal, ProgressBar() as bar:
        clock[0] += PATIENCE / 2
        bar.tell("counting", 0.5)
        assert bar._bar is None
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("step", ["counting", "reading [/b].csv", "reading [red]x"])
def test_a_step_is_shown_as_it_is_written(clock: list[float], step: str) -> None:
    with redirect_stderr(Terminal()) as terminal, ProgressBar() as bar:
        clock[0] += PATIENCE
        bar.tell("opening", None)
        bar.tell(step, 0.5)
        assert bar._bar is not None
        bar._bar.refresh()
    assert step in terminal.getvalue()


def test_how_much_is_done_is_known_or_not(clock: list[float]) -> None:
    def shown() -> tuple[str, float | None, float]:
        assert bar._bar is not None
        (task,) = bar._bar.tasks
        return task.description, task.total, task.completed

    with redirect_stderr(Terminal()), ProgressBar() as bar:
        clock[0] += PATIENCE
        bar.tell("opening", None)
        assert shown() == ("opening", None, 0)
        bar.tell("counting", 0.25)
        assert shown() == ("counting", 1.0, 0.25)
        bar.tell("writing", None)
        assert shown() == ("writing", None, 0)
        bar.tell("writing", 0.5)
        assert shown() == ("writing", 1.0, 0.5)


def test_the_bar_is_gone_even_after_an_error(clock: list[float]) -> None:
    def fail() -> None:
        with redirect_stderr(Terminal()), ProgressBar() as bar:
            clock[0] += PATIENCE
            bar.tell("opening", None)
            shown.append(bar)
            raise ValueError("broken")

    shown: list[ProgressBar] = []
    with pytest.raises(ValueError, match="broken"):
        fail()
    assert shown[0]._bar is not None
    assert shown[0]._bar.live.is_started is False
