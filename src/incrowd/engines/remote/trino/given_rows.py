"""Rows of ours for a statement of Trino: within it, or in a table of their own where they are many.

Within a statement they are one JSON text, which Trino reads twenty times faster than VALUES.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from incrowd.engines.contract import Limits, TableName
from incrowd.errors import EngineError, IncrowdError
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

Given = Mapping[str, Sequence[str | None]]
_MOST_WITHIN: Final = 200_000
"""Characters that stay within a statement where a table could be made for them."""
_ROOM: Final = 10_000
"""Characters left for the rest of a statement."""
_LONGEST_NUMBER: Final = 18


def _unnest(names: Sequence[str], document: str) -> exp.Select:
    from sqlglot import exp

    fields = ", ".join(f"{name} VARCHAR" for name in names)
    read = exp.Anonymous(this="json_parse", expressions=[exp.Literal.string(document)])
    rows = exp.cast(read, f"array(row({fields}))", dialect="trino")
    named = exp.TableAlias(
        this=exp.to_identifier("given"), columns=[exp.to_identifier(name) for name in names]
    )
    return exp.select(*names).from_(exp.Unnest(expressions=[rows], alias=named))


def as_table(source: exp.Expression, alias: str) -> exp.Table:
    """A query or a table under another name."""
    from sqlglot import exp

    return exp.Table(this=source, alias=exp.TableAlias(this=exp.to_identifier(alias)))


@dataclass
class StagedRows:
    """Tables of ours in the cluster for rows that no statement holds; dropped at the end."""

    run: Callable[[exp.Expression, str], None]
    drop: Callable[[TableName], None]
    limits: Limits
    place: tuple[str, str] | None = None
    """Catalogue and schema where tables may be made."""
    _tables: dict[str, TableName] = field(default_factory=dict)

    def give(self, columns: Given, alias: str) -> exp.Table:
        """Rows of ours as a table to join."""
        from sqlglot import exp

        cells = _cells(columns)
        document = _document(cells)
        most = self.limits.statement - _ROOM if self.place is None else _MOST_WITHIN
        if len(document) <= most:
            query = _unnest(list(columns), document)
            return as_table(exp.Paren(this=query), alias)
        if self.place is None:
            raise too_long(self.limits, len(document))
        key = sha256(f"{list(columns)}{document}".encode()).hexdigest()
        if key not in self._tables:
            self._tables[key] = self._stage(self.place, list(columns), cells)
        return as_table(self._tables[key].sql, alias)

    def _stage(
        self, place: tuple[str, str], names: list[str], cells: list[list[str | int | None]]
    ) -> TableName:
        from sqlglot import exp

        step = "bringing labels to the cluster"
        table = TableName(place, f"incrowd_given_{token_hex(6)}")
        try:
            for number, piece in enumerate(_pieces(cells, self.limits.statement - _ROOM)):
                rows = _unnest(names, piece)
                statement = (
                    exp.insert(rows, table.sql)
                    if number
                    else exp.Create(this=table.sql, kind="TABLE", expression=rows)
                )
                self.run(statement, step)
        except BaseException:
            self._drop(table)
            raise
        return table

    def close(self) -> None:
        """Drop the tables."""
        while self._tables:
            self._drop(self._tables.popitem()[1])

    def _drop(self, table: TableName) -> None:
        with suppress(IncrowdError):
            self.drop(table)


def too_long(limits: Limits, size: int) -> EngineError:
    """Say that a statement does not fit."""
    return EngineError(
        say(
            "{title} takes statements of at most {most:,} characters, and this needs {size:,}.",
            title="Trino",
            most=limits.statement,
            size=size,
        ),
        say("Generalise more first, or add ?staging=catalog.schema where tables may be made."),
    )


def _cells(columns: Given) -> list[list[str | int | None]]:
    return [[_short(value) for value in row] for row in zip(*columns.values(), strict=True)]


def _short(value: str | None) -> str | int | None:
    """A number that reads the same needs no quotes.

    >>> [_short(text) for text in ("12", "012", "-1", "x", "²", None)]
    [12, '012', '-1', 'x', '²', None]
    """
    if value is None or not value.isascii() or not value.isdigit():
        return value
    return value if len(value) > _LONGEST_NUMBER or value != str(int(value)) else int(value)


def _document(cells: Sequence[Sequence[str | int | None]]) -> str:
    """Rows as JSON; halves of a character, which no database holds, become question marks."""
    text = json.dumps(cells, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")


def _pieces(cells: Sequence[Sequence[str | int | None]], most: int) -> Iterator[str]:
    """Rows in as many documents as statements need; quotes count twice."""
    part: list[Sequence[str | int | None]] = []
    size = 0
    for row in cells:
        length = len(document := _document([row])) + document.count("'")
        if part and size + length > most:
            yield _document(part)
            part, size = [], 0
        part.append(row)
        size += length
    yield _document(part)
