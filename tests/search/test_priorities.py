"""Ranked groups of attributes."""

from __future__ import annotations

import pytest

from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.search.priorities import Priorities

NAMES = ["age", "sex", "race", "zip"]


def test_equals_share_a_rank_and_the_rest_is_last() -> None:
    found = Priorities.parse(" race, age = sex ", NAMES)
    assert found.groups == (("race",), ("age", "sex"), ("zip",))
    assert [found.weight(name) for name in NAMES] == pytest.approx([2 / 3, 2 / 3, 1, 1 / 3])


def test_text_and_sequences_say_the_same() -> None:
    assert Priorities.ranked(["race", ["age", "sex"]], NAMES) == Priorities.parse(
        "race,age=sex", NAMES
    )


def test_no_priorities_are_all_equal() -> None:
    for none in (
        Priorities.equal(NAMES),
        Priorities.parse("", NAMES),
        Priorities.ranked([], NAMES),
    ):
        assert none.are_equal
        assert {none.weight(name) for name in NAMES} == {1.0}


def test_all_named_leaves_no_last_rank() -> None:
    assert Priorities.parse("zip,race,sex,age", NAMES).groups == (
        ("zip",),
        ("race",),
        ("sex",),
        ("age",),
    )


def test_unknown_and_repeated_names_are_refused() -> None:
    with pytest.raises(UnknownAttribute, match="no column 'raec'") as refused:
        Priorities.parse("age,raec", NAMES)
    assert refused.value.hint == "Did you mean 'race'?"
    with pytest.raises(InvalidParameter, match="'age' twice"):
        Priorities.parse("age,sex=age", NAMES)
