"""Before and after: the data as it came beside the data as it would be published."""

from dataclasses import dataclass, replace

import numpy as np

from incrowd.answers import Words
from incrowd.crowd.crowd import Classes
from incrowd.dataset.results import Risk
from incrowd.dataset.risk import measure_risk
from incrowd.measures.utility.precision import steps_per_attribute
from incrowd.service.datasets.columns import Bar, top_bars
from incrowd.service.datasets.view import ROW_BY_ROW
from incrowd.table import MISSING
from incrowd.workspace.open_dataset import OpenDataset


@dataclass(frozen=True)
class ComparedAttribute:
    """A quasi-identifier before and after, and what it lost in percent.

    The level is None where every row is recoded in its own way.
    """

    name: str
    level: int | None
    title: Words
    loss: float
    before: tuple[Bar, ...]
    after: tuple[Bar, ...]


@dataclass(frozen=True)
class Comparison:
    """The whole table before and after, and each quasi-identifier."""

    attributes: tuple[ComparedAttribute, ...]
    before: Risk
    after: Risk


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
    before = measure_risk(snapshot.dataset.with_guards({}), advise=False)
    return Comparison(tuple(attributes), before, snapshot.risk)


def _attribute(raw: Classes, now: Classes, position: int) -> ComparedAttribute:
    hierarchy, level = now.crowd.hierarchies[position], now.levels[position]
    kept = now.kept_table_rows * (1 - level / hierarchy.height)
    return ComparedAttribute(
        name=hierarchy.attribute,
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
