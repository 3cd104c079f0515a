"""The risk of a table in a state, and the next steps: `measure_risk(table, {"age": 2}, k=5)`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from incrowd.advice import explaining, recommending
from incrowd.advice.gauges import read_gauges
from incrowd.crowd.crowd import Classes, Crowd, State
from incrowd.crowd.published import PublishedClasses
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.population import measure_population
from incrowd.dataset.promises import list_safeguards
from incrowd.dataset.results import NO_SENSITIVE, Advice, Figure, Risk
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.language import Message, join, say
from incrowd.measures.enforcement import SuppressedBy, enforce, tell_apart
from incrowd.measures.measure import Measure, Question
from incrowd.measures.registry import measure, measures
from incrowd.measures.risk.distribution import distribute
from incrowd.table import Role, Table

REMEDIES: Final[dict[str, Message]] = {
    "sensitive": say("Name a sensitive attribute with --sensitive."),
    "hierarchy": say("Give the sensitive attribute a hierarchy with --hierarchies."),
    "population": say("Give a table of the population with --population."),
    "sample": say("Give the number of people in the population with --population-size."),
}
"""How to give a measure what it needs."""


def measure_risk(
    table: OpenTable,
    levels: Mapping[str, int] | None = None,
    k: int = 1,
    *,
    measures: Sequence[str] = (),
    advise: bool = True,
) -> Risk:
    """The risk of a table as it is, or with attributes raised and small classes left out.

    Without advice the explanation leaves out what can only be said after trying next steps.
    """
    state = table.state(levels, k)
    crowd = table.crowd_for(state, measures)
    steps = _rank_steps(table, crowd, state) if advise else ()
    return _describe_state(table, crowd, state, steps, measures)


def recommend(table: OpenTable, levels: Mapping[str, int] | None = None, k: int = 1) -> Advice:
    """Every next step with its exact effect, best first."""
    crowd = table.protected_crowd  # first, so that the table is counted only once
    state = table.state(levels, k)
    steps = _rank_steps(table, crowd, state)
    guarded = replace(state, protections=tuple(table.protections(max(k, 2))))
    risk = _describe_state(table, crowd, state, steps, ())
    return Advice(risk, steps, recommending.list_suppressions(crowd, guarded))


def measure_table(
    table: OpenTable, name: str, levels: Mapping[str, int] | None = None, k: int = 1
) -> float | None:
    """One measure of the registry; of several sensitive attributes the worst."""
    state = table.state(levels, k)
    return measure_classes(table, enforce(table.crowd_for(state, [name]), state), name)


def measure_classes(table: OpenTable, classes: Classes, name: str) -> float | None:
    """One measure of some classes of a table."""
    return take_measures(classes, [name], table.population_crowd, table.population_size)[0].value


def _rank_steps(
    table: OpenTable, crowd: Crowd, state: State
) -> tuple[recommending.Generalization, ...]:
    return recommending.rank_generalizations(
        crowd, state, lambda done: table.progress("Trying next steps", done)
    )


def _describe_state(
    table: OpenTable,
    crowd: Crowd,
    state: State,
    steps: Sequence[recommending.Generalization],
    measures: Sequence[str],
) -> Risk:
    classes = enforce(crowd, state)
    figures = take_measures(classes, measures, table.population_crowd, table.population_size)
    risk = describe_risk(table.table, classes, state, steps, figures)
    risk = replace(risk, protections=list_safeguards(table))
    if table.person_warning is not None:
        risk = replace(risk, explanation=(table.person_warning, *risk.explanation))
    if table.population_size is None:
        return risk
    people = measure_population(classes, table.population_crowd, table.population_size)
    return replace(risk, population=people)


def describe_risk(
    table: Table,
    classes: Classes,
    state: State,
    steps: Sequence[recommending.Generalization],
    figures: Sequence[Figure],
) -> Risk:
    """Describe the published classes of a state."""
    (by,) = tell_apart(classes, state)
    return describe_published(table, classes, state, steps, figures, by, classes.crowd.hierarchies)


def describe_published(
    table: Table,
    classes: PublishedClasses,
    state: State,
    steps: Sequence[recommending.Generalization],
    figures: Sequence[Figure],
    by: SuppressedBy,
    hierarchies: Sequence[Hierarchy],
) -> Risk:
    """Describe published classes, at hand or counted elsewhere; `by` says why rows are left out."""
    sizes, counts = classes.kept_histogram
    advice = tuple(explaining.advise(classes, steps, by))
    return Risk(
        rows=classes.kept_table_rows,
        original_rows=classes.table_rows,
        classes=classes.kept_count,
        uniques=int(classes.count_small(1)[1]),
        gauges=read_gauges(classes),
        suppressed_rows=classes.table_rows - classes.kept_table_rows,
        suppressed_by=by,
        k=state.k,
        class_sizes={int(size): int(count) for size, count in zip(sizes, counts, strict=True)},
        distribution=tuple(distribute(classes)),
        state={
            each.attribute: level for each, level in zip(hierarchies, state.levels, strict=True)
        },
        roles={attribute.name: attribute.role.value for attribute in table.attributes},
        reasons={attribute.name: attribute.reason for attribute in table.attributes},
        hierarchies={hierarchy.attribute: hierarchy.reason for hierarchy in hierarchies},
        figures=tuple(figures),
        explanation=(*explaining.describe(classes, by, state.k), *advice, *_role_notes(table)),
        advice=advice,
        persons=classes.kept_rows if table.person else None,
        original_persons=classes.rows if table.person else None,
        suppressed_persons=classes.suppressed_rows if table.person else None,
    )


def _role_notes(table: Table) -> list[str]:
    notes: list[str] = [] if table.with_role(Role.SENSITIVE) else [NO_SENSITIVE]
    if table.person is not None and table.person.profile.missing:
        notes.append(
            say(
                "Rows without '{key}': {rows:,}. Each of them counts as a separate person.",
                key=table.person.name,
                rows=table.person.profile.missing,
            )
        )
    return notes


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
    return [_figure(chosen, _take(chosen, classes, population, size)) for chosen in wanted]


def answerable(classes: Classes, population: Crowd | None, size: int | None) -> list[Measure]:
    """Every measure for which all that it needs is known."""
    return [known for known in measures() if _answerable(known, classes, population, size)]


def _figure(taken: Measure, value: float | None) -> Figure:
    return Figure(taken.name, taken.title, taken.explanation, taken.unit, value)


def _answerable(
    wanted: Measure, classes: Classes, population: Crowd | None, size: int | None
) -> bool:
    questions = _questions(wanted, classes, population, size)
    return not any(wanted.missing(question) for question in questions)


def _questions(
    wanted: Measure, classes: Classes, population: Crowd | None, size: int | None
) -> list[Question]:
    """One question, or one for each sensitive attribute if the measure is about these."""
    sensitive = [attribute.name for attribute in classes.crowd.sensitive]
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
            say("'{title}' cannot be computed here.", title=wanted.title),
            join(REMEDIES[need] for need in sorted(missing)),
        )
    return wanted.compute(question)
