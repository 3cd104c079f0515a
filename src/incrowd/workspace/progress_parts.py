"""Long work in parts, each told as its share of the whole.

>>> def show(step, done): print(f"{step}: {done:.0%}")
>>> following = in_parts(show, 4)
>>> first = following("trying without age")
>>> first("joining", 0.5), following("trying without zip")("joining", None)
trying without age: 12%
trying without zip: 25%
(None, None)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from incrowd.progress import Progress, silent


@dataclass(frozen=True)
class Part:
    """A part of some work, which is told under one name, whatever its own steps are called."""

    progress: Progress
    step: str
    start: float = 0.0
    end: float = 1.0

    def __call__(self, step: str, done: float | None) -> None:
        """Tell how far this part is; whoever listens may stop it."""
        self.progress(self.step, self.start + (self.end - self.start) * (done or 0.0))

    def check(self) -> None:
        """Ask whether anybody still wants it: between steps that tell nothing themselves."""
        self(self.step, 0.0)

    @property
    def held(self) -> Part:
        """The place where this part begins, for steps whose length nobody knows."""
        return replace(self, end=self.start)


SILENT: Final = Part(silent, "")


def in_parts(progress: Progress, whole: int) -> Callable[[str], Part]:
    """Hand out one part of so many after the other."""
    numbers = count()

    def following(step: str) -> Part:
        number = next(numbers)
        return Part(progress, step, number / whole, (number + 1) / whole)

    return following
