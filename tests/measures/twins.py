"""Slow, obvious twins of the privacy models: plain Python on the rows of one class.

Each takes the sensitive values of a class and of the whole table, in no particular order; None is
a missing value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, exp, inf, log

Values = Sequence[str | None]
Paths = Mapping[str | None, Sequence[str]]


def shares(values: Values) -> dict[str | None, float]:
    return {value: count / len(values) for value, count in Counter(values).items()}


def known(members: Values) -> Values:
    return [value for value in members if value is not None]


def distinct_l(members: Values) -> float:
    return len(set(known(members)))


def entropy_l(members: Values) -> float:
    if not known(members):
        return 0.0
    return exp(-sum(share * log(share) for share in shares(known(members)).values()))


def recursive_l(members: Values, c: float) -> float:
    counts = sorted(Counter(known(members)).values(), reverse=True)
    held = [l for l in range(1, len(counts) + 1) if counts[0] < c * sum(counts[l - 1 :])]
    return max(held, default=0)


def t_equal(members: Values, table: Values) -> float:
    inside, overall = shares(members), shares(table)
    return sum(abs(inside.get(value, 0) - overall[value]) for value in overall) / 2


def t_ordered(members: Values, table: Values) -> float:
    """Carry the surplus of every number on to the next larger one."""
    inside, overall = shares(members), shares(table)
    order = sorted(overall, key=lambda value: inf if value is None else float(value))
    carried, work = 0.0, 0.0
    for value in order:
        carried += inside.get(value, 0) - overall[value]
        work += abs(carried)
    return work / (len(order) - 1) if len(order) > 1 else 0.0


def t_hierarchical(members: Values, table: Values, paths: Paths) -> float:
    """Li et al.'s cost: at every node, what its children can exchange among themselves.

    `paths` gives the labels of each value at the levels 1 … H − 1.
    """
    inside, overall = shares(members), shares(table)
    height = len(next(iter(paths.values()))) + 1
    extra = {(value,): inside.get(value, 0) - overall.get(value, 0) for value in paths}
    work = 0.0
    for level in range(1, height + 1):
        parents: dict[tuple[str, ...], list[float]] = {}
        for node, surplus in extra.items():
            full = node if level > 1 else (*reversed(paths[node[0]]), node[0])
            parents.setdefault(full[:-1], []).append(surplus)
        for surpluses in parents.values():
            over = sum(surplus for surplus in surpluses if surplus > 0)
            under = -sum(surplus for surplus in surpluses if surplus < 0)
            work += level / height * min(over, under)
        extra = {node: sum(surpluses) for node, surpluses in parents.items()}
    return work


def alpha_k(members: Values) -> float:
    return max(shares(members).values())


def beta_likeness(members: Values, table: Values) -> float:
    inside, overall = shares(members), shares(table)
    return max(0.0, *((inside[value] - overall[value]) / overall[value] for value in inside))


def enhanced_beta_likeness(members: Values, table: Values) -> float:
    inside, overall = shares(members), shares(table)
    for value, share in inside.items():
        if (share - overall[value]) / overall[value] > -log(overall[value]) + 1e-9:
            return inf
    return beta_likeness(members, table)


def delta_disclosure(members: Values, table: Values) -> float:
    inside, overall = shares(members), shares(table)
    if set(inside) != set(overall):
        return inf
    return max(abs(log(inside[value] / overall[value])) for value in overall)


def certainty(members: Values, table: Values) -> float:
    """Which part of the doubt is gone for the best guess, of one value."""
    overall = shares(table)
    return max(
        (
            (share - overall[value]) / (1 - overall[value])
            for value, share in shares(members).items()
            if value is not None and overall[value] < 1
        ),
        default=0.0,
    )


def certain_numbers(members: Values, table: Values) -> float:
    """The same of numbers, where all within a twentieth of the usual spread are one guess."""
    everybody = sorted(float(value) for value in known(table))
    if not everybody:
        return 0.0
    low, high = (everybody[max(ceil(part * len(everybody)) - 1, 0)] for part in (0.05, 0.95))
    certain = 0.0
    for first in map(float, known(members)):
        last = first + 0.05 * (high - low)
        inside, overall = (
            sum(first <= float(value) <= last for value in known(values)) / len(values)
            for values in (members, table)
        )
        if overall < 1:
            certain = max(certain, (inside - overall) / (1 - overall))
    return certain
