"""What a hierarchy that is being edited would do: the values of a level, safe and at risk.

judge_level(opened, "age", HierarchyTrial(edits=edits), level=2, k=5).at_risk

Nothing is applied: all other attributes stay at their level, and no row is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from incrowd.errors import InvalidParameter, NotNow
from incrowd.language import say
from incrowd.service.datasets.split_bars import SplitBar, split_values
from incrowd.service.decisions.hierarchies import Edit, try_hierarchy
from incrowd.workspace.open_dataset import OpenDataset

MOST_BARS: Final = 200
"""As many groups as the editor lists."""


@dataclass(frozen=True)
class LevelRisk:
    """The rows of each value at a level, in groups of at least k or in smaller ones."""

    attribute: str
    level: int
    k: int
    safe: int
    at_risk: int
    bars: tuple[SplitBar, ...]
    """The most frequent values in their order; the last may join all others."""
    person: str | None
    """The column by which groups are those of people; None where they are of rows."""


def judge_level(
    open_dataset: OpenDataset,
    attribute: str,
    level: int,
    k: int,
    builder: str | None = None,
    csv: str | None = None,
    edits: Sequence[Edit] = (),
    rules: str | None = None,
) -> LevelRisk:
    """Which rows would be at risk if an attribute stood at a level of a hierarchy as edited."""
    snapshot = open_dataset.snapshot()
    if snapshot.recoded is not None:
        raise NotNow(
            say("Every row is recoded in its own way, so there is no level to try."),
            say("Undo the recoding first."),
        )
    if attribute not in snapshot.dataset.hierarchies:
        raise InvalidParameter(
            say("'{name}' is no quasi-identifier, so no group depends on it.", name=attribute),
            say("Give it that role first."),
        )
    hierarchy = try_hierarchy(open_dataset, attribute, builder, csv, edits, rules)
    if not 0 <= level <= hierarchy.height:
        raise InvalidParameter(
            say("'{attribute}' has no level {level}.", attribute=attribute, level=level),
            say("Choose a level from 0 to {height}.", height=hierarchy.height),
        )
    crowd = snapshot.dataset.with_hierarchy(hierarchy).crowd
    classes = crowd.at(crowd.levels_of({**snapshot.levels, attribute: level}))
    bars = split_values(classes, list(crowd.names).index(attribute), k, MOST_BARS)
    key = snapshot.dataset.table.person
    return LevelRisk(
        attribute,
        level,
        k,
        sum(bar.safe for bar in bars),
        sum(bar.at_risk for bar in bars),
        bars,
        None if key is None else key.name,
    )
