"""What to do next: one attribute one step coarser, or the rows of small classes left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

from incrowd.advice.gauges import Gauges, read_gauges
from incrowd.answers import Words, part, shape
from incrowd.crowd.crowd import Classes, Crowd, State
from incrowd.crowd.raising import raise_attribute
from incrowd.measures.enforcement import enforce, suppress
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

    @property
    @part()
    def score(self) -> float:
        """The sum of the gauges: the smaller the better."""
        return self.gauges.score

    @classmethod
    def of(cls, classes: Classes) -> Effect:
        """Read the effect off the classes of a state."""
        distribution = tuple(distribute(classes))
        return cls(
            read_gauges(classes),
            rows=classes.kept_rows,
            classes=len(classes.kept_sizes),
            uniques=distribution[-1].rows,
            suppressed_rows=classes.suppressed_rows,
            distribution=distribution,
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
        return min(self.levels, key=lambda choice: (choice.effect.gauges.score, choice.level))

    @property
    @part()
    def best_level(self) -> int:
        """The level with the smallest sum of gauges."""
        return self.best.level


@dataclass(frozen=True)
class Suppression:
    """Rows of every class smaller than k left out, and of every class that breaks a protection."""

    k: int
    effect: Effect = field(metadata=shape(inline=True))


Step = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


def rank_generalizations(
    crowd: Crowd, state: State, step: Step = lambda done: None
) -> tuple[Generalization, ...]:
    """Compute the exact effect of raising each attribute, best first, ties in attribute order."""
    with ThreadPoolExecutor(THREADS) as pool:
        result: list[Generalization] = []
        for item in pool.map(partial(_generalization, crowd, state), range(len(crowd.names))):
            step(len(result) / len(crowd.names))
            result.append(item)
    open_steps = [item for item in result if item.levels]
    return tuple(sorted(open_steps, key=lambda item: item.best.effect.gauges.score))


def list_suppressions(crowd: Crowd, state: State) -> tuple[Suppression, ...]:
    """Compute the exact effect of leaving out small classes, for every k above the current one.

    The protections of the state hold for each of them.
    """
    guarded = enforce(crowd, replace(state, k=1))
    return tuple(
        Suppression(k, Effect.of(guarded.keeping(guarded.sizes >= k)))
        for k in range(state.k + 1, min(HIGHEST_K, crowd.rows) + 1)
    )


def _generalization(crowd: Crowd, state: State, index: int) -> Generalization:
    return Generalization(crowd.names[index], tuple(_raise(crowd, state, index)))


def _raise(crowd: Crowd, state: State, index: int) -> Iterable[LevelChoice]:
    hierarchy = crowd.hierarchies[index]
    for classes in raise_attribute(crowd, state.levels, index):
        level = classes.levels[index]
        yield LevelChoice(level, hierarchy.title(level), Effect.of(suppress(classes, state)))
