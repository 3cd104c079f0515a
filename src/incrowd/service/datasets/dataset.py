"""A data set and all that can be asked of it: `Dataset.risk()`, `.recommend()`, `.check(k=5)`.

The searches behind some of it take a second to load, so those methods import them when called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from incrowd.advice.presets.built_in import DEFAULT
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Verdict
from incrowd.dataset.changing import change_values, tell_steps
from incrowd.dataset.estimating import RiskEstimate, estimate_risk
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.promises import Safeguard, list_safeguards, read_promises
from incrowd.dataset.pushed_risk import measure_pushed_risk, recommend_pushed
from incrowd.dataset.results import Advice, Check, Risk
from incrowd.dataset.risk import measure_risk, measure_table, recommend
from incrowd.language import Message
from incrowd.service.datasets.check import Promise, check_table
from incrowd.service.datasets.check_pushed import check_pushed
from incrowd.service.datasets.population import PopulationRisk, population_risk
from incrowd.service.datasets.technique_effects import TechniqueEffects, measure_effects
from incrowd.techniques.step import parse_steps

if TYPE_CHECKING:
    from incrowd.anonymization.fitting import Fit
    from incrowd.anonymization.outcome import Outcome
    from incrowd.anonymization.proposals import ProposedRelease
    from incrowd.service.subsets.results import Subsets
    from incrowd.service.subsets.standouts import StandoutList


@dataclass(frozen=True, eq=False)
class Dataset(OpenTable):
    """A table with roles and hierarchies; changes give a new data set on the same source."""

    @property
    def safeguards(self) -> tuple[Safeguard, ...]:
        """What each sensitive attribute is protected by, and why; default ones from k = 2 on."""
        return list_safeguards(self)

    def with_promises(self, *promises: str) -> Self:
        """Protect sensitive attributes: `with_promises("l=3", "income:t=0.3", "religion:none")`.

        What is promised for an attribute takes the place of what protected it before. Others are
        about the release as a whole: `with_promises("average_risk=0.05")`.
        """
        wanted = read_promises(self, promises)
        return self.with_guards({**self.guards, **wanted}) if wanted else self

    def with_techniques(self, *techniques: str, seed: str | int | None = None) -> Self:
        """Change values: `with_techniques("sample=0.1", "income:round=1000", seed=7)`.

        The original stays as it is; closing the result does not close it.
        """
        return change_values(self, parse_steps(techniques, seed), owning=False)[0]

    def try_techniques(self, *techniques: str, seed: str | int | None = None) -> TechniqueEffects:
        """What techniques would do to values and risks; nothing is changed."""
        return measure_effects(self, parse_steps(techniques, seed))

    @property
    def technique_notes(self) -> tuple[Message, ...]:
        """What was done to the values before they were counted, as sentences."""
        return tell_steps(self.techniques)

    def estimate(self) -> RiskEstimate | None:
        """Between what the risk of the data as it is lies, found long before it is counted.

        None where the engine cannot draw classes by chance, and where people are counted.
        """
        return estimate_risk(self)

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
        measured = measure_pushed_risk if self.push_down else measure_risk
        return measured(self, levels, k, measures=measures, advise=advise)

    def population_risk(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 1,
        *,
        population: object | None = None,
        population_size: int | None = None,
        sampling_fraction: float | None = None,
    ) -> PopulationRisk:
        """Who would be unique among the people the table was sampled from, and by which model.

        `population` is a table of them; where there is none, their number or the share of them in
        the table will do. Without any, the population that the table was opened with.
        """
        return population_risk(
            self,
            levels,
            k,
            population=population,
            population_size=population_size,
            sampling_fraction=sampling_fraction,
        )

    def recommend(self, levels: Mapping[str, int] | None = None, k: int = 1) -> Advice:
        """Every next step with its exact effect, best first."""
        return recommend_pushed(self, levels, k) if self.push_down else recommend(self, levels, k)

    def check(
        self,
        k: int = 1,
        l: int | None = None,
        t: float | None = None,
        levels: Mapping[str, int] | None = None,
    ) -> Check:
        """Whether every class has k rows, l sensitive values, keeps within t, and all promises."""
        promised = tuple(each for guards in self.guards.values() for each in guards)
        checked = check_pushed if self.push_down else check_table
        return checked(self, Promise(k, l, t, promised), levels)

    def verdict(
        self,
        preset: str | Path | Preset = DEFAULT,
        levels: Mapping[str, int] | None = None,
        k: int = 1,
        *,
        as_is: bool = False,
        original: object | None = None,
        keep_order: bool = False,
    ) -> Verdict:
        """What the checks of a preset say of the data as it would be written at a state.

        Identifiers are then left out and rows are shuffled; `as_is` judges all that is in the data
        instead, as for a file that was written already; with the `original` its row order is looked
        at, too. `preset` is a name or a TOML file.
        """
        from incrowd.service.datasets.verdict import check_for, judge_state

        if as_is:
            return check_for(self, preset, levels, original).verdict
        return judge_state(self, preset, levels, k, keep_order=keep_order)

    def anonymize(
        self,
        k: int,
        l: int | None = None,
        t: float | None = None,
        *,
        method: str = "optimal",
        priority: str = "",
        **options: object,
    ) -> Outcome:
        """Find the best way to publish the table so that every row has k twins.

        `priority` ranks attributes: `"age,sex=race"`, and `strength` says how much that counts:
        `"linear"`, `"strong"` or `"strict"`. Further options are `max_suppression`, `utility`,
        `weights`, `lowest`, `highest`, `suppression`: see `AnonymizationRequest`.
        """
        from incrowd.anonymization.anonymize import anonymize
        from incrowd.anonymization.request import parse_request

        chosen: dict[str, object] = {"k": k, "l": l, "t": t, "method": method, **options}
        return anonymize(self, parse_request(priority, chosen), self.progress)

    def fit(
        self,
        preset: str | Path | Preset = DEFAULT,
        *,
        k: int = 1,
        method: str = "optimal",
        priority: str = "",
        **options: object,
    ) -> Fit:
        """Find the best release that passes every check of a preset, or say which cannot be met.

        Roles, protections and k follow from the preset: `fit("public").outcome.write("out.csv")`.
        """
        from incrowd.anonymization.fitting import make_fit
        from incrowd.anonymization.request import parse_request
        from incrowd.service.datasets.verdict import find_purpose

        request = parse_request(priority, {"k": k, "method": method, **options})
        return make_fit(self, find_purpose(preset), request, self.progress)

    def proposals(
        self,
        preset: str | Path | Preset = DEFAULT,
        *,
        priority: str = "",
        use: str = "statistics",
    ) -> tuple[ProposedRelease, ...]:
        """Three ways to release the table: every row, exact values, or a balance of both.

        Each passes every check of the preset, or says which one cannot be met. `priority` names
        the columns that matter most, as `"age,sex=race"`; `use` is `"statistics"`, `"learning"` or
        `"lookup"`.
        """
        from incrowd.service.datasets.propose import propose_releases

        return propose_releases(self, preset, priority, use, self.progress)

    def measure(
        self, name: str, levels: Mapping[str, int] | None = None, k: int = 1
    ) -> float | None:
        """One measure of the registry; of several sensitive attributes the worst."""
        return measure_table(self, name, levels, k)

    def subsets(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 1,
        *,
        threshold: int = 5,
        linkage: str = "union",
        measure: str = "k",
        include: Sequence[str] = (),
    ) -> Subsets:
        """Which attributes can be released together at a threshold: matrix, tree and guide.

        Sensitive or insensitive columns take part if these roles are included.
        """
        from incrowd.service.subsets.subsets import compare_subsets

        return compare_subsets(self, levels, k, threshold, linkage, measure, include)

    def standouts(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 2,
        *,
        max_size: int = 3,
        offset: int = 0,
        limit: int | None = None,
    ) -> StandoutList:
        """Who is in a group of fewer than k by which smallest combinations, worst first."""
        from incrowd.service.subsets.standouts import standouts

        return standouts(self, levels, k=k, max_size=max_size, offset=offset, limit=limit)
