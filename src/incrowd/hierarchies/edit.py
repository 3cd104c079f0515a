"""Change a hierarchy by hand: merge or rename groups, add or drop a level; checked again."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from incrowd.errors import HierarchyError, InvalidParameter, ParentsDiffer, UnknownName
from incrowd.hierarchies.builder import Level, count_title
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.language import Message, as_message, say
from incrowd.table import SUPPRESSED

EDITED = "Edited by you."


def merge_groups(
    hierarchy: Hierarchy,
    level: int,
    labels: Iterable[str],
    new_label: str,
    *,
    parents: bool = False,
) -> Hierarchy:
    """Make one group of several; with `parents` the groups above them are merged, too."""
    index = _editable(hierarchy, level)
    chosen = sorted({_find(hierarchy, level, label) for label in labels})
    if len(chosen) < 2:
        raise InvalidParameter(
            say("Merging needs at least two groups."), say("Name two or more groups.")
        )
    apart = _parents_apart(hierarchy, index, chosen)
    if apart and not parents:
        raise _ask_for_parents(hierarchy, index, chosen, apart)
    for above, codes in reversed(apart):  # the highest first: every step gives a hierarchy
        hierarchy = _merge(hierarchy, above, codes, _joint_label(hierarchy, above, codes))
    return _merge(hierarchy, index, chosen, new_label)


def _parents_apart(
    hierarchy: Hierarchy, index: int, chosen: Sequence[int]
) -> list[tuple[int, list[int]]]:
    """The levels above at which some groups lie in several groups, and these."""
    members = np.isin(hierarchy.groups[index], chosen)
    parents = (
        (above, np.unique(hierarchy.groups[above][members]).tolist())
        for above in range(index + 1, hierarchy.height)
    )
    return [(above, codes) for above, codes in parents if len(codes) > 1]


def _ask_for_parents(
    hierarchy: Hierarchy,
    index: int,
    chosen: Sequence[int],
    apart: Sequence[tuple[int, Sequence[int]]],
) -> ParentsDiffer:
    return ParentsDiffer(
        say(
            "{groups} are in different groups of level {above}.",
            groups=_enumerate(hierarchy, index, chosen),
            above=index + 2,
        ),
        say(
            "Merge the groups above them, too, with 'parents', or choose groups that are in "
            "the same group."
        ),
        [
            say(
                "At level {level}, {groups} become '{label}'.",
                level=above + 1,
                groups=_enumerate(hierarchy, above, codes),
                label=_joint_label(hierarchy, above, codes),
            )
            for above, codes in apart
        ],
    )


def _enumerate(hierarchy: Hierarchy, index: int, codes: Sequence[int]) -> Message:
    *others, last = (f"'{hierarchy.labels[index][code]}'" for code in codes)
    return say("{others} and {last}", others=", ".join(others), last=last)


def _joint_label(hierarchy: Hierarchy, index: int, codes: Sequence[int]) -> str:
    """Name a group after those it is made of, as no other group of the level is called."""
    labels = hierarchy.labels[index]
    name = joint = ", ".join(labels[code] for code in codes)
    others = {label for code, label in enumerate(labels) if code not in codes}
    number = 2
    while name in others:
        name, number = f"{joint} ({number})", number + 1
    return name


def _merge(hierarchy: Hierarchy, index: int, chosen: Sequence[int], new_label: str) -> Hierarchy:
    """Make one group of several that lie in one group of the next level."""
    old = hierarchy.labels[index]
    kept = [code for code in range(len(old)) if code not in chosen[1:]]
    position = {code: place for place, code in enumerate(kept)}
    target = np.array([position.get(code, position[chosen[0]]) for code in range(len(old))])
    groups = target[hierarchy.groups[index]].astype(np.int32)
    texts = tuple(new_label if code == chosen[0] else old[code] for code in kept)
    title = hierarchy.titles[index]
    new_title = count_title(len(kept)) if title == count_title(len(old)) else title
    return _with_level(hierarchy, index, Level(new_title, groups, texts))


def rename_group(hierarchy: Hierarchy, level: int, old: str, new: str) -> Hierarchy:
    """Give a group another name."""
    index = _editable(hierarchy, level)
    code = _find(hierarchy, level, old)
    labels = hierarchy.labels[index]
    texts = (*labels[:code], new, *labels[code + 1 :])
    return _with_level(
        hierarchy, index, Level(hierarchy.titles[index], hierarchy.groups[index], texts)
    )


def add_level(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """Put a copy of a level right above it, to be made coarser by merging its groups."""
    if hierarchy.check_level(level) == hierarchy.height:
        raise HierarchyError(
            say(
                "There can be nothing above level {level} of '{attribute}': it is '{suppressed}'.",
                level=level,
                attribute=hierarchy.attribute,
                suppressed=SUPPRESSED,
            ),
            say("Choose a lower level."),
        )
    below = _as_groups(hierarchy, level)
    return replace(
        hierarchy,
        groups=(*hierarchy.groups[:level], below.groups, *hierarchy.groups[level:]),
        labels=(*hierarchy.labels[:level], below.labels, *hierarchy.labels[level:]),
        titles=(*hierarchy.titles[:level], below.title, *hierarchy.titles[level:]),
        reason=_reason(hierarchy),
    )


def drop_level(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """Leave a level out."""
    index = _editable(hierarchy, level)
    return replace(
        hierarchy,
        groups=hierarchy.groups[:index] + hierarchy.groups[index + 1 :],
        labels=hierarchy.labels[:index] + hierarchy.labels[index + 1 :],
        titles=hierarchy.titles[:index] + hierarchy.titles[index + 1 :],
        reason=_reason(hierarchy),
    )


def _as_groups(hierarchy: Hierarchy, level: int) -> Level:
    """The groups of a level; of the data as it is each value is one."""
    if level:
        labels = hierarchy.labels[level - 1]
        return Level(count_title(len(labels)), hierarchy.groups[level - 1], labels)
    values = range(len(hierarchy.values))
    labels = tuple(hierarchy.label(0, code) for code in values)
    return Level(count_title(len(labels)), np.array(values, np.int32), labels)


def _with_level(hierarchy: Hierarchy, index: int, level: Level) -> Hierarchy:
    return replace(
        hierarchy,
        groups=(*hierarchy.groups[:index], level.groups, *hierarchy.groups[index + 1 :]),
        labels=(*hierarchy.labels[:index], level.labels, *hierarchy.labels[index + 1 :]),
        titles=(*hierarchy.titles[:index], level.title, *hierarchy.titles[index + 1 :]),
        reason=_reason(hierarchy),
    )


def _reason(hierarchy: Hierarchy) -> str:
    if hierarchy.reason.endswith(EDITED):
        return hierarchy.reason
    return say("{reason} Edited by you.", reason=as_message(hierarchy.reason))


def _editable(hierarchy: Hierarchy, level: int) -> int:
    """The position of a level between the values as they are and `*`."""
    if level in (0, hierarchy.height):
        what = say("the data as it is") if level == 0 else f"'{SUPPRESSED}'"
        raise HierarchyError(
            say(
                "Level {level} of '{attribute}' is {what} and cannot be changed.",
                level=level,
                attribute=hierarchy.attribute,
                what=what,
            ),
            say("Choose a level in between."),
        )
    return hierarchy.check_level(level) - 1


def _find(hierarchy: Hierarchy, level: int, label: str) -> int:
    labels = hierarchy.labels[level - 1]
    if label not in labels:
        group = say(
            "group at level {level} of '{attribute}'", level=level, attribute=hierarchy.attribute
        )
        raise UnknownName.among(group, label, labels)
    return labels.index(label)
