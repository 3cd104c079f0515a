"""Values and rows of ours inside a statement, safe whatever they hold.

    rows_literal(engine, {"k": ["=a"], "label": ["*"]}, "r0")

They travel as base64, so that no server setting about quotes or backslashes can misread them.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from incrowd.engines.contract import Engine, TableName
from incrowd.engines.duckdb.statements import select, subquery
from incrowd.errors import EngineError
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp


def verbatim(sql: str, alias: str | None = None) -> exp.Table:
    """SQL of the engine itself where a table stands."""
    from sqlglot import exp

    named = exp.TableAlias(this=exp.to_identifier(alias)) if alias else None
    return exp.Table(this=exp.to_identifier(sql, quoted=False), alias=named)


def text_literal(engine: Engine, text: str) -> exp.Expression:
    """A text of ours; plain words stay readable."""
    from sqlglot import exp

    if text.isascii() and text.replace(" ", "").replace("-", "").isalnum():
        return exp.Literal.string(text)
    return exp.Column(
        this=exp.to_identifier(engine.text_literal.format(document=_encode(text)), quoted=False)
    )


def rows_literal(
    engine: Engine, columns: Mapping[str, Sequence[str | None]], alias: str
) -> exp.Table:
    """Rows of ours as a table in a statement; every column is text."""
    names = list(columns)
    rows = [
        {name: value for name, value in zip(names, row, strict=True) if value is not None}
        for row in zip(*columns.values(), strict=True)
    ]
    document = _encode(json.dumps(rows, ensure_ascii=False, separators=(",", ":")))
    if len(document) > engine.limits.statement * 3 // 4:
        raise EngineError(
            say(
                "{title} takes statements of at most {most:,} characters, and this needs {size:,}.",
                title=engine.title,
                most=engine.limits.statement,
                size=len(document),
            ),
            say("Generalise more first, so that fewer combinations are left."),
        )
    declared = ", ".join(engine.column_literal.format(name=name) for name in names)
    listed = ", ".join(names)
    source = engine.rows_literal.format(document=document, columns=declared, names=listed)
    return verbatim(subquery(select([listed], source)), alias)


def drop_statement(table: TableName) -> exp.Expression:
    """Remove a table, if it is there."""
    from sqlglot import exp, parse_one

    return parse_one("DROP TABLE IF EXISTS t").transform(
        lambda node: table.sql if isinstance(node, exp.Table) else node
    )


def _encode(text: str) -> str:
    return b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")
