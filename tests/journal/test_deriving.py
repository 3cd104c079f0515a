"""Where decisions lead: the last word counts, what does not apply is passed over."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from journal_moves import HEIGHTS, TABLE, decisions

from incrowd.journal import (
    AssignRole,
    ChooseHierarchy,
    Entry,
    Generalize,
    Protect,
    Suppress,
    derive,
)
from incrowd.table import Role


def entries(*made):
    return [Entry(f"d{place}", decision, "now") for place, decision in enumerate(made, 1)]


def test_nothing_decided_is_the_data_as_it_came():
    derived = derive(TABLE, [])
    assert derived.roles["pay"] is Role.SENSITIVE
    assert (derived.levels, derived.k, derived.hierarchies, derived.protections) == ({}, 1, {}, {})
    assert not derived.void
    assert not derived.superseded


def test_the_last_word_counts():
    derived = derive(
        TABLE,
        entries(Generalize("age", 1), Suppress(5), Generalize("age", 2), Suppress(3)),
        HEIGHTS,
    )
    assert (derived.levels, derived.k) == ({"age": 2}, 3)
    assert derived.superseded == {"d1", "d2"}


def test_a_level_that_the_hierarchy_has_no_more_is_void():
    made = entries(Generalize("age", 1), Generalize("age", 3))
    assert derive(TABLE, made, {"age": 3}).levels == {"age": 3}
    lower = derive(TABLE, made, {"age": 2})
    assert (lower.levels, lower.void, lower.superseded) == ({"age": 1}, {"d2"}, frozenset())


def test_decisions_about_other_roles_are_void():
    made = entries(
        Generalize("age", 1),
        ChooseHierarchy("age", "interval"),
        Protect("pay", "distinct_l", 3),
        AssignRole("age", "identifier"),
        AssignRole("pay", "quasi"),
        AssignRole("nobody", "quasi"),
    )
    derived = derive(TABLE, made, HEIGHTS)
    assert derived.void == {"d1", "d2", "d3", "d6"}
    assert derived.roles["age"] is Role.IDENTIFIER
    back = derive(TABLE, made[:3], HEIGHTS)
    assert not back.void
    assert back.protections["pay"].threshold == 3


def test_a_protection_along_a_hierarchy_needs_one():
    made = entries(Protect("pay", "t_hierarchical", 0.3), ChooseHierarchy("pay", "frequency"))
    assert derive(TABLE, made).void == frozenset()
    assert derive(TABLE, made[:1]).void == {"d1"}


@given(made=st.lists(decisions, max_size=10))
def test_void_and_superseded_decisions_change_nothing(made):
    every = entries(*made)
    derived = derive(TABLE, every, HEIGHTS)
    counting = [one for one in every if one.id not in derived.void | derived.superseded]
    again = derive(TABLE, counting, HEIGHTS)
    assert again.levels == derived.levels
    assert (again.k, again.roles) == (derived.k, derived.roles)
    assert again.hierarchies == derived.hierarchies
    assert again.protections == derived.protections
    assert not again.void
    assert not again.superseded


@given(made=st.lists(decisions, max_size=10), more=decisions)
def test_a_decision_touches_only_its_subject(made, more):
    before = derive(TABLE, entries(*made), HEIGHTS)
    after = derive(TABLE, entries(*made, more), HEIGHTS)
    if not isinstance(more, AssignRole):
        assert after.roles == before.roles
    if isinstance(more, Generalize):
        others = {name: level for name, level in after.levels.items() if name != more.attribute}
        assert others == {
            name: level for name, level in before.levels.items() if name != more.attribute
        }
    if isinstance(more, Suppress):
        assert (after.levels, after.k) == (before.levels, more.k)
