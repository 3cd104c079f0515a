"""The best full-domain generalisation: one level per attribute, and the rows that are left out."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from incrowd.crowd.crowd import Crowd, State
from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.measures.enforcement import enforce
from incrowd.measures.registry import objectives
from incrowd.search.global_recoding.blocks import Candidate
from incrowd.search.global_recoding.bounds import appraiser
from incrowd.search.global_recoding.branch_and_bound import WORKERS, Budget, Found, Search, Step
from incrowd.search.global_recoding.enumeration import Enumeration
from incrowd.search.goal import Goal, Levels, Task, blame, settle
from incrowd.search.method import Listeners, Method, Problem, Solution
from incrowd.search.recoding import Recoding
from incrowd.search.strength import LINEAR

ENUMERABLE = 2_000_000
"""Lattices of up to this many states are searched to the end where no budget is given."""
ENUMERABLE_BY_PERSON = 5_000
"""The same where states are judged one by one."""
PATIENCE = Budget(seconds=30)
"""The budget for larger ones."""
UNPROVABLE = 100_000_000
"""Lattices of more states than this are too large for a proof: a good state is looked for."""
UNPROVABLE_WORK = 10**12
"""The same for states times tuples: the more tuples there are, the longer each state takes."""
PROVING = 2.5
"""Seconds in which such a lattice is still searched for a bound, on two threads."""
SMALL_CROWD = 2_000
"""Crowds of up to this many tuples are searched on one thread."""


@dataclass(frozen=True)
class Ears:
    """Who hears of a search, and says when it is enough."""

    step: Step
    found: Found
    enough: Callable[[], bool]


@dataclass(frozen=True)
class Optimum:
    """The best state that was found, and what is proven of all others."""

    levels: Levels
    score: float
    suppressed_rows: int
    classes: int
    """Classes that are published."""
    states: int
    """States of the lattice between the bounds asked for."""
    visited: int
    """States that were looked at; the others were proven to be no better, or not explored."""
    bound: float
    """No state scores less. The score itself where the search came to its end."""
    exact: bool


def find_optimum(
    crowd: Crowd,
    goal: Goal,
    step: Step = lambda done: None,
    budget: Budget | None = None,
    found: Found = lambda best: None,
    enough: Callable[[], bool] = lambda: False,
) -> Optimum:
    """Find the state with the smallest score that holds a goal; `found` hears of each better one.

    Ties go to the state that loses fewest rows, then to the smallest sum of level / height, then to
    the first levels in the order of attributes. A state that publishes no row holds no goal.
    """
    task = settle(crowd, goal)
    if crowd.folded:
        return _enumerate(crowd, task, Ears(step, found, enough), budget)
    budget = _allow(task.states, len(crowd.counts), budget)
    search = Search(appraiser(crowd, task), crowd.heights, budget, step, found, enough)
    workers = 1 if len(crowd.counts) <= SMALL_CROWD else WORKERS
    search.run(task.lowest, task.highest, workers)
    best, unexplored = search.best, search.unexplored
    if best is None:
        raise _nothing_found(search.visited, task.states) if unexplored else blame(crowd, task)
    return Optimum(
        best.levels,
        best.score,
        best.suppressed,
        best.classes,
        task.states,
        search.visited,
        bound=min([best.score, *(block.bound for block in unexplored)]),
        exact=not unexplored,
    )


def _allow(states: int, tuples: int, budget: Budget | None) -> Budget:
    """How long a lattice may be searched; none is without end that is too large for a proof."""
    if budget is None:
        budget = Budget() if states <= ENUMERABLE else PATIENCE
    timed = budget.seconds is not None
    unprovable = states > UNPROVABLE or states * tuples > UNPROVABLE_WORK
    return replace(budget, proving=PROVING) if timed and unprovable else budget


def _enumerate(crowd: Crowd, task: Task, ears: Ears, budget: Budget | None) -> Optimum:
    """Judge states one by one: persons with several rows are alike by multisets of rows."""
    if budget is None:
        budget = Budget() if task.states <= ENUMERABLE_BY_PERSON else PATIENCE
    search = Enumeration(crowd, task)
    search.run(budget, ears.step, ears.found, ears.enough)
    best = search.best
    if best is None:
        raise blame(crowd, task) if search.finished else _nothing_found(search.visited, task.states)
    return Optimum(
        best.levels,
        best.score,
        best.suppressed,
        best.classes,
        task.states,
        search.visited,
        bound=best.score if search.finished else min(best.score, search.bound),
        exact=search.finished,
    )


def _nothing_found(visited: int, states: int) -> InvalidParameter:
    return InvalidParameter(
        say(
            "We tried {visited:,} of {states:,} combinations of levels, and none reaches the goal.",
            visited=visited,
            states=states,
        ),
        say("Give the search more time, ask for less, or allow more rows to be removed."),
    )


def solve(problem: Problem, listeners: Listeners) -> Solution:
    """Find the best state for a problem."""
    goal = Goal(
        problem.k,
        problem.protections,
        problem.max_suppression,
        problem.utility or OPTIMAL.utility,
        problem.weights,
        problem.lowest,
        problem.highest,
    )

    def report(best: Candidate) -> None:
        listeners.better_state(best.levels, best.score, best.suppressed)

    budget = None if problem.seconds is None else Budget(seconds=problem.seconds)
    best = find_optimum(problem.crowd, goal, listeners.progress, budget, report, listeners.enough)
    classes = enforce(problem.crowd, State(best.levels, problem.k, problem.protections))
    return Solution(Recoding.of_state(classes), classes, best.score, best.bound, best.exact)


OPTIMAL = Method(
    name="optimal",
    title="Optimal",
    explanation="One level per attribute for all rows: the best of all such choices.",
    citation="LeFevre, DeWitt, Ramakrishnan, Incognito: Efficient Full-Domain k-Anonymity, SIGMOD "
    "2005.",
    recoding="global",
    options=(
        "priority",
        "strength",
        "max_suppression",
        "utility",
        "weights",
        "lowest",
        "highest",
    ),
    run=solve,
    utilities=tuple(objectives()),
    strengths=(LINEAR.name,),
)
