"""A technique describes itself and changes a column, or chooses rows: `ROUND.change(…)`.

A new technique is one file with one `Technique(…)` and one line in `registry.BUILT_IN`; help, the
catalogue, the page and the reference are made from what it says of itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.table import Kind
from incrowd.techniques.cells import Cells

Unit = Literal["share", "percent", "number"]
Random = np.random.Generator


@dataclass(frozen=True)
class Setting:
    """How strongly a technique works: a number, or a share of the rows written with `%`."""

    number: Decimal
    percent: bool = False

    def __str__(self) -> str:
        return f"{self.number:f}%" if self.percent else f"{self.number:f}"


@dataclass(frozen=True)
class Parameter:
    """What the number after `=` means, and from where to where it goes."""

    title: str
    unit: Unit
    default: float
    minimum: float | None = None
    maximum: float | None = None
    above_minimum: bool = False
    """Whether the minimum itself is not possible."""
    percentile: bool = False
    """Whether a share of the rows can be given in place of a number: `1%`."""

    def parse(self, technique: str, text: str) -> Setting:
        """Read a setting, or say what is wrong with it."""
        written = text.strip()
        percent = written.endswith("%")
        try:
            number = Decimal(written.removesuffix("%").strip())
        except InvalidOperation:
            number = Decimal("nan")
        if percent and self.unit == "share":
            number, percent = number / 100, False
        if percent and self.unit == "percent":
            percent = False
        if not number.is_finite() or (percent and not self.percentile):
            raise InvalidParameter(
                say("'{text}' is not a setting of '{name}'.", text=text, name=technique),
                say(
                    "Give a number, as in {name}={example:g}.", name=technique, example=self.default
                ),
            )
        setting = Setting(number, percent)
        self._check(technique, setting)
        return setting

    def _check(self, technique: str, setting: Setting) -> None:
        low, high = (0.0, 100.0) if setting.percent else (self.minimum, self.maximum)
        number, open_end = float(setting.number), self.above_minimum or setting.percent
        too_low = low is not None and (number < low or (open_end and number == low))
        if not too_low and (high is None or number <= high):
            return
        message = say("{name}={number} is not possible.", name=technique, number=str(setting))
        if high is None:
            raise InvalidParameter(message, say("Give a number above {low:g}.", low=low or 0.0))
        if open_end:
            hint = say("Give a number above {low:g} and at most {high:g}.", low=low, high=high)
        else:
            hint = say("Give a number from {low:g} to {high:g}.", low=low, high=high)
        raise InvalidParameter(message, hint)


Change = Callable[[Cells, Setting, Random], Cells]
"""Changes a column; what is missing stays missing, and every row stays in its place."""
Choice = Callable[[NDArray[np.int64], Setting, Random], NDArray[np.bool_]]
"""Chooses rows, given the number of the person of each row."""


@dataclass(frozen=True)
class Technique:
    """A way of changing values or leaving out rows: what it does, and what it needs."""

    name: str
    title: str
    explanation: str
    """One sentence for a person who is no expert."""
    citation: str
    parameter: Parameter
    random: bool
    """Whether it draws by chance, and so takes a seed."""
    kinds: frozenset[Kind]
    """The kinds of columns that it can change; none where it is about whole rows."""
    keeps_counts: bool
    """Whether every value occurs exactly as often as before."""
    change: Change | None = None
    choose: Choice | None = None

    @property
    def about_column(self) -> bool:
        """Whether it changes a column; else it chooses rows."""
        return self.change is not None


NUMBERS = frozenset({Kind.INTEGER, Kind.DECIMAL})
MOMENTS = frozenset({Kind.DATE, Kind.TIMESTAMP})
ANY = frozenset(Kind)
