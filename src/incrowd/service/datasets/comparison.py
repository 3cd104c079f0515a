"""Before and after: the original data beside the data as it would be published."""

from dataclasses import dataclass, replace

import numpy as np

from incrowd.anonymization.uses import UseName
from incrowd.answers import Words
from incrowd.crowd.crowd import Classes
from incrowd.dataset.results import Risk
from incrowd.dataset.risk import measure_risk
from incrowd.language import say
from incrowd.measures.utility.precision import steps_per_attribute
from incrowd.service.datasets.columns import Bar, top_bars
from incrowd.service.datasets.use_effects import Counts, PublishedColumns, tell_effect
from incrowd.service.datasets.view import ROW_BY_ROW
from incrowd.table import MISSING, Attribute, Role, RoleName
from incrowd.workspace.goals import read_goal
from incrowd.workspace.open_dataset import OpenDataset


@dataclass(frozen=True)
class ComparedAttribute:
    """A column before and after, and what it lost in percent.

    The level is None where every row is recoded in its own way. Sensitive and side columns lose
    the rows that are removed, and nothing else.
    """

    name: str
    role: RoleName
    level: int | None
    title: Words
    loss: float
    before: tuple[Bar, ...]
    after: tuple[Bar, ...]


@dataclass(frozen=True)
class Comparison:
    """The whole table before and after, each column, and what that means for the use."""

    attributes: tuple[ComparedAttribute, ...]
    """Quasi-identifiers, then sensitive columns, then side columns."""
    uncompared: tuple[str, ...]
    """Sensitive and side columns that have too many different values, or are too many."""
    before: Risk
    after: Risk
    use: UseName
    effect: tuple[Words, ...]
    """What is left for the use of the goal, in sentences."""


def compare(open_dataset: OpenDataset) -> Comparison:
    """Compare the data set as it came with where its decisions lead; roles are the present ones."""
    snapshot = open_dataset.snapshot()
    crowd = snapshot.dataset.protected_crowd
    raw, now, recoded = crowd.at(crowd.bottom), snapshot.classes, snapshot.recoded
    attributes = [_attribute(raw, now, position) for position in range(len(crowd.names))]
    if recoded is not None:
        steps = steps_per_attribute(recoded.recoding.by_rows).tolist()
        attributes = [
            replace(attribute, level=None, title=ROW_BY_ROW, loss=100 * lost)
            for attribute, lost in zip(attributes, steps, strict=True)
        ]
    columns = PublishedColumns(snapshot, open_dataset.source)
    others = [_compare_other(columns, each) for each in columns.others]
    shown = {each.name for each in others}
    table = snapshot.dataset.table
    sides = (*table.with_role(Role.SENSITIVE), *table.with_role(Role.INSENSITIVE))
    use = read_goal(open_dataset.folder).use
    return Comparison(
        attributes=(*attributes, *others),
        uncompared=tuple(each.name for each in sides if each.name not in shown),
        before=measure_risk(snapshot.dataset.with_guards({}), advise=False),
        after=snapshot.risk.without_advice,
        use=use,
        effect=tell_effect(columns, use),
    )


def _compare_other(columns: PublishedColumns, attribute: Attribute) -> ComparedAttribute:
    """A column that is published as it is, in the rows that are left."""
    before, after = columns.both(attribute.name)
    return ComparedAttribute(
        name=attribute.name,
        role=attribute.role.value,
        level=0,
        title=say("as is"),
        loss=100 * (1 - after.total() / max(before.total(), 1)),
        before=tuple(_top(before)),
        after=tuple(_top(after)),
    )


def _top(counts: Counts) -> list[Bar]:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
    common = [(MISSING if value is None else value, rows) for (value,), rows in ordered]
    return top_bars(common, counts.total())


def _attribute(raw: Classes, now: Classes, position: int) -> ComparedAttribute:
    hierarchy, level = now.crowd.hierarchies[position], now.levels[position]
    kept = now.kept_table_rows * (1 - level / hierarchy.height)
    return ComparedAttribute(
        name=hierarchy.attribute,
        role=Role.QUASI.value,
        level=level,
        title=hierarchy.title(level),
        loss=100 * (1 - kept / max(now.table_rows, 1)),
        before=tuple(_bars(raw, position)),
        after=tuple(_bars(now, position)),
    )


def _bars(classes: Classes, position: int) -> list[Bar]:
    """The published values of an attribute, the most frequent first, by rows."""
    classes = classes.by_rows
    crowd, level = classes.crowd, classes.levels[position]
    ladder = crowd.ladders[position]
    codes = ladder.codes[level][crowd.codes[position][classes.representatives]]
    rows = np.bincount(codes[classes.kept], classes.kept_sizes, minlength=ladder.radices[level])
    frequent = np.argsort(-rows, kind="stable")
    common = [
        (published_label(classes, position, int(code)), int(rows[code]))
        for code in frequent
        if rows[code]
    ]
    return top_bars(common, classes.kept_rows)


def published_label(classes: Classes, position: int, code: int) -> str:
    """What is published of a code of an attribute at its level."""
    level = classes.levels[position]
    if level:
        return classes.crowd.hierarchies[position].label(level, code)
    value = classes.crowd.domains[position].values[code]
    return MISSING if value is None else value
