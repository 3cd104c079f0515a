"""The crowd itself: its order, its levels, what it publishes, and tables with hardly any rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_crowds import any_levels, attribute, crowd_of, halving_hierarchy, tables, tally

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd, Ladder
from incrowd.crowd.magnitude import size_of
from incrowd.crowd.population import population_sizes
from incrowd.crowd.sensitive import values_per_class
from incrowd.crowd.sweep import sweep
from incrowd.errors import HierarchyError, InvalidParameter, UnknownAttribute
from incrowd.hierarchies import choose
from incrowd.table import MISSING, Kind, Profile, Role

Row = tuple[str | None, ...]


def rows_of(crowd: Crowd) -> dict[tuple[str, ...], int]:
    return {
        tuple(crowd.describe(index, crowd.bottom).values()): int(count)
        for index, count in enumerate(crowd.counts)
    }


@given(tables(3))
def test_sorting_a_crowd_changes_no_figure(rows: list[Row]) -> None:
    crowd = crowd_of(rows, 2, sensitive=1)
    ordered = crowd.in_order()
    assert rows_of(ordered) == rows_of(crowd)
    assert list(zip(*ordered.codes, strict=True)) == sorted(zip(*ordered.codes, strict=True))
    for levels in ((0, 0), crowd.heights):
        before, after = crowd.at(levels), ordered.at(levels)
        assert sorted(before.sizes.tolist()) == sorted(after.sizes.tolist())
        assert _values(after) == _values(before)


def _values(classes: object) -> set[tuple[object, ...]]:
    values = classes.values_of("s0")
    return {
        (
            *classes.describe(index).values(),
            *values.values[values.starts[index] : values.starts[index + 1]].tolist(),
            *values.counts[values.starts[index] : values.starts[index + 1]].tolist(),
        )
        for index in range(classes.count)
    }


def test_engines_may_count_tuples_in_any_order() -> None:
    rows: list[Row] = [("b", "x"), ("a", "y"), ("a", "x"), ("b", "x")]
    straight, reverse = (crowd_of(some, 2).in_order() for some in (rows, rows[::-1]))
    assert [codes.tolist() for codes in straight.codes] == [
        codes.tolist() for codes in reverse.codes
    ]
    assert straight.counts.tolist() == reverse.counts.tolist() == [1, 1, 2]


def test_a_tuple_is_published_at_its_levels() -> None:
    crowd = crowd_of([("a", None), ("b", "x"), ("c", "x"), ("d", "y")], 2)
    first = crowd.in_order()
    assert first.describe(0, (0, 0)) == {"q0": "a", "q1": MISSING}
    assert first.describe(0, (1, 1)) == {"q0": "g0", "q1": "g1"}
    assert first.describe(3, (1, 2)) == {"q0": "g1", "q1": "*"}


def test_one_row_is_alone_at_every_level() -> None:
    crowd = crowd_of([("a", "b")], 2)
    assert (crowd.rows, crowd.heights, crowd.bottom) == (1, (1, 1), (0, 0))
    for levels in np.ndindex(2, 2):
        assert crowd.at(levels).sizes.tolist() == [1]


def test_a_table_without_rows_has_no_classes() -> None:
    empty = build_crowd(tally([], ["q0", "q1"]), [attribute("q0"), attribute("q1")], [])
    crowd = empty.with_hierarchies(
        {domain.attribute.name: choose(domain) for domain in empty.domains}
    )
    assert crowd.rows == 0
    assert crowd.at(crowd.bottom).count == 0
    assert crowd.at(crowd.heights).kept_rows == 0


def test_a_column_of_missing_values_is_one_class() -> None:
    crowd = crowd_of([(None,)] * 3, 1)
    assert crowd.domains[0].values == (None,)
    assert crowd.at((0,)).sizes.tolist() == [3]


def test_states_are_remembered_until_they_are_forgotten() -> None:
    crowd = crowd_of([("a",), ("b",)], 1)
    first = crowd.at((0,))
    assert crowd.at([0]) is first
    crowd.forget()
    assert crowd.at((0,)) is not first


@pytest.mark.parametrize(
    ("chosen", "levels"), [({}, (0, 0)), ({"q1": 1}, (0, 1)), ({"q1": 1, "q0": 1}, (1, 1))]
)
def test_levels_that_are_not_chosen_are_0(chosen: dict[str, int], levels: tuple[int, int]) -> None:
    assert crowd_of([("a", "b"), ("b", "c")], 2).levels_of(chosen) == levels


@pytest.mark.parametrize(
    ("question", "error", "message", "hint"),
    [
        (
            lambda crowd: crowd.levels_of({"age": 1}),
            UnknownAttribute,
            "'age' is not a quasi-identifier of this table.",
            "Quasi-identifiers are: q0, q1.",
        ),
        (
            lambda crowd: crowd.at((0,)),
            InvalidParameter,
            "1 levels for 2 quasi-identifiers.",
            "Give one level per quasi-identifier.",
        ),
        (
            lambda crowd: crowd.levels_of({"q0": 9}),
            InvalidParameter,
            "'q0' has no level 9.",
            "Its levels are 0 (as is) to 1 ('*').",
        ),
        (
            lambda crowd: crowd.sensitive_attribute("s1"),
            UnknownAttribute,
            "The table has no column 's1'.",
            "Did you mean 's0'?",
        ),
        (
            lambda crowd: population_sizes(crowd.at((0, 0)), crowd_of([("a",)], 1)),
            InvalidParameter,
            "The population does not have the quasi-identifiers of the table.",
            "It needs the columns q0, q1.",
        ),
        (
            lambda crowd: sweep(crowd).rows_below(22),
            InvalidParameter,
            "k = 22 was not counted.",
            "Choose 1 to 21.",
        ),
        (
            lambda crowd: sweep(crowd).rows_below(0),
            InvalidParameter,
            "k = 0 was not counted.",
            "Choose 1 to 21.",
        ),
    ],
    ids=["attribute", "number", "level", "sensitive", "population", "k too large", "k = 0"],
)
def test_what_a_crowd_does_not_have_is_named(
    question: object, error: type[Exception], message: str, hint: str
) -> None:
    crowd = crowd_of([("a", "x", "s"), ("b", "y", "t")], 2, sensitive=1)
    with pytest.raises(error) as caught:
        question(crowd)
    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_a_hierarchy_must_know_every_value_of_the_data() -> None:
    whole, part = crowd_of([("a",), ("b",)], 1), crowd_of([("a",)], 1)
    with pytest.raises(HierarchyError, match="lacks the value 'b'"):
        Ladder.of(whole.domains[0], halving_hierarchy(part.domains[0]))


@given(tables(2), st.data())
def test_a_ladder_leads_every_code_to_the_label_of_its_value(
    rows: list[Row], data: st.DataObject
) -> None:
    crowd = crowd_of(rows, 2)
    levels = data.draw(any_levels(crowd))
    for ladder, domain, level in zip(crowd.ladders, crowd.domains, levels, strict=True):
        assert len(ladder.codes) == len(ladder.radices) == ladder.hierarchy.height + 1
        assert all(code < ladder.radices[level] for code in ladder.codes[level])
        if level:
            labels = [ladder.hierarchy.label(level, int(code)) for code in ladder.codes[level]]
            groups = ladder.hierarchy.groups[level - 1]
            places = ladder.hierarchy.locate(domain.values)
            assert labels == [ladder.hierarchy.label(level, int(groups[p])) for p in places]


def test_shares_of_sensitive_values_are_those_of_all_rows() -> None:
    crowd = crowd_of([("a", "flu")] * 3 + [("b", "hiv")], 1, sensitive=1)
    assert crowd.sensitive_attribute("s0").shares.tolist() == [0.75, 0.25]


def test_tuples_without_a_class_are_passed_over() -> None:
    crowd = crowd_of([("a", "flu"), ("a", "hiv"), ("b", "flu")], 1, sensitive=1).in_order()
    values = values_per_class(crowd.sensitive[0], np.array([-1, 0], np.int32), 1)
    assert values.starts.tolist() == [0, 1]
    assert (values.values.tolist(), values.counts.tolist()) == ([0], [1])


@pytest.mark.parametrize(
    ("value", "kind", "facts", "size"),
    [
        ("10", Kind.INTEGER, {}, 10.0),
        ("-2.5", Kind.DECIMAL, {}, -2.5),
        ("2,5", Kind.DECIMAL, {"decimal_comma": True}, 2.5),
        ("2,5", Kind.DECIMAL, {}, None),
        ("?", Kind.INTEGER, {}, None),
        ("nan", Kind.DECIMAL, {}, None),
        ("inf", Kind.DECIMAL, {}, None),
        ("01.01.1970", Kind.DATE, {"date_format": "%d.%m.%Y"}, 0.0),
        ("02.01.1970", Kind.DATE, {"date_format": "%d.%m.%Y"}, 86400.0),
        ("31.12.1969", Kind.DATE, {"date_format": "%d.%m.%Y"}, -86400.0),
        ("29.02.2023", Kind.DATE, {"date_format": "%d.%m.%Y"}, None),
        ("10", Kind.TEXT, {}, None),
    ],
)
def test_a_value_has_a_size_if_it_is_a_number_or_a_date(
    value: str, kind: Kind, facts: dict[str, object], size: float | None
) -> None:
    assert size_of(value, Profile("x", kind, 1, 0, 1, **facts)) == size


def test_no_quasi_identifier_at_all_makes_one_class() -> None:
    table = tally([("flu",), ("hiv",), ("flu",)], ["s0"])
    crowd = build_crowd(table, [], [attribute("s0", Role.SENSITIVE)]).with_hierarchies({})
    assert crowd.at(()).sizes.tolist() == [3]
    assert crowd.in_order().counts.tolist() == [3]
