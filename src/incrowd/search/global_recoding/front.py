"""The trade-off between risk and loss: all points that no other point beats in every respect.

A point is a state and a suppression threshold. One sweep over the lattice counts the classes of
each small size in every state; what a threshold leaves follows without visiting a state again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd
from incrowd.crowd.sweep import Sweep, sweep
from incrowd.crowd.walking import SMALL
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.kernels.compilation import compiled
from incrowd.language import say
from incrowd.search.global_recoding.branch_and_bound import Step
from incrowd.search.goal import Levels

LARGEST = 200_000
"""Lattices of more states are not swept."""
DRAWN = 500
"""So many points of a front are drawn."""

Points = NDArray[np.float64]
"""One row per point: highest risk, average risk, utility loss, rows suppressed, then what it is:
position of the state, threshold, classes, smallest class."""


@dataclass(frozen=True)
class FrontPoint:
    """A state with the classes below k suppressed; risks and loss in percent."""

    levels: Levels
    k: int
    """The suppression threshold; 1 suppresses nothing."""
    average_risk: float
    highest_risk: float
    utility_loss: float
    suppressed_rows: int
    classes: int
    smallest: int
    """Rows of the smallest class that is published."""


@dataclass(frozen=True)
class Front:
    """Every point that is not dominated, by utility loss."""

    rows: int
    points: tuple[FrontPoint, ...]

    def drawn(self, most: int = DRAWN) -> tuple[FrontPoint, ...]:
        """At most so many points for a picture, the outermost among them."""
        if len(self.points) <= most:
            return self.points
        chosen = np.unique(np.linspace(0, len(self.points) - 1, most).round().astype(int))
        return tuple(self.points[index] for index in chosen)

    def best(self, k: int, max_suppression: float = 1.0) -> FrontPoint:
        """The smallest loss where every class has k rows and at most a share of rows is lost."""
        if not 1 <= k <= SMALL:
            raise InvalidParameter(
                say("k = {k} is not on the front.", k=k),
                say("Choose 1 to {most}, or search for the optimum.", most=SMALL),
            )
        if not 0 <= max_suppression <= 1:
            raise InvalidParameter(
                say("The share of rows that may be removed is {share:g}.", share=max_suppression),
                say("Choose from 0 (none) to 1 (any number)."),
            )
        limit = int(max_suppression * self.rows + 1e-9)
        for point in self.points:
            if point.smallest >= k and point.suppressed_rows <= limit:
                return point
        raise InvalidParameter(
            say(
                "No point reaches k = {k} with at most {limit:,} of {rows:,} rows removed.",
                k=k,
                limit=limit,
                rows=self.rows,
            ),
            say("Choose a smaller k, or allow more rows to be removed."),
        )


def trace_front(crowd: Crowd, k: int = 1, step: Step = lambda done: None) -> Front:
    """Find all points with classes of at least k rows that no other point dominates.

    One point dominates another if its highest risk, average risk, utility loss and number of
    suppressed rows are all no larger; of points that are equal in all four, the one with the first
    levels stays.
    """
    if not crowd.names or not crowd.rows:
        raise NothingToMeasure(
            say("There is no trade-off: the table has no quasi-identifier or no row."),
            say("Give at least one column the role 'quasi'."),
        )
    if not 1 <= k <= SMALL:
        raise InvalidParameter(say("k is {k}.", k=k), say("Choose 1 to {most}.", most=SMALL))
    states = prod(height + 1 for height in crowd.heights)
    if states > LARGEST:
        raise InvalidParameter(
            say(
                "There are {states:,} combinations of levels, too many to try them all.",
                states=states,
            ),
            say("Remove attributes or levels until there are at most {most:,}.", most=LARGEST),
        )
    step(0.0)
    swept = sweep(crowd)
    step(0.9)
    kept = [_undominated(points) for points in _by_threshold(crowd, swept, k)]
    points = _undominated(np.concatenate(kept))
    step(1.0)
    return Front(crowd.rows, tuple(_point(swept, point) for point in points))


def _by_threshold(crowd: Crowd, swept: Sweep, k: int) -> Iterator[Points]:
    """All points, threshold by threshold; one that changes nothing is passed over."""
    lost, following = mean_levels(crowd.heights), _following(swept)
    suppressed, classes = np.zeros_like(swept.classes), swept.classes.copy()
    for threshold in range(1, SMALL + 1):
        gone, smallest = swept.small[:, threshold - 1], following[threshold]
        suppressed += (threshold - 1) * gone
        classes -= gone
        changes = (gone > 0) | (threshold == 1)
        at = np.flatnonzero(changes & (classes > 0) & (smallest >= k))
        kept = crowd.rows - suppressed[at]
        yield np.column_stack(
            [
                100 / smallest[at],
                100 * classes[at] / kept,
                100 * (kept / crowd.rows * lost[at] + (1 - kept / crowd.rows)),
                suppressed[at],
                at,
                np.full(len(at), threshold),
                classes[at],
                smallest[at],
            ]
        )


def _following(swept: Sweep) -> list[NDArray[np.int32]]:
    """For every size up to `SMALL`, the smallest class of each state that is no smaller."""
    smallest = [swept.beyond.astype(np.int32)]
    for size in range(SMALL, -1, -1):
        smallest.append(np.where(swept.small[:, size] > 0, np.int32(size), smallest[-1]))
    return smallest[::-1]


def mean_levels(heights: Levels) -> NDArray[np.float64]:
    """The mean of level / height, for every state in the order of positions.

    >>> mean_levels((1, 2)).tolist()
    [0.0, 0.25, 0.5, 0.5, 0.75, 1.0]
    """
    shares = [np.arange(height + 1) / height for height in heights]
    grid = np.meshgrid(*shares, indexing="ij", sparse=True)
    return np.asarray(sum(grid) / len(heights), np.float64).ravel()


def _undominated(points: Points) -> Points:
    """The points that none dominates, by loss; what is nearly equal counts as equal."""
    figures = np.round(points[:, :4], 9)
    order = np.lexsort(
        (
            points[:, 5],
            points[:, 4],
            figures[:, 1],
            figures[:, 0],
            figures[:, 3],
            figures[:, 2],
        )
    )
    stays = np.zeros(len(points), np.bool_)
    mark_undominated(np.ascontiguousarray(figures[order]), stays)
    return np.asarray(points[order[stays]], np.float64)


@compiled("void(float64[:, ::1], boolean[::1])")
def mark_undominated(figures: Points, stays: NDArray[np.bool_]) -> None:
    """Mark the points that none of those before them dominates; none after them can.

    Points that dominated one are looked at sooner for the next ones.
    """
    front = np.empty(len(figures), np.int64)
    result = 0
    for i in range(len(figures)):
        dominated = False
        for place in range(result):
            other = figures[front[place]]
            dominated = (
                other[0] <= figures[i, 0]
                and other[1] <= figures[i, 1]
                and other[2] <= figures[i, 2]
                and other[3] <= figures[i, 3]
            )
            if dominated:
                sooner = place // 2
                front[place], front[sooner] = front[sooner], front[place]
                break
        if not dominated:
            front[result] = i
            stays[i] = True
            result += 1


def _point(swept: Sweep, point: Points) -> FrontPoint:
    highest, average, loss = (float(item) for item in point[:3])
    suppressed, position, threshold, classes, smallest = (int(item) for item in point[3:])
    return FrontPoint(
        swept.levels(position), threshold, average, highest, loss, suppressed, classes, smallest
    )
