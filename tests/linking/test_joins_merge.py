"""Tables of the same people put together: how they are recognised, and what comes out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import Row, RowsSource

from incrowd.errors import InvalidParameter
from incrowd.linking.joins.columns import Columns, parse_pairs
from incrowd.linking.joins.merge import (
    PeopleTable,
    merge_people,
    parse_keys,
    plan_merge,
    shared_keys,
)
from incrowd.table import Attribute, Role

ROLES = {"i": Role.IDENTIFIER, "q": Role.QUASI, "s": Role.SENSITIVE, "o": Role.INSENSITIVE}


def table(rows: list[Row], names: str, roles: str) -> PeopleTable:
    """Rows with a letter of a role for each column: `table(rows, "id zip", "iq")`."""
    source = RowsSource(rows, names.split())
    attributes = tuple(
        Attribute(profile, ROLES[role], "for a test")
        for profile, role in zip(source.profiles(), roles, strict=True)
    )
    return PeopleTable(source, attributes)


CLINIC = table([("p1", "13012", "flu"), ("p2", "13012", "hiv")], "id zip ill", "iqs")
OFFICE = table([("p2", "13012", "cook"), ("p3", "14001", "clerk")], "id zip job", "iqq")


def merged(*tables: PeopleTable, named: list[tuple[str, ...]] | None = None) -> list[dict]:
    joint = merge_people(tables, plan_merge(tables, named or ()))
    return joint.table.to_pylist()


def test_people_are_recognised_by_the_identifier_of_all_tables() -> None:
    plan = plan_merge([CLINIC, OFFICE])
    assert (plan.by, plan.keys, plan.possible) == ("identifier", (("id",), ("id",)), True)
    assert (plan.people, plan.shared) == (3, 1)


def test_nobody_is_lost_and_what_a_table_does_not_say_is_missing() -> None:
    assert merged(CLINIC, OFFICE) == [
        {"id": "p1", "zip": "13012", "ill": "flu", "job": None},
        {"id": "p2", "zip": "13012", "ill": "hiv", "job": "cook"},
        {"id": "p3", "zip": "14001", "ill": None, "job": "clerk"},
    ]


def test_columns_of_a_name_that_disagree_stay_apart() -> None:
    other = table([("p2", "99999", "cook")], "id zip job", "iqq")
    joint = merge_people([CLINIC, other], plan_merge([CLINIC, other]))
    assert joint.table.column_names == ["id", "1.zip", "2.zip", "ill", "job"]
    origin = {column.name: column.origin for column in joint.columns}
    assert origin["2.zip"] == ((1, "zip"),)
    assert origin["id"] == ((0, "id"), (1, "id"))


def test_a_column_in_two_roles_stays_apart_even_if_it_agrees() -> None:
    other = table([("p2", "13012", "cook")], "id zip job", "isq")
    joint = merge_people([CLINIC, other], plan_merge([CLINIC, other]))
    assert {column.name: column.role for column in joint.columns} == {
        **{"id": Role.IDENTIFIER, "1.zip": Role.QUASI, "2.zip": Role.SENSITIVE},
        **{"ill": Role.SENSITIVE, "job": Role.QUASI},
    }


def test_a_name_that_is_taken_gets_another_number_in_front() -> None:
    one = table([("p1", "a", "x")], "id zip 2.zip", "iqq")
    two = table([("p1", "b")], "id zip", "iq")
    assert list(merged(one, two)[0]) == ["id", "1.zip", "2.2.zip", "2.zip"]


def test_a_key_in_the_strictest_of_its_roles() -> None:
    one = table([("p1", "x")], "name a", "qq")
    two = table([("p1", "y")], "person b", "sq")
    joint = merge_people([one, two], plan_merge([one, two], [("name",), ("person",)]))
    assert joint.columns[0].name == "name"
    assert joint.columns[0].role is Role.SENSITIVE


def test_rows_without_an_identifier_are_people_of_their_own() -> None:
    one = table([(None, "a"), (None, "a"), ("*", "b"), ("p1", "c")], "id zip", "iq")
    two = table([("p1", "x"), (None, "y")], "id job", "iq")
    plan = plan_merge([one, two])
    assert (plan.people, plan.shared, plan.possible) == (5, 1, True)
    rows = merged(one, two)
    assert len(rows) == 5
    assert sorted(row["zip"] or "" for row in rows) == ["", "a", "a", "b", "c"]
    assert [row for row in rows if row["id"] == "p1"] == [{"id": "p1", "zip": "c", "job": "x"}]


@pytest.mark.parametrize(
    ("tables", "named", "reason"),
    [
        (
            [table([("a",)], "zip", "q"), table([("a",)], "zip", "q")],
            [],
            "no identifier in common",
        ),
        (
            [table([("p1",), ("p1",)], "id", "i"), table([("p1",)], "id", "i")],
            [],
            "'id' does not tell the people of 'people' apart: 2 rows share its values",
        ),
        (
            [table([("a",)], "zip", "q"), table([("b",)], "plz", "q")],
            [("zip",), ("plz",)],
            "According to 'zip, plz', nobody is in more than one",
        ),
        (
            [table([("130**",)], "zip", "q"), table([("130**",)], "zip", "q")],
            [("zip",), ("zip",)],
            r"'130\*\*' in 'zip' may stand for many people",
        ),
    ],
    ids=["nothing in common", "not one row each", "nobody shared", "generalised"],
)
def test_why_tables_cannot_be_put_together(
    tables: list[PeopleTable], named: list[tuple[str, ...]], reason: str
) -> None:
    plan = plan_merge(tables, named)
    assert (plan.possible, plan.people > 0) == (False, bool(plan.keys))
    with pytest.raises(InvalidParameter, match=reason) as refusal:
        merge_people(tables, plan)
    assert refusal.value.hint == plan.needed != ""


def test_a_masked_identifier_is_still_one() -> None:
    """Patient numbers may look like a mask; whoever gave the role of an identifier knows better."""
    masked = table([("13*",)], "id", "i")
    assert plan_merge([masked, masked]).possible


def test_the_identifier_that_more_people_share_is_taken() -> None:
    one = table([("1", "x"), ("2", "y"), ("3", "z")], "card member", "ii")
    two = table([("1", "x"), ("9", "y"), ("8", "z")], "nr person", "ii")
    assert plan_merge([one, two]).keys == (("member",), ("person",))


def test_identifiers_of_the_same_name_come_before_others() -> None:
    """By member and number more are shared, but only `nr` is called the same."""
    one = table([("1", "x"), ("2", "y")], "nr member", "ii")
    two = table([("1", "y"), ("7", "x")], "NR other", "ii")
    assert plan_merge([one, two]).keys == (("nr",), ("NR",))


IDS = st.sampled_from(["p1", "p2", "p3", "p4"])
PEOPLE = st.dictionaries(IDS, st.sampled_from("ab"), min_size=1, max_size=4)


@settings(max_examples=scaled(40))
@given(st.tuples(PEOPLE, PEOPLE, PEOPLE))
def test_three_tables_against_a_walk(said: tuple[dict[str, str], ...]) -> None:
    tables = [table(list(each.items()), f"id c{place}", "iq") for place, each in enumerate(said)]
    plan = plan_merge(tables)
    everybody = set().union(*said)
    shared = sum(sum(who in each for each in said) > 1 for who in everybody)
    assert plan.possible == (shared > 0)
    if plan.possible:
        assert (plan.people, plan.shared) == (len(everybody), shared)
        told = {row["id"]: tuple(row[f"c{place}"] for place in range(3)) for row in merged(*tables)}
        assert told == {who: tuple(each.get(who) for each in said) for who in everybody}


def test_keys_are_the_columns_joined_in_all_tables() -> None:
    tables = [table([("a", "b")], names, "qq") for names in ("zip age", "plz age", "zip sex")]
    assert parse_keys(tables, ["1.zip=plz", "1.zip=3.zip"]) == [("zip",), ("plz",), ("zip",)]
    assert not any(parse_keys(tables, ["1.zip=plz"]))
    columns = Columns((("zip", "age"), ("zip", "age")))
    pairs = parse_pairs(columns, ["zip:overlaps", "age"])
    assert shared_keys(pairs, 2) == [("age",), ("age",)]
