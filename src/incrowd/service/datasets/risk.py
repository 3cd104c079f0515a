"""Put the risk of a state together: figures, distribution, roles, words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from incrowd.advice.explaining import explain
from incrowd.advice.gauges import read_gauges
from incrowd.advice.recommending import Generalization
from incrowd.crowd.classes import Classes
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.state import State
from incrowd.errors import InvalidParameter
from incrowd.measures.measure import Measure
from incrowd.measures.question import Question
from incrowd.measures.registry import measure, measures
from incrowd.measures.risk.distribution import distribute
from incrowd.service.datasets.results import Figure, Risk
from incrowd.table import Table

REMEDIES: Final[dict[str, str]] = {
    "sensitive": "Name a sensitive attribute with --sensitive.",
    "hierarchy": "Give the sensitive attribute a hierarchy with --hierarchies.",
    "population": "Give a table of the population with --population.",
    "sample": "Give the number of people in the population with --population-size.",
}
"""How to give a measure what it needs."""


def describe_risk(
    table: Table,
    classes: Classes,
    state: State,
    steps: Sequence[Generalization],
    figures: Sequence[Figure],
) -> Risk:
    """Describe the published classes of a state."""
    sizes, counts = np.unique(classes.kept_sizes, return_counts=True)
    crowd = classes.crowd
    return Risk(
        rows=classes.kept_rows,
        original_rows=classes.rows,
        classes=len(classes.kept_sizes),
        uniques=int((classes.kept_sizes == 1).sum()),
        gauges=read_gauges(classes),
        suppressed_rows=classes.suppressed_rows,
        k=state.k,
        class_sizes={int(size): int(count) for size, count in zip(sizes, counts, strict=True)},
        distribution=tuple(distribute(classes)),
        state=dict(zip(crowd.names, state.levels, strict=True)),
        roles={one.name: one.role.value for one in table.attributes},
        reasons={one.name: one.reason for one in table.attributes},
        hierarchies={one.attribute: one.reason for one in crowd.hierarchies},
        figures=tuple(figures),
        explanation=tuple(explain(classes, steps)),
    )


def take_measures(
    classes: Classes, names: Sequence[str], population: Crowd | None, size: int | None
) -> list[Figure]:
    """Take measures of the registry; of several sensitive attributes the worst counts.

    `all` means every measure for which all that it needs is known.
    """
    wanted: list[Measure] = []
    for name in names:
        if name == "all":
            wanted += answerable(classes, population, size)
        else:
            wanted.append(measure(name))
    return [_figure(one, _take(one, classes, population, size)) for one in wanted]


def answerable(classes: Classes, population: Crowd | None, size: int | None) -> list[Measure]:
    """Every measure for which all that it needs is known."""
    return [one for one in measures() if _answerable(one, classes, population, size)]


def _figure(one: Measure, value: float | None) -> Figure:
    return Figure(one.name, one.title, one.explanation, one.unit, value)


def _answerable(
    wanted: Measure, classes: Classes, population: Crowd | None, size: int | None
) -> bool:
    questions = _questions(wanted, classes, population, size)
    return not any(wanted.missing(question) for question in questions)


def _questions(
    wanted: Measure, classes: Classes, population: Crowd | None, size: int | None
) -> list[Question]:
    """One question, or one for each sensitive attribute if the measure is about these."""
    sensitive = [one.name for one in classes.crowd.sensitive]
    subjects = sensitive if "sensitive" in wanted.needs and sensitive else [None]
    return [
        Question(classes, sensitive=name, population=population, population_size=size)
        for name in subjects
    ]


def _take(
    wanted: Measure, classes: Classes, population: Crowd | None, size: int | None
) -> float | None:
    questions = _questions(wanted, classes, population, size)
    values = [_answer(wanted, question) for question in questions]
    known = [value for value in values if value is not None]
    worst = max if wanted.better == "lower" else min
    return worst(known) if len(known) == len(values) else None


def _answer(wanted: Measure, question: Question) -> float | None:
    missing = wanted.missing(question)
    if missing:
        raise InvalidParameter(
            f"'{wanted.title}' cannot be computed here.",
            " ".join(REMEDIES[need] for need in sorted(missing)),
        )
    return wanted.compute(question)
