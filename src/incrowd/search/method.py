"""A method of anonymisation describes itself and solves a problem: `PRIORITY.run(problem)`.

A new method is one file with one `Method` and one line in `methods.BUILT_IN`; forms, help and
documentation are made from what it says of itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from incrowd.crowd.crowd import Classes, Crowd, Protection
from incrowd.language import Message
from incrowd.search.goal import Levels
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding

SuppressionReading = Literal["strict", "published"]
Option = Literal[
    "priority",
    "strength",
    "max_suppression",
    "utility",
    "weights",
    "lowest",
    "highest",
    "suppression",
    "epsilon",
    "delta",
]
"""What a person can ask for beside k and protections."""


@dataclass(frozen=True)
class Problem:
    """A crowd to anonymise, what every published class must hold, and what matters."""

    crowd: Crowd
    k: int
    priorities: Priorities
    protections: tuple[Protection, ...] = ()
    max_suppression: float = 1.0
    """Share of the rows that may be left out."""
    utility: str | None = None
    """The measure of detail to preserve; None means the method's default."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """How much attributes count in the utility; 1 where not given."""
    lowest: Mapping[str, int] = field(default_factory=dict)
    highest: Mapping[str, int] = field(default_factory=dict)
    suppression: SuppressionReading = "strict"
    """How a suppressed cell counts; `published` is for study only."""
    strength: str | None = None
    """How much a rank counts; None as the method has it."""
    seconds: float | None = None
    """How long to look for something better; None as the method has it."""
    aggregate: Mapping[str, str] = field(default_factory=dict)
    """Attributes that show a number of their group, each with the function that it is."""
    epsilon: float | None = None
    """How much the answer may depend on one row, where a method promises that."""
    delta: float | None = None
    """The probability by which that promise may fail."""
    seed: str | None = field(default=None, repr=False)
    """What a method draws by; None for a new secret one each time."""

    @property
    def most_suppressed(self) -> int:
        """How many rows may be left out."""
        return int(self.max_suppression * self.crowd.rows + 1e-9)


@dataclass(frozen=True)
class Listeners:
    """Who hears how far a method has come; each may raise to cancel it."""

    progress: Callable[[float], None] = lambda share_done: None
    better_state: Callable[[Levels, float, int], None] = lambda levels, score, suppressed: None
    """Hears of the best state so far: its levels, its score, and the rows that it leaves out."""
    safe_rows: Callable[[int], None] = lambda rows: None
    """Hears how many rows lie in classes that hold what is asked."""
    enough: Callable[[], bool] = lambda: False
    """Whether the best so far will do: it is then the result."""


NOBODY: Final = Listeners()


@dataclass(frozen=True, eq=False)
class Solution:
    """What a method has found; with one level per attribute for all rows there are classes too."""

    recoding: Recoding
    classes: Classes | None = None
    score: float | None = None
    """The figure of the objective, where the method has one."""
    bound: float = 0.0
    """No solution of this kind can score less."""
    exact: bool = False
    """Whether it is proven that no other scores less."""
    unranked: Mapping[str, float] = field(default_factory=dict)
    """The share of its information that each attribute keeps without ranks, where that is known."""
    notes: tuple[Message, ...] = ()
    """What whoever takes the result must know of how it was made."""
    not_drawn: int = 0
    """Rows that are left out because they were not drawn, where a method samples."""


@dataclass(frozen=True)
class Method:
    """A way of anonymising: what it is called, what it does, and what it can be asked for."""

    name: str
    title: str
    explanation: str
    citation: str
    recoding: Literal["global", "local"]
    """Global: one level per attribute for all rows; local: levels differ from row to row."""
    options: tuple[Option, ...]
    run: Callable[[Problem, Listeners], Solution]
    utility: str = "loss"
    """What it makes as small as possible unless something else is asked for."""
    utilities: tuple[str, ...] = ()
    """The measures it can optimise; empty where it uses none."""
    strengths: tuple[str, ...] = ()
    """The strengths of ranks that it knows, the usual one first."""
    aggregate: str | None = None
    """The function by which numeric attributes show the numbers of groups, where it implies one."""
