"""From a leak to the steps that remove it: `find_remedy(open_dataset, ["age", "sex"], 5).steps`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from incrowd.advice.person_giveaways import look_for_giveaways
from incrowd.advice.remedies import Leak, SmallGroups, StandingAlone, can_look, find_levels
from incrowd.answers import Words
from incrowd.crowd.crowd import Classes
from incrowd.errors import InvalidParameter, NotFound, NotNow, UnknownAttribute
from incrowd.language import say
from incrowd.measures.enforcement import enforce
from incrowd.subsets.columns import Columns
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

Outlook = Literal["helps", "needless", "none", "unknown"]


@dataclass(frozen=True)
class RemedyStep:
    """An attribute, the level to raise it to, and what that is called."""

    attribute: str
    level: int
    label: Words


@dataclass(frozen=True)
class Remedy:
    """Steps after which a leak is gone, if there are such steps."""

    outlook: Outlook
    """Whether the steps help, none are needed, none help, or none were looked for."""
    steps: tuple[RemedyStep, ...] = ()
    k: int | None = None
    """The smallest group of the attributes that were asked about, after the steps."""


def find_remedy(open_dataset: OpenDataset, attributes: Sequence[str], threshold: int) -> Remedy:
    """Find steps after which some attributes have no group of fewer rows than a threshold."""
    if not attributes:
        raise InvalidParameter(
            say("No attribute is named."), say("Name those whose groups are too small.")
        )
    snapshot = _snapshot(open_dataset)
    names = snapshot.classes.crowd.names
    for name in attributes:
        if name not in names:
            raise UnknownAttribute.among(name, names)
    places = [names.index(name) for name in dict.fromkeys(attributes)]
    result = _remove_leak(snapshot, places, lambda classes: SmallGroups(classes, places, threshold))
    if result is None:
        return Remedy("none")
    return _remedy(snapshot, result, Columns.of(result).group(places).k)


def find_row_remedy(open_dataset: OpenDataset, row: int, k: int, max_size: int) -> Remedy:
    """Find steps after which a row stands out no more by so few attributes."""
    snapshot = _snapshot(open_dataset)
    if not can_look(snapshot.classes):
        return Remedy("unknown")
    values = _values_of(open_dataset, snapshot, row)

    def leak(classes: Classes) -> Leak | None:
        index = look_for_giveaways(classes).class_of(values)
        # a row that is left out stands out no more
        return StandingAlone(classes, index, k, max_size) if classes.kept[index] else None

    result = _remove_leak(snapshot, range(len(snapshot.classes.levels)), leak)
    return Remedy("none") if result is None else _remedy(snapshot, result, None)


def _snapshot(open_dataset: OpenDataset) -> Snapshot:
    snapshot = open_dataset.snapshot()
    if snapshot.recoded is not None:
        raise NotNow(
            say("Every row is recoded in its own way, so there is no level to try."),
            say("Undo the recoding first."),
        )
    return snapshot


def _values_of(open_dataset: OpenDataset, snapshot: Snapshot, row: int) -> list[str | None]:
    if not 1 <= row <= open_dataset.table.rows:
        raise NotFound(
            say("There is no row {row:,}.", row=row),
            say("Rows go from 1 to {rows:,}.", rows=open_dataset.table.rows),
        )
    (result,) = open_dataset.source.look_up([row], snapshot.published.kept)
    crowd = snapshot.classes.crowd
    key = [crowd.persons.key.attribute.name] if crowd.folded and crowd.persons else []
    return [result.cells[open_dataset.table.names.index(name)] for name in (*key, *crowd.names)]


def _remove_leak(
    snapshot: Snapshot, places: Sequence[int], leak: Callable[[Classes], Leak | None]
) -> Classes | None:
    """The classes of the state where a leak is gone, None if there is no such state.

    Rows that are left out now may be published once attributes are raised, so that a state is
    looked at again when it is reached; levels only rise, so that this comes to an end.
    """
    classes = snapshot.classes
    while (left := leak(classes)) is not None:
        result = find_levels(left)
        if result is None:
            return None
        levels = list(classes.levels)
        for place, level in zip(places, result, strict=True):
            levels[place] = level
        if tuple(levels) == classes.levels:
            break
        dataset = snapshot.dataset
        named = dict(zip(classes.crowd.names, levels, strict=True))
        classes = enforce(dataset.protected_crowd, dataset.state(named, snapshot.k))
    return classes


def _remedy(snapshot: Snapshot, found: Classes, k: int | None) -> Remedy:
    crowd, now = found.crowd, snapshot.classes.levels
    steps = tuple(
        RemedyStep(name, level, hierarchy.title(level))
        for name, level, before, hierarchy in zip(
            crowd.names, found.levels, now, crowd.hierarchies, strict=True
        )
        if level > before
    )
    return Remedy("helps" if steps else "needless", steps, k)
