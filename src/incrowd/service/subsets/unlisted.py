"""What is told of stand-outs that are too many to be listed: how many groups, of which attributes.

explain_unlisted(standouts, unlisted)   # Combinations of 3 attributes leave 2,104,113 groups …
"""

from collections.abc import Iterable
from dataclasses import dataclass

from incrowd.advice.standout_words import describe_values, explain_standouts
from incrowd.advice.standouts import StandOuts
from incrowd.answers import Words
from incrowd.dataset.open_table import OpenTable
from incrowd.language import say
from incrowd.service.subsets.pushed_standouts import MOST_LISTED, Unlisted
from incrowd.table import MISSING


@dataclass(frozen=True)
class CountedCombination:
    """Attributes that leave groups below k while no part of them does."""

    attributes: tuple[str, ...]
    groups: int
    rows: int


@dataclass(frozen=True)
class ExampleGroup:
    """One of the groups, the first ones in the order of the engine."""

    values: dict[str, str]
    rows: int
    reason: Words


@dataclass(frozen=True)
class UnlistedGroups:
    """Combinations of this size were counted, and are in no other figure of the answer."""

    size: int
    groups: int
    combinations: tuple[CountedCombination, ...]
    """Those that put the most rows into small groups come first."""
    examples: tuple[ExampleGroup, ...]


def tell_unlisted(table: OpenTable, found: Unlisted) -> UnlistedGroups:
    """The groups of a size that were counted, and the first of them."""
    counted = [
        CountedCombination(tuple(shown.name for shown in each.shown), each.classes, each.rows)
        for each in found.counts
    ]
    examples = []
    for each in found.examples:
        names = [shown.name for shown in each.shown]
        cells = [MISSING if cell is None else cell for cell in each.cells]
        pairs = list(zip(names, cells, strict=True))
        shared = [(table.table.attribute(name), cell) for name, cell in pairs]
        reason = describe_values(each.size, shared, by_person=False)
        examples.append(ExampleGroup(dict(pairs), each.size, reason))
    return UnlistedGroups(
        found.size,
        sum(each.groups for each in counted),
        tuple(sorted(counted, key=lambda each: -each.rows)),
        tuple(examples),
    )


def explain_unlisted(standouts: StandOuts, found: Unlisted) -> Iterable[str]:
    """Say what was counted only; figures of all smaller combinations come first."""
    if standouts.minimal.size:
        yield from explain_standouts(standouts, limits=False)
    groups = sum(each.classes for each in found.counts)
    if found.size == 1:
        yield say(
            "Single attributes lead to {groups:,} groups of fewer than {k:,} rows: too many "
            "to list (at most {most:,} rows are), so they were only counted. Combinations "
            "were not checked.",
            groups=groups,
            k=standouts.minimal.k,
            most=MOST_LISTED,
        )
    else:
        yield say(
            "Combinations of {size:,} attributes lead to {groups:,} groups of fewer than "
            "{k:,} rows: too many to list (at most {most:,} rows are), so they were only "
            "counted. Larger combinations were not checked.",
            size=found.size,
            groups=groups,
            k=standouts.minimal.k,
            most=MOST_LISTED,
        )
    top = max(found.counts, key=lambda each: each.rows)
    yield say(
        "More rows stand out because of {names} than because of anything else: {rows:,}.",
        names=", ".join(f"'{shown.name}'" for shown in top.shown),
        rows=top.rows,
    )
