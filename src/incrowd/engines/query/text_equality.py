"""Compare texts with anything else as texts, wherever a query wants them to be equal: 7 is not 007.

DuckDB would read the texts as numbers: 007 would be found for 7, and `130**` would be an error.
What has which type is asked of DuckDB itself, and what cannot be told is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from incrowd.engines.query.types import NESTED, TEXT, Columns, Describe, ExpressionTypes
from incrowd.errors import RefusedQuery
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp
    from sqlglot.optimizer.scope import Scope

_HINT: Final = say("Write CAST(… AS TEXT) on both sides.")


def compare_as_texts(query: exp.Query, describe: Describe) -> exp.Query:
    """A query in which nothing but texts has to be equal to a text.

    A text that is written in the query itself is read as what it is compared with.
    """
    from sqlglot import exp
    from sqlglot.optimizer.scope import traverse_scope

    tree = query.copy()
    scopes = traverse_scope(tree)
    types = ExpressionTypes(scopes, describe)
    equalities = (exp.EQ, exp.NEQ, exp.NullSafeEQ, exp.NullSafeNEQ)
    for scope in scopes:  # the inner ones first
        for node in list(scope.find_all(*equalities, exp.In, exp.Case, exp.Nullif, exp.Join)):
            if isinstance(node, exp.Join):
                _check_join(node, scope, types)
            elif isinstance(node, exp.In):
                _compare_in(node, scope, types)
            elif isinstance(node, exp.Case):
                _compare_case(node, scope, types)
            else:
                _compare_sides(node, scope, types)
    return tree


def _compare_sides(node: exp.Expr, scope: Scope, types: ExpressionTypes) -> None:
    from sqlglot import exp

    left, right = node.this, node.expression
    if isinstance(right, (exp.Any, exp.All)):
        _compare_with_rows(left, right, "this", scope, types)
    elif isinstance(left, exp.Tuple) and isinstance(right, exp.Tuple):
        for pair in zip(left.expressions, right.expressions, strict=False):
            _cast_to_texts(pair, scope, types)
    elif isinstance(node, exp.Nullif):
        if _are_mixed((left, right), scope, types):
            raise _ambiguous(node)
    else:
        _cast_to_texts((left, right), scope, types)


def _compare_case(node: exp.Case, scope: Scope, types: ExpressionTypes) -> None:
    if node.this is not None:
        _cast_to_texts((node.this, *(branch.this for branch in node.args["ifs"])), scope, types)


def _compare_in(node: exp.In, scope: Scope, types: ExpressionTypes) -> None:
    from sqlglot import exp

    if node.args.get("query") is not None:
        _compare_with_rows(node.this, node, "query", scope, types)
        return
    listed = node.args.get("field") or node.args.get("unnest")
    if listed is not None:
        _check_list(node, node.this, types.of(listed, scope), scope, types)
    elif not isinstance(node.this, exp.Tuple):
        _cast_to_texts((node.this, *node.expressions), scope, types)
    else:
        rows = [node.this, *node.expressions]
        for parts in zip(*map(_cells, rows), strict=False):
            _cast_to_texts(parts, scope, types)


def _cells(row: exp.Expr) -> Sequence[exp.Expr]:
    from sqlglot import exp

    return row.expressions if isinstance(row, exp.Tuple) else [row.unnest()]


def _compare_with_rows(
    left: exp.Expr, holder: exp.Expr, place: str, scope: Scope, types: ExpressionTypes
) -> None:
    """Compare with what a query gives: where types differ, with the texts of that."""
    from sqlglot import exp

    rows = holder.args[place]
    inner = rows.unnest() if isinstance(rows, (exp.Subquery, exp.Paren)) else rows
    if not isinstance(inner, exp.Query):
        _check_list(holder, left, types.of(rows, scope), scope, types)
        return
    given = types.given(inner)
    parts = left.expressions if isinstance(left, exp.Tuple) else [left]
    if given is None or len(given) != len(parts):
        raise _ambiguous(left)
    pairs = zip(parts, given, strict=True)
    wanted = [_differ([types.of(part, scope), type_]) for part, type_ in pairs]
    if None in wanted:
        raise _ambiguous(left)
    if not any(wanted):
        return
    names = [f"c{number}" for number in range(len(given))]
    cells = [
        exp.cast(exp.column(name), "text") if differs else exp.column(name)
        for name, differs in zip(names, wanted, strict=True)
    ]
    named = exp.TableAlias(
        this=exp.to_identifier("given"), columns=[exp.to_identifier(name) for name in names]
    )
    source = exp.Subquery(this=inner, alias=named)
    holder.set(place, exp.Subquery(this=exp.select(*cells).from_(source, copy=False)))
    for part, differs in zip(parts, wanted, strict=True):
        if differs:
            _cast_to_text(part)


def _check_list(
    node: exp.Expr, value: exp.Expr, listed: str | None, scope: Scope, types: ExpressionTypes
) -> None:
    """A list is compared by its values, which stay what they are."""
    inner = None if listed is None or not listed.endswith("[]") else listed.removesuffix("[]")
    if inner is None or _differ([types.of(value, scope), inner]) is not False:
        raise _ambiguous(node)


def _cast_to_texts(parts: Sequence[exp.Expr], scope: Scope, types: ExpressionTypes) -> None:
    if _are_mixed(parts, scope, types):
        for part in parts:
            _cast_to_text(part)


def _are_mixed(parts: Sequence[exp.Expr], scope: Scope, types: ExpressionTypes) -> bool:
    """Whether there are texts among other things; refuses what cannot be told."""
    real = [part for part in parts if not _is_literal(part)]
    if len(real) < 2:
        return False
    result = _differ([types.of(part, scope) for part in real])
    if result is None:
        raise _ambiguous(real[0])
    return result


def _differ(found: Sequence[str | None]) -> bool | None:
    """Whether only some of these types are texts; None if that is unknown or deep inside them."""
    if len(set(found)) == 1 and found[0] is not None:
        return False
    if None in found:
        return None
    nested = [type_ for type_ in found if type_ is not None and NESTED.search(type_)]
    if nested:
        return None if any(TEXT in str(type_) for type_ in found) else False
    return TEXT in found


def _is_literal(part: exp.Expr) -> bool:
    """Whether it is a text or nothing, written in the query."""
    from sqlglot import exp

    bare = part.unnest()
    return (isinstance(bare, exp.Literal) and bare.is_string) or isinstance(bare, exp.Null)


def _cast_to_text(part: exp.Expr) -> None:
    """Make a text of a value, which stays the same node, so that its scope is still known."""
    from sqlglot import exp

    made = exp.Cast(this=exp.Null(), to=exp.DataType.build("text"))
    part.replace(made)
    made.set("this", part)


def _check_join(join: exp.Join, scope: Scope, types: ExpressionTypes) -> None:
    """Columns that are joined by their name become one, so they must be of one kind."""
    named = [column.name.lower() for column in join.args.get("using") or ()]
    natural = str(join.args.get("method") or "").upper() == "NATURAL"
    if not named and not natural:
        return
    sources = _tables_before(join, scope, types)
    known = [columns for columns in sources.values() if columns is not None]
    if len(known) < len(sources):
        raise _ambiguous(join)
    own = sources.get(join.alias_or_name.lower())
    for name in named or own or {name for columns in known for name in columns}:
        result = [columns[name] for columns in known if name in columns]
        if len(result) > 1 and _differ(result) is not False:
            raise RefusedQuery(
                say(
                    "The columns '{name}' that are joined are texts in one table, but not "
                    "in another.",
                    name=name,
                ),
                say(
                    'Write ON and compare them there: ON a."{name}" = b."{name}" compares texts.',
                    name=name,
                ),
            )


def _tables_before(
    join: exp.Join, scope: Scope, types: ExpressionTypes
) -> dict[str, Columns | None]:
    """The columns of the tables that a join finds; within brackets, those in the brackets."""
    holder = join.parent
    joins = [] if holder is None else holder.args.get("joins") or []
    place = next(place for place, other in enumerate(joins) if other is join)
    names = [other.alias_or_name.lower() for other in joins]
    every = types.sources(scope)
    if holder is scope.expression or holder is None:
        return {name: columns for name, columns in every.items() if name not in names[place + 1 :]}
    inside = [holder.alias_or_name.lower(), *names[: place + 1]]
    return {name: columns for name, columns in every.items() if name in inside}


def _ambiguous(node: exp.Expr) -> RefusedQuery:
    shown = node.sql("duckdb", comments=False)
    return RefusedQuery(
        say("We cannot tell whether texts are compared with texts here: {sql}.", sql=shown[:200]),
        _HINT,
    )
