"""Looking at a data set: columns, rows, risky rows, hierarchies, before and after, safety."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_samples import sample_rows

from incrowd.errors import HierarchyError, IncrowdError, InvalidParameter
from incrowd.journal import AssignRole, ChooseHierarchy, Generalize, Suppress
from incrowd.service.catalogue import catalogue, list_samples
from incrowd.service.datasets.columns import list_columns
from incrowd.service.datasets.comparison import compare
from incrowd.service.datasets.rows import Filter, browse, list_risky
from incrowd.service.datasets.view import view
from incrowd.service.decisions.decide import decide, undo
from incrowd.service.decisions.hierarchies import Edit, preview_hierarchy, show_hierarchy
from service.giving_away import check_giveaways
from service.people_data import OWNER
from service.stored_copies import add_copy


def test_columns(opened):
    found = {one.name: one for one in list_columns(opened)}
    assert found["name"].role == "identifier"
    assert found["age"].guessed_role == "quasi"
    assert (found["pay"].missing, found["pay"].distinct, found["pay"].rows) == (1, 5, 6)
    assert found["sex"].examples == ("f", "m")
    assert [(one.label, one.rows) for one in found["sex"].histogram] == [("f", 4), ("m", 2)]
    assert found["pay"].histogram[-1].label == "*missing*"
    decide(opened, AssignRole("sex", "insensitive"))
    sex = next(one for one in list_columns(opened) if one.name == "sex")
    assert (sex.role, sex.guessed_role, sex.reason) == ("insensitive", "quasi", "chosen by you")


def test_a_column_in_doubt_is_settled_by_a_decision_and_in_doubt_again_without_it(
    sessions, tmp_path
):
    path = tmp_path / "people.csv"
    path.write_text("age,race,x17\n30,a,red\n31,b,blue\n32,a,red\n")
    with sessions.open(OWNER, add_copy(sessions, path).id) as opened:
        columns = {column.name: column for column in list_columns(opened)}
        assert [column.doubtful for column in columns.values()] == [False, False, True]
        assert not any(column.settled for column in columns.values())
        assert [option.role for option in columns["race"].options] == ["quasi", "sensitive"]
        assert columns["age"].options == columns["x17"].options == ()
        decide(opened, AssignRole("x17", "quasi"))
        (last,) = [column for column in list_columns(opened) if column.name == "x17"]
        assert (last.doubtful, last.settled, last.role) == (True, True, "quasi")
        undo(opened, view(opened).decisions[0].id)
        assert not any(column.settled for column in list_columns(opened))


def test_without_a_sensitive_column_the_view_says_so_once(opened):
    assert not any("No column is sensitive" in line for line in view(opened).risk.explanation)
    decide(opened, AssignRole("disease", "quasi"))
    decide(opened, AssignRole("pay", "insensitive"))
    told = [line for line in view(opened).risk.explanation if "No column is sensitive" in line]
    assert len(told) == 1


def test_histograms_count_every_row_once(sessions, tmp_path):
    path = tmp_path / "numbers.csv"
    lines = [f"{n},{n / 7:.3f},{'x' * (n % 30 + 1)}" for n in range(1500)]
    path.write_text("age,score,word\n" + "\n".join(lines) + "\nunknown,,\n")
    record = add_copy(sessions, path)
    with sessions.open(OWNER, record.id) as opened:
        for one in list_columns(opened):
            assert sum(bar.rows for bar in one.histogram) == 1501
            assert 1 < len(one.histogram) <= 20


def test_rows_as_they_are_published(opened):
    decide(opened, Generalize("age", 1))
    decide(opened, AssignRole("disease", "insensitive"))
    decide(opened, AssignRole("pay", "insensitive"))
    decide(opened, Suppress(2))
    page = browse(opened, 0, 10, "age", descending=True)
    assert page.total == 6
    assert [row.cells[1] for row in page.rows] == ["50-54"] * 2 + ["40-44"] * 2 + ["30-34"] * 2
    assert {row.risk for row in page.rows} == {50.0}
    assert page.rows[0].changed == (False, True, False, False, False)
    assert [(one.name, one.level, one.height) for one in page.columns][1] == ("age", 1, 3)
    females = browse(opened, 1, 1, filters=[Filter("sex", "equals", "f")])
    assert (females.total, len(females.rows)) == (4, 1)
    with pytest.raises(InvalidParameter, match="cannot be shown at once"):
        browse(opened, 0, 1001)


def test_rows_left_out_are_shown_only_on_demand(opened):
    decide(opened, Suppress(2))
    shown, every = browse(opened, 0, 10), browse(opened, 0, 10, suppressed=True)
    assert every.total == 6
    assert shown.total == view(opened).risk.rows
    assert {row.risk for row in every.rows if row.suppressed} == {None}


def test_risky_rows_say_what_gives_them_away(opened):
    found = list_risky(opened, 10)
    assert [one.row for one in found][:4] == [1, 2, 3, 4]
    assert found[0].reason == "One row is about somebody aged 30."
    assert (found[0].giveaway, found[0].smallest) == (("age",), True)
    assert (found[0].risk, found[0].size) == (100, 1)
    assert found[-1].reason == "Only 2 rows are about somebody aged 52."
    assert found[0].cells == {"age": "30", "sex": "f"}


@pytest.mark.parametrize(
    "steps",
    [[], [Generalize("age", 2)], [Generalize("age", 2), Generalize("postcode", 3), Suppress(2)]],
)
def test_giveaways_are_the_fewest_attributes_in_every_state(sessions, tmp_path, steps):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as census:
        for step in steps:
            decide(census, step)
        found = list_risky(census, 40)
        assert len(found) == 40 or steps
        check_giveaways(census, found)


def test_a_hierarchy_and_what_else_would_fit(opened):
    found = show_hierarchy(opened, "age")
    assert (found.builder, found.height) == ("age", 3)
    assert found.titles[:2] == ("as is", "5-year bands")
    assert {"age", "interval", "frequency"} <= {one.builder for one in found.candidates}
    assert [sum(group.rows for group in level.groups) for level in found.levels] == [6] * 4
    assert found.levels[-1].groups[0].values == 5
    assert found.csv.startswith("30;30-34;20-39;*")
    assert show_hierarchy(opened, "disease").height >= 1


def test_trying_and_editing_a_hierarchy_applies_nothing(opened):
    assert preview_hierarchy(opened, "age", "interval").builder == "interval"
    own = "30;a;x;*\n31;b;x;*\n41;c;y;*\n42;c;y;*\n52;d;y;*\n"
    edits = [
        Edit("merge", 1, ("a", "b"), to="ab"),
        Edit("rename", 1, label="c", to="forties"),
        Edit("drop_level", 2),
    ]
    edited = preview_hierarchy(opened, "age", csv=own, edits=edits)
    assert [group.label for group in edited.levels[1].groups] == ["ab", "forties", "d"]
    assert edited.height == 2
    assert opened.journal.revision == 0
    decide(opened, ChooseHierarchy("age", None, edited.csv))
    assert show_hierarchy(opened, "age").csv == edited.csv


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Edit("merge", 1, ("30-34",), to="x"), "at least two groups"),
        (Edit("merge", 1, ("30-34", "40-44"), to="x"), "are in different groups of level 2"),
        (Edit("rename", 1, label="30-34"), "incomplete"),
        (Edit("rename", 1, label="nobody", to="x"), "no group at level 1"),
        (Edit("add_level", 9), "has no level 9"),
        (Edit("drop_level", 0), "cannot be changed"),
        (Edit("drop_level", 3), "cannot be changed"),
    ],
)
def test_edits_that_break_a_hierarchy_are_refused(opened, edit, message):
    with pytest.raises(IncrowdError, match=message):
        preview_hierarchy(opened, "age", edits=[edit])


def test_hierarchies_that_do_not_fit(opened):
    with pytest.raises(HierarchyError):
        preview_hierarchy(opened, "age", csv="30;*\n")
    with pytest.raises(IncrowdError, match="no column 'aeg'"):
        show_hierarchy(opened, "aeg")


def test_before_and_after(opened):
    decide(opened, Generalize("age", 3))
    decide(opened, Suppress(3))
    found = compare(opened)
    age, sex = (one for one in found.attributes if one.role == "quasi")
    assert (age.before[0].label, age.before[0].rows) == ("52", 2)
    assert [(bar.label, bar.rows) for bar in age.after] == [("*", found.after.rows)]
    assert age.loss == 100
    assert sex.loss == pytest.approx(100 * found.after.suppressed_rows / 6)
    assert (found.before.k, found.after.k) == (1, 3)
    both = (age.loss + sex.loss) / 2
    assert found.after.utility_loss == pytest.approx(both)


def test_a_preview_is_the_risk_without_applying_it(opened):
    tried = opened.snapshot().trying({"age": 2}, 2)
    decide(opened, Generalize("age", 2))
    decide(opened, Suppress(2))
    applied = view(opened).risk
    assert replace(tried, explanation=()) == replace(applied, explanation=())
    assert set(tried.explanation) <= set(applied.explanation)


def test_a_data_set_is_meant_for_public_release_unless_somebody_says_otherwise(opened):
    assert view(opened).preset == "public"


def test_everything_describes_itself():
    found = catalogue()
    assert {"average_risk", "highest_risk", "utility_loss"} <= {one.name for one in found.measures}
    assert all(one.explanation and one.citation for one in (*found.measures, *found.builders))
    assert found.bands[-1].below is None
    assert [one.name for one in list_samples()] == ["census", "hospital"]
    assert len(found.role_questions.answers) == 4
