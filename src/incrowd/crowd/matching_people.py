"""Which people a class may stand for, where classes are published at levels of their own.

A class is a box: a set of values for each attribute. The boxes of different classes overlap, so
that a person may stand in several of them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.kernels.compilation import compiled
from incrowd.kernels.grouping import Positions, Sizes

Flags = NDArray[np.bool_]
Figures = NDArray[np.float64]


def count_matching(texts: Sequence[Positions], meant: Sequence[Flags], people: Crowd) -> Sizes:
    """Count the people in each box: text `texts[a][class]` of attribute a means `meant[a][text]`.

    A line of people is looked at attribute by attribute until one does not fit.
    """
    starts, values = _lay_out(texts, meant, people)
    sizes = np.zeros(starts.shape[1], np.int64)
    count_in_boxes(starts, _flat(meant), values, people.counts, sizes)
    return sizes


def bound_presence(
    texts: Sequence[Positions], meant: Sequence[Flags], people: Crowd, rows: Sizes, kept: Flags
) -> Figures:
    """Bound how likely it is that somebody in a box is in the table, of all ways to fill the boxes.

    Of n rows in a box at least e people of which stand in no other, each of these e is one of the
    n with n / e at most, as they can be exchanged. For somebody p who stands in several boxes: swap
    p, where p is one of the n, with one of the e − n + 1 or more who are not, and p is not in the
    table. So the odds of p are at most the sum of n / (e − n + 1) over the boxes of p.
    """
    starts, values = _lay_out(texts, meant, people)
    flat, everybody = _flat(meant), people.counts
    shared = np.zeros(len(everybody), np.int64)
    cover_people(starts, flat, values, kept, shared)
    alone = np.zeros(starts.shape[1], np.int64)
    count_in_boxes(starts, flat, values, np.where(shared == 1, everybody, 0), alone)
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.where(alone >= rows, rows / np.maximum(alone - rows + 1, 1), np.inf)
        certain = np.where(alone > 0, np.minimum(rows / np.maximum(alone, 1), 1.0), 0.0)
    figures = np.zeros(starts.shape[1])
    bound_in_boxes(starts, flat, values, kept, shared, odds, certain, figures)
    return figures


def _lay_out(
    texts: Sequence[Positions], meant: Sequence[Flags], people: Crowd
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Boxes as the beginnings of their rows of flags, attributes of many texts first."""
    order = sorted(range(len(texts)), key=lambda place: -len(meant[place]))
    widths = np.array([each.shape[1] for each in meant], np.int64)
    sizes = np.array([each.size for each in meant], np.int64)
    begin = np.cumsum(sizes) - sizes
    starts = np.stack([begin[place] + texts[place] * widths[place] for place in order])
    values = np.stack([people.codes[place] for place in order])
    return np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(values, np.int32)


def _flat(meant: Sequence[Flags]) -> Flags:
    return np.concatenate([each.reshape(-1) for each in meant])


@compiled("boolean(int64[:, ::1], boolean[::1], int32[:, ::1], int64, int64)")
def fits(
    starts: NDArray[np.int64], meant: Flags, values: NDArray[np.int32], box: int, line: int
) -> bool:
    """Whether a line of people stands in a box."""
    for place in range(len(starts)):  # noqa: SIM110 - a loop is what compiles
        if not meant[starts[place, box] + values[place, line]]:
            return False
    return True


@compiled("void(int64[:, ::1], boolean[::1], int32[:, ::1], int64[::1], int64[::1])")
def count_in_boxes(
    starts: NDArray[np.int64],
    meant: Flags,
    values: NDArray[np.int32],
    counts: Sizes,
    sizes: Sizes,
) -> None:
    """Add up the people in each box."""
    for box in range(starts.shape[1]):
        for line in range(values.shape[1]):
            if counts[line] and fits(starts, meant, values, box, line):
                sizes[box] += counts[line]


@compiled("void(int64[:, ::1], boolean[::1], int32[:, ::1], boolean[::1], int64[::1])")
def cover_people(
    starts: NDArray[np.int64],
    meant: Flags,
    values: NDArray[np.int32],
    kept: Flags,
    shared: Sizes,
) -> None:
    """Count the boxes of published classes that each line of people stands in."""
    for box in range(starts.shape[1]):
        for line in range(values.shape[1]):
            if kept[box] and fits(starts, meant, values, box, line):
                shared[line] += 1


@compiled(
    "void(int64[:, ::1], boolean[::1], int32[:, ::1], boolean[::1], int64[::1], "
    "float64[::1], float64[::1], float64[::1])"
)
def bound_in_boxes(
    starts: NDArray[np.int64],
    meant: Flags,
    values: NDArray[np.int32],
    kept: Flags,
    shared: Sizes,
    odds: Figures,
    certain: Figures,
    figures: Figures,
) -> None:
    """Write the highest probability of anybody in each box, see `bound_presence`."""
    total = np.zeros(values.shape[1])
    for box in range(starts.shape[1]):
        for line in range(values.shape[1]):
            if kept[box] and shared[line] > 1 and fits(starts, meant, values, box, line):
                total[line] += odds[box]
    for box in range(starts.shape[1]):
        if not kept[box]:
            continue
        figures[box] = certain[box]
        for line in range(values.shape[1]):
            if shared[line] > 1 and fits(starts, meant, values, box, line):
                together = total[line]
                most = 1.0 if np.isinf(together) else together / (1 + together)
                figures[box] = max(figures[box], most)
