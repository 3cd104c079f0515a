"""Does a table hold k and l, counted in its engine? The classes that fail are listed there, too.

check_pushed(table, Promise(k=5, l=2)).why      # holds; k = 7 (asked: at least 5), …
"""

from collections.abc import Mapping, Sequence

import numpy as np

from incrowd.crowd.crowd import Protection
from incrowd.crowd.published import CountedClasses
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.pushed_risk import holding
from incrowd.dataset.results import Check, FailingClass
from incrowd.dataset.state_counts import DIVERSITY, countable
from incrowd.engines.states.question import ListedClass, SmallClasses
from incrowd.errors import CrowdNeeded
from incrowd.language import say
from incrowd.measures.enforcement import Held
from incrowd.service.datasets.check import SHOWN, Promise, explain_check, validate_promise
from incrowd.table import SUPPRESSED, Role


def check_pushed(
    table: OpenTable, promise: Promise, levels: Mapping[str, int] | None = None
) -> Check:
    """Compare every class of a state with the promise, inside the engine; t is not measured."""
    secrets = [attribute.name for attribute in table.table.with_role(Role.SENSITIVE)]
    validate_promise(promise, sensitive=bool(secrets))
    if promise.t is not None:
        raise CrowdNeeded(
            say("t needs all combinations, but this table is counted state by state."),
            say("Ask for l, or let the engine generalise first (--coarsen auto)."),
        )
    countable(promise.protections)
    state = table.state(levels, promise.k, ())
    classes = table.states.at(state.levels, secrets)
    asked = (*promise.protections, *_of_all(secrets, promise.l))
    failing = classes.sizes < promise.k
    for each in asked:
        failing = failing | ~holding(classes, each)
    count = int(classes.classes[failing].sum())
    l = _worst(classes)
    return Check(
        holds=not count,
        why=explain_check(
            promise, classes.smallest, l, None, count, _reach(classes, promise.protections)
        ),
        k=classes.smallest,
        l=l,
        t=None,
        asked=promise.asked(),
        failing_classes=tuple(_list_failing(table, state.levels, promise.k, asked, secrets, count)),
        failing_count=count,
        failing_rows=classes.count_rows(failing),
        roles=table.roles,
    )


def _of_all(secrets: Sequence[str], l: int | None) -> list[Protection]:
    return [] if l is None else [Protection(name, DIVERSITY, l) for name in secrets]


def _worst(classes: CountedClasses) -> int | None:
    return min((int(each.min()) for each in classes.diversity.values()), default=None)


def _reach(classes: CountedClasses, protections: Sequence[Protection]) -> list[Held]:
    return [
        Held(
            each.attribute,
            each.model,
            each.threshold,
            float(np.min(classes.diversity[each.attribute])),
        )
        for each in protections
    ]


def _list_failing(
    table: OpenTable,
    levels: tuple[int, ...],
    k: int,
    asked: Sequence[Protection],
    secrets: Sequence[str],
    count: int,
) -> list[FailingClass]:
    """The smallest of the classes that fail, listed by the engine."""
    if not count:
        return []
    least = dict.fromkeys(secrets, 0)
    for each in asked:
        least[each.attribute] = max(least[each.attribute], int(np.ceil(each.threshold)))
    states = table.states
    wanted = tuple((states.secret(name), number) for name, number in least.items())
    listed = states.source.list_classes(SmallClasses(states.shown(levels), k, wanted, SHOWN))
    return [_failure(states.names, each) for each in listed]


def _failure(names: Sequence[str], found: ListedClass) -> FailingClass:
    values = {name: found.values.get(name, SUPPRESSED) for name in names}
    return FailingClass(values, found.size, min(found.different, default=None), None)
