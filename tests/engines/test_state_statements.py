"""The statements that count classes by size: one for many sets of columns, in any dialect."""

from __future__ import annotations

from itertools import combinations

import pyarrow as pa
import pytest
from sqlglot import exp, parse_one

from incrowd.crowd.published import CountedClasses
from incrowd.engines.states.question import ClassQuestion, ClassSizes, Shown, read_sizes
from incrowd.engines.states.statement import count_by_size, place_masks
from incrowd.engines.stored.page import Recoding

AGE, SEX, ZIP, ILLNESS = (Shown(name) for name in ("age", "sex", "zip", "illness"))
QUESTION = ClassQuestion(((AGE, SEX), (SEX, ZIP), ()), (ILLNESS,))


def rows(grouped, counted) -> exp.Select:
    keys = [f"{shown.name} AS f{place}" for place, shown in enumerate(grouped)]
    values = [f"{shown.name} AS s{place}" for place, shown in enumerate(counted)]
    return exp.select(*(keys + values or ["1 AS one"])).from_("people")


def statement(dialect: str, *, grouping_sets: bool) -> str:
    weight = exp.Count(this=exp.Star())
    query = count_by_size(rows, QUESTION, weight, grouping_sets=grouping_sets)
    return query.sql(dialect)


@pytest.mark.parametrize("dialect", ["postgres", "trino", "spark", "duckdb"])
def test_many_sets_are_one_scan(dialect):
    sql = statement(dialect, grouping_sets=True)
    assert "GROUPING SETS ((f0, f1), (f1, f2), ())" in sql
    assert sql.count("FROM people") == 1
    assert parse_one(sql, dialect=dialect)


def test_without_grouping_sets_every_set_is_counted_by_itself():
    sql = statement("mysql", grouping_sets=False)
    assert sql.count("UNION ALL") == 2
    assert sql.count("FROM people") == 3
    assert "GROUPING" not in sql


def test_masks_say_which_columns_are_not_in_a_set():
    answer = pa.table(
        {"mask": [4, 4, 1, 7], "n": [1, 2, 3, 5], "d0": [1, 1, 2, 2], "classes": [1, 2, 1, 1]}
    )
    sizes = read_sizes(QUESTION, place_masks(QUESTION, answer))
    assert [each.sizes.tolist() for each in sizes] == [[1, 2], [3], [5]]
    assert [each.rows for each in sizes] == [5, 3, 5]
    assert sizes[0].different[0].tolist() == [1, 1]


def test_a_statement_is_asked_for_sixty_sets_at_most():
    columns = [Shown(f"c{place}") for place in range(20)]
    pairs = tuple(combinations(columns, 2))
    parts = list(ClassQuestion(pairs).parts())
    assert [len(part.sets) for part in parts] == [60, 60, 60, 10]
    assert tuple(each for part in parts for each in part.sets) == pairs
    wide = [(Shown(f"a{place}"), Shown(f"b{place}")) for place in range(45)]
    assert [len(part.forms) for part in ClassQuestion(tuple(wide)).parts()] == [60, 30]


def test_labels_are_numbered_and_missing_ones_are_none():
    shown = Shown("zip", Recoding(("1", "2", None), ("1-2", "1-2", "*missing*")))
    assert shown.numbers == {"1": 0, "2": 0, None: None}


def test_counted_classes_are_kept_by_size():
    sizes = ClassSizes(*(pa.array(each).to_numpy() for each in ([1, 2, 2, 9], [3, 1, 1, 1])))
    classes = CountedClasses((0,), (2,), sizes.sizes, sizes.classes)
    kept = classes.keeping(sizes.sizes > 1)
    assert (kept.rows, kept.kept_rows, kept.suppressed_rows) == (16, 13, 3)
    assert (kept.kept_count, kept.smallest) == (3, 2)
    assert [each.tolist() for each in kept.kept_histogram] == [[2, 9], [2, 1]]
    assert kept.count_small(3).tolist() == [0, 0, 2, 0]
    assert kept.keeping(sizes.sizes > 9).smallest == 0
