"""The statement that counts classes by their size: GROUP BY the columns, then by the size.

    SELECT mask, n, COUNT(*) FROM (
        SELECT COUNT(*) AS n, … FROM rows GROUP BY GROUPING SETS ((f0, f1), (f1))
    ) GROUP BY mask, n

Where an engine has no grouping sets, every set is a SELECT of its own in one UNION ALL.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from incrowd.engines.states.question import ClassQuestion, Forms, Shown, SmallClasses

if TYPE_CHECKING:
    from sqlglot import exp

Rows = Callable[[Forms, Forms], "exp.Select"]
"""Rows with the columns f0, f1, … for what is grouped by, and s0, s1, … for what is counted."""


def count_by_size(
    rows: Rows, question: ClassQuestion, weight: exp.Expression, *, grouping_sets: bool
) -> exp.Query:
    """How many classes there are of each size: mask (or place), n, d0, …, classes."""
    from sqlglot import exp

    if grouping_sets and len(question.sets) > 1:
        return _sum_up(group_by_sets(rows, question, weight), "mask", question)
    queries = []
    for place, chosen in enumerate(question.sets):
        query = group_by_one(rows, chosen, question.different, weight)
        marked = query.select(exp.alias_(exp.convert(place), "place"))
        queries.append(_sum_up(marked, "place", question))
    return queries[0] if len(queries) == 1 else exp.union(*queries, distinct=False)


def list_small(rows: Rows, asked: SmallClasses, weight: exp.Expression) -> exp.Select:
    """The smallest classes that are too small, or have too few values: f0, …, n, d0, …."""
    from sqlglot import exp

    columns = [column for column, _ in asked.different]
    keys = [exp.column(f"f{place}") for place in range(len(asked.shown))]
    grouped = group_by_one(rows, asked.shown, columns, weight).select(*keys).subquery("grouped")
    few: list[exp.Expression] = [exp.LT(this=exp.column("n"), expression=exp.convert(asked.size))]
    few += [
        exp.LT(this=exp.column(f"d{place}"), expression=exp.convert(least))
        for place, (_, least) in enumerate(asked.different)
    ]
    figures = [exp.column("n"), *(exp.column(f"d{place}") for place in range(len(columns)))]
    ordered = [exp.Ordered(this=each.copy()) for each in (exp.column("n"), *keys)]
    query = exp.select(*keys, *figures).from_(grouped).where(exp.or_(*few))
    return query.order_by(*ordered).limit(asked.most)


def place_masks(question: ClassQuestion, answer: pa.Table) -> pa.Table:
    """Put the places of the sets where the engine says which columns are not in them."""
    if "mask" not in answer.column_names:
        return answer
    bits = {shown: 1 << place for place, shown in enumerate(question.forms)}
    everything = sum(bits.values())
    masks = [everything - sum(bits[shown] for shown in each) for each in question.sets]
    known = {mask: place for place, mask in enumerate(masks)}
    found = answer.column("mask").to_pylist()
    places = pa.array(np.array([known[int(mask)] for mask in found], np.int64))
    return answer.append_column("place", places)


def group_by_one(rows: Rows, chosen: Forms, different: Forms, weight: exp.Expression) -> exp.Select:
    """The classes of one set of columns."""
    from sqlglot import exp

    query = exp.select(*_figures(len(different), weight))
    query = query.from_(rows(chosen, different).subquery("shown"))
    return query.group_by(*(exp.column(f"f{place}") for place in range(len(chosen))))


def group_by_sets(rows: Rows, question: ClassQuestion, weight: exp.Expression) -> exp.Select:
    """The classes of all sets, each with a bit for every column that is not in its set."""
    from sqlglot import exp

    place = {shown: number for number, shown in enumerate(question.forms)}

    def column(shown: Shown) -> exp.Column:
        return exp.column(f"f{place[shown]}")

    mask: exp.Expression = exp.cast(exp.convert(0), "bigint")
    for shown, number in place.items():
        absent = exp.Anonymous(this="GROUPING", expressions=[column(shown)])
        bit = exp.Mul(this=exp.cast(absent, "bigint"), expression=exp.convert(1 << number))
        mask = exp.Add(this=mask, expression=bit)
    sets = [exp.Tuple(expressions=[column(shown) for shown in each]) for each in question.sets]
    query = exp.select(exp.alias_(mask, "mask"), *_figures(len(question.different), weight))
    query = query.from_(rows(question.forms, question.different).subquery("shown"))
    query.set("group", exp.Group(grouping_sets=[exp.GroupingSets(expressions=sets)]))
    return query


def _figures(different: int, weight: exp.Expression) -> list[exp.Expr]:
    """The size of a class, and how many different values it has."""
    from sqlglot import exp

    values = [exp.Distinct(expressions=[exp.column(f"s{place}")]) for place in range(different)]
    counts = [exp.alias_(exp.Count(this=each), f"d{place}") for place, each in enumerate(values)]
    return [exp.alias_(weight.copy(), "n"), *counts]


def _sum_up(classes: exp.Select, mark: str, question: ClassQuestion) -> exp.Select:
    """Count the classes that have the same figures."""
    from sqlglot import exp

    names = [mark, "n", *(f"d{place}" for place in range(len(question.different)))]
    counted = exp.alias_(exp.Count(this=exp.Star()), "classes")
    query = exp.select(*names, counted).from_(classes.subquery("grouped"))
    return query.group_by(*names)
