"""Every next step with its exact effect: one attribute coarser, or small classes suppressed.

`rank_generalizations(crowd, state)[0].best` is the level with the smallest sum of gauges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from incrowd.advice.gauges import WORST_SCORE, Gauges, read_gauges
from incrowd.answers import Words, part, shape
from incrowd.crowd.crowd import Crowd, State
from incrowd.crowd.published import PublishedClasses
from incrowd.crowd.raising import raise_attribute
from incrowd.measures.enforcement import SuppressedBy, enforce, suppress, tell_apart
from incrowd.measures.release_promises import hold_release, split_promises
from incrowd.measures.risk.distribution import Bucket, distribute

HIGHEST_K = 20
"""Suppression is shown for k up to this."""

THREADS = 2
"""Attributes are tried side by side: the kernels leave the interpreter alone."""


@dataclass(frozen=True)
class Effect:
    """What a state looks like once it is reached."""

    gauges: Gauges = field(metadata=shape(inline=True))
    rows: int
    classes: int
    uniques: int
    suppressed_rows: int
    distribution: tuple[Bucket, ...]
    persons: int | None = field(default=None, metadata=shape(optional=True))
    suppressed_persons: int | None = field(default=None, metadata=shape(optional=True))
    """Where there is a person key: who is published, and who is left out."""
    by_size: tuple[int, ...] = field(default=(), metadata=shape(hidden=True))
    """Rows, or people, in classes of 0, 1, … up to `HIGHEST_K` of them."""

    @property
    @part()
    def score(self) -> float:
        """The sum of the gauges: the smaller the better; nothing is worse than no row left."""
        return self.gauges.score if self.rows else WORST_SCORE

    def count_below(self, k: int) -> int | None:
        """Rows, or people, in classes smaller than k; None where k is too large to tell."""
        return sum(self.by_size[:k]) if k <= HIGHEST_K + 1 else None

    @classmethod
    def of(cls, classes: PublishedClasses) -> Effect:
        """Read the effect off the classes of a state."""
        distribution = tuple(distribute(classes))
        by_person = classes.by_person
        return cls(
            read_gauges(classes),
            rows=classes.kept_table_rows,
            classes=classes.kept_count,
            uniques=distribution[-1].rows,
            suppressed_rows=classes.table_rows - classes.kept_table_rows,
            distribution=distribution,
            persons=classes.kept_rows if by_person else None,
            suppressed_persons=classes.suppressed_rows if by_person else None,
            by_size=tuple((classes.count_small(HIGHEST_K) * np.arange(HIGHEST_K + 1)).tolist()),
        )


@dataclass(frozen=True)
class LevelChoice:
    """One attribute raised to one level, everything else left as it is."""

    level: int
    label: Words
    effect: Effect = field(metadata=shape(inline=True))


@dataclass(frozen=True)
class Generalization:
    """The levels that an attribute can be raised to, and the best of them."""

    attribute: str
    levels: tuple[LevelChoice, ...]

    @property
    def best(self) -> LevelChoice:
        """The level with the smallest sum of gauges, the lowest of equals."""
        return min(self.levels, key=lambda choice: (choice.effect.score, choice.level))

    @property
    @part()
    def best_level(self) -> int:
        """The level with the smallest sum of gauges."""
        return self.best.level


@dataclass(frozen=True)
class Suppression:
    """Remove the rows of every group smaller than k and of every group that breaks a protection."""

    k: int
    effect: Effect = field(metadata=shape(inline=True))
    suppressed_by: SuppressedBy
    """Which rows are left out for k, and which for each protection."""


Step = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


def rank_generalizations(
    crowd: Crowd, state: State, step: Step = lambda done: None
) -> tuple[Generalization, ...]:
    """Compute the exact effect of raising each attribute, best first, ties in attribute order."""
    with ThreadPoolExecutor(THREADS) as pool:
        result: list[Generalization] = []
        for generalization in pool.map(
            partial(_generalization, crowd, state), range(len(crowd.names))
        ):
            step(len(result) / len(crowd.names))
            result.append(generalization)
    return rank(result)


def rank(steps: Iterable[Generalization]) -> tuple[Generalization, ...]:
    """The steps that are left, best first, ties in attribute order."""
    left = [generalization for generalization in steps if generalization.levels]
    return tuple(sorted(left, key=lambda generalization: generalization.best.effect.score))


def list_suppressions(crowd: Crowd, state: State) -> tuple[Suppression, ...]:
    """Compute the exact effect of leaving out small classes, for every k above the current one.

    The protections of the state hold for each of them.
    """
    single, whole = split_promises(state.protections)
    guarded = enforce(crowd, replace(state, k=1, protections=single))
    choices = range(state.k + 1, min(HIGHEST_K, crowd.rows) + 1)
    _, *causes = tell_apart(crowd.at(state.levels), state, choices)
    return tuple(
        Suppression(k, Effect.of(hold_release(guarded.keeping(guarded.sizes >= k), whole)), by)
        for k, by in zip(choices, causes, strict=True)
    )


def _generalization(crowd: Crowd, state: State, index: int) -> Generalization:
    return Generalization(crowd.names[index], tuple(_raise(crowd, state, index)))


def _raise(crowd: Crowd, state: State, index: int) -> Iterable[LevelChoice]:
    hierarchy = crowd.hierarchies[index]
    for classes in raise_attribute(crowd, state.levels, index):
        level = classes.levels[index]
        yield LevelChoice(level, hierarchy.title(level), Effect.of(suppress(classes, state)))
