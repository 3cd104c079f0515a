"""Bands of whole numbers that nest: 37 -> 35-39 -> 30-39 -> 20-39, for ages and years."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incrowd.hierarchies.builder import Level, group_by_number
from incrowd.hierarchies.builders.numerals import Numbers


def cut_bands(
    numbers: Numbers, widths: Mapping[int, str], label: Callable[[int, int], str]
) -> list[Level]:
    """Cut at multiples of each width; a width divides the next one, so that the bands nest."""
    return [
        group_by_number(title, _starts(numbers, width), partial(label, width))
        for width, title in widths.items()
    ]


def _starts(numbers: Numbers, width: int) -> NDArray[Any]:
    """The first whole number of the band of each number."""
    return np.asarray(numbers.units // (numbers.per_one * width) * width)


def name_band(width: int, start: int) -> str:
    """Write a band by its first and last whole number.

    >>> name_band(5, 35), name_band(5, -5)
    ('35-39', '-5 to -1')
    """
    end = start + width - 1
    return f"{start}-{end}" if start >= 0 else f"{start} to {end}"
