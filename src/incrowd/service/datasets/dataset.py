"""A data set and all that can be asked of it: `Dataset.risk()`, `.recommend()`, `.check(k=5)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from incrowd.advice.recommending import (
    Generalization,
    list_suppressions,
    rank_generalizations,
)
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.state import Protection, State
from incrowd.engines.contract import Source
from incrowd.errors import InvalidParameter, NothingToMeasure, UnknownName
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.measures.privacy.enforcing import default_protection, enforce
from incrowd.measures.registry import measure
from incrowd.progress import Progress, silent
from incrowd.service.datasets.check import Promise, check_classes
from incrowd.service.datasets.counting import Given, count_crowd, count_population, regrade
from incrowd.service.datasets.origin import Origin
from incrowd.service.datasets.results import Advice, Check, Risk
from incrowd.service.datasets.risk import describe_risk, take_measures
from incrowd.table import Attribute, Role, Table

if TYPE_CHECKING:
    from incrowd.crowd.classes import Classes
    from incrowd.service.automatic.anonymize import Outcome
    from incrowd.service.subsets.results import Subsets
    from incrowd.service.subsets.standouts import Standing


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table with roles and hierarchies; changes give a new data set on the same source."""

    source: Source
    table: Table
    given: Mapping[str, Given] = field(default_factory=dict)
    """Hierarchies that the user chose instead of the automatic ones."""
    guards: Mapping[str, tuple[Protection, ...]] = field(default_factory=dict)
    """Protections of sensitive attributes that the user chose; none where nothing is asked."""
    population: Source | None = None
    population_size: int | None = None
    progress: Progress = silent
    origin: Origin | None = None
    """Where the rows can be had in their order; None where the source has them so."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of files and connections."""
        self.source.close()
        if self.population is not None:
            self.population.close()

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The columns with their roles, and why they have them."""
        return self.table.attributes

    @property
    def measurable(self) -> bool:
        """Whether there is a quasi-identifier; without one there is no risk to compute."""
        return bool(self.table.with_role(Role.QUASI))

    @property
    def hierarchies(self) -> dict[str, Hierarchy]:
        """The hierarchy of each quasi-identifier."""
        if not self.measurable:
            return {}
        return dict(zip(self.crowd.names, self.crowd.hierarchies, strict=True))

    def with_roles(self, roles: Mapping[str, str]) -> Dataset:
        """Give some columns another role: `with_roles({"income": "sensitive"})`."""
        chosen = {name: _role(role) for name, role in roles.items()}
        return replace(self, table=self.table.assigning(chosen))

    def with_hierarchy(self, hierarchy: Hierarchy) -> Dataset:
        """Use this hierarchy for its attribute instead of the automatic one."""
        self.table.attribute(hierarchy.attribute)
        return self.with_hierarchies({**self.given, hierarchy.attribute: hierarchy})

    def with_hierarchies(self, given: Mapping[str, Given]) -> Dataset:
        """Use exactly these hierarchies instead of the automatic ones; nothing is counted anew."""
        changed = replace(self, given=given)
        return self._handing_on(changed, lambda crowd: regrade(crowd, self.given, given))

    def with_guards(self, guards: Mapping[str, tuple[Protection, ...]]) -> Dataset:
        """Use these protections, and the default ones where nothing is said."""
        return self._handing_on(replace(self, guards=guards), lambda crowd: crowd)

    def _handing_on(self, changed: Dataset, change: Callable[[Crowd], Crowd]) -> Dataset:
        """Give the crowds that are counted already to a data set that differs from this one."""
        for name in ("_plain_crowd", "protected_crowd"):
            if name in self.__dict__:
                changed.__dict__[name] = change(self.__dict__[name])
        return changed

    @property
    def crowd(self) -> Crowd:
        """The crowd of the quasi-identifiers, with sensitive values only if these are known."""
        known = self.__dict__.get("protected_crowd")
        return known if isinstance(known, Crowd) else self._plain_crowd

    @cached_property
    def _plain_crowd(self) -> Crowd:
        return self._counted([])

    @cached_property
    def protected_crowd(self) -> Crowd:
        """The crowd with the counts of every sensitive value in each tuple."""
        sensitive = self.table.with_role(Role.SENSITIVE)
        return self._counted(sensitive) if sensitive else self._plain_crowd

    @cached_property
    def population_crowd(self) -> Crowd | None:
        """The people among whom the table was sampled, where a population is given."""
        if self.population is None:
            return None
        return count_population(self.population, self.table.with_role(Role.QUASI))

    def _counted(self, sensitive: Sequence[Attribute]) -> Crowd:
        quasi = self.table.with_role(Role.QUASI)
        if not quasi:
            raise NothingToMeasure(
                "No column is a quasi-identifier, so there is no risk to compute.",
                "Make at least one column a quasi-identifier: something that others may know.",
            )
        self.progress("Counting who looks alike", None)
        return count_crowd(self.source, quasi, sensitive, self.given, self.population_crowd)

    def state(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 1,
        protections: Sequence[Protection] | None = None,
    ) -> State:
        """Complete a state: levels not named are 0, protections the default ones from k = 2 on."""
        if not 1 <= k <= self.table.rows:
            raise InvalidParameter(
                f"k = {k:,} is not possible: the table has {self.table.rows:,} rows.",
                f"Choose a k from 1 to {self.table.rows:,}.",
            )
        if protections is None:
            protections = self.protections(k)
        return State(self.crowd.levels_of(levels or {}), k, tuple(protections))

    def protections(self, k: int) -> list[Protection]:
        """What was chosen holds always, the default protections from k = 2 on."""
        sensitive = self.protected_crowd.sensitive if k > 1 or self.guards else ()
        wanted = [
            self.guards.get(one.name, (default_protection(one),) if k > 1 else ())
            for one in sensitive
        ]
        return [one for protections in wanted for one in protections]

    def risk(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 1,
        *,
        measures: Sequence[str] = (),
        advise: bool = True,
    ) -> Risk:
        """The risk of the data as it is, or with attributes raised and small classes left out.

        Without advice the explanation leaves out what can only be said after trying next steps.
        """
        state = self.state(levels, k)
        crowd = self._crowd_for(state, measures)
        steps = rank_generalizations(crowd, state, self._advising) if advise else ()
        return self._described(crowd, state, steps, measures)

    def recommend(self, levels: Mapping[str, int] | None = None, k: int = 1) -> Advice:
        """Every next step with its exact effect, best first."""
        crowd = self.protected_crowd  # first, so that the table is counted only once
        state = self.state(levels, k)
        steps = rank_generalizations(crowd, state, self._advising)
        guarded = replace(state, protections=tuple(self.protections(max(k, 2))))
        return Advice(
            self._described(crowd, state, steps, ()), steps, list_suppressions(crowd, guarded)
        )

    def check(
        self,
        k: int,
        l: int | None = None,
        t: float | None = None,
        levels: Mapping[str, int] | None = None,
    ) -> Check:
        """Whether every class has k rows, l sensitive values, and keeps within t."""
        state = self.state(levels, k, ())
        return check_classes(self.protected_crowd.at(state.levels), Promise(k, l, t), self._roles)

    def anonymize(
        self,
        k: int,
        l: int | None = None,
        t: float | None = None,
        *,
        method: str = "optimal",
        priority: str = "",
        **wishes: object,
    ) -> Outcome:
        """Find the best way to publish the table so that every row has k twins.

        `priority` ranks attributes: `"age,sex=race"`. Further wishes are those of `Wish`:
        `max_suppression`, `utility`, `weights`, `lowest`, `highest`, `suppression`.
        """
        from incrowd.service.automatic.anonymize import anonymize
        from incrowd.service.automatic.request import wish_of

        chosen: dict[str, object] = {"k": k, "l": l, "t": t, "method": method, **wishes}
        return anonymize(self, wish_of(priority, chosen), self.progress)

    def measure(
        self, name: str, levels: Mapping[str, int] | None = None, k: int = 1
    ) -> float | None:
        """One measure of the registry; of several sensitive attributes the worst."""
        state = self.state(levels, k)
        return self.take(enforce(self._crowd_for(state, [name]), state), name)

    def take(self, classes: Classes, name: str) -> float | None:
        """One measure of some classes of this table."""
        taken = take_measures(classes, [name], self.population_crowd, self.population_size)
        return taken[0].value

    def subsets(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 1,
        *,
        threshold: int = 5,
        linkage: str = "union",
        measure: str = "k",
    ) -> Subsets:
        """Which attributes can be released together at a threshold: matrix, tree and guide."""
        from incrowd.service.subsets.subsets import SIZE_MEASURES, draw, guide

        state = self.state(levels, k)
        crowd = self._crowd_for(state, [] if measure in SIZE_MEASURES else [measure])
        classes = enforce(crowd, state)
        picture = draw(classes, linkage, lambda done: self.progress("Comparing attributes", done))
        return guide(picture, threshold, measure, self.take)

    def standouts(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 2,
        *,
        max_size: int = 3,
        offset: int = 0,
        limit: int | None = None,
    ) -> Standing:
        """Who is in a group of fewer than k by which smallest combinations, worst first."""
        from incrowd.service.subsets.standouts import standouts

        return standouts(self, levels, k=k, max_size=max_size, offset=offset, limit=limit)

    def _crowd_for(self, state: State, measures: Sequence[str]) -> Crowd:
        needs = any(name == "all" or "sensitive" in measure(name).needs for name in measures)
        return self.protected_crowd if state.protections or needs else self.crowd

    def _described(
        self,
        crowd: Crowd,
        state: State,
        steps: Sequence[Generalization],
        measures: Sequence[str],
    ) -> Risk:
        classes = enforce(crowd, state)
        figures = take_measures(classes, measures, self.population_crowd, self.population_size)
        return describe_risk(self.table, classes, state, steps, figures)

    @property
    def _roles(self) -> dict[str, str]:
        return {one.name: one.role.value for one in self.table.attributes}

    def _advising(self, done: float) -> None:
        self.progress("Trying next steps", done)


def _role(role: str) -> Role:
    try:
        return Role(role)
    except ValueError:
        raise UnknownName.among("role", role, [known.value for known in Role]) from None
