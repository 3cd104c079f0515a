"""Decisions on a real data set: checked, derived, undone; two tabs; protections."""

from __future__ import annotations

import json

import pytest

from incrowd.advice.presets.built_in import find_preset
from incrowd.errors import Conflict, HierarchyError, IncrowdError, InvalidParameter, NotFound
from incrowd.journal import AssignRole, ChooseHierarchy, Generalize, Journal, Protect, Suppress
from incrowd.service.datasets.presets import judge_dataset
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide, go_back, jump, move_to, redo, undo
from incrowd.service.decisions.history import tell_history
from incrowd.workspace.open_dataset import OpenDataset

OWN = "30;young;*\n31;young;*\n41;old;*\n42;old;*\n52;old;*\n"


def figures(opened: OpenDataset) -> str:
    """Everything that the page shows, except for what happened."""
    found = view(opened)
    return json.dumps([found.risk.to_dict(), str(found.attributes), found.preset, found.k])


def test_apply_then_undo_is_the_identity(opened):
    before = figures(opened)
    for decision in (
        Generalize("age", 1),
        Suppress(2),
        AssignRole("sex", "insensitive"),
        AssignRole("pay", "quasi"),
        ChooseHierarchy("age", "interval"),
        ChooseHierarchy("age", None, OWN),
        Protect("disease", "distinct_l", 3),
    ):
        decide(opened, decision)
        assert figures(opened) != before or isinstance(decision, Protect)
        undo(opened, opened.journal.active[-1].id)
        assert figures(opened) == before


def test_undo_in_the_middle(opened):
    decide(opened, Generalize("age", 3))
    decide(opened, Generalize("sex", 1))
    both = figures(opened)
    undo(opened, "d1")
    middle = view(opened)
    assert middle.risk.state == {"age": 0, "sex": 1}
    assert [one.id for one in middle.decisions] == ["d2"]
    assert [one.id for one in middle.redoable] == ["d1"]
    redo(opened, "d1")
    assert figures(opened) == both
    jump(opened, 1)
    assert view(opened).risk.state == {"age": 3, "sex": 0}
    assert view(opened).revision == 5


def test_the_second_of_two_tabs_is_told(opened):
    decide(opened, Suppress(2), revision=0)
    for late in (
        lambda: decide(opened, Suppress(3), revision=0),
        lambda: undo(opened, "d1", revision=0),
        lambda: redo(opened, "d1", revision=0),
        lambda: jump(opened, 0, revision=0),
    ):
        with pytest.raises(Conflict, match="Somebody changed") as caught:
            late()
        assert "revision 1, yours was 0" in caught.value.hint
    assert opened.journal.revision == 1


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (AssignRole("aeg", "quasi"), "no column 'aeg'"),
        (Generalize("aeg", 1), "no column 'aeg'"),
        (Generalize("name", 1), "'name' is not a quasi-identifier"),
        (Generalize("age", 77), "no level 77"),
        (Suppress(7), "k = 7 is not possible"),
        (ChooseHierarchy("aeg", "interval"), "no column 'aeg'"),
        (ChooseHierarchy("age", "intervall"), "no hierarchy builder 'intervall'"),
        (ChooseHierarchy("age", None, "30;*\n"), "lacks the value '31'"),
        (Protect("age", "distinct_l", 2), "no column 'age'"),
        (Protect("disease", "average_risk", 2), "no protection 'average_risk'"),
        (Protect("disease", "k_anonymity", 2), "no protection 'k_anonymity'"),
        (Protect("disease", "delta_presence", 0.2), "no protection 'delta_presence'"),
        (Protect("disease", "t_hierarchical", 0.2), "cannot protect 'disease'"),
        (Protect("disease", "distinct_l", float("nan")), "threshold nan"),
        (Protect("disease", "distinct_l", 2, (("average_risk", 2),)), "no protection 'average"),
    ],
)
def test_what_makes_no_sense_is_refused_and_not_kept(opened, decision, message):
    with pytest.raises(IncrowdError, match=message) as caught:
        decide(opened, decision)
    assert caught.value.hint
    assert opened.journal.revision == 0
    assert not opened.journal.path.exists()


def test_a_hierarchy_of_ones_own(opened):
    decide(opened, ChooseHierarchy("age", None, OWN))
    decide(opened, Generalize("age", 1))
    found = view(opened)
    age = next(one for one in found.attributes if one.name == "age")
    assert (age.level, age.height) == (1, 2)
    assert found.risk.class_sizes == {2: 3}
    undo(opened, "d1")
    assert view(opened).risk.hierarchies["age"].startswith("Its values are ages")


def test_a_level_that_goes_with_its_hierarchy_is_void(opened):
    decide(opened, Generalize("age", 3))
    decide(opened, ChooseHierarchy("age", None, OWN))
    found = view(opened)
    assert [one.void for one in found.decisions] == [True, False]
    assert found.risk.state["age"] == 0
    with pytest.raises(HierarchyError):
        decide(opened, ChooseHierarchy("age", None, "nonsense"))
    undo(opened, "d2")
    assert view(opened).risk.state["age"] == 3


def test_protections(opened):
    decide(opened, Generalize("age", 3))
    decide(opened, AssignRole("pay", "insensitive"))
    assert view(opened).risk.suppressed_rows == 0
    decide(opened, Suppress(2))
    assert view(opened).risk.suppressed_rows == 2  # two men, both with the flu: l = 1
    decide(opened, Protect("disease"))
    assert view(opened).risk.suppressed_rows == 0
    undo(opened, "d4")
    decide(opened, Protect("disease", "distinct_l", 4))
    assert view(opened).risk.rows == 0
    assert judge_dataset(opened, find_preset("public")).status == "fail"
    assert "No row is left" in judge_dataset(opened, find_preset("public")).checks[0].words
    undo(opened, "d3")
    assert view(opened).risk.suppressed_rows == 6


def test_a_protection_along_a_hierarchy_survives_losing_it(opened):
    decide(opened, ChooseHierarchy("disease", "frequency"))
    decide(opened, Protect("disease", "t_hierarchical", 0.4))
    undo(opened, "d1")
    assert [one.void for one in view(opened).decisions] == [True]


def test_levels_are_called_by_their_titles(opened):
    decide(opened, Generalize("age", 2))
    assert view(opened).decisions[0].text == "'age' → 20-year bands"
    assert view(opened).decisions[0].level == 2


def test_history_tells_events_and_states(opened):
    decide(opened, Generalize("age", 3))
    decide(opened, Suppress(2))
    undo(opened, "d1")
    told = tell_history(opened)
    assert [one.kind for one in told.events] == ["decide", "decide", "undo"]
    assert told.events[2].text == "Undone: 'age' → *"
    assert [one.active for one in told.events] == [False, True, False]
    assert [one.revision for one in told.states] == [0, 1, 2, 3]
    assert [one.current for one in told.states] == [False, False, False, True]
    assert told.states[1].utility_loss == pytest.approx(50)
    assert told.states[3].k == 2
    redo(opened, "d1")
    again = tell_history(opened)
    assert [one.revision for one in again.states] == [0, 1, 3, 4]


def test_a_restart_derives_the_same(sessions, opened, people):
    decide(opened, Generalize("age", 2))
    decide(opened, Suppress(2))
    undo(opened, "d1")
    before = figures(opened)
    folder = sessions.workspace.place(opened.record.id)
    again = OpenDataset(opened.record, folder)
    assert figures(again) == before
    assert again.journal.events == opened.journal.events
    again.close()


def test_jump_into_the_future(opened):
    with pytest.raises(InvalidParameter, match="no revision 5"):
        jump(opened, 5)
    jump(opened, 0)
    assert opened.journal.revision == 0


def steps_of(opened) -> list[tuple[tuple[str, ...], bool, bool]]:
    return [(step.decisions, step.undone, step.current) for step in tell_history(opened).steps]


def test_the_history_has_a_step_for_each_decision_and_none_for_going_back(opened) -> None:
    names = opened.snapshot().dataset.crowd.names
    decide(opened, Generalize(names[0], 1))
    decide(opened, Generalize(names[1], 1))
    decide(opened, Suppress(2))
    undo(opened, "d2")
    assert steps_of(opened) == [
        (("d1",), False, False),
        (("d2",), True, False),
        (("d3",), False, True),
    ]
    go_back(opened, "d1")
    assert steps_of(opened) == [
        (("d1",), False, True),
        (("d2",), True, False),
        (("d3",), True, False),
    ]
    assert [entry.id for entry in opened.journal.active] == ["d1"]
    with pytest.raises(NotFound):
        go_back(opened, "d3")


def test_decisions_taken_at_once_are_one_step_also_after_reading_the_journal_again(opened) -> None:
    names = opened.snapshot().dataset.crowd.names
    decide(opened, Generalize(names[0], 1))
    move_to(opened, {names[0]: 0, names[1]: 1}, 2)
    first, second = tell_history(opened).steps
    assert (first.decisions, second.decisions) == (("d1",), ("d2", "d3", "d4"))
    assert second.text.startswith("3 changes at once: ")
    again = Journal.open(opened.journal.path)
    assert [event.batch for event in again.events] == [None, 2, 2, 2]
    undo(opened, "d3")
    assert [step[0] for step in steps_of(opened)] == [("d1",), ("d2", "d4"), ("d3",)]
    assert tell_history(opened).steps[1].average_risk == opened.snapshot().risk.average_risk
