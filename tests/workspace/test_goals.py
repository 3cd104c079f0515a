"""The goal of a data set is kept with it, also where only a preset was kept before."""

from __future__ import annotations

from pathlib import Path

import pytest

from incrowd.anonymization.goal import ReleaseGoal
from incrowd.workspace.goals import choose_preset, read_goal, write_goal


def test_a_goal_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_goal(tmp_path) == ReleaseGoal()
    goal = ReleaseGoal("partner", (("age",), ("zip", "sex")), "learning")
    write_goal(tmp_path, goal)
    assert read_goal(tmp_path) == goal
    choose_preset(tmp_path, "internal")
    assert read_goal(tmp_path) == ReleaseGoal("internal", goal.important, goal.use)


def test_the_preset_of_an_older_workspace_stays(tmp_path: Path) -> None:
    (tmp_path / "preset.txt").write_text("clinical\n", encoding="utf-8")
    assert read_goal(tmp_path) == ReleaseGoal("clinical")


@pytest.mark.parametrize(
    "text", ["", "[]", '{"preset": "public"}', '{"preset": 1, "important": 2, "use": "fun"}']
)
def test_a_damaged_goal_is_the_default_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "goal.json").write_text(text, encoding="utf-8")
    assert read_goal(tmp_path) == ReleaseGoal()
