"""A sketch of the classes of a table: some of them, drawn by chance, each with its exact size.

    sample_class_sizes(source, ["age", "sex"], share=1 / 64)      # {1: 120, 2: 80, …}

Each combination is hashed, and those whose hash is low enough are counted. So a class is drawn
with the same chance however large it is, and reading takes a fraction of what a GROUP BY takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from incrowd.engines.driver_errors import translate_errors
from incrowd.engines.duckdb.relation import WEIGHT, Relation, TableColumn
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import literal, select, subquery

_HASHES: Final = 2**64


def sample_class_sizes(
    session: Session,
    relation: Relation,
    columns: Sequence[TableColumn],
    share: float,
    salt: str = "",
) -> dict[int, int]:
    """How many of the classes drawn have which size; another salt draws other classes."""
    keys = ", ".join([literal(salt), *(column.sql for column in columns)])
    low = "" if share >= 1 else f"WHERE h < {int(_HASHES * share)}"
    hashed = subquery(select([f"hash({keys}) AS h", WEIGHT], relation.table))
    sizes = subquery(select(["h", f"{relation.total} AS size"], hashed, low, "GROUP BY h"))
    counted = select(["size", "count(*)"], sizes, "GROUP BY size ORDER BY size")
    with translate_errors(relation.name):
        rows = session.run(counted, "estimating")
    return {int(size): int(classes) for size, classes in rows}
