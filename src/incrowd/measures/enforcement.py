"""Suppress the classes of a state that are too small or break a protection.

What is promised of the release as a whole comes last: of the classes that are left the smallest go.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd, Protection, ReleasePromise, State
from incrowd.crowd.sensitive import Sensitive
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.measures.release_promises import figure_of, hold_release, split_promises
from incrowd.table import Attribute

DEFAULT_T = 0.5
DEFAULT_L = 2


@dataclass(frozen=True)
class Held:
    """A protection, and what the worst published class reaches of it."""

    attribute: str
    model: str
    threshold: float
    reached: float | None
    """None where no row is published."""


@dataclass(frozen=True)
class BrokenProtection:
    """A protection, and the rows in classes of k or more that break it."""

    attribute: str
    model: str
    threshold: float
    rows: int


@dataclass(frozen=True)
class SuppressedBy:
    """Why rows are removed: k, or a protection of groups that are large enough.

    A class that breaks two protections counts for both.
    """

    k: int
    """Rows of classes smaller than k."""
    protections: tuple[BrokenProtection, ...] = ()


def enforce(crowd: Crowd, state: State) -> Classes:
    """The classes of a state, those below k and those that break a protection suppressed."""
    return suppress(crowd.at(state.levels), state)


def suppress(classes: Classes, state: State) -> Classes:
    """Suppress the classes below the k of a state and those that break its protections."""
    if state.k > 1:
        classes = classes.keeping(classes.sizes >= state.k)
    single, whole = split_promises(state.protections)
    if single:
        # what is left out anyway need not be looked at, and most of the work is there
        holding = classes.kept.copy()
        holding[classes.kept] = protected(classes.only(classes.kept), single)
        classes = classes.keeping(holding)
    return hold_release(classes, whole)


def protected(classes: Classes, protections: Sequence[Protection]) -> NDArray[np.bool_]:
    """Which classes hold every protection, suppressed ones included.

    What is promised of the release as a whole is no matter of single classes.
    """
    holding = np.ones(classes.count, np.bool_)
    for held in _held_by(classes, split_promises(protections)[0]):
        holding &= held
    return holding


def _held_by(classes: Classes, protections: Sequence[Protection]) -> Iterator[NDArray[np.bool_]]:
    """Which classes hold each protection, suppressed ones included.

    Closeness is measured against the whole original table, so that suppressing a class never
    changes what another one holds.
    """
    questions = {
        protection.attribute: Question(classes, protection.attribute) for protection in protections
    }
    for protection in protections:
        yield measure(protection.model).holding(
            questions[protection.attribute], protection.threshold
        )


def tell_apart(classes: Classes, state: State, further: Sequence[int] = ()) -> list[SuppressedBy]:
    """What the rows of a state are left out for, at its k and at further, larger ones."""
    single, whole = split_promises(state.protections)
    large = classes.only(classes.sizes >= state.k)
    broken = [~held for held in _held_by(large, single)]

    def at(k: int) -> SuppressedBy:
        enough = large.sizes >= k
        causes = [
            BrokenProtection(each.attribute, each.model, each.threshold, lost)
            for each, lost in zip(
                single, (_count_rows(large, enough & mask) for mask in broken), strict=True
            )
        ]
        holding = np.logical_and.reduce([enough, *(~mask for mask in broken)])
        causes += [_count_cut_rows(large, holding, each) for each in whole]
        return SuppressedBy(classes.table_rows - _count_rows(large, enough), tuple(causes))

    return [at(k) for k in (state.k, *further)]


def _count_cut_rows(
    classes: Classes, holding: NDArray[np.bool_], promise: ReleasePromise
) -> BrokenProtection:
    """The rows that one promise about the release takes from what holds all else."""
    published = replace(classes, kept=holding)
    gone = holding & ~hold_release(published, [promise]).kept
    return BrokenProtection(
        promise.attribute, promise.model, promise.threshold, _count_rows(classes, gone)
    )


def _count_rows(classes: Classes, mask: NDArray[np.bool_]) -> int:
    if classes.crowd.persons is None:
        return int(classes.sizes[mask].sum())
    return replace(classes, kept=mask).kept_table_rows


def default_protections(sensitive: Sensitive) -> tuple[Protection, ...]:
    """What a sensitive attribute is protected by where nothing else is asked for.

    Two different values in every class; numbers also by ordered t-closeness, and categories with a
    hierarchy by hierarchical t-closeness. Closeness alone would let a class share one value.
    """
    return propose_protections(sensitive.domain.attribute, sensitive.hierarchy is not None)


def propose_protections(attribute: Attribute, hierarchical: bool) -> tuple[Protection, ...]:
    """The same before values are counted: whether there is a hierarchy must be said."""
    diversity = Protection(attribute.name, "distinct_l", DEFAULT_L)
    model = fit_closeness(attribute, hierarchical)
    if model == "t_equal":
        return (diversity,)
    return (Protection(attribute.name, model, DEFAULT_T), diversity)


def reach(classes: Classes, protections: Sequence[Protection]) -> tuple[Held, ...]:
    """What the published classes reach of each protection, by the measure it asks for."""
    return tuple(
        Held(
            protection.attribute,
            protection.model,
            protection.threshold,
            _figure(classes, protection),
        )
        for protection in protections
    )


def _figure(classes: Classes, protection: Protection) -> float | None:
    if isinstance(protection, ReleasePromise):
        return figure_of(classes, protection)
    return measure(protection.model).compute(Question(classes, protection.attribute))


def worst_figures(classes: Classes) -> tuple[int | None, float | None]:
    """The smallest l and the largest t of all sensitive attributes; None where there is none."""
    diversity, closeness = [], []
    for attribute in classes.crowd.sensitive:
        question = Question(classes, attribute.name)
        diversity.append(measure("distinct_l").compute(question))
        closeness.append(measure(closeness_model(attribute)).compute(question))
    l = min((int(figure) for figure in diversity if figure is not None), default=None)
    return l, max((figure for figure in closeness if figure is not None), default=None)


def closeness_model(sensitive: Sensitive) -> str:
    """Which t-closeness fits an attribute: ordered, along its hierarchy, or equal distances."""
    return fit_closeness(sensitive.domain.attribute, sensitive.hierarchy is not None)


def fit_closeness(attribute: Attribute, hierarchical: bool) -> str:
    """The same before values are counted: whether there is a hierarchy must be said."""
    if attribute.kind.numeric:
        return "t_ordered"
    return "t_hierarchical" if hierarchical else "t_equal"
