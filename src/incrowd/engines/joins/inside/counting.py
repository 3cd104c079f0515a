"""Count the combinations of one source within a statement, ranges made of their two ends.

SELECT c0 AS s0c0, CASE WHEN c1 IS NULL THEN '<=' || c2 … END AS s0c1, n AS s0n FROM (… GROUP BY …)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incrowd.engines.contract import Connection
from incrowd.engines.joins.inside.sources import EngineSource
from incrowd.engines.joins.join import Range

if TYPE_CHECKING:
    from sqlglot import exp


def count_source(
    connection: Connection,
    source: EngineSource,
    names: Sequence[str],
    named: Sequence[str],
    ranges: Sequence[Range],
) -> exp.Select:
    """The combinations of columns or ranges of a source, called `named`, the rows last."""
    from sqlglot import exp

    made = {each.name: (each.low, each.high) for each in ranges if each.name in names}
    ends = [made.get(name, (name,)) for name in names]
    parts = list(dict.fromkeys(part for each in ends for part in each))
    columns = [[exp.column(f"c{parts.index(end)}") for end in each] for each in ends]
    cells = [_range(*each) if len(each) > 1 else each[0] for each in columns]
    *own, total = named
    shown = [exp.alias_(cell, name) for cell, name in zip(cells, own, strict=True)]
    grouped = source.grouping(parts).subquery("counted")
    rows = exp.select(*shown, exp.alias_(exp.column("n"), total)).from_(grouped)
    return _add_up(connection, rows, own, total) if made else rows


def _add_up(
    connection: Connection, rows: exp.Select, names: Sequence[str], total: str
) -> exp.Select:
    """Different ends may make the same range: then their rows are added up."""
    from sqlglot import exp

    keys = [exp.alias_(connection.exact(exp.column(n)), f"k{p}") for p, n in enumerate(names)]
    keyed = exp.select(*keys, total).from_(rows.subquery("ranges")).subquery("keyed")
    added = exp.alias_(exp.cast(exp.Sum(this=exp.column(total)), "bigint"), "n")
    places = [f"k{place}" for place in range(len(names))]
    summed = exp.select(*places, added).from_(keyed).group_by(*places).subquery("added")
    texts = [
        exp.alias_(connection.readable(exp.column(key)), name)
        for key, name in zip(places, names, strict=True)
    ]
    return exp.select(*texts, exp.alias_(exp.column("n"), total)).from_(summed)


def _range(low: exp.Expression, high: exp.Expression) -> exp.Expression:
    """The two ends of a range as one text: `20-30`, `>=65`, `<=17`."""
    from sqlglot import exp

    return (
        exp.Case()
        .when(low.copy().is_(exp.null()), _concatenated("<=", high))
        .when(high.copy().is_(exp.null()), _concatenated(">=", low))
        .else_(_concatenated(low, "-", high))
    )


def _concatenated(*parts: exp.Expression | str) -> exp.Expression:
    from sqlglot import exp

    cells = [exp.Literal.string(each) if isinstance(each, str) else each.copy() for each in parts]
    result: exp.Expression = cells[0]
    for each in cells[1:]:
        result = exp.DPipe(this=result, expression=each)
    return result
