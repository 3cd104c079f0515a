"""The smallest sets of columns in which a class is too small, found by one statement.

    question = MinimalQuestion(((age,), (sex,), (age, sex)), k=2, most=1_000)
    list_minimal(rows, question, count, rows.text, grouping_sets=True)

A class of a set is minimal where it has fewer than k rows, and every set with one column less has
k rows or more with these values. Those rows are summed up over the classes themselves, so that no
class is looked up anywhere: a window over the rest of the columns knows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from incrowd.engines.states.question import ClassQuestion, Forms, Shown
from incrowd.engines.states.statement import Rows, group_by_one, group_by_sets

if TYPE_CHECKING:
    import pyarrow as pa
    from sqlglot import exp

ShowText = Callable[[Shown, "exp.Expression"], "exp.Expression"]
"""What was grouped by as text; the number of a label stays one."""
Cells = tuple[str | None, ...]


@dataclass(frozen=True, eq=False)
class MinimalQuestion:
    """The sets of columns, the shorter ones first, and how many classes may be listed."""

    sets: tuple[tuple[Shown, ...], ...]
    k: int
    most: int

    @cached_property
    def forms(self) -> tuple[Shown, ...]:
        """Everything that is grouped by, once."""
        return ClassQuestion(self.sets).forms

    def parts(self) -> Iterator[MinimalQuestion]:
        """The same in questions that one statement can answer."""
        for part in ClassQuestion(self.sets).parts():
            yield replace(self, sets=part.sets)

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each set by its mask: a bit for every column that is not in it."""
        bits = {shown: 1 << place for place, shown in enumerate(self.forms)}
        everything = sum(bits.values())
        masks = [everything - sum(bits[shown] for shown in each) for each in self.sets]
        return {mask: place for place, mask in enumerate(masks)}


@dataclass(frozen=True)
class MinimalClass:
    """Columns, what a class shows in them (none where it is missing), and its rows."""

    shown: tuple[Shown, ...]
    cells: Cells
    size: int


@dataclass(frozen=True)
class MinimalCount:
    """How many minimal classes a set of columns has, and their rows."""

    shown: tuple[Shown, ...]
    classes: int
    rows: int


@dataclass(frozen=True, eq=False)
class ClassList:
    """Classes of one set of columns whose rows are asked for."""

    shown: tuple[Shown, ...]
    cells: tuple[Cells, ...]


def list_minimal(
    rows: Rows,
    question: MinimalQuestion,
    weight: exp.Expression,
    text: ShowText,
    *,
    grouping_sets: bool,
) -> exp.Select:
    """The minimal classes, those of the shortest sets first: mark, n, length, c0, c1, …."""
    from sqlglot import exp

    found = _minimal(rows, question, weight, text, grouping_sets=grouping_sets)
    names = ["mark", "n", "length", *(f"c{place}" for place in range(len(question.forms)))]
    query = exp.select(*names).from_(found.subquery("found"))
    order = [exp.Ordered(this=exp.column(name)) for name in ("length", "mark", *names[3:])]
    return query.order_by(*order).limit(question.most)


def count_minimal(
    rows: Rows, question: MinimalQuestion, weight: exp.Expression, *, grouping_sets: bool
) -> exp.Select:
    """How many minimal classes each set has, and their rows: mark, classes, total."""
    from sqlglot import exp

    found = _minimal(rows, question, weight, None, grouping_sets=grouping_sets)
    total = exp.cast(exp.Sum(this=exp.column("n")), "bigint")
    classes = exp.alias_(exp.Count(this=exp.Star()), "classes")
    query = exp.select("mark", classes, exp.alias_(total, "total"))
    return query.from_(found.subquery("found")).group_by("mark")


def place_of(question: MinimalQuestion, mark: int, *, grouping_sets: bool) -> int:
    """The place of the set that an answer marks."""
    if grouping_sets and len(question.sets) > 1:
        return question.places[mark]
    return mark


def read_classes(
    question: MinimalQuestion,
    answer: pa.Table,
    columns: Sequence[Sequence[str | None]],
    *,
    grouping_sets: bool,
) -> list[MinimalClass]:
    """The classes of an answer; what they show in each form comes column by column."""
    marks, sizes = (answer.column(name).to_pylist() for name in ("mark", "n"))
    number = {shown: place for place, shown in enumerate(question.forms)}
    found = []
    for line, (mark, size) in enumerate(zip(marks, sizes, strict=True)):
        chosen = question.sets[place_of(question, int(mark), grouping_sets=grouping_sets)]
        cells = tuple(columns[number[shown]][line] for shown in chosen)
        found.append(MinimalClass(chosen, cells, int(size)))
    return found


def read_counts(
    question: MinimalQuestion, answer: pa.Table, *, grouping_sets: bool
) -> list[MinimalCount]:
    """What an answer says of each set; sets without such classes are left out."""
    lines = [tuple(int(cell) for cell in line.values()) for line in answer.to_pylist()]
    placed = sorted(
        (place_of(question, mark, grouping_sets=grouping_sets), classes, total)
        for mark, classes, total in lines
    )
    return [MinimalCount(question.sets[place], classes, total) for place, classes, total in placed]


def tally_within(
    rows: Rows,
    lists: Sequence[Forms],
    plain: Forms,
    given: Sequence[exp.Expression],
    same: Callable[[exp.Expression, exp.Expression], exp.Expression],
    weight: exp.Expression,
) -> exp.Select:
    """Count the rows of each combination s0, s1, … that lie in a given class of any list.

    `rows` has the keys f0, f1, … of all columns of the lists; table i of those given is called
    `given_i` and has the keys g0, g1, … of its classes, and a mark. Without lists all rows count.
    """
    from sqlglot import exp

    forms = list(dict.fromkeys(shown for each in lists for shown in each))
    names = [f"s{place}" for place in range(len(plain))]
    query = exp.select(*names, exp.alias_(weight.copy(), "n"))
    query = query.from_(rows(forms, plain).subquery("shown"))
    matched: list[exp.Expression] = []
    for number, (each, table) in enumerate(zip(lists, given, strict=True)):
        alias = f"given_{number}"
        pairs = [
            same(
                exp.column(f"f{forms.index(shown)}", "shown"),
                exp.column(f"g{place}", alias),
            )
            for place, shown in enumerate(each)
        ]
        query = query.join(table, on=exp.and_(*pairs), join_type="left")
        matched.append(exp.not_(exp.column("mark", alias).is_(exp.null())))
    query = query.where(exp.or_(*matched)) if matched else query
    return query.group_by(*names)


def _minimal(
    rows: Rows,
    question: MinimalQuestion,
    weight: exp.Expression,
    text: ShowText | None,
    *,
    grouping_sets: bool,
) -> exp.Query:
    from sqlglot import exp

    if grouping_sets and len(question.sets) > 1:
        return _of_all_sets(rows, question, weight, text)
    queries = [
        _of_one_set(rows, question, place, weight, text) for place in range(len(question.sets))
    ]
    return queries[0] if len(queries) == 1 else exp.union(*queries, distinct=False)


def _of_all_sets(
    rows: Rows, question: MinimalQuestion, weight: exp.Expression, text: ShowText | None
) -> exp.Select:
    """The minimal classes of all sets from one scan; GROUPING says which columns are in a set."""
    from sqlglot import exp

    forms = question.forms
    keys = [f"f{place}" for place in range(len(forms))]
    grouped = group_by_sets(rows, ClassQuestion(question.sets), weight)
    absent = [
        exp.alias_(exp.Anonymous(this="GROUPING", expressions=[exp.column(key)]), f"a{place}")
        for place, key in enumerate(keys)
    ]
    grouped = grouped.select(*keys, *absent)
    marked = exp.select("*", *_sums(keys, ["mask"])).from_(grouped.subquery("grouped"))
    many = [
        exp.paren(exp.or_(_equals(f"a{place}", 1), _at_least(f"w{place}", question.k)))
        for place in range(len(forms))
    ]
    length: exp.Expr = exp.convert(len(forms))
    for place in range(len(forms)):
        length = exp.Sub(this=length, expression=exp.column(f"a{place}"))
    chosen: list[exp.Expr] = [
        exp.alias_(exp.column("mask"), "mark"),
        exp.column("n"),
        exp.alias_(length, "length"),
    ]
    if text is not None:
        pairs = zip(forms, keys, strict=True)
        chosen += [
            exp.alias_(text(shown, exp.column(key)), f"c{place}")
            for place, (shown, key) in enumerate(pairs)
        ]
    query = exp.select(*chosen).from_(marked.subquery("marked"))
    return query.where(exp.and_(_below(question.k), *many))


def _of_one_set(
    rows: Rows,
    question: MinimalQuestion,
    place: int,
    weight: exp.Expression,
    text: ShowText | None,
) -> exp.Select:
    """The minimal classes of one set."""
    from sqlglot import exp

    members = question.sets[place]
    keys = [f"f{number}" for number in range(len(members))]
    grouped = group_by_one(rows, members, (), weight).select(*keys)
    marked = exp.select("*", *_sums(keys, [])).from_(grouped.subquery("grouped"))
    many = [_at_least(f"w{number}", question.k) for number in range(len(members))]
    chosen: list[exp.Expr] = [
        exp.alias_(exp.convert(place), "mark"),
        exp.column("n"),
        exp.alias_(exp.convert(len(members)), "length"),
    ]
    if text is not None:
        for number, shown in enumerate(question.forms):
            key = f"f{members.index(shown)}" if shown in members else None
            cell = exp.cast(exp.null(), "text") if key is None else text(shown, exp.column(key))
            chosen.append(exp.alias_(cell, f"c{number}"))
    query = exp.select(*chosen).from_(marked.subquery("marked"))
    return query.where(exp.and_(_below(question.k), *many))


def _sums(keys: Sequence[str], always: Sequence[str]) -> list[exp.Expr]:
    """The rows that look like those of a class in all columns but one, for each column."""
    from sqlglot import exp

    return [
        exp.alias_(
            exp.Window(
                this=exp.Sum(this=exp.column("n")),
                partition_by=[exp.column(name) for name in (*always, *keys) if name != key],
            ),
            f"w{place}",
        )
        for place, key in enumerate(keys)
    ]


def _below(k: int) -> exp.Expression:
    from sqlglot import exp

    return exp.LT(this=exp.column("n"), expression=exp.convert(k))


def _at_least(name: str, k: int) -> exp.Expression:
    from sqlglot import exp

    return exp.GTE(this=exp.column(name), expression=exp.convert(k))


def _equals(name: str, number: int) -> exp.Expression:
    from sqlglot import exp

    return exp.EQ(this=exp.column(name), expression=exp.convert(number))
