"""Which columns are proposed to be joined, and how."""

from __future__ import annotations

import numpy as np
import pytest
from small_crowds import attribute

from incrowd.hierarchies import from_csv
from incrowd.hierarchies.hierarchy import Domain
from incrowd.linking.joins.proposal import OfferedColumn, find_ranges, find_sensitive, propose
from incrowd.table import Attribute, Kind, Role

ZIPS = ("130**", "150**", "160**")


@pytest.mark.parametrize(
    ("left", "right", "condition"),
    [
        (ZIPS, ZIPS, "equal"),
        (ZIPS, ("130**", "450**"), "equal"),
        (ZIPS, ("13012", "15013"), "covers"),
        (("13012", "15013"), ZIPS, "overlaps"),
        (("13***", "15***"), ZIPS, "overlaps"),
        (("20-30", "30-40"), ("20-30", "30-40"), "equal"),
        (("20-30", "30-40"), ("25-35", "35-45"), "overlaps"),
        (("20-30", "30-40"), ("25", "38"), "covers"),
        (("a", "b"), ("b", "c", None), "equal"),
        (("a", "b"), ("b", "c", "*"), "overlaps"),
    ],
)
def test_conditions(left: tuple[str, ...], right: tuple[str, ...], condition: str) -> None:
    (found,) = propose([OfferedColumn("zip", left)], [OfferedColumn("Zip", right)])
    assert (found.left, found.right, found.condition) == ("zip", "Zip", condition)
    assert found.reason.startswith("The same name, and ")


def test_columns_without_a_common_meaning_are_not_proposed() -> None:
    assert propose([OfferedColumn("zip", ZIPS)], [OfferedColumn("zip", ("red", "blue"))]) == []
    assert propose([OfferedColumn("zip", ZIPS)], [OfferedColumn("code", ZIPS)]) == []
    assert propose([OfferedColumn("zip", ("*",))], [OfferedColumn("zip", ("*",))]) == []
    assert propose([OfferedColumn("zip", (None,))], [OfferedColumn("zip", ZIPS)]) == []


def test_each_column_is_joined_once_by_the_best_name() -> None:
    left = [
        OfferedColumn("ages", ("1", "2")),
        OfferedColumn("age", ("1", "2")),
        OfferedColumn("plz", ZIPS, "postcode"),
    ]
    right = [OfferedColumn("Age", ("1", "2")), OfferedColumn("zip", ZIPS, "postcode")]
    found = propose(left, right)
    assert [(one.left, one.right) for one in found] == [("age", "Age"), ("plz", "zip")]
    assert found[1].reason == "The same meaning, and 100 % of the values are equal."
    (similar,) = propose(
        [OfferedColumn("nationality", ("a",))], [OfferedColumn("nationalities", ("a",))]
    )
    assert similar.reason == "Similar names, and 100 % of the values are equal."


def test_a_hierarchy_makes_values_comparable() -> None:
    text = "French;European;*\nThai;Asian;*\n"
    known = from_csv(text, Domain(attribute("origin"), (), np.zeros(0, np.int64)))
    left, right = (
        OfferedColumn("origin", ("European", "Asian")),
        OfferedColumn("origin", ("French", "Thai")),
    )
    assert propose([left], [right]) == []
    (found,) = propose([left], [right], {"origin": known})
    assert found.condition == "covers"


def columns_of(**kinds: tuple[Role, Kind]) -> list[Attribute]:
    return [attribute(name, role, kind) for name, (role, kind) in kinds.items()]


SECRET, PLAIN, NUMBER = (
    (Role.SENSITIVE, Kind.TEXT),
    (Role.QUASI, Kind.TEXT),
    (Role.QUASI, Kind.INTEGER),
)


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        ([columns_of(ill=SECRET), columns_of(ill=SECRET)], ["1.ill", "2.ill"]),
        ([columns_of(pay=SECRET, ill=SECRET), columns_of(ill=SECRET)], ["1.ill", "2.ill"]),
        ([columns_of(pay=SECRET, ill=SECRET), columns_of(zip=PLAIN)], ["1.pay"]),
        ([columns_of(pay=SECRET), columns_of(ill=SECRET)], ["1.pay", "2.ill"]),
        ([columns_of(zip=PLAIN), columns_of(zip=PLAIN)], []),
    ],
    ids=["shared", "shared, not first", "one source", "different ones", "none"],
)
def test_the_sensitive_column_that_most_sources_have(
    sources: list[list[Attribute]], names: list[str]
) -> None:
    assert find_sensitive(sources) == names


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["lower_age", "upper_age"], [("1.age", "lower_age", "upper_age")]),
        (["AgeMax", "AgeMin"], [("1.age", "AgeMin", "AgeMax")]),
        (["desde_edad", "hasta_edad"], [("1.edad", "desde_edad", "hasta_edad")]),
        (["income_from", "income_to", "x"], [("1.income", "income_from", "income_to")]),
        (["low_age", "high_income"], []),
        (["low", "high"], []),
        (["low_age", "high_age", "age"], []),
        (["min_max_age", "max_age"], []),
    ],
    ids=lambda value: ",".join(map(str, value)),
)
def test_two_columns_that_are_the_ends_of_a_range(
    names: list[str], found: list[tuple[str, str, str]]
) -> None:
    source = columns_of(**dict.fromkeys(names, NUMBER))
    assert [made.assignment for made in find_ranges([source])] == found


def test_ends_that_are_no_numbers_make_no_range() -> None:
    assert list(find_ranges([columns_of(low_age=PLAIN, high_age=NUMBER)])) == []
    (second,) = find_ranges([columns_of(x=NUMBER), columns_of(low_age=NUMBER, high_age=NUMBER)])
    assert second.source == 2


def test_columns_whose_values_match_come_before_columns_called_alike() -> None:
    mails = tuple(f"ana{n}@example.org" for n in range(20))
    left = [
        OfferedColumn("contact", mails, meaning="contact"),
        OfferedColumn("id", tuple(map(str, range(20)))),
    ]
    right = [
        OfferedColumn("contact", (*(f"call {n}" for n in range(18)), *mails[:2])),
        OfferedColumn("mail", mails, meaning="contact"),
    ]
    pairs = [(pair.left, pair.right, pair.condition) for pair in propose(left, right)]
    assert pairs == [("contact", "mail", "equal")]
