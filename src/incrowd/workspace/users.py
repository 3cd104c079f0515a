"""What people may do with data sets: look, work, or own.

    >>> Right.WORK.covers(Right.VIEW), Right.VIEW.covers(Right.WORK)
    (True, False)

Whoever made a data set owns it. With others it is shared by their token, and whoever started the
server owns everything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, Literal

from incrowd.errors import InvalidParameter, NotAllowed, NotFound
from incrowd.language import Message, say
from incrowd.workspace.folder import Record, is_id

HOUSE: Final = "owner"
"""Who started the server."""
ALL: Final = "all"
"""Stands for every data set."""
RightName = Literal["view", "work", "own"]


class Right(StrEnum):
    """What somebody may do with a data set; each right covers those before it."""

    VIEW = "view"
    """Look at rows, risk and advice, and link or attack it."""
    WORK = "work"
    """Change roles and levels, anonymise, and export."""
    OWN = "own"
    """Delete it, and write into the database in which it stays."""

    def covers(self, needed: "Right") -> bool:
        """Whether this right is enough for something."""
        order = list(Right)
        return order.index(self) >= order.index(needed)


Rights = Mapping[str, Right]
"""What somebody may do with each data set, by its id, or with all of them."""

_REFUSALS: Final[Mapping[Right, tuple[Message, Message]]] = {
    Right.VIEW: (
        say("This data set belongs to somebody else."),
        say("Ask them, or the owner of the server."),
    ),
    Right.WORK: (
        say("You may look at this data set, but not change or export it."),
        say("Ask whoever shared it with you for the right to work on it."),
    ),
    Right.OWN: (
        say("Only whoever owns this data set can delete it or write into its database."),
        say("Ask them, or export a file."),
    ),
}


@dataclass(frozen=True)
class User:
    """Somebody with a token, and what was shared with them."""

    name: str
    rights: Rights = field(default_factory=dict, hash=False)
    frame: str | None = None
    """The one data set of a page inside another platform; None for people."""

    @property
    def is_owner(self) -> bool:
        """Whether everything here is theirs."""
        return self.rights.get(ALL) is Right.OWN

    def right_to(self, record: Record) -> Right | None:
        """The most that they may do with a data set; None where they may not see it."""
        if record.owner == self.name:
            return Right.OWN
        given = [self.rights[name] for name in (record.id, ALL) if name in self.rights]
        return max(given, key=list(Right).index, default=None)

    def check_right(self, record: Record) -> RightName:
        """What they may do with a data set that they may see."""
        right = self.right_to(self.check(record))
        return (right or Right.VIEW).value

    def may_see(self, record: Record) -> bool:
        """Whether a data set is theirs or was shared with them."""
        return self.right_to(record) is not None

    def check(self, record: Record, needed: Right = Right.VIEW) -> Record:
        """Return the record if they may do that much with the data set."""
        right = self.right_to(record)
        if right is not None and right.covers(needed):
            return record
        message, hint = _REFUSALS[Right.VIEW if right is None else needed]
        raise NotAllowed(message, hint)


def owner() -> User:
    """Who works at the computer itself and sees everything."""
    return User(HOUSE, {ALL: Right.OWN})


def read_rights(texts: list[str]) -> dict[str, Right]:
    """What `ID`, `ID:work` or `all:view` let somebody do; to look where nothing is said.

    >>> read_rights(["0123456789abcdef:work", "all"])
    {'0123456789abcdef': <Right.WORK: 'work'>, 'all': <Right.VIEW: 'view'>}
    """
    rights = {}
    for text in texts:
        name, _, right = text.partition(":")
        try:
            rights[name] = Right(right or Right.VIEW)
        except ValueError:
            raise InvalidParameter(
                say("'{right}' is not a right.", right=right),
                say("Rights are: {names}.", names=", ".join(Right)),
            ) from None
    return rights


def check_known(folder: Path, rights: Rights) -> None:
    """Refuse to share data sets that are not in a workspace."""
    for name in rights:
        there = is_id(name) and (folder / "datasets" / name).is_dir()
        if name != ALL and not there:
            raise NotFound(
                say("There is no data set '{id}' in this workspace.", id=name),
                say("The id of a data set stands in its address on the dashboard."),
            )
