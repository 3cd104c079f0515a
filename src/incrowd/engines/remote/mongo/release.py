"""Write a release as a collection: stages that make documents of what is published.

Nested fields are nested again; values that were not changed keep their type. The server shuffles
the documents and gives each a new `_id`, so that no order and no id of the original comes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from incrowd.engines.remote.mongo.fields import Expression, FieldColumn, Stage, is_plain
from incrowd.engines.remote.mongo.pipelines import PublishedDocuments
from incrowd.errors import EngineError
from incrowd.language import say

_ID = "_id"


@dataclass
class _Node:
    """A name in a document: its own value, the names within it, or one or the other."""

    value: Expression = None
    inner: dict[str, _Node] = field(default_factory=dict)

    @property
    def expression(self) -> Expression:
        """What stands in the document; a document only where there is no other value."""
        if not self.inner:
            return self.value
        within = make_document(self.inner)
        return within if self.value is None else {"$ifNull": [self.value, within]}


def make_document(names: dict[str, _Node]) -> Expression:
    """A document with these names, whatever they are."""
    plain = {name: node.expression for name, node in names.items() if is_plain(name)}
    pairs = [[_literal(name), names[name].expression] for name in names if name not in plain]
    strange = {"$arrayToObject": [pairs]}
    return {"$mergeObjects": [plain, strange]} if pairs else plain


def _literal(name: str) -> Expression:
    return {"$literal": name} if name.startswith("$") else name


def release_stages(rows: PublishedDocuments, names: Sequence[str]) -> list[Stage]:
    """The documents of a release, in an order that nobody can foresee."""
    root: dict[str, _Node] = {}
    for name in names:
        column = rows.table.field(name)
        _check_id(column, rows)
        first, *others = column.path
        node = root.setdefault(first, _Node())
        for each in others:
            node = node.inner.setdefault(each, _Node())
        node.value = rows.shown(name)
    shuffled: list[Stage] = [{"$addFields": {"r": {"$rand": {}}}}, {"$sort": {"r": 1}}]
    return [*rows.stages(names), *shuffled, {"$replaceRoot": {"newRoot": make_document(root)}}]


def _check_id(column: FieldColumn, rows: PublishedDocuments) -> None:
    """No two documents can have the same `_id`, as they would if it were generalised."""
    changed = column.name in rows.recodings or column.name in rows.local
    if column.path[0] == _ID and changed:
        raise EngineError(
            say("MongoDB cannot publish '_id' generalised: it must tell documents apart."),
            say("Make '_id' an identifier, so that it is not published."),
        )


def released_columns(rows: PublishedDocuments, names: Sequence[str]) -> tuple[FieldColumn, ...]:
    """The columns of a release: as they were, or texts where something else is shown."""
    result = []
    for name in names:
        known = rows.table.field(name)
        changed = name in rows.recodings or name in rows.local
        text = FieldColumn(
            name, "string", path=known.path, arrays=known.arrays, parent=known.parent
        )
        result.append(text if changed else known)
    return tuple(result)
