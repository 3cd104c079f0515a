"""SQL put together from quoted parts: select(["a"], "data") -> SELECT a FROM data."""

from collections.abc import Iterable

from incrowd.errors import InvalidParameter
from incrowd.language import say


def without_nul(text: str) -> str:
    """Refuse a NUL character, at which the engine would take a statement to be over."""
    if "\0" in text:
        raise InvalidParameter(
            say("A name or value in the request cannot contain a NUL character."),
            say("Leave it out."),
        )
    return text


def identifier(name: str) -> str:
    """Quote a name.

    >>> identifier('a "strange" name')
    '"a ""strange"" name"'
    """
    return '"' + without_nul(name).replace('"', '""') + '"'


def literal(text: str) -> str:
    """Quote a text.

    >>> literal("it's")
    "'it''s'"
    """
    return "'" + without_nul(text).replace("'", "''") + "'"


def select(expressions: Iterable[str], source: str, *clauses: str) -> str:
    """Ask for expressions over a source.

    >>> select(["a", "sum(n)"], "data", "GROUP BY ALL")
    'SELECT a, sum(n) FROM data GROUP BY ALL'
    """
    return " ".join(["SELECT", ", ".join(expressions), "FROM", source, *clauses])


def create(kind: str, name: str, query: str) -> str:
    """Keep the answer of a query as a table or a view.

    >>> create("TEMP TABLE", "v", "SELECT 1")
    'CREATE OR REPLACE TEMP TABLE v AS SELECT 1'
    """
    return " ".join(["CREATE OR REPLACE", kind, name, "AS", query])


def subquery(query: str) -> str:
    """Use a query where a table stands."""
    return f"({query})"


def call(function: str, *arguments: str, **options: str) -> str:
    """Call a function with positional and named arguments.

    >>> call("read_csv", "'f.csv'", header="true")
    "read_csv('f.csv', header=true)"
    """
    named = [f"{name}={value}" for name, value in options.items()]
    return f"{function}({', '.join([*arguments, *named])})"


def copy(query: str, target: str, **options: str) -> str:
    """Write the answer of a query to a file.

    >>> copy("SELECT 1", "f.csv", format="csv")
    "COPY (SELECT 1) TO 'f.csv' (format csv)"
    """
    settings = ", ".join(f"{name} {value}" for name, value in options.items())
    return f"COPY {subquery(query)} TO {literal(target)} ({settings})"


def where(conditions: Iterable[str]) -> str:
    """Ask that all conditions hold; nothing where there is none.

    >>> where(["a > 1", "b IS NULL"])
    'WHERE a > 1 AND b IS NULL'
    """
    joined = " AND ".join(conditions)
    return f"WHERE {joined}" if joined else ""
