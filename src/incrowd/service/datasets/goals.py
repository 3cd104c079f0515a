"""What a data set of the workspace is for: `set_goal(open_dataset, presets, use="learning")`."""

from dataclasses import replace

from incrowd.anonymization.goal import GoalReport, ReleaseGoal, explain_goal
from incrowd.anonymization.request import Ranks
from incrowd.anonymization.uses import UseName
from incrowd.workspace.goals import read_goal, write_goal
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.own_presets import OwnPresets

__all__ = ["GoalReport", "ReleaseGoal", "UseName", "describe_goal", "set_goal"]


def describe_goal(open_dataset: OpenDataset, presets: OwnPresets) -> GoalReport:
    """The goal of a data set, and what follows from it."""
    goal = read_goal(open_dataset.folder)
    return explain_goal(goal, presets.find(goal.preset))


def set_goal(
    open_dataset: OpenDataset,
    presets: OwnPresets,
    *,
    preset: str | None = None,
    important: Ranks | None = None,
    use: str | None = None,
) -> ReleaseGoal:
    """Keep with a data set what it is for; what is not named stays as it is."""
    goal = read_goal(open_dataset.folder)
    if preset is not None:
        goal = replace(goal, preset=presets.find(preset).name)
    if important is not None:
        goal = replace(goal, important=important)
        goal.check_columns(open_dataset.table.names)
    if use is not None:
        goal = replace(goal, use=use)
    write_goal(open_dataset.folder, goal)
    return goal
