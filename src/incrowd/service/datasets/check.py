"""Does a table hold k, l and t? For pipelines: yes or no, and one line why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import WHOLE_RELEASE, Classes, Protection
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Check, FailingClass
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.enforcement import Held, closeness_model, protected, reach
from incrowd.measures.measure import Question
from incrowd.measures.promise_checks import check_promise
from incrowd.measures.promise_names import CLOSENESS, promise_name
from incrowd.measures.registry import measure
from incrowd.measures.release_promises import broken_promises, split_promises
from incrowd.service.datasets.people_behind import read_published

SHOWN = 20
"""Failing classes that are listed, the smallest first."""


@dataclass(frozen=True)
class Promise:
    """What is asked of every class; None where nothing is asked."""

    k: int
    l: int | None = None
    t: float | None = None
    protections: tuple[Protection, ...] = ()
    """What is asked of single sensitive attributes."""

    def asked(self) -> dict[str, float]:
        """What is asked, by name."""
        wanted = {"k": self.k, "l": self.l, "t": self.t}
        known = {name: value for name, value in wanted.items() if value is not None}
        return known | {
            _asked_name(protection): protection.threshold for protection in self.protections
        }


def _asked_name(protection: Protection) -> str:
    name = promise_name(protection.model)
    whole = protection.attribute == WHOLE_RELEASE
    return name if whole else f"{protection.attribute}:{name}"


@dataclass(frozen=True, eq=False)
class _Findings:
    """What was found in each class; of several sensitive attributes the worst counts."""

    failing: NDArray[np.bool_]
    diversity: NDArray[np.float64] | None
    closeness: NDArray[np.float64] | None


def check_table(
    table: OpenTable, promise: Promise, levels: Mapping[str, int] | None = None
) -> Check:
    """Compare every class of a table, at some levels, with the promise."""
    state = table.state(levels, promise.k, ())
    as_is = not any((levels or {}).values())
    known = (read_published if as_is else OpenTable.with_people)(table, promise.protections)
    promise = replace(promise, protections=known)
    for each in split_promises(known)[1]:
        check_promise(table.protected_crowd.rows, each, len(table.protected_crowd.names))
    return check_classes(table.protected_crowd.at(state.levels), promise, table.roles)


def check_classes(classes: Classes, promise: Promise, roles: dict[str, str]) -> Check:
    """Compare every class with the promise."""
    validate_promise(promise, sensitive=bool(classes.crowd.sensitive))
    return _describe(classes, promise, _find(classes, promise), roles)


def check_protected(
    classes: Classes, k: int, protections: Sequence[Protection], roles: dict[str, str]
) -> Check:
    """Compare every class with k and with what is asked of each sensitive attribute."""
    l = [int(each.threshold) for each in protections if each.model == "distinct_l"]
    t = [each.threshold for each in protections if promise_name(each.model) == CLOSENESS]
    promise = Promise(k, max(l, default=None), min(t, default=None))
    measured = _find(classes, Promise(k))
    failing = measured.failing | ~protected(classes, protections)
    return _describe(classes, promise, replace(measured, failing=failing), roles)


def _describe(
    classes: Classes, promise: Promise, result: _Findings, roles: dict[str, str]
) -> Check:
    order = np.flatnonzero(result.failing)
    order = order[np.argsort(classes.sizes[order], kind="stable")]
    k = int(classes.sizes.min(initial=classes.rows))
    by_person = classes.crowd.persons is not None
    l = None if result.diversity is None else int(result.diversity.min())
    t = None if result.closeness is None else float(result.closeness.max())
    broken = broken_promises(classes, split_promises(promise.protections)[1])
    return Check(
        holds=not order.size and not broken,
        why=explain_check(
            promise,
            k,
            l,
            t,
            int(order.size),
            reach(classes, promise.protections),
            broken=bool(broken),
        ),
        k=k,
        l=l,
        t=t,
        asked=promise.asked(),
        failing_classes=tuple(_failure(classes, result, int(index)) for index in order[:SHOWN]),
        failing_count=int(order.size),
        failing_rows=_rows_of(classes, result.failing),
        roles=roles,
        failing_persons=int(classes.sizes[order].sum()) if by_person else None,
    )


def _rows_of(classes: Classes, chosen: NDArray[np.bool_]) -> int:
    """The rows of some classes, also where persons are counted."""
    return classes.keeping(chosen).kept_table_rows


def validate_promise(promise: Promise, *, sensitive: bool) -> None:
    """Refuse what cannot be asked; `sensitive` says whether there is anything to protect."""
    asks_more = promise.l is not None or promise.t is not None
    if asks_more and not sensitive:
        raise InvalidParameter(
            say("l and t are about sensitive attributes, and the table has none."),
            say("Name the sensitive columns."),
        )
    if promise.l is not None and promise.l < 1:
        raise InvalidParameter(
            say("l = {l} is not possible.", l=promise.l), say("Choose an l of 1 or more.")
        )
    if promise.t is not None and not 0 <= promise.t <= 1:
        raise InvalidParameter(
            say("t = {t} is not possible.", t=promise.t), say("Choose a t from 0 to 1.")
        )


def _find(classes: Classes, promise: Promise) -> _Findings:
    failing = (classes.sizes < promise.k) | ~protected(classes, promise.protections)
    diversity: list[NDArray[np.float64]] = []
    closeness: list[NDArray[np.float64]] = []
    for attribute in classes.crowd.sensitive:
        question = Question(classes, sensitive=attribute.name)
        for model, figures, threshold in (
            (measure("distinct_l"), diversity, promise.l),
            (measure(closeness_model(attribute)), closeness, promise.t),
        ):
            if model.per_class is not None:
                figures.append(model.per_class(question))
            if threshold is not None:
                failing = failing | ~model.holding(question, threshold)
    if not diversity:
        return _Findings(failing, None, None)
    return _Findings(failing, np.min(diversity, axis=0), np.max(closeness, axis=0))


def _failure(classes: Classes, found: _Findings, index: int) -> FailingClass:
    return FailingClass(
        classes.describe(index),
        int(classes.sizes[index]),
        None if found.diversity is None else int(found.diversity[index]),
        None if found.closeness is None else float(found.closeness[index]),
    )


def explain_check(
    promise: Promise,
    k: int,
    l: int | None,
    t: float | None,
    failing: int,
    held: Sequence[Held],
    *,
    broken: bool = False,
) -> str:
    """One line that says whether it holds, and why."""
    result = [f"k = {k:,} (asked: at least {promise.k:,})"]
    if promise.l is not None:
        result.append(f"l = {l} (asked: at least {promise.l})")
    if promise.t is not None:
        result.append(f"t = {t:.3g} (asked: at most {promise.t:g})")
    for each in held:
        name, least = promise_name(each.model), measure(each.model).bound == "at_least"
        reached = "infinite" if each.reached is None else f"{each.reached:.3g}"
        asked = f"asked: at {'least' if least else 'most'} {each.threshold:g}"
        if each.attribute == WHOLE_RELEASE:
            reached = "unknown" if each.reached is None else f"{each.reached:.4g}"
            result.append(f"{name} = {reached} ({asked})")
            continue
        result.append(f"{name} of '{each.attribute}' = {reached} ({asked})")
    classes = "1 class fails" if failing == 1 else f"{failing:,} classes fail"
    verdict = f"does not hold: {classes}" if failing else "holds"
    if broken and not failing:
        verdict = "does not hold: the release as a whole breaks its promise"
    return f"{verdict}; {', '.join(result)}"
