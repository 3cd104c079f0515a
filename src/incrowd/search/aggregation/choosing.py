"""Check which columns may show numbers of groups: `choose_functions(crowd, {"age": "mean"})`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from incrowd.crowd.crowd import Crowd
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say
from incrowd.search.aggregation.functions import FUNCTIONS
from incrowd.table import Attribute, Kind


def order_functions(
    asked: Mapping[str, str] | Iterable[tuple[str, str]],
) -> tuple[tuple[str, str], ...]:
    """Columns with their functions in one order; refuses a function that does not exist.

    >>> order_functions({"income": "mean", "age": "median"})
    (('age', 'median'), ('income', 'mean'))
    """
    pairs = asked.items() if isinstance(asked, Mapping) else asked
    chosen: dict[str, str] = {}
    for name, function in pairs:
        if function not in FUNCTIONS:
            raise UnknownName.among("function of a group's numbers", function, tuple(FUNCTIONS))
        if chosen.setdefault(str(name), function) != function:
            raise InvalidParameter(
                say("'{name}' cannot show two numbers of its groups.", name=name),
                say("Give each column one function: mean, median or mode."),
            )
    return tuple(sorted(chosen.items()))


def choose_functions(
    crowd: Crowd, asked: Mapping[str, str], implied: str | None = None
) -> dict[str, str]:
    """The function of each attribute that shows numbers of groups, in the order of attributes."""
    for name in asked:
        if name not in crowd.names:
            raise InvalidParameter(
                say(
                    "'{name}' is not a quasi-identifier, so its groups show no numbers.", name=name
                ),
                say("Quasi-identifiers are: {names}.", names=", ".join(crowd.names)),
            )
    chosen = {}
    for domain in crowd.domains:
        attribute = domain.attribute
        function = asked.get(attribute.name)
        if function is not None:
            _check_kind(attribute)
        elif implied is not None and attribute.kind.numeric:
            function = implied
        if function is not None:
            chosen[attribute.name] = function
    return chosen


def _check_kind(attribute: Attribute) -> None:
    """Numbers and dates can stand for a group; of moments and texts there is no mean."""
    if attribute.kind.numeric or attribute.kind is Kind.DATE:
        return
    hint = say("Name columns of numbers or dates.")
    if attribute.kind is Kind.TIMESTAMP:
        hint = say("Keep the dates of this column only, without the time of day.")
    raise InvalidParameter(
        say("'{name}' holds no numbers, so there is no number of a group.", name=attribute.name),
        hint,
    )
