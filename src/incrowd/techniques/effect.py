"""What a technique did to a table: which cells changed, and what that did to figures and counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incrowd.table import MISSING
from incrowd.techniques.cells import Cells
from incrowd.techniques.step import Step

BARS = 20
"""Bars of a column of numbers, and values of any other, that are shown before and after."""


@dataclass(frozen=True)
class Spread:
    """The mean of a column of numbers and its standard deviation."""

    mean: float
    deviation: float


@dataclass(frozen=True)
class ValueCount:
    """How many rows have a value, or lie in a range, before and after."""

    label: str
    before: int
    after: int


@dataclass(frozen=True)
class Effect:
    """One technique with its effect on the rows that it had."""

    step: Step
    rows: int
    """Rows before."""
    kept: int
    """Rows after."""
    changed: int = 0
    """Cells whose value is another one now."""
    margins: float = 0.0
    """The share of the rows that would have to change to get back the old counts of values."""
    before: Spread | None = None
    """None where the column is not one of numbers."""
    after: Spread | None = None
    correlation: float | None = None
    """Between old and new numbers."""
    rank_correlation: float | None = None
    """The same between their places in the order."""
    bars: tuple[ValueCount, ...] = ()


def compare(step: Step, old: Cells, new: Cells) -> Effect:
    """Compare a column with what became of it; every row is in its place."""
    numbers = {value: place for place, value in enumerate(old.values)}
    places = [numbers.setdefault(value, len(numbers)) for value in new.values]
    recoded = np.array([*places, -1], np.int64)[new.codes]
    counts = [np.bincount(each[each >= 0], minlength=len(numbers)) for each in (old.codes, recoded)]
    rows = len(old.codes)
    moved = int(np.abs(counts[0] - counts[1]).sum()) / 2
    facts = Effect(
        step,
        rows,
        rows,
        changed=int(np.count_nonzero(recoded != old.codes)),
        margins=moved / max(rows, 1),
        bars=_bars(list(numbers), counts[0], counts[1]),
    )
    if not old.profile.kind.numeric or not len(old.known):
        return facts
    return _with_figures(facts, old, new)


def _with_figures(facts: Effect, old: Cells, new: Cells) -> Effect:
    known = old.known
    before, after = old.numbers[old.codes[known]], new.numbers[new.codes[known]]
    ranks = [_mid_ranks(each) for each in (before, after)]
    return Effect(
        facts.step,
        facts.rows,
        facts.kept,
        facts.changed,
        facts.margins,
        _spread(before),
        _spread(after),
        correlate(before, after),
        correlate(*ranks),
        _ranges(before, after),
    )


def _spread(numbers: NDArray[np.float64]) -> Spread:
    with np.errstate(over="ignore", invalid="ignore"):
        return Spread(float(numbers.mean()), float(numbers.std()))


def _mid_ranks(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """The place of each number in the order; equal ones share the middle of theirs."""
    _, places, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: NDArray[np.float64] = (ends - (counts - 1) / 2)[places]
    return ranks


def correlate(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    """The correlation of two columns; None where one of them is constant, or too large to say."""
    with np.errstate(over="ignore", invalid="ignore"):
        a, b = first - first.mean(), second - second.mean()
        size = float(np.sqrt((a @ a) * (b @ b)))
        return float(a @ b) / size if size > 0 and np.isfinite(size) else None


def _ranges(before: NDArray[np.float64], after: NDArray[np.float64]) -> tuple[ValueCount, ...]:
    """Ranges of equal width over all numbers, old and new."""
    low = float(min(before.min(), after.min()))
    high = float(max(before.max(), after.max()))
    if not np.isfinite(high - low):
        return ()
    edges = np.linspace(low, high, BARS + 1) if high > low else np.array([low, low])
    old, _ = np.histogram(before, edges)
    new, _ = np.histogram(after, edges)
    return tuple(
        ValueCount(f"{edges[place]:g}–{edges[place + 1]:g}", int(old[place]), int(new[place]))
        for place in range(len(old))
    )


def _bars(
    values: list[str], before: NDArray[np.int64], after: NDArray[np.int64]
) -> tuple[ValueCount, ...]:
    """The commonest values."""
    order = np.argsort(-before, kind="stable")[:BARS].tolist()
    return tuple(
        ValueCount(values[place] or MISSING, int(before[place]), int(after[place]))
        for place in order
    )
