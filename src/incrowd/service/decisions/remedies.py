"""From a leak to the steps that remove it: `find_remedy(opened, ["age", "sex"], 5).steps`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from incrowd.advice.giveaways import Giveaways
from incrowd.advice.remedies import Leak, SmallGroups, StandingAlone, can_look, find_levels
from incrowd.crowd.classes import Classes
from incrowd.errors import InvalidParameter, NotFound, NotNow, UnknownAttribute
from incrowd.measures.privacy.enforcing import enforce
from incrowd.subsets.columns import Columns
from incrowd.workspace.open_dataset import Opened, Standing

Outlook = Literal["helps", "needless", "none", "unknown"]


@dataclass(frozen=True)
class RemedyStep:
    """An attribute, the level to raise it to, and what that is called."""

    attribute: str
    level: int
    label: str


@dataclass(frozen=True)
class Remedy:
    """Steps after which a leak is gone, if there are such steps."""

    outlook: Outlook
    """Whether the steps help, none are needed, none help, or none were looked for."""
    steps: tuple[RemedyStep, ...] = ()
    k: int | None = None
    """The smallest group of the attributes that were asked about, after the steps."""


def find_remedy(opened: Opened, attributes: Sequence[str], threshold: int) -> Remedy:
    """Find steps after which some attributes have no group of fewer rows than a threshold."""
    if not attributes:
        raise InvalidParameter("No attribute is named.", "Name those whose groups are too small.")
    standing = _standing(opened)
    names = standing.classes.crowd.names
    for name in attributes:
        if name not in names:
            raise UnknownAttribute.among(name, names)
    places = [names.index(name) for name in dict.fromkeys(attributes)]
    found = _removed(standing, places, lambda one: SmallGroups(one, places, threshold))
    if found is None:
        return Remedy("none")
    return _remedy(standing, found, Columns.of(found).group(places).k)


def find_row_remedy(opened: Opened, row: int, k: int, max_size: int) -> Remedy:
    """Find steps after which a row stands out no more by so few attributes."""
    standing = _standing(opened)
    if not can_look(standing.classes):
        return Remedy("unknown")
    values = _values_of(opened, standing, row)

    def leak(classes: Classes) -> Leak | None:
        index = Giveaways(classes).class_of(values)
        # a row that is left out stands out no more
        return StandingAlone(classes, index, k, max_size) if classes.kept[index] else None

    found = _removed(standing, range(len(standing.classes.levels)), leak)
    return Remedy("none") if found is None else _remedy(standing, found, None)


def _standing(opened: Opened) -> Standing:
    standing = opened.standing()
    if standing.recoded is not None:
        raise NotNow(
            "Every row is recoded in its own way, so there is no level to try.",
            "Undo the recoding first.",
        )
    return standing


def _values_of(opened: Opened, standing: Standing, row: int) -> list[str | None]:
    if not 1 <= row <= opened.table.rows:
        raise NotFound(f"There is no row {row:,}.", f"Rows go from 1 to {opened.table.rows:,}.")
    (found,) = opened.source.look_up([row], standing.published.kept)
    return [found.cells[opened.table.names.index(name)] for name in standing.classes.crowd.names]


def _removed(
    standing: Standing, places: Sequence[int], leak: Callable[[Classes], Leak | None]
) -> Classes | None:
    """The classes of the state where a leak is gone, None if there is no such state.

    Rows that are left out now may be published once attributes are raised, so that a state is
    looked at again when it is reached; levels only rise, so that this comes to an end.
    """
    classes = standing.classes
    while (left := leak(classes)) is not None:
        found = find_levels(left)
        if found is None:
            return None
        levels = list(classes.levels)
        for place, level in zip(places, found, strict=True):
            levels[place] = level
        if tuple(levels) == classes.levels:
            break
        dataset = standing.dataset
        named = dict(zip(classes.crowd.names, levels, strict=True))
        classes = enforce(dataset.protected_crowd, dataset.state(named, standing.k))
    return classes


def _remedy(standing: Standing, found: Classes, k: int | None) -> Remedy:
    crowd, now = found.crowd, standing.classes.levels
    steps = tuple(
        RemedyStep(name, level, hierarchy.title(level))
        for name, level, before, hierarchy in zip(
            crowd.names, found.levels, now, crowd.hierarchies, strict=True
        )
        if level > before
    )
    return Remedy("helps" if steps else "needless", steps, k)
