"""The slow twin of the search: every state one by one, with the measures of the registry."""

from __future__ import annotations

from math import isclose

import numpy as np

from incrowd.crowd.crowd import Crowd, State
from incrowd.measures.enforcement import enforce
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure
from incrowd.search.goal import Goal

Found = tuple[tuple[int, ...], float, int, int]


def every_state(crowd: Crowd, goal: Goal) -> list[Found]:
    """Levels, score, suppressed rows and published classes of the states that hold a goal."""
    found = []
    for levels in np.ndindex(*[height + 1 for height in crowd.heights]):
        named = dict(zip(crowd.names, levels, strict=True))
        if any(named[name] < low for name, low in goal.lowest.items()):
            continue
        if any(named[name] > high for name, high in goal.highest.items()):
            continue
        classes = enforce(crowd, State(levels, goal.k, goal.protections))
        few = classes.suppressed_rows <= goal.max_suppression * crowd.rows + 1e-9
        if few and classes.kept_rows:
            question = Question(classes, weights=goal.weights)
            if goal.utility == "height":
                score = sum(goal.weights.get(name, 1) * level for name, level in named.items())
            else:
                score = measure(goal.utility).compute(question)
            found.append((levels, score, classes.suppressed_rows, len(classes.kept_sizes)))
    return found


def slow_optimum(crowd: Crowd, goal: Goal) -> Found | None:
    """The best of all states, ties by rows lost, sum of level / height, and levels."""
    found = every_state(crowd, goal)
    if not found:
        return None
    least = min(one[1] for one in found)
    tied = [one for one in found if isclose(one[1], least, rel_tol=1e-10, abs_tol=1e-12)]
    return min(tied, key=lambda one: (one[2], _height(crowd, one[0]), one[0]))


def _height(crowd: Crowd, levels: tuple[int, ...]) -> float:
    pairs = zip(levels, crowd.heights, strict=True)
    return round(sum(level / height for level, height in pairs), 9)
