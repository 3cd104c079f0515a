"""A progress bar on the error stream, shown only when the work takes longer than a second."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before a bar is shown."""


class ProgressBar:
    """Tell the person at a terminal what is going on; say nothing in pipelines."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tell(self, step: str, done: float | None) -> None:
        """Show a step and how much of it is done; the first second passes in silence."""
        if not sys.stderr.isatty() or time.monotonic() - self._start < PATIENCE:
            return
        if self._bar is None or self._task is None:
            self._show(step)
        elif done is None:
            self._bar.remove_task(self._task)  # a total that was known cannot be taken back
            self._task = self._bar.add_task(_plain(step), total=None)
        else:
            self._bar.update(self._task, description=_plain(step), total=1.0, completed=done)

    def write(self, text: str) -> None:
        """Print a line that stays, above the bar if there is one."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            click.echo(text, err=True)

    def _show(self, step: str) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(_plain(step), total=None)
        self._bar.start()


def _plain(step: str) -> str:
    """A step whose brackets, as in the name of a file, are no markup."""
    from rich.markup import escape

    return escape(step)
