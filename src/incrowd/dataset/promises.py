"""What sensitive attributes and the release as a whole are promised, why, and how to change it.

>>> parse_promise("diagnosis:l=3")
Wish(attribute='diagnosis', name='l', threshold=3.0, parameters=())
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final, cast

from incrowd.answers import Words
from incrowd.crowd.crowd import WHOLE_RELEASE, Protection, ReleasePromise
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName
from incrowd.language import Message, say
from incrowd.measures.enforcement import fit_closeness, propose_protections
from incrowd.measures.measure import Parameter, Promise
from incrowd.measures.privacy.profit import COST, GAIN
from incrowd.measures.promise_checks import check_parameters, check_promise
from incrowd.measures.promise_names import (
    CLOSENESS,
    is_about_release,
    names,
    needs_people,
    needs_table,
    promise_model,
    promise_name,
    tell_promise,
)
from incrowd.measures.registry import measure, promises
from incrowd.table import Attribute, Role

ESTIMATES: Final = frozenset({"zayatz", "pitman", "snb", "dankar"})
"""Models that estimate from the sizes of groups, also where there is a table of the population."""
NONE: Final = "none"
"""Asks for no protection of an attribute."""


@dataclass(frozen=True)
class Safeguard:
    """A protection of a sensitive attribute: what it is called, and why it is there."""

    attribute: str
    model: str
    threshold: float
    promise: str
    """What `--promise` calls the model."""
    chosen: bool
    """Whether somebody asked for it. A default one removes rows from k = 2 on."""
    reason: Words
    words: Words
    """What it asks, in words that need no other ones."""


@dataclass(frozen=True)
class Wish:
    """A promise that somebody asks for; without an attribute, of every sensitive one."""

    attribute: str | None
    name: str
    threshold: float = 0.0
    parameters: tuple[float, ...] = ()
    """Further numbers behind the threshold: 3 in `k_subsets=5:3`."""


def list_safeguards(table: OpenTable) -> tuple[Safeguard, ...]:
    """What each sensitive attribute is protected by, also at k = 1; nothing is counted."""
    single = [
        safeguard
        for attribute in table.table.with_role(Role.SENSITIVE)
        for safeguard in _safeguards_of(table, attribute)
    ]
    return (*single, *_chosen(table, WHOLE_RELEASE))


def _chosen(table: OpenTable, name: str) -> list[Safeguard]:
    reasons = table.guard_reasons
    return [
        _describe(protection, reasons.get(protection, say("chosen by you")), chosen=True)
        for protection in table.guards.get(name, ())
    ]


def _safeguards_of(table: OpenTable, attribute: Attribute) -> list[Safeguard]:
    if attribute.name in table.guards:
        return _chosen(table, attribute.name)
    hierarchical = attribute.name in table.given
    return [
        _describe(default, _REASONS[default.model], chosen=False)
        for default in propose_protections(attribute, hierarchical)
    ]


_REASONS: Final[Mapping[str, Message]] = {
    "distinct_l": say(
        "the default: every group has at least two different values, so finding the group does "
        "not reveal the value"
    ),
    "t_ordered": say(
        "the default for numbers: no group may be far from the whole table, because different "
        "values can still be close to each other"
    ),
    "t_hierarchical": say(
        "the default for categories with a hierarchy: no group may be far from the whole "
        "table, because different values can still mean the same"
    ),
}


def _describe(protection: Protection, reason: Message, *, chosen: bool) -> Safeguard:
    return Safeguard(
        protection.attribute,
        protection.model,
        protection.threshold,
        promise_name(protection.model),
        chosen,
        reason,
        tell_promise(
            protection.model,
            protection.threshold,
            dict(protection.parameters) if isinstance(protection, ReleasePromise) else {},
        ),
    )


def read_promises(
    table: OpenTable,
    texts: Sequence[str],
    people: int | None = None,
    attack: Mapping[str, float] | None = None,
) -> dict[str, tuple[Protection, ...]]:
    """The protections that texts such as `l=3`, `income:t=0.3` and `diagnosis:none` ask for.

    What is asked for an attribute takes the place of its default; several promises hold together.
    Those about the release as a whole (`average_risk=0.05`) stand under `WHOLE_RELEASE`; `people`
    is the size of the population, where it is not that of the table; `attack` has what an attack
    gains and costs.
    """
    sensitive = table.table.with_role(Role.SENSITIVE)
    guards: dict[str, tuple[Protection, ...]] = {}
    for wish in map(parse_promise, texts):
        if wish.name != NONE and is_about_release(promise_model(wish.name)):
            size = people or table.population_size
            wanted = _promise_release(table, wish, size, {**table.attack, **(attack or {})})
            guards[WHOLE_RELEASE] = _add(guards.get(WHOLE_RELEASE, ()), wanted)
            continue
        if not sensitive:
            raise InvalidParameter(
                say("Promises are about sensitive attributes, and the table has none."),
                say("Name the sensitive columns."),
            )
        for attribute in _meant(wish, sensitive):
            if wish.name == NONE:
                guards[attribute.name] = ()
                continue
            closeness = fit_closeness(attribute, attribute.name in table.given)
            model = closeness if wish.name == CLOSENESS else promise_model(wish.name)
            own = Protection(attribute.name, model, wish.threshold)
            guards[attribute.name] = _add(guards.get(attribute.name, ()), own)
    return guards


def read_attack(gain: float | None, cost: float | None) -> dict[str, float]:
    """What an attack gains and costs, where that is said.

    >>> read_attack(1200, None)
    {'gain': 1200}
    """
    given = {GAIN.name: gain, COST.name: cost}
    known = {name: value for name, value in given.items() if value is not None}
    for parameter in (GAIN, COST):
        parameter.among(known)  # refuses what is not possible
    return known


def _add(known: tuple[Protection, ...], wanted: Protection) -> tuple[Protection, ...]:
    return (*(each for each in known if each.model != wanted.model), wanted)


def _promise_release(
    table: OpenTable, wish: Wish, people: int | None, attack: Mapping[str, float]
) -> ReleasePromise:
    """A promise about the release as a whole, for which the population must be known if needed."""
    if wish.attribute is not None:
        raise InvalidParameter(
            say(
                "'{name}' is about the release as a whole, not about '{attribute}'.",
                name=wish.name,
                attribute=wish.attribute,
            ),
            say(
                "Write {name}={threshold:g}, without a column.",
                name=wish.name,
                threshold=wish.threshold,
            ),
        )
    model = promise_model(wish.name)
    names = [each.name for each in measure(model).parameters]
    given = {name: value for name, value in attack.items() if name in names}
    given.update(zip(names, wish.parameters, strict=False))
    looked_up = table.population is not None and model not in ESTIMATES
    promise = ReleasePromise(
        WHOLE_RELEASE,
        model,
        wish.threshold,
        people if needs_people(model) else None,
        tuple(check_parameters(model, given).items()),
        needs_table(model) or (needs_people(model) and looked_up),
    )
    (bound,) = table.with_people([promise])
    quasi = len(table.table.with_role(Role.QUASI))
    check_promise(table.table.people, cast(ReleasePromise, bound), quasi)
    return promise


def _meant(wish: Wish, sensitive: Sequence[Attribute]) -> Sequence[Attribute]:
    if wish.attribute is None:
        return sensitive
    meant = [attribute for attribute in sensitive if attribute.name == wish.attribute]
    if not meant:
        known = [attribute.name for attribute in sensitive]
        raise UnknownAttribute(
            say("'{name}' is not a sensitive attribute of this table.", name=wish.attribute),
            say("Sensitive attributes are: {names}.", names=", ".join(known)),
        )
    return meant


def parse_promise(text: str) -> Wish:
    """Read a promise.

    >>> parse_promise("l=3").attribute, parse_promise("income: none").name
    (None, 'none')
    >>> parse_promise("k_subsets=5:3").parameters
    (3.0,)
    """
    asked, equals, number = text.rpartition("=") if "=" in text else (text, "", "")
    attribute, colon, name = asked.rpartition(":")
    name = name.strip()
    about = attribute.strip() if colon else None
    if name == NONE and not equals:
        return Wish(about, NONE)
    promise_model(name)  # refuses one that does not exist
    try:
        threshold, *further = map(float, number.split(":"))
    except ValueError:
        threshold, further = float("nan"), []
    if len(further) > len(_listed(name)):
        raise _not_a_promise(text)
    _check_threshold(text, name, threshold)
    return Wish(about, name, threshold, tuple(further))


def _listed(name: str) -> Sequence[Parameter]:
    """The further numbers that are written behind a threshold."""
    model = promise_model(name)
    return measure(model).parameters if is_about_release(model) else ()


def _check_threshold(text: str, name: str, threshold: float) -> None:
    """Refuse a number that the promise cannot have."""
    known = promises()[promise_model(name)]
    if known.release is not None and isfinite(threshold):
        check_threshold(name, threshold)
    elif not known.allows(threshold):
        raise _not_a_promise(text)


def check_threshold(name: str, threshold: float) -> None:
    """Refuse a share that a promise about the release as a whole cannot have."""
    model = promise_model(name)
    known = promises()[model]
    if not is_about_release(model):
        whole = [each for each in names() if is_about_release(promise_model(each))]
        raise UnknownName.among("promise about a whole release", name, whole)
    if not known.allows(threshold):
        raise InvalidParameter(
            say("{name} = {threshold:g} is not possible.", name=name, threshold=threshold),
            _possible(name, known),
        )


def _possible(name: str, known: Promise) -> Message:
    """Which thresholds a promise about the release as a whole can have."""
    if known.whole:
        return say("Choose a whole number of 1 or more, such as {name}=5.", name=name)
    if known.highest > 1:
        return say("Choose 0 or more, such as {name}=0.", name=name)
    if known.above_lowest:
        return say("Choose a share above 0 and up to 1, such as {name}=0.05.", name=name)
    return say("Choose a share from 0 to 1, such as {name}=0.05.", name=name)


def _not_a_promise(text: str) -> InvalidParameter:
    return InvalidParameter(
        say("'{text}' is not a promise.", text=text),
        say(
            "Write NAME=VALUE or ATTRIBUTE:NAME=VALUE, such as l=3 or income:t=0.3, or "
            "ATTRIBUTE:none. Names are: {names}.",
            names=", ".join(names()),
        ),
    )
