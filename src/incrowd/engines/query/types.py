"""The types of the parts of a query, as DuckDB says: ExpressionTypes(scopes, describe).of(node).

A part of a query is described alone: what it refers to outside of it is replaced by a NULL of the
same type, and the common tables that it may name are put before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlglot import exp
    from sqlglot.optimizer.scope import Scope

TEXT: Final = "VARCHAR"
NESTED: Final = re.compile(r"\[|^(STRUCT|MAP|UNION)\b")
"""Types that hold others."""

Describe = Callable[[str], "dict[str, str] | None"]
"""The columns that a SELECT gives with their types; None if it cannot be run by itself."""
Columns = dict[str, str]


class ExpressionTypes:
    """What is known of the types in a query whose parts are these scopes."""

    def __init__(self, scopes: Sequence[Scope], describe: Describe) -> None:
        from sqlglot import exp

        self._describe = describe
        self._homes = {
            id(column): scope for scope in scopes for column in scope.find_all(exp.Column)
        }
        self._scopes = {id(scope.expression): scope for scope in scopes}
        self._sources: dict[int, dict[str, Columns | None]] = {}
        self._looking: set[int] = set()

    def of(self, node: exp.Expr, scope: Scope) -> str | None:
        """The type of an expression in a scope."""
        from sqlglot import exp

        bare = node.unnest() if isinstance(node, exp.Paren) else node
        if isinstance(bare, exp.Cast) and bare.to.is_type("text"):
            return TEXT
        if isinstance(bare, exp.Column) and not isinstance(bare.this, exp.Star):
            return self._column(bare, scope)
        closed = self._closed(bare)
        if closed is None:
            return None
        types = self._described(exp.select(exp.alias_(closed, "x")), bare)
        return None if types is None or len(types) != 1 else next(iter(types.values()))

    def given(self, query: exp.Query) -> list[str] | None:
        """The types of the columns that a query within the whole one gives."""
        from sqlglot import exp

        closed = self._closed(query)
        if closed is None:
            return None
        every = exp.select("*").from_(exp.Subquery(this=closed, alias=exp.to_identifier("q")))
        types = self._described(every, query)
        return None if types is None else list(types.values())

    def sources(self, scope: Scope) -> dict[str, Columns | None]:
        """The columns of everything that a scope reads, by the name that it has there."""
        if id(scope) not in self._sources:
            # known one by one, so that a later one may refer to those before it
            sources = self._sources[id(scope)] = {}
            for alias, node in _tables_read(scope).items():
                sources[alias] = self._columns(node)
        return self._sources[id(scope)]

    def _columns(self, node: exp.Expr) -> Columns | None:
        from sqlglot import exp

        closed = self._closed(node)
        if not isinstance(closed, (exp.Table, exp.Subquery, exp.UDTF)):
            return None
        for part in _ATTACHED:
            closed.set(part, None)
        types = self._described(exp.select("*").from_(closed), node)
        return None if types is None else {name.lower(): kind for name, kind in types.items()}

    def _column(self, column: exp.Column, scope: Scope | None) -> str | None:
        """The type of a column: of a source, of another column that is given, or from outside."""
        while scope is not None and not column.args.get("db"):
            types = self._in_sources(column, scope)
            if types:
                return types[0] if len(set(types)) == 1 else None
            named = self._named(column, scope)
            if named is not None:
                return named
            scope = scope.parent
        return None

    def _in_sources(self, column: exp.Column, scope: Scope) -> list[str | None]:
        name, table = column.name.lower(), column.table.lower()
        sources = self.sources(scope)
        if table:
            columns = sources.get(table, {})
            return [None] if columns is None else [columns[name]] if name in columns else []
        types: list[str | None] = [
            columns[name] for columns in sources.values() if columns is not None and name in columns
        ]
        unknown = any(columns is None for columns in sources.values())
        return types or ([None] if unknown else [])

    def _named(self, column: exp.Column, scope: Scope) -> str | None:
        """What a name stands for that the query itself gives to an expression."""
        from sqlglot import exp

        if column.table or not isinstance(scope.expression, exp.Select):
            return None
        for selected in scope.expression.selects:
            if isinstance(selected, exp.Alias) and selected.alias.lower() == column.name.lower():
                if id(selected) in self._looking:
                    return None
                self._looking.add(id(selected))
                try:
                    return self.of(selected.this, scope)
                finally:
                    self._looking.discard(id(selected))
        return None

    def _closed(self, node: exp.Expr) -> exp.Expr | None:
        """A copy in which everything from outside is a NULL of its type."""
        from sqlglot import exp

        inside = {id(self._scopes[id(part)]) for part in node.walk() if id(part) in self._scopes}
        made: exp.Expr = node.copy()
        pairs = zip(_walk_part(node), _walk_part(made), strict=True)
        for ours, copied in list(pairs):
            home = self._homes.get(id(ours))
            if home is None or not isinstance(ours, exp.Column):
                continue
            if isinstance(ours.this, exp.Star) or self._is_inside(ours, home, inside):
                continue
            type_ = self._column(ours, home)
            if type_ is None:
                return None
            null = exp.cast(exp.null(), type_, dialect="duckdb")
            if copied is made:
                made = null
            else:
                copied.replace(null)
        return made

    def _is_inside(self, column: exp.Column, home: Scope, inside: set[int]) -> bool:
        """Whether the column is of something that is read within the part."""
        scope: Scope | None = home
        while scope is not None and id(scope) in inside:
            if self._in_sources(column, scope) or self._named(column, scope) is not None:
                return True
            scope = scope.parent
        return False

    def _described(self, query: exp.Select, where: exp.Expr) -> Columns | None:
        for name, cte, recursive in _visible_tables(where):
            query = query.with_(name, as_=cte.this.copy(), recursive=recursive, copy=False)
            made = query.ctes[-1]
            made.set("alias", cte.args["alias"].copy())
        return self._describe(query.sql("duckdb", comments=False))


_ATTACHED: Final = ("joins", "laterals")
"""What hangs on a table in the tree and is no part of it."""


def _walk_part(root: exp.Expr) -> Iterator[exp.Expr]:
    return root.walk(prune=lambda part: part.parent is root and part.arg_key in _ATTACHED)


def _tables_read(scope: Scope) -> dict[str, exp.Expr]:
    """What stands behind FROM and JOIN, by name and in order; also where rows are only sought."""
    from sqlglot import exp

    result: dict[str, exp.Expr] = {}
    for alias, (node, _) in scope.selected_sources.items():
        inner = isinstance(node, exp.Query) and isinstance(node.parent, exp.Subquery)
        result[alias.lower()] = node.parent if inner and node.parent is not None else node
    for join in scope.find_all(exp.Join):
        if join.alias_or_name and join.alias_or_name.lower() not in result:
            result[join.alias_or_name.lower()] = join.this
    return result


def _visible_tables(node: exp.Expr) -> Iterator[tuple[str, exp.CTE, bool]]:
    """The common tables that a part of a query may name, in their order."""
    from sqlglot import exp

    result: dict[str, tuple[str, exp.CTE, bool]] = {}
    child, parent = node, node.parent
    levels = []
    while parent is not None:
        if isinstance(parent, exp.With):
            every = parent.expressions
            recursive = bool(parent.args.get("recursive"))
            before = next(place for place, cte in enumerate(every) if cte is child)
            levels.append([(cte, recursive) for cte in (every if recursive else every[:before])])
        elif isinstance(parent, exp.Query) and not isinstance(child, exp.With):
            known = parent.args.get("with_")
            if known is not None:
                recursive = bool(known.args.get("recursive"))
                levels.append([(cte, recursive) for cte in known.expressions])
        child, parent = parent, parent.parent
    for level in reversed(levels):
        for cte, recursive in level:
            result.pop(cte.alias.lower(), None)
            result[cte.alias.lower()] = (cte.alias, cte, recursive)
    yield from result.values()
