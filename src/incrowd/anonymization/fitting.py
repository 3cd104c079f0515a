"""Make a table fit for a purpose: roles, protections and k follow from the preset.

fit = make_fit(table, find_purpose("public"), AnonymizationRequest(k=1))
fit.verdict.holds, fit.outcome.request.k        # (True, 10)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Final

from incrowd.advice.presets.preset import SLACK, Preset
from incrowd.advice.verdict.check import Action, Verdict, VerdictCheck
from incrowd.advice.verdict.registry import judge
from incrowd.advice.verdict.secrets import demanded
from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.outcome import Outcome, ShowInterim, show_nobody
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.anonymization.sampling import check_purpose
from incrowd.answers import Answer, Words
from incrowd.crowd.crowd import WHOLE_RELEASE, Protection
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter
from incrowd.language import Message, as_message, join, say
from incrowd.measures.enforcement import default_protections
from incrowd.measures.registry import measure
from incrowd.progress import Progress, silent
from incrowd.release.evidence import gather_state
from incrowd.search.methods import method
from incrowd.table import RoleName

GUESSES: Final = 4
"""How often a k is guessed from the average risk before the largest is tried."""
ROUNDS: Final = 20
"""How often roles and levels are changed at most, one level of an attribute at a time."""


@dataclass(frozen=True)
class RoleChange:
    """A column that was given another role, and why."""

    attribute: str
    role: RoleName
    words: Words


@dataclass(frozen=True)
class Attempt:
    """A k that was tried, and which checks did not pass with it."""

    k: int
    score: float
    suppressed_rows: int
    failing: tuple[str, ...]


@dataclass(frozen=True)
class Fitness(Answer):
    """How a release was made fit for a purpose, and what the checks say of it."""

    preset: str
    k: int
    changes: tuple[RoleChange, ...]
    attempts: tuple[Attempt, ...]
    verdict: Verdict


@dataclass(frozen=True, eq=False)
class Fit:
    """What was found, with the roles that it needs."""

    outcome: Outcome
    fitness: Fitness

    @property
    def verdict(self) -> Verdict:
        """What the checks say of it."""
        return self.fitness.verdict


def make_fit(
    table: OpenTable,
    preset: Preset,
    request: AnonymizationRequest,
    progress: Progress = silent,
    show: ShowInterim = show_nobody,
    *,
    changes: Mapping[str, RoleChange] | None = None,
    advise: bool = True,
    enough: Callable[[], bool] = lambda: False,
) -> Fit:
    """Find a release that passes every check of a preset, or say which one cannot be met.

    The k of the request is the least that is tried; l and t of the request come on top of what the
    preset asks for. Changes of roles that the table has already are told with those that come to
    it. Without advice nobody is told how many more rows would have to go.
    """
    check_purpose(method(request.method))
    search = _Search(table, preset, request, progress, show, enough, dict(changes or {}))
    try:
        return search.run()
    except InvalidParameter as error:
        if not advise:
            raise
        raise search.blame(error) from error


def settle_people(table: OpenTable, preset: Preset) -> tuple[OpenTable, dict[str, RoleChange]]:
    """Change the roles that checks ask for whatever the levels: who is a person, what names one.

    That is looked at once, with everything as coarse as it can be, before searches begin.
    """
    changes: dict[str, RoleChange] = {}
    for _ in range(ROUNDS):
        state = table.state(dict(zip(*_heights(table), strict=True)))
        verdict = judge(gather_state(table, state, keep_order=False), preset)
        told = [each for each in verdict.failing if each.name in ("persons", "identifiers")]
        asked = {change.attribute: change for change in _role_changes(told)}
        if not asked:
            break
        changes |= asked
        roles = {name: change.role for name, change in asked.items()}
        table = table.with_roles(roles, _asked(preset))
    return table, changes


def _heights(table: OpenTable) -> tuple[Sequence[str], Sequence[int]]:
    crowd = table.protected_crowd
    return crowd.names, crowd.heights


@dataclass(eq=False)
class _Search:
    """Roles first, then the smallest k that will do."""

    table: OpenTable
    preset: Preset
    request: AnonymizationRequest
    progress: Progress
    show: ShowInterim
    enough: Callable[[], bool]
    changes: dict[str, RoleChange] = field(default_factory=dict)
    attempts: dict[int, tuple[Outcome, Verdict]] = field(default_factory=dict)

    def run(self) -> Fit:
        """The best of what was tried that passes every check."""
        least = max(self.request.k, self.preset.k)
        _check_size(self.table, self.preset, least)
        self._settle_roles(least)
        if not self._holds(least):
            self._narrow(least, max(least, self._enough))
        passing = [k for k in self.attempts if self._holds(k)]
        if not passing:
            raise _cannot(self.preset, self.attempts[max(self.attempts)][1].failing)
        best = min(passing, key=lambda k: (self.attempts[k][0].result.score, k))
        outcome, verdict = self.attempts[best]
        fitness = Fitness(
            self.preset.name,
            best,
            tuple(self.changes.values()),
            tuple(self._attempt(k) for k in sorted(self.attempts)),
            verdict,
        )
        return Fit(outcome, fitness)

    @property
    def _enough(self) -> int:
        """Groups of this size keep the average risk within its limit, however many there are."""
        most = self.preset.average_risk + SLACK
        return min(ceil(100 / most), self.table.protected_crowd.rows)

    def _settle_roles(self, k: int) -> None:
        """Give columns the roles and levels that failing checks propose, until none is proposed."""
        for _ in range(ROUNDS):
            verdict = self._try(k)[1]
            roles = {change.attribute: change for change in _role_changes(verdict.failing)}
            levels = {} if roles else self._raised(verdict)
            if not roles and not levels:
                return
            self.changes |= roles
            if roles:
                chosen = {name: roles[name].role for name in roles}
                self.table = self.table.with_roles(chosen, _asked(self.preset))
            self.request = replace(self.request, lowest={**self.request.lowest, **levels})
            self.attempts.clear()

    def _raised(self, verdict: Verdict) -> dict[str, int]:
        """One level more for what is published too finely, where the method takes levels."""
        crowd, lowest = self.table.protected_crowd, self.request.lowest
        if "lowest" not in method(self.request.method).options:
            return {}
        heights = dict(zip(crowd.names, crowd.heights, strict=True))
        names = {
            detail.action.attribute
            for check in verdict.failing
            for detail in check.details
            if detail.action is not None and detail.action.kind == "generalize"
        }
        return {
            name: lowest.get(name, 0) + 1
            for name in names
            if name is not None and lowest.get(name, 0) < heights.get(name, 0)
        }

    def _narrow(self, low: int, most: int) -> None:
        """Look for the smallest k with which all checks pass, above one that is too small."""
        high = self._reach(low, most)
        if high is None:
            return
        low = max(k for k in self.attempts if k < high and not self._holds(k))
        while high - low > 1:
            middle = self._between(low, high)
            if self._holds(middle):
                high = middle
            else:
                low = middle

    def _reach(self, low: int, most: int) -> int | None:
        """A k with which all checks pass: groups grow about as k does, so few guesses will do."""
        for _ in range(GUESSES):
            average = self._average(low)
            if average is None or low >= most:
                break
            low = min(max(ceil(low * average / self.preset.average_risk), low + 1), most)
            if self._holds(low):
                return low
        return most if self._holds(most) else None

    def _between(self, low: int, high: int) -> int:
        """Where the average risk probably meets its limit, between two k."""
        above, below = self._figure(low), self._figure(high)
        share = (above - self.preset.average_risk) / (above - below) if above > below else 0.5
        return min(max(low + int(share * (high - low)), low + 1), high - 1)

    def _average(self, k: int) -> float | None:
        """The average risk with a k, where nothing but that is too high."""
        failing = self._try(k)[1].failing
        alone = len(failing) == 1 and failing[0].name == "average_risk"
        return self._figure(k) if alone and self.preset.average_risk > 0 else None

    def _figure(self, k: int) -> float:
        return self._try(k)[1].check("average_risk").figure or 0.0

    def _holds(self, k: int) -> bool:
        return self._try(k)[1].holds

    def _try(self, k: int) -> tuple[Outcome, Verdict]:
        """Anonymise with a k, and judge what would be written."""
        if k not in self.attempts:
            guarded = _guard(self.table, self.preset)
            request = replace(self.request, k=k)
            outcome = anonymize(guarded, request, self.progress, self.show, self.enough)
            self.attempts[k] = outcome, outcome.verdict(self.preset)
        return self.attempts[k]

    def _attempt(self, k: int) -> Attempt:
        outcome, verdict = self.attempts[k]
        result, failing = outcome.result, verdict.failing
        names = tuple(check.name for check in failing)
        return Attempt(k, result.score, result.suppressed_rows, names)

    def blame(self, error: InvalidParameter) -> InvalidParameter:
        """Say what it would cost where only the rows that may be left out are too few."""
        if isinstance(error, NotFit) or self.request.max_suppression >= 1:
            return error
        free = replace(self.request, max_suppression=1.0)
        try:
            found = _Search(
                self.table, self.preset, free, self.progress, self.show, self.enough
            ).run()
        except InvalidParameter:
            return error
        result = found.outcome.result
        by_person = result.suppressed_persons is not None
        lost = result.suppressed_persons if by_person else result.suppressed_rows
        share = (lost or 0) / max(self.table.protected_crowd.rows, 1)
        counted = say("people") if by_person else say("rows")
        return NotFit(
            say(
                "No release passes every check for {purpose} while at most {most:.1f} % of "
                "the {counted} are removed: {error}",
                purpose=as_message(self.preset.title),
                most=100 * self.request.max_suppression,
                counted=counted,
                error=error.message,
            ),
            say(
                "It works if {lost:,} {counted} ({share:.1f} %) are removed: allow a share of "
                "{allowed:.3f}, or choose another method.",
                lost=lost,
                counted=counted,
                share=100 * share,
                allowed=ceil(1000 * share) / 1000,
            ),
        )


class NotFit(InvalidParameter):
    """A check of the preset cannot be met."""

    code = "not_fit"
    failing: tuple[VerdictCheck, ...] = ()
    """The checks that cannot be met, where they were examined."""


def _check_size(table: OpenTable, preset: Preset, k: int) -> None:
    units = table.protected_crowd.rows
    if k > units:
        raise NotFit(
            say(
                "{purpose} asks for groups of {k:,}, and there are {units:,} in all.",
                purpose=as_message(preset.title),
                k=k,
                units=units,
            ),
            say("Choose a purpose that asks for less, or collect more data."),
        )


def _cannot(preset: Preset, failing: Iterable[VerdictCheck]) -> NotFit:
    """Name the checks that cannot be met, each in its own words."""
    checks = tuple(failing)
    error = NotFit(
        say(
            "No release of the table passes every check for {purpose}: {titles}.",
            purpose=as_message(preset.title),
            titles=join((as_message(check.title) for check in checks), ", "),
        ),
        join(as_message(check.remedy) for check in checks if check.remedy is not None)
        or say("Choose another purpose or method."),
        [as_message(check.words) for check in checks],
    )
    error.failing = checks
    return error


def _role_changes(failing: Iterable[VerdictCheck]) -> list[RoleChange]:
    """The roles that failing checks propose, one per column, the first proposal of each."""
    changes: dict[str, RoleChange] = {}
    for check in failing:
        proposals = [(detail.action, detail.words) for detail in check.details]
        for action, words in [*proposals, (check.action, check.words)]:
            change = _role_change(action, words)
            if change is not None:
                changes.setdefault(change.attribute, change)
    return list(changes.values())


def _role_change(action: Action | None, words: Words) -> RoleChange | None:
    if action is None or action.attribute is None or action.role is None:
        return None
    return RoleChange(action.attribute, action.role, words)


def _guard(table: OpenTable, preset: Preset) -> OpenTable:
    """Protect every secret: as it is set, and at least as the preset asks."""
    guards = {}
    for attribute in table.protected_crowd.sensitive:
        known = table.guards.get(attribute.name, default_protections(attribute))
        guards[attribute.name] = _stricter([*known, *demanded(attribute, preset)])
    if WHOLE_RELEASE in table.guards:
        guards[WHOLE_RELEASE] = table.guards[WHOLE_RELEASE]
    by_user = {each for own in table.guards.values() for each in own}
    others = {each for own in guards.values() for each in own} - by_user
    return table.with_guards(guards, dict.fromkeys(others, _asked(preset)))


def _asked(preset: Preset) -> Message:
    return say("the checks for {purpose} ask for it", purpose=as_message(preset.title))


def _stricter(protections: Iterable[Protection]) -> tuple[Protection, ...]:
    """One protection of each model: the largest l, the smallest t."""
    thresholds: dict[tuple[str, str], list[float]] = {}
    for protection in protections:
        name = (protection.attribute, protection.model)
        thresholds.setdefault(name, []).append(protection.threshold)
    return tuple(
        Protection(attribute, model, _strictest(model, asked))
        for (attribute, model), asked in thresholds.items()
    )


def _strictest(model: str, thresholds: list[float]) -> float:
    return max(thresholds) if measure(model).bound == "at_least" else min(thresholds)
