"""How many people of a population share the published values of each class of a sample."""

from collections.abc import Sequence

import numpy as np

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.multisets import Entries, number_multisets
from incrowd.kernels.packing import pack
from incrowd.language import say


def population_sizes(classes: Classes, population: Crowd) -> Sizes:
    """Count the people of the population in each class of the sample, at the sample's levels.

    Both are put into the code space of the sample's hierarchies, which must know every value of
    the population: a person whose value nobody can place might stand in any class. Where people
    have several rows those are alike whose multisets of published rows are equal.
    """
    sample = classes.crowd
    if sample.names != population.names:
        raise InvalidParameter(
            say("The population does not have the quasi-identifiers of the table."),
            say("It needs the columns {names}.", names=", ".join(sample.names)),
        )
    if sample.folded or population.folded:
        return _count_persons(classes, population)
    own = tuple(codes[classes.representatives] for codes in sample.codes)
    alike = _number_alike(classes, own, population)
    weights = np.concatenate([np.zeros(classes.count, np.int64), population.counts])
    _, totals, group_of = group(alike, weights, int(alike.max(initial=0)) + 1)
    sizes: Sizes = totals[group_of[: classes.count]]
    return sizes


def _count_persons(classes: Classes, population: Crowd) -> Sizes:
    """Count the people of the population whose rows are, together, those of a class."""
    sample, persons = classes.crowd, classes.crowd.persons
    if persons is not None and sample.folded and population.persons is None:
        raise InvalidParameter(
            say("People with several rows cannot be looked up in a table of the population."),
            say(
                "It also needs the person key '{name}'. Or give the number of people instead, "
                "with --population-size.",
                name=persons.key.attribute.name,
            ),
        )
    own = sample.by_rows
    alike = _number_alike(classes, own.codes, population.by_rows)
    mine, theirs = _entries(sample).of(classes.representatives), _entries(population)
    entries = Entries(
        np.concatenate([mine.starts, mine.starts[-1] + theirs.starts[1:]]),
        np.concatenate([mine.values, theirs.values + np.int32(len(own.counts))]),
        np.concatenate([mine.times, theirs.times]),
    )
    numbers, count = number_multisets(entries, alike.astype(np.int32))
    people = np.bincount(numbers[classes.count :], population.counts, minlength=count)
    sizes: Sizes = people.astype(np.int64)[numbers[: classes.count]]
    return sizes


def _entries(crowd: Crowd) -> Entries:
    """The rows of each line of a crowd; without a person key every line has one."""
    if crowd.persons is not None:
        return crowd.persons.entries
    lines = len(crowd.counts)
    values = np.arange(lines, dtype=np.int32)
    return Entries(np.arange(lines + 1, dtype=np.int64), values, np.ones(lines, np.int64))


def _number_alike(classes: Classes, own: Sequence[Positions], population: Crowd) -> Sizes:
    """Number some tuples of the sample, then those of the population, by what is published."""
    codes = [
        _joint_codes(classes, index, mine, population.domains[index], population.codes[index])
        for index, mine in enumerate(own)
    ]
    radices = [int(code.max(initial=0)) + 1 for code in codes]
    everyone = np.arange(len(codes[0]) if codes else 0, dtype=np.int32)
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    keys, space = pack(codes, as_is, radices, everyone)
    return group(keys, np.ones(len(keys), np.int64), space)[2].astype(np.int64)


def _joint_codes(
    classes: Classes, index: int, own: Positions, domain: Domain, others: Positions
) -> Positions:
    """Code one attribute of tuples of the sample, then of the population, in the same way."""
    sample = classes.crowd.by_rows
    hierarchy, level = sample.ladders[index].hierarchy, classes.levels[index]
    parts = [(sample.domains[index].values, own), (domain.values, others)]
    located = [hierarchy.locate(values)[codes] for values, codes in parts]
    joint = np.concatenate(located)
    published: Positions = joint if level == 0 else hierarchy.groups[level - 1][joint]
    return np.ascontiguousarray(published, np.int32)
