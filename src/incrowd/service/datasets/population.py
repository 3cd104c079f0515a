"""The risk of a table as a sample: `population_risk(table, population_size=200_000)`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from incrowd.dataset.counting import count_people_in
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.population import PopulationRisk, measure_population, to_population_size
from incrowd.engines.contract import Source
from incrowd.errors import InvalidParameter, NotNow
from incrowd.language import say
from incrowd.measures.enforcement import enforce
from incrowd.table import Role
from incrowd.workspace.source_names import open_named

if TYPE_CHECKING:  # it loads the searches, which `incrowd risk` does without
    from incrowd.workspace.open_dataset import OpenDataset

__all__ = ["PopulationRisk", "estimate_population", "population_risk"]


def population_risk(
    table: OpenTable,
    levels: Mapping[str, int] | None = None,
    k: int = 1,
    *,
    population: object | None = None,
    population_size: int | None = None,
    sampling_fraction: float | None = None,
) -> PopulationRisk:
    """Who would be unique in a population, given its size, the share sampled, or its table.

    Without any of them, the population that the table was opened with.
    """
    _check_given_once(population, population_size, sampling_fraction)
    if population is not None:
        with closing(open_named(population, table.progress)) as people:
            return _measure(_among(table, people, levels or {}), levels, k)
    size = to_population_size(table.table.people, population_size, sampling_fraction)
    return _measure(table, levels, k, size)


def estimate_population(
    open_dataset: OpenDataset,
    *,
    population: OpenDataset | None = None,
    population_size: int | None = None,
    sampling_fraction: float | None = None,
) -> PopulationRisk:
    """The same for a data set of the workspace as it would be published now."""
    _check_given_once(population, population_size, sampling_fraction)
    snapshot = open_dataset.snapshot()
    if population is None:
        people = snapshot.dataset.table.people
        size = to_population_size(people, population_size, sampling_fraction)
        if size is None:
            raise _no_population()
        return measure_population(snapshot.classes, None, size)
    if snapshot.recoded is not None:
        raise NotNow(
            say(
                "Every row is recoded in its own way, so we cannot count how many people in "
                "the population look like it."
            ),
            say("Give the number of people instead, or undo the recoding."),
        )
    table = _among(snapshot.dataset, population.source, snapshot.levels)
    return _measure(table, snapshot.levels, snapshot.k)


def _check_given_once(*given: object) -> None:
    if sum(each is not None for each in given) > 1:
        raise InvalidParameter(
            say("The population is given in two ways."),
            say("Give its size, the sampling fraction, or a table of it."),
        )


def _no_population() -> InvalidParameter:
    return InvalidParameter(
        say("We do not know which population the table was drawn from."),
        say("Give the number of people, the share of them in the table, or a table of them."),
    )


def _among(table: OpenTable, people: Source, levels: Mapping[str, int]) -> OpenTable:
    """The table among these people.

    At level 0 hierarchies play no part, so that automatic ones may be made for all people. Where an
    attribute is raised they stay as they are: a level must mean what it meant before.
    """
    columns = {profile.name for profile in people.profiles()}
    quasi = [attribute.name for attribute in table.table.with_role(Role.QUASI)]
    missing = [name for name in quasi if name not in columns]
    if missing:
        raise InvalidParameter(
            say("The population has no column {names}.", names=", ".join(map(repr, missing))),
            say("Its table needs every quasi-identifier under the same name."),
        )
    given = table.hierarchies if any(levels.values()) else {}
    return replace(
        table,
        given={**table.given, **given},
        population=people,
        population_size=count_people_in(people, table.table.person),
    )


def _measure(
    table: OpenTable, levels: Mapping[str, int] | None, k: int, size: int | None = None
) -> PopulationRisk:
    """Measure against a size, or against the population that the table has."""
    population = None if size is not None else table.population_crowd
    people = size if size is not None else table.population_size
    if population is None and people is None:
        raise _no_population()
    state = table.state(levels, k)
    return measure_population(enforce(table.crowd_for(state, ()), state), population, people)
