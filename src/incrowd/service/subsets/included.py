"""The classes of a state when sensitive or other columns count as known, too.

    classes = include(table, state, classes, ["sensitive"])

Whoever knows a diagnosis may find a person by it. Columns that come in are shown as they are.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from incrowd.crowd.crowd import Classes, State
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.side_columns import SideColumns
from incrowd.errors import CrowdNeeded, InvalidParameter, NotNow, UnknownName
from incrowd.language import say
from incrowd.subsets.matrix import SIZE_MEASURES

INCLUDED: Final = ("sensitive", "insensitive")
"""Roles whose columns can be compared beside the quasi-identifiers."""


def include(table: OpenTable, state: State, classes: Classes, roles: Sequence[str]) -> Classes:
    """Split the published classes by the columns of some roles as well."""
    for role in roles:
        if role not in INCLUDED:
            raise UnknownName.among("role to include", role, INCLUDED)
    names = [each.name for each in table.table.attributes if str(each.role) in roles]
    if not names:
        return classes
    others = tuple(each for each in state.protections if each.attribute not in names)
    sides = SideColumns.of(table, replace(state, protections=others), names)
    found = sides.known(*names)
    # a protection only ever leaves out more, so as many rows are the same rows
    if found.kept_sizes.sum() != classes.kept_sizes.sum():
        raise NotNow(
            say(
                "Some rows are left out because of {names}, so those columns cannot be compared.",
                names=", ".join(f"'{each.attribute}'" for each in state.protections),
            ),
            say("Compare the quasi-identifiers alone, or undo leaving out rows."),
        )
    return found


def check_included(table: OpenTable, measured: str, roles: Sequence[str]) -> None:
    """Refuse tables that are never counted whole, and measures of what counts as known here."""
    if roles and table.push_down:
        raise CrowdNeeded(
            say("A table that is counted state by state is compared by its quasi-identifiers."),
            say("Include no other columns, or use --coarsen auto in place of --push-down."),
        )
    if roles and measured not in {*SIZE_MEASURES, "k_anonymity"}:
        raise InvalidParameter(
            say("'{name}' cannot be shown with other columns included.", name=measured),
            say("Choose one of: {names}.", names=", ".join(SIZE_MEASURES)),
        )
