"""The trade-off between risk and loss, to move along it: `trade_off(open_dataset).points`."""

from dataclasses import dataclass, field
from math import prod
from typing import Final

from incrowd.answers import part, shape
from incrowd.crowd.crowd import Crowd
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.risk import measure_risk
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.search.global_recoding.front import Front, FrontPoint, trace_front
from incrowd.workspace.open_dataset import OpenDataset

MOST_WORK: Final = 3_000_000_000
"""States times tuples that are looked at while somebody waits: about five seconds."""
MOST_GUARDED: Final = 60
"""Points that are measured one by one, where sensitive attributes are protected."""


@dataclass(frozen=True)
class TradeOffPoint:
    """A state with the groups below k removed; risks and loss in percent."""

    levels: dict[str, int]
    point: FrontPoint = field(metadata=shape(inline=True, without=("levels",)))


@dataclass(frozen=True)
class TradeOff:
    """Points that no other point beats in every respect, by loss."""

    rows: int
    states: int
    guarded: bool
    """Whether protections of sensitive attributes count: points are then a choice of the front."""
    points: tuple[FrontPoint, ...] = field(metadata=shape(hidden=True))
    names: tuple[str, ...] = field(metadata=shape(hidden=True))

    @property
    @part("points")
    def named_points(self) -> tuple[TradeOffPoint, ...]:
        """The points, with their levels by the names of attributes."""
        return tuple(
            TradeOffPoint(dict(zip(self.names, point.levels, strict=True)), point)
            for point in self.points
        )


def trade_off(open_dataset: OpenDataset) -> TradeOff:
    """The front of a data set with its roles and hierarchies; levels and k do not matter."""
    snapshot = open_dataset.snapshot()
    dataset = snapshot.dataset
    crowd = dataset.protected_crowd
    states = prod(height + 1 for height in crowd.heights)
    _check_work(crowd, states)
    key = (dataset.table, tuple(dataset.hierarchies.values()), tuple(dataset.protections(2)))
    return open_dataset.cached(TradeOff, key, lambda: _trace(dataset, crowd, states))


def _check_work(crowd: Crowd, states: int) -> None:
    work = states * len(crowd.counts)
    if work > MOST_WORK:
        raise InvalidParameter(
            say(
                "The whole trade-off has {states:,} states of {people:,} different people, "
                "too many to check them all.",
                states=states,
                people=len(crowd.counts),
            ),
            say("Look for the optimum instead, or make attributes insensitive or coarser."),
        )


def _trace(table: OpenTable, crowd: Crowd, states: int) -> TradeOff:
    front = trace_front(crowd)
    names = tuple(crowd.names)
    if not table.protections(2) and crowd.persons is None:
        return TradeOff(crowd.rows, states, False, front.drawn(), names)
    points = tuple(_measure_points(table, front, names))
    return TradeOff(crowd.by_rows.rows, states, True, points, names)


def _measure_points(table: OpenTable, front: Front, names: tuple[str, ...]) -> list[FrontPoint]:
    """Points as they are once protections count, those that another one beats left out."""
    result = []
    for point in front.drawn(MOST_GUARDED):
        risk = measure_risk(
            table, dict(zip(names, point.levels, strict=True)), point.k, advise=False
        )
        if risk.rows:
            result.append(
                FrontPoint(
                    point.levels,
                    point.k,
                    risk.average_risk,
                    risk.highest_risk,
                    risk.utility_loss,
                    risk.suppressed_rows,
                    risk.classes,
                    min(risk.class_sizes),
                )
            )
    kept = [point for point in result if not any(_beats(other, point) for other in result)]
    return sorted(kept, key=lambda point: (point.utility_loss, point.highest_risk))


def _beats(point: FrontPoint, other: FrontPoint) -> bool:
    figures = [
        (a.highest_risk, a.average_risk, a.utility_loss, float(a.suppressed_rows))
        for a in (point, other)
    ]
    return figures[0] != figures[1] and all(a <= b for a, b in zip(*figures, strict=True))
