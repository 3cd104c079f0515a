"""What a check of a verdict says: passes or not, the figure, its limit, and what to do.

A check describes itself, and examines the evidence: `CHECK.examine(evidence, preset)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Final, Literal

from incrowd.answers import Answer, Choice, Words, shape
from incrowd.table import RoleName

if TYPE_CHECKING:
    from incrowd.advice.presets.preset import Preset
    from incrowd.advice.verdict.evidence import Evidence

PASSES: Final = "pass"
WARNS: Final = "warn"
FAILS: Final = "fail"
Status = Literal["pass", "warn", "fail"]
_ORDER: Final[tuple[Status, ...]] = (PASSES, WARNS, FAILS)

ACTIONS: Final = (
    "suppress",
    "generalize",
    "automatic",
    "assign_role",
    "protect",
    "shuffle",
    "person_key",
)

PAGES: Final = ("columns", "goal", "safe", "check", "take")
"""Where a next step is taken."""


def worst(statuses: Iterable[Status]) -> Status:
    """The worst of several statuses; without any there is nothing to object to.

    >>> worst(["pass", "fail", "warn"]), worst([])
    ('fail', 'pass')
    """
    return max(statuses, key=_ORDER.index, default=PASSES)


@dataclass(frozen=True)
class FurtherProtection:
    """A privacy model that holds beside another one."""

    model: str
    threshold: float


@dataclass(frozen=True)
class Action:
    """What a button does that helps: the fields that the kind needs are given."""

    kind: Annotated[str, Choice(ACTIONS)]
    attribute: str | None = field(default=None, metadata=shape(optional=True))
    k: int | None = field(default=None, metadata=shape(optional=True))
    role: RoleName | None = field(default=None, metadata=shape(optional=True))
    model: str | None = field(default=None, metadata=shape(optional=True))
    threshold: float | None = field(default=None, metadata=shape(optional=True))
    beside: tuple[FurtherProtection, ...] | None = field(
        default=None, metadata=shape(optional=True)
    )
    """Further models for `protect`, which must hold as well."""
    level: int | None = field(default=None, metadata=shape(optional=True))
    """The level for `generalize`, where one is proposed."""


@dataclass(frozen=True)
class Detail:
    """What a check says of one column."""

    attribute: str
    status: Status
    figure: float | None
    words: Words
    action: Action | None = field(default=None, metadata=shape(optional=True))


@dataclass(frozen=True)
class VerdictCheck:
    """One check of a verdict."""

    name: str
    title: Words
    status: Status
    figure: float | None
    limit: float | None
    unit: Words
    source: Words
    """Where the limit comes from."""
    words: Words
    remedy: Words | None = None
    action: Action | None = None
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True)
class Finding:
    """What a check found; the check itself adds its name and the source of its limit."""

    status: Status
    words: Words
    figure: float | None = None
    limit: float | None = None
    unit: Words = ""
    source: Words | None = None
    remedy: Words | None = None
    action: Action | None = None
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True)
class Check:
    """A check, explained; `examine` is None-valued where there is nothing to examine."""

    name: str
    title: Words
    explanation: Words
    source: Words
    """Where the demand comes from, where a preset does not say it."""
    examine: Callable[[Evidence, Preset], Finding | None]

    def judge(self, evidence: Evidence, preset: Preset) -> VerdictCheck | None:
        """Examine what is published; None where the check does not apply."""
        finding = self.examine(evidence, preset)
        if finding is None:
            return None
        return VerdictCheck(
            self.name,
            self.title,
            finding.status,
            finding.figure,
            finding.limit,
            finding.unit,
            finding.source or self.source,
            finding.words,
            finding.remedy,
            finding.action,
            finding.details,
        )


@dataclass(frozen=True)
class NextStep:
    """What to do next on the way to a release, and on which page."""

    page: Annotated[str, Choice(PAGES)]
    words: Words
    check: str | None = field(default=None, metadata=shape(optional=True))
    """The check that needs it."""
    action: Action | None = field(default=None, metadata=shape(optional=True))


@dataclass(frozen=True)
class Verdict(Answer):
    """What the checks of a preset say of a release; it holds only if all of them pass."""

    preset: str
    title: Words
    holds: bool
    status: Status
    words: Words
    checks: tuple[VerdictCheck, ...]
    note: Words
    rows: int
    """Rows that are published."""
    persons: int | None = field(default=None, metadata=shape(optional=True))
    """People behind them, where a column is the person key."""
    next_step: NextStep | None = field(default=None, metadata=shape(optional=True))
    """What to do next, for data of the workspace: what a failing check needs, or to export it."""

    @property
    def failing(self) -> tuple[VerdictCheck, ...]:
        """The checks that do not pass."""
        return tuple(check for check in self.checks if check.status != PASSES)

    def check(self, name: str) -> VerdictCheck:
        """The check of that name."""
        return next(check for check in self.checks if check.name == name)
