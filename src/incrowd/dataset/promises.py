"""What sensitive attributes are protected by, why, and how to change it.

>>> parse_promise("diagnosis:l=3")
Wish(attribute='diagnosis', name='l', threshold=3.0)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from incrowd.answers import Words
from incrowd.crowd.crowd import Protection
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import Message, say
from incrowd.measures.enforcement import fit_closeness, propose_protection
from incrowd.measures.promise_names import CLOSENESS, names, promise_model, promise_name
from incrowd.table import Attribute, Role

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
    """Whether somebody asked for it; a default one leaves rows out from k = 2 on."""
    reason: Words


@dataclass(frozen=True)
class Wish:
    """A promise that somebody asks for; without an attribute, of every sensitive one."""

    attribute: str | None
    name: str
    threshold: float = 0.0


def list_safeguards(table: OpenTable) -> tuple[Safeguard, ...]:
    """What each sensitive attribute is protected by, also at k = 1; nothing is counted."""
    return tuple(
        safeguard
        for attribute in table.table.with_role(Role.SENSITIVE)
        for safeguard in _safeguards_of(table, attribute)
    )


def _safeguards_of(table: OpenTable, attribute: Attribute) -> list[Safeguard]:
    if attribute.name in table.guards:
        reasons = table.guard_reasons
        return [
            _describe(protection, reasons.get(protection, say("chosen by you")), chosen=True)
            for protection in table.guards[attribute.name]
        ]
    hierarchical = attribute.name in table.given
    model = fit_closeness(attribute, hierarchical)
    default = propose_protection(attribute, hierarchical)
    return [_describe(default, _REASONS[model], chosen=False)]


_REASONS: Final[Mapping[str, Message]] = {
    "t_equal": say(
        "the default for categories: every group has two different values at least, so that "
        "finding the group does not tell the value"
    ),
    "t_ordered": say(
        "the default for numbers: no group may be far from the whole table, as values that "
        "differ can still be close to each other"
    ),
    "t_hierarchical": say(
        "the default for categories with a hierarchy: no group may be far from the whole table, as "
        "values that differ can still mean the same"
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
    )


def read_promises(table: OpenTable, texts: Sequence[str]) -> dict[str, tuple[Protection, ...]]:
    """The protections that texts such as `l=3`, `income:t=0.3` and `diagnosis:none` ask for.

    What is asked for an attribute takes the place of its default; several promises hold together.
    """
    sensitive = table.table.with_role(Role.SENSITIVE)
    if texts and not sensitive:
        raise InvalidParameter(
            say("A promise is about sensitive attributes, and the table has none."),
            say("Name the sensitive columns."),
        )
    guards: dict[str, tuple[Protection, ...]] = {}
    for wish in map(parse_promise, texts):
        for attribute in _meant(wish, sensitive):
            if wish.name == NONE:
                guards[attribute.name] = ()
                continue
            closeness = fit_closeness(attribute, attribute.name in table.given)
            model = closeness if wish.name == CLOSENESS else promise_model(wish.name)
            others = [other for other in guards.get(attribute.name, ()) if other.model != model]
            wanted = Protection(attribute.name, model, wish.threshold)
            guards[attribute.name] = (*others, wanted)
    return guards


def _meant(wish: Wish, sensitive: Sequence[Attribute]) -> Sequence[Attribute]:
    if wish.attribute is None:
        return sensitive
    meant = [attribute for attribute in sensitive if attribute.name == wish.attribute]
    if not meant:
        known = [attribute.name for attribute in sensitive]
        raise UnknownAttribute(
            say("'{name}' is no sensitive attribute of this table.", name=wish.attribute),
            say("Sensitive attributes are: {names}.", names=", ".join(known)),
        )
    return meant


def parse_promise(text: str) -> Wish:
    """Read a promise.

    >>> parse_promise("l=3").attribute, parse_promise("income: none").name
    (None, 'none')
    """
    asked, equals, number = text.rpartition("=") if "=" in text else (text, "", "")
    attribute, colon, name = asked.rpartition(":")
    name = name.strip()
    about = attribute.strip() if colon else None
    if name == NONE and not equals:
        return Wish(about, NONE)
    promise_model(name)  # refuses one that does not exist
    try:
        threshold = float(number)
    except ValueError:
        threshold = float("nan")
    highest = 1.0 if name in (CLOSENESS, "alpha_k", "certainty") else float("inf")
    lowest = 1.0 if name.endswith("l") else 0.0
    if not (isfinite(threshold) and lowest <= threshold <= highest):
        raise InvalidParameter(
            say("'{text}' is no promise.", text=text),
            say(
                "Write NAME=VALUE or ATTRIBUTE:NAME=VALUE, such as l=3 or income:t=0.3, or "
                "ATTRIBUTE:none. Names are: {names}.",
                names=", ".join(names()),
            ),
        )
    return Wish(about, name, threshold)
