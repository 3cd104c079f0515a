"""A table that is open: roles, hierarchies, protections and states."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_tables import RowsSource, open_rows

from incrowd.crowd.crowd import Protection, State
from incrowd.dataset.open_table import OpenTable, Origin, parse_role
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownAttribute, UnknownName

NAMES = ["age", "sex", "disease"]
ROWS = [("30", "f", "flu"), ("30", "f", "hiv"), ("41", "m", "flu"), ("52", "f", "flu")]


@pytest.fixture
def people() -> OpenTable:
    return open_rows(ROWS, NAMES, ["age", "sex"], ["disease"])


def test_roles_are_told_in_column_order(people: OpenTable) -> None:
    assert people.roles == {"age": "quasi", "sex": "quasi", "disease": "sensitive"}
    assert people.with_roles({"sex": "identifier"}).roles["sex"] == "identifier"
    assert people.roles["sex"] == "quasi"


@pytest.mark.parametrize(
    ("text", "hint"),
    [("quasy", "Did you mean 'quasi'?"), ("sensitve", "Did you mean 'sensitive'?")],
)
def test_a_role_that_does_not_exist_is_named(people: OpenTable, text: str, hint: str) -> None:
    with pytest.raises(UnknownName, match=f"no role '{text}'") as refusal:
        people.with_roles({"age": text})
    assert refusal.value.hint == hint
    with pytest.raises(UnknownName):
        parse_role("QUASI")


def test_a_column_that_does_not_exist_has_no_role(people: OpenTable) -> None:
    with pytest.raises(UnknownAttribute, match="'agee'"):
        people.with_roles({"agee": "quasi"})


def test_a_table_without_quasi_identifiers_is_not_measurable(people: OpenTable) -> None:
    nobody = people.with_roles({"age": "insensitive", "sex": "insensitive"})
    assert people.measurable
    assert not nobody.measurable
    assert nobody.hierarchies == {}
    with pytest.raises(NothingToMeasure, match="No column is a quasi-identifier") as refusal:
        _ = nobody.crowd
    assert "something that others may know" in refusal.value.hint


def test_every_quasi_identifier_has_a_hierarchy(people: OpenTable) -> None:
    assert list(people.hierarchies) == ["age", "sex"]
    assert all(hierarchy.height >= 1 for hierarchy in people.hierarchies.values())


def test_another_hierarchy_needs_no_new_counting(people: OpenTable) -> None:
    counted = people.crowd
    chosen = people.with_hierarchies({"age": "30;young;*\n41;old;*\n52;old;*\n"})
    assert people.source.asked == [["age", "sex"]]
    assert chosen.hierarchies["age"].labels[0] == ("young", "old")
    assert chosen.crowd.counts.tolist() == counted.counts.tolist()


def test_a_hierarchy_of_an_unknown_column_is_refused(people: OpenTable) -> None:
    hierarchy = people.hierarchies["age"]
    again = people.with_hierarchy(hierarchy)
    assert again.given == {"age": hierarchy}
    with pytest.raises(UnknownAttribute):
        open_rows([("1",), ("2",)], ["year"], ["year"]).with_hierarchy(hierarchy)


def test_other_roles_are_counted_anew(people: OpenTable) -> None:
    assert len(people.crowd.counts) == 3
    assert len(people.with_roles({"age": "insensitive"}).crowd.counts) == 2


def test_the_crowd_has_sensitive_values_once_these_are_known(people: OpenTable) -> None:
    assert people.crowd.sensitive == ()
    assert [attribute.name for attribute in people.protected_crowd.sensitive] == ["disease"]
    assert people.crowd is people.protected_crowd


def test_without_sensitive_columns_both_crowds_are_one(people: OpenTable) -> None:
    plain = people.with_roles({"disease": "insensitive"})
    assert plain.protected_crowd is plain.crowd


@pytest.mark.parametrize("k", [0, -1, 5, 1_000])
def test_a_k_beyond_the_rows_is_refused_with_what_is_possible(people: OpenTable, k: int) -> None:
    with pytest.raises(
        InvalidParameter, match=rf"k = {k:,} is not possible: the table has 4 rows"
    ) as no:
        people.state(k=k)
    assert no.value.hint == "Choose a k from 1 to 4."


def test_levels_that_are_not_named_are_0(people: OpenTable) -> None:
    assert people.state() == State((0, 0), 1, ())
    assert people.state({"sex": 1}).levels == (0, 1)


def test_protections_hold_from_k_2_on_unless_they_were_chosen(people: OpenTable) -> None:
    assert people.protections(1) == []
    (default,) = people.protections(2)
    assert (default.attribute, default.model, default.threshold) == ("disease", "distinct_l", 2)
    chosen = Protection("disease", "distinct_l", 3)
    guarded = people.with_guards({"disease": (chosen,)})
    assert guarded.protections(1) == guarded.protections(2) == [chosen]
    assert people.with_guards({"disease": ()}).protections(2) == []
    assert people.state(k=2, protections=()).protections == ()


def test_the_sensitive_values_are_counted_only_where_they_matter(people: OpenTable) -> None:
    plain = people.crowd_for(State((0, 0), 1, ()), ["uniques"])
    assert plain.sensitive == ()
    assert people.crowd_for(State((0, 0), 1, ()), ["distinct_l"]).sensitive != ()
    assert people.crowd_for(State((0, 0), 1, ()), ["all"]).sensitive != ()


def test_counting_tells_its_progress_and_is_done_once() -> None:
    steps: list[str] = []
    table = open_rows(ROWS, NAMES, ["age"], progress=lambda step, done: steps.append(step))
    assert table.crowd is table.crowd
    assert steps == ["Counting who looks alike"]
    assert table.source.asked == [["age"]]


def test_the_population_is_counted_by_the_same_columns() -> None:
    everybody = RowsSource([("30",), ("30",), ("99",)], ["age"])
    table = open_rows(ROWS, NAMES, ["age"], population=everybody)
    assert table.population_crowd is not None
    assert table.population_crowd.rows == 3
    assert "99" in table.hierarchies["age"].values


def test_leaving_the_block_closes_the_table_and_its_population() -> None:
    everybody = RowsSource([("30",)], ["age"])
    with open_rows(ROWS, NAMES, ["age"], population=everybody) as table:
        assert not table.source.closed
    assert table.source.closed
    assert everybody.closed


def test_rows_of_a_source_without_order_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("age\n30\n41\n30\n52\n")
    table = open_rows([("30",), ("41",)], ["age"], ["age"], origin=Origin(path))
    with table.rows() as stored:
        page = stored.page(PageRequest())
    assert [row.cells for row in page.rows] == [("30",), ("41",), ("30",), ("52",)]


def test_rows_that_nobody_can_read_again_are_missed_with_advice(people: OpenTable) -> None:
    with pytest.raises(InvalidParameter, match="no longer available") as refusal, people.rows():
        pass
    assert refusal.value.hint == "Open the data again."
