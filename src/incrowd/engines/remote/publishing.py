"""Publish a release inside the engine: staged, checked where it is, and only then given its name.

A staged table that does not pass is dropped; nothing under the name that was asked for is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Protocol, TypeVar, runtime_checkable

from incrowd.engines.contract import Engine, TableName
from incrowd.errors import Conflict, EngineError, IncrowdError
from incrowd.language import say

Opened = TypeVar("Opened")


class Stage(Protocol):
    """An engine that keeps tables: what a release needs of it."""

    @property
    def engine(self) -> Engine:
        """What it is."""

    def exists(self, table: TableName) -> bool:
        """Whether there is a table of that name."""

    def rename(self, table: TableName, name: str) -> None:
        """Give a table another name in the same schema."""

    def drop(self, table: TableName) -> None:
        """Remove a table, if it is there."""


@runtime_checkable
class StagesRows(Protocol):
    """A connection that can keep rows of ours in a table for a while, if it knows where."""

    def stage_in(self, path: tuple[str, ...]) -> None:
        """Allow it in a schema, unless another one was named for it."""


def check_target(connection: Stage, target: TableName) -> None:
    """Refuse a name that is taken, or an engine in which nothing can be written."""
    engine = connection.engine
    if not engine.limits.writes:
        raise EngineError(
            say("{title} cannot be written to from here.", title=engine.title),
            engine.gaps.get("publish", say("Write a file instead.")),
        )
    if connection.exists(target):
        raise Conflict(
            say("There is a table '{name}' already.", name=target.shown),
            say("Name another one, or drop it first: nothing is overwritten."),
        )


@contextmanager
def stage_release(
    connection: Stage, target: TableName, write: Callable[[TableName], Opened]
) -> Iterator[Opened]:
    """The release as a table under a name of its own, which becomes the target after the block."""
    check_target(connection, target)
    if isinstance(connection, StagesRows):
        connection.stage_in(target.path)
    stage = TableName(target.path, f"incrowd_{token_hex(6)}")
    try:
        yield write(stage)
        check_target(connection, target)  # somebody else may have been faster
        connection.rename(stage, target.table)
    except BaseException as error:
        if not _removed(connection, stage) and isinstance(error, IncrowdError):
            error.hint = say(
                "{hint} The table '{name}' could not be removed: drop it there, its release was "
                "not finished.",
                hint=error.hint,
                name=stage.shown,
            )
        raise


def _removed(connection: Stage, stage: TableName) -> bool:
    """Drop a staged table, and say whether nothing of it is left; rights may be gone by now."""
    try:
        connection.drop(stage)
    except IncrowdError:
        try:
            return not connection.exists(stage)
        except IncrowdError:  # nobody knows
            return False
    return True
