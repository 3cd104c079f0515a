"""Report progress of long work: `progress("Read the file", 0.5)`.

Work that consists of several parts reports each of them as its share of the whole:

>>> def show(step, done): print(f"{step}: {done:.0%}")
>>> next_part = in_parts(show, 4)
>>> first = next_part("trying without age")
>>> first("joining", 0.5), next_part("trying without zip")("joining", None)
trying without age: 12%
trying without zip: 25%
(None, None)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

Progress = Callable[[str, float | None], None]
"""Called with the current step and the share of it that is done (0 … 1, None where unknown)."""


def silent(step: str, done: float | None) -> None:
    """Report to nobody."""


@dataclass(frozen=True)
class Part:
    """A part of some work, reported under one name whatever its own steps are called."""

    progress: Progress
    step: str
    start: float = 0.0
    end: float = 1.0

    def __call__(self, step: str, done: float | None) -> None:
        """Report how far this part is; the listener may stop the work by raising an error."""
        self.progress(self.step, self.start + (self.end - self.start) * (done or 0.0))

    def check(self) -> None:
        """Give the listener a chance to stop, between steps that report nothing themselves."""
        self(self.step, 0.0)

    @property
    def unmeasured(self) -> Part:
        """The same part for steps of unknown length: it stays where it begins."""
        return replace(self, end=self.start)


SILENT: Final = Part(silent, "")


def in_parts(progress: Progress, whole: int) -> Callable[[str], Part]:
    """Hand out one part of so many after the other."""
    numbers = count()

    def next_part(step: str) -> Part:
        number = next(numbers)
        return Part(progress, step, number / whole, (number + 1) / whole)

    return next_part
