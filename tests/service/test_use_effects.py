"""Before and after of every column, and what a release means for its use, against a slow count."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_samples import sample_rows

from incrowd.anonymization.goal import ReleaseGoal
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.journal import AssignRole, Suppress
from incrowd.progress import silent
from incrowd.service.automatic.runs import adopt, run
from incrowd.service.datasets.comparison import compare
from incrowd.service.datasets.rows import browse
from incrowd.service.datasets.use_effects import guessed_right, share_moved
from incrowd.service.decisions.decide import decide, move_to
from incrowd.workspace.goals import write_goal
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy


def publish_sex(opened) -> None:
    """Hide every quasi-identifier but the sex, so that rows are left, and leave it exact."""
    heights = {
        name: 0 if name == "sex" else hierarchy.height
        for name, hierarchy in opened.snapshot().dataset.hierarchies.items()
    }
    names = opened.snapshot().dataset.crowd.names
    move_to(opened, {name: heights[name] for name in names}, 2)


CELLS = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz")), max_size=12)


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        yield found


@given(CELLS)
def test_a_guess_is_made_from_the_other_rows(rows: list[tuple[str, str]]) -> None:
    right = 0
    for place, (own, secret) in enumerate(rows):
        others = Counter(s for at, (v, s) in enumerate(rows) if at != place and v == own)
        best = others.most_common(2)
        sure = len(best) == 1 or (len(best) == 2 and best[0][1] > best[1][1])
        right += bool(best) and sure and best[0][0] == secret
    assert guessed_right(Counter(rows)) == pytest.approx(right / max(len(rows), 1))


def test_shares_that_moved() -> None:
    before, after = Counter({("a",): 3, ("b",): 1}), Counter({("a",): 1, ("b",): 1})
    assert share_moved(before, after) == pytest.approx(25)
    assert share_moved(before, before) == 0


@pytest.mark.slow
@pytest.mark.parametrize("local", [False, True])
def test_sensitive_and_side_columns_are_compared_with_what_is_published(census, local) -> None:
    decide(census, AssignRole("education", "insensitive"))
    if local:
        adopt(census, run(census, AnonymizationRequest(k=4, method="priority"), silent))
    else:
        decide(census, Suppress(2))
    found = compare(census)
    sides = {each.name: each for each in found.attributes if each.role != "quasi"}
    table = census.snapshot().dataset.table
    assert table.attribute("education").role.value == "insensitive"
    assert {"education"} <= set(sides)
    page = browse(census, 0, 300, suppressed=False)
    place = [column.name for column in page.columns].index("education")
    published = Counter(row.cells[place] or "*missing*" for row in page.rows)
    assert {bar.label: bar.rows for bar in sides["education"].after} == published
    assert sides["education"].loss == pytest.approx(100 * (1 - page.total / 300))


@pytest.mark.parametrize(
    ("use", "words"),
    [("statistics", "shares of values"), ("learning", "guess"), ("lookup", "looked up exactly")],
)
def test_the_effect_is_told_for_the_use_of_the_goal(census, use: str, words: str) -> None:
    write_goal(census.folder, ReleaseGoal(use=use))
    publish_sex(census)
    found = compare(census)
    assert found.use == use
    assert words in " ".join(found.effect) or "No column is sensitive" in found.effect[0]


def test_what_can_be_looked_up_is_counted(census) -> None:
    write_goal(census.folder, ReleaseGoal(use="lookup"))
    publish_sex(census)
    found = compare(census)
    columns = len(census.snapshot().dataset.crowd.names)
    share = 100 * found.after.rows / 300 / columns
    assert found.after.rows > 0
    assert found.effect[0].startswith(f"{share:.1f} % of the values")


def test_nothing_is_said_of_a_release_without_rows(census) -> None:
    decide(census, Suppress(300))
    assert compare(census).effect == ()
