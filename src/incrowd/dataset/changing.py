"""A table with sampling and noise applied: `change_values(table, parse_steps(["sample=0.1"]))`.

The original stays as it is; what is counted, searched and published afterwards are the new values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.contract import RowSource
from incrowd.engines.stored.table import Closable, StoredTable, open_stored
from incrowd.errors import InvalidParameter
from incrowd.language import Message, say
from incrowd.table import Profile, Table
from incrowd.techniques.effect import Effect
from incrowd.techniques.rewriting import rewrite
from incrowd.techniques.step import Step
from incrowd.temporary_folder import TemporaryFolder

Opened = TypeVar("Opened", bound=OpenTable)


@dataclass(frozen=True, eq=False)
class _Copy:
    """The folder of a changed copy, and the table whose place it took."""

    folder: TemporaryFolder
    original: Closable | None

    def close(self) -> None:
        """Delete the copy, and close what it was made from."""
        self.folder.remove()
        if self.original is not None:
            self.original.close()


def change_values(
    table: Opened, steps: Sequence[Step], *, owning: bool = True
) -> tuple[Opened, tuple[Effect, ...]]:
    """The table as techniques leave it, and the effect of each of them.

    Closing it closes the original, too, unless that is not `owning`.
    """
    if not steps:
        return table, ()
    person = table.table.person
    folder = TemporaryFolder()
    try:
        target = folder.path("changed.parquet")
        with table.rows() as rows:
            key = None if person is None else person.name
            effects = rewrite(_stored(rows), steps, key, target, table.progress)
        behind = _Copy(folder, table.source if owning else None)
        changed = open_stored(target, table.progress, table.source.name, behind=behind)
    except BaseException:
        folder.remove()
        raise
    known = describe_again(table.table, changed.profiles())
    techniques = (*table.techniques, *steps)
    return replace(table, source=changed, table=known, begun={}, techniques=techniques), effects


def _stored(rows: RowSource) -> StoredTable:
    """The rows, unless they are in a database: these never leave it to be changed."""
    if isinstance(rows, StoredTable):
        return rows
    raise InvalidParameter(
        say(
            "'{name}' stays in its database, so its values cannot be changed here.", name=rows.name
        ),
        say("Draw a sample or round in the database, or export the table to a file first."),
    )


def describe_again(table: Table, profiles: Sequence[Profile]) -> Table:
    """The same columns in the same roles, with what is known of their new values."""
    attributes = tuple(
        replace(attribute, profile=profile)
        for attribute, profile in zip(table.attributes, profiles, strict=True)
    )
    return replace(table, rows=profiles[0].rows, attributes=attributes)


def tell_steps(steps: Sequence[Step]) -> tuple[Message, ...]:
    """What whoever gets or publishes a table should know of what was done to its values."""
    if not steps:
        return ()
    names = ", ".join(map(str, steps))
    told = [say("Values were changed before counting: {techniques}.", techniques=names)]
    if any(step.technique.about_column for step in steps):
        told.append(
            say(
                "k and all risks are those of the changed values that are published. Noise is not "
                "counted as protection."
            )
        )
    if any(not step.technique.about_column for step in steps):
        told.append(
            say(
                "The risks are those of somebody who knows who is in the sample. Whoever does not "
                "know that finds fewer people."
            )
        )
    return tuple(told)
