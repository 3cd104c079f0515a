"""Two results side by side: figures, what is kept of each attribute, what each group of rows loses.

compare_results(open_dataset, run_id, NOW, by="age").groups[0].one.removed

`NOW` stands for the table as it is now; everything else is a result by its id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from incrowd.answers import Answer
from incrowd.crowd.crowd import Crowd
from incrowd.dataset.results import Risk
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute
from incrowd.language import say
from incrowd.measures.utility.by_group import (
    Entries,
    GroupLosses,
    entries_by_attribute,
    entries_by_sensitive,
    knows_sensitive_values,
    losses_by_group,
)
from incrowd.measures.utility.precision import steps_per_attribute
from incrowd.search.recoding import Recoding
from incrowd.service.automatic.runs import find_run
from incrowd.service.datasets.columns import OTHER
from incrowd.table import MISSING
from incrowd.workspace.open_dataset import OpenDataset

NOW: Final = "now"
"""Names the table as it is now."""
HAIR: Final = 1e-12
"""What is lost by rounding alone is nothing."""
MOST_GROUPS: Final = 30
"""Groups of rows that are told apart; a column with more values is grouped by a higher level."""


@dataclass(frozen=True)
class ComparedFigures:
    """The figures of one side; risks and loss in percent."""

    run: str
    """The id of a result, or `now`."""
    name: str | None
    k: int | None
    """Rows of the smallest group that is published; persons where there is a person key."""
    rows: int
    removed: int
    classes: int
    average_risk: float
    highest_risk: float
    utility_loss: float
    utility: dict[str, float]
    """Every measure of what is lost, the lower the better. It is counted row by row on both sides,
    so that one state for all rows can be compared with levels that differ from row to row."""


@dataclass(frozen=True)
class ComparedDetail:
    """What one side leaves of an attribute."""

    quality: float
    """The share of its information that is left, from 0 to 1."""
    loss: float
    """How far up its hierarchy the average cell moved, in percent."""
    level: int | None
    """The level of all rows; None where it differs from row to row."""


@dataclass(frozen=True)
class DetailPair:
    """An attribute on both sides; None where it is no quasi-identifier there."""

    name: str
    one: ComparedDetail | None
    other: ComparedDetail | None


@dataclass(frozen=True)
class GroupFigures:
    """What one side does to a group of rows."""

    removed: int
    loss: float
    """How far up its hierarchy the average cell moved, in percent; all the way in removed rows."""
    exact: float
    """The share of cells that stay exactly as they were, in percent."""


@dataclass(frozen=True)
class GroupPair:
    """A group of rows on both sides."""

    label: str
    rows: int
    """Rows of the original table."""
    one: GroupFigures
    other: GroupFigures


@dataclass(frozen=True)
class ResultComparison(Answer):
    """Two results side by side."""

    one: ComparedFigures
    other: ComparedFigures
    attributes: tuple[DetailPair, ...]
    columns: tuple[str, ...]
    """The columns by whose values rows can be grouped."""
    by: str | None
    level: int
    """The level at which values are grouped; 0 is each on its own."""
    groups: tuple[GroupPair, ...]


@dataclass(frozen=True, eq=False)
class _Side:
    """A result as far as it is compared."""

    run: str
    name: str | None
    recoding: Recoding
    """Row by row, also where persons are recoded."""
    levels: tuple[int, ...] | None
    risk: Risk
    removed: int
    utility: dict[str, float]

    @property
    def crowd(self) -> Crowd:
        return self.recoding.crowd

    def columns(self) -> list[str]:
        """The columns whose values are known of every row."""
        known = knows_sensitive_values(self.recoding)
        secrets = [each.name for each in self.crowd.sensitive] if known else []
        return [*self.crowd.names, *secrets]

    def figures(self) -> ComparedFigures:
        gauges, sizes = self.risk.gauges, self.risk.class_sizes
        return ComparedFigures(
            self.run,
            self.name,
            min(map(int, sizes), default=None),
            self.risk.rows,
            self.removed,
            self.risk.classes,
            gauges.average_risk,
            gauges.highest_risk,
            gauges.utility_loss,
            {name: 0.0 if abs(value) < HAIR else value for name, value in self.utility.items()},
        )


def compare_results(
    open_dataset: OpenDataset, one: str, other: str, by: str | None = None
) -> ResultComparison:
    """Compare two results; without a column `by`, rows are not grouped."""
    sides = _side(open_dataset, one), _side(open_dataset, other)
    columns = [name for name in sides[0].columns() if name in sides[1].columns()]
    if by is not None and by not in columns:
        raise _no_group(open_dataset, by, columns)
    level = 0 if by is None else _level(sides[0].crowd, by)
    return ResultComparison(
        sides[0].figures(),
        sides[1].figures(),
        _pair_attributes(*sides),
        tuple(columns),
        by,
        level,
        () if by is None else _pair_groups(*sides, by, level),
    )


def _side(open_dataset: OpenDataset, run_id: str) -> _Side:
    if run_id == NOW:
        return _now(open_dataset)
    found = find_run(open_dataset, run_id)
    outcome, result = found.outcome, found.outcome.result
    return _Side(
        run_id,
        found.name,
        outcome.recoding.by_rows,
        outcome.levels,
        result.after,
        result.suppressed_rows,
        outcome.recoding.utility,
    )


def _now(open_dataset: OpenDataset) -> _Side:
    """The table as it is now, where no result has been asked for."""
    snapshot = open_dataset.snapshot()
    if not snapshot.measurable:
        raise NothingToMeasure(
            say("There is no quasi-identifier."), say("Give at least one column the role 'quasi'.")
        )
    recoded = snapshot.recoded
    recoding = Recoding.of_state(snapshot.classes) if recoded is None else recoded.recoding
    levels = snapshot.classes.levels if recoded is None else None
    return _Side(
        NOW,
        None,
        recoding.by_rows,
        levels,
        snapshot.risk,
        recoding.by_rows.suppressed_rows,
        recoding.utility,
    )


def _no_group(open_dataset: OpenDataset, by: str, columns: Sequence[str]) -> InvalidParameter:
    if by not in open_dataset.table.names:
        raise UnknownAttribute.among(by, columns)
    return InvalidParameter(
        say("Rows cannot be grouped by '{name}': it is not known which row lies where.", name=by),
        say("Choose one of: {names}.", names=", ".join(columns)),
    )


def _level(crowd: Crowd, by: str) -> int:
    """The finest level at which there are few enough groups."""
    if by not in crowd.names:
        return 0
    radices = crowd.ladders[crowd.names.index(by)].radices
    few = (level for level, width in enumerate(radices) if width <= MOST_GROUPS)
    return next(few, 0)


def _pair_attributes(one: _Side, other: _Side) -> tuple[DetailPair, ...]:
    names = list(dict.fromkeys([*one.crowd.names, *other.crowd.names]))
    left, right = _details(one), _details(other)
    return tuple(DetailPair(name, left.get(name), right.get(name)) for name in names)


def _details(side: _Side) -> dict[str, ComparedDetail]:
    kept, moved = side.recoding.entropy_per_attribute, steps_per_attribute(side.recoding)
    return {
        name: ComparedDetail(
            kept[name],
            100 * float(moved[place]),
            None if side.levels is None else int(side.levels[place]),
        )
        for place, name in enumerate(side.crowd.names)
    }


def _pair_groups(one: _Side, other: _Side, by: str, level: int) -> tuple[GroupPair, ...]:
    labels = _labels(one.crowd, by, level)
    if labels != _labels(other.crowd, by, level):
        raise InvalidParameter(
            say("'{name}' has other values or levels in the two results.", name=by),
            say("Run one of them again."),
        )
    left, right = _losses(one, by, level), _losses(other, by, level)
    chosen = np.argsort(-left.rows, kind="stable")[:MOST_GROUPS]
    told = [place for place in np.sort(chosen).tolist() if left.rows[place]]
    pairs = [_pair(labels[place], [place], left, right) for place in told]
    rest = [place for place in np.flatnonzero(left.rows).tolist() if place not in set(told)]
    return (*pairs, _pair(OTHER, rest, left, right)) if rest else tuple(pairs)


def _losses(side: _Side, by: str, level: int) -> GroupLosses:
    return losses_by_group(
        side.recoding, _entries(side, by, level), len(_labels(side.crowd, by, level))
    )


def _entries(side: _Side, by: str, level: int) -> Entries:
    if by in side.crowd.names:
        return entries_by_attribute(side.recoding, side.crowd.names.index(by), level)
    return entries_by_sensitive(side.recoding, by)


def _labels(crowd: Crowd, by: str, level: int) -> list[str]:
    if by not in crowd.names:
        values = crowd.sensitive_attribute(by).domain.values
    elif level:
        return list(crowd.hierarchies[crowd.names.index(by)].labels[level - 1])
    else:
        values = crowd.domains[crowd.names.index(by)].values
    return [MISSING if value is None else value for value in values]


def _pair(label: str, places: list[int], left: GroupLosses, right: GroupLosses) -> GroupPair:
    return GroupPair(
        label, int(left.rows[places].sum()), _sum_up(left, places), _sum_up(right, places)
    )


def _sum_up(losses: GroupLosses, places: list[int]) -> GroupFigures:
    """The figures of several groups together: the mean of their rows."""
    rows = losses.rows[places]
    return GroupFigures(
        int(losses.removed[places].sum()),
        100 * float(rows @ losses.lost[places]) / max(int(rows.sum()), 1),
        100 * float(rows @ losses.exact[places]) / max(int(rows.sum()), 1),
    )
