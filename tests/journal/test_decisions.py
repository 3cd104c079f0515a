"""Decisions: read and written, in words, and refused where they make no sense."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from journal_moves import decisions

from incrowd.errors import IncrowdError, InvalidParameter, UnknownName
from incrowd.journal import AssignRole, ChooseHierarchy, Event, Generalize, Protect, Suppress
from incrowd.journal.decisions import from_json, to_json


@given(decision=decisions)
def test_written_and_read_a_decision_is_the_same(decision):
    assert from_json(json.loads(json.dumps(to_json(decision)))) == decision
    event = Event(3, "decide", "d3", "now", decision)
    assert Event.from_line(event.to_line()) == event
    assert event.to_line().count(b"\n") == 1


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (AssignRole("age", "quasi"), "'age' is a quasi-identifier"),
        (AssignRole("pay", "sensitive"), "'pay' is sensitive"),
        (ChooseHierarchy("age", "interval"), "'age' has the hierarchy 'interval'"),
        (ChooseHierarchy("age", None, "1;*"), "'age' has your own hierarchy"),
        (Generalize("age", 2), "'age' at level 2"),
        (Suppress(5), "removed rows in groups smaller than 5"),
        (Suppress(1), "no rows removed"),
        (
            Protect("pay", "t_ordered", 0.2),
            "'pay' is protected: every group within 0.2 of the whole table",
        ),
        (
            Protect("pay", "distinct_l", 2, (("t_ordered", 0.5),)),
            "'pay' is protected: at least 2 different values in every group, "
            "every group within 0.5 of the whole table",
        ),
        (Protect("pay"), "'pay' is not protected"),
    ],
)
def test_in_words(decision, words):
    assert decision.describe() == words


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AssignRole("age", "secret"), "no role 'secret'"),
        (lambda: ChooseHierarchy("age"), "either made by a builder or given"),
        (lambda: ChooseHierarchy("age", "interval", "1;*"), "either made by a builder or given"),
        (lambda: Generalize("age", -1), "no level -1"),
        (lambda: Suppress(0), "k = 0 is not possible"),
        (lambda: Protect("pay", "t_ordered"), "needs a model and its threshold"),
        (lambda: Protect("pay", beside=(("t_ordered", 0.5),)), "needs a model and its threshold"),
    ],
)
def test_what_makes_no_sense_is_refused(make, message):
    with pytest.raises(IncrowdError, match=message) as caught:
        make()
    assert caught.value.hint


def test_unknown_kinds_and_fields():
    with pytest.raises(UnknownName, match="kind of decision 'generalise'") as caught:
        from_json({"kind": "generalise"})
    assert caught.value.hint == "Did you mean 'generalize'?"
    with pytest.raises(UnknownName, match="no field 'levl'"):
        from_json({"kind": "generalize", "attribute": "age", "levl": 2})
    with pytest.raises(InvalidParameter, match="incomplete"):
        from_json({"kind": "generalize", "attribute": "age"})
