"""The goal of a data set, kept with it as `goal.json`; before 0.3 there was only `preset.txt`."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Final

from incrowd.anonymization.goal import ReleaseGoal
from incrowd.errors import IncrowdError
from incrowd.workspace.tokens import write_private

_GOAL: Final = "goal.json"
_FIRST: Final = "preset.txt"


def read_goal(folder: Path) -> ReleaseGoal:
    """What a data set is for, by its folder; the default one where that is damaged."""
    try:
        written = json.loads((folder / _GOAL).read_text("utf-8"))
        groups = tuple(tuple(map(str, group)) for group in written["important"])
        return ReleaseGoal(str(written["preset"]), groups, str(written["use"]))
    except FileNotFoundError:
        return _read_first(folder)
    except (OSError, ValueError, KeyError, TypeError, RecursionError, IncrowdError):
        return ReleaseGoal()


def _read_first(folder: Path) -> ReleaseGoal:
    """What was kept before there were goals: the preset alone."""
    path = folder / _FIRST
    if not path.is_file():
        return ReleaseGoal()
    # a damaged name is one of no preset
    return ReleaseGoal(path.read_text("utf-8", errors="replace").strip())


def write_goal(folder: Path, goal: ReleaseGoal) -> None:
    """Keep with a data set what it is for."""
    write_private(folder / _GOAL, json.dumps(goal.to_dict()))


def chosen_preset(folder: Path) -> str:
    """The name of the preset that a data set is meant for, by its folder."""
    return read_goal(folder).preset


def choose_preset(folder: Path, name: str) -> None:
    """Keep with a data set which preset it is meant for; the rest of its goal stays."""
    write_goal(folder, replace(read_goal(folder), preset=name))
