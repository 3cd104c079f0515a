"""Which attribute has which role: the guess, and what the user said instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.table import Role, Table


@dataclass(frozen=True)
class RoleChoice:
    """The columns that a user named for each role; None where the guess shall stand."""

    quasi: Sequence[str] | None = None
    sensitive: Sequence[str] | None = None
    identifier: Sequence[str] = field(default=())
    insensitive: Sequence[str] = field(default=())

    def named(self) -> dict[str, Role]:
        """The role of each named column; a column can only have one."""
        roles: dict[str, Role] = {}
        for role, names in (
            (Role.QUASI, self.quasi or ()),
            (Role.SENSITIVE, self.sensitive or ()),
            (Role.IDENTIFIER, self.identifier),
            (Role.INSENSITIVE, self.insensitive),
        ):
            for name in names:
                if roles.setdefault(name, role) is not role:
                    raise InvalidParameter(
                        f"'{name}' is named as {roles[name]} and as {role}.",
                        "Give each column one role.",
                    )
        return roles


def choose_roles(table: Table, choice: RoleChoice) -> Table:
    """Put the user's choice in place of the guess.

    Naming quasi-identifiers or sensitive attributes names all of them: a column guessed as one and
    not named is then looked at no more, except that a guessed sensitive attribute counts as a
    quasi-identifier, to be on the safe side, as long as these are guessed.
    """
    table = table.assigning(choice.named())
    table = table.assigning(_left_over(table, choice), "not named by you for its guessed role")
    if not table.with_role(Role.QUASI):
        raise NothingToMeasure(
            "No column is a quasi-identifier, so there is no risk to compute.",
            _roles_in_words(table) + " Name the columns that others may know with --qi a,b,c.",
        )
    return table


def _left_over(table: Table, choice: RoleChoice) -> Mapping[str, Role]:
    named = choice.named()
    roles: dict[str, Role] = {}
    for attribute in table.attributes:
        if attribute.name in named:
            continue
        if attribute.role is Role.QUASI and choice.quasi is not None:
            roles[attribute.name] = Role.INSENSITIVE
        if attribute.role is Role.SENSITIVE and choice.sensitive is not None:
            guessed = choice.quasi is None
            roles[attribute.name] = Role.QUASI if guessed else Role.INSENSITIVE
    return roles


def _roles_in_words(table: Table) -> str:
    shown = [f"{one.name}: {one.role}" for one in table.attributes[:8]]
    more = ", …" if len(table.attributes) > 8 else ""
    return f"Roles are {', '.join(shown)}{more}."
