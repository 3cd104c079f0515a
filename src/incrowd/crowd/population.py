"""How many people of a population share the published values of each class of a sample."""

import numpy as np

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.language import say


def population_sizes(classes: Classes, population: Crowd) -> Sizes:
    """Count the rows of the population in each class of the sample, at the sample's levels.

    Both are put into the code space of the sample's hierarchies, which must know every value of
    the population: a person whose value nobody can place might stand in any class.
    """
    if classes.crowd.folded:
        raise InvalidParameter(
            say("People with several rows cannot be looked up in a table of the population."),
            say("Give the number of people instead, with --population-size."),
        )
    sample = classes.crowd
    if sample.names != population.names:
        raise InvalidParameter(
            say("The population does not have the quasi-identifiers of the table."),
            say("It needs the columns {names}.", names=", ".join(sample.names)),
        )
    codes = [_joint_codes(classes, population, index) for index in range(len(sample.names))]
    radices = [int(code.max(initial=0)) + 1 for code in codes]
    everyone = np.arange(classes.count + len(population.counts), dtype=np.int32)
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    keys, space = pack(codes, as_is, radices, everyone)
    weights = np.concatenate([np.zeros(classes.count, np.int64), population.counts])
    _, totals, group_of = group(keys, weights, space)
    sizes: Sizes = totals[group_of[: classes.count]]
    return sizes


def _joint_codes(classes: Classes, population: Crowd, index: int) -> Positions:
    """Code one attribute of the classes, then of the population's tuples, in the same way."""
    sample = classes.crowd
    hierarchy, level = sample.ladders[index].hierarchy, classes.levels[index]
    parts = [
        (sample.domains[index].values, sample.codes[index][classes.representatives]),
        (population.domains[index].values, population.codes[index]),
    ]
    located = [hierarchy.locate(values)[codes] for values, codes in parts]
    joint = np.concatenate(located)
    published: Positions = joint if level == 0 else hierarchy.groups[level - 1][joint]
    return published
