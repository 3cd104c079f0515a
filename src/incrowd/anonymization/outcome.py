"""What an automatic anonymisation found: to look at, to write, to adopt, to repeat.

outcome = anonymize(table, AnonymizationRequest(k=5))
outcome.write("release.csv"), outcome.recipe("recipe.json")
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from incrowd.advice.presets.built_in import DEFAULT
from incrowd.advice.presets.own import to_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Verdict
from incrowd.advice.verdict.registry import judge
from incrowd.anonymization.request import AnonymizationRequest, MethodName
from incrowd.anonymization.sampling import check_order
from incrowd.answers import Answer, Words, part, shape
from incrowd.crowd.crowd import Classes, Protection, State
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Risk
from incrowd.engines.stored.page import KeptTuples
from incrowd.errors import BrokenPromise
from incrowd.language import say
from incrowd.measures.enforcement import SuppressedBy
from incrowd.progress import Progress
from incrowd.release.evidence import gather_release
from incrowd.release.export import Release, new_seed
from incrowd.release.output_place import check_place
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.release.recipe import Recipe
from incrowd.release.recipe_parts import count_from_the_data, write_hierarchies
from incrowd.release.recoded_rows import published_parts
from incrowd.release.table_target import TableTarget, is_table_address
from incrowd.release.target import Released, Target
from incrowd.search.aggregation.aggregate import Aggregation
from incrowd.search.methods import method
from incrowd.search.recoding import Recoding


@dataclass(frozen=True)
class Interim:
    """The best state so far, or how many rows already lie in classes of at least k."""

    rows_safe: int
    rows: int
    score: float | None = None
    """In the measure asked for, the lower the better."""
    levels: dict[str, int] | None = None
    suppressed_rows: int | None = None


ShowInterim = Callable[[Interim], None]
"""Is shown what was reached, each time that is more."""


def show_nobody(interim: Interim) -> None:
    """Show it to nobody."""


@dataclass(frozen=True)
class KeptInformation:
    """The share of its own information that an attribute keeps, from 0 to 1."""

    attribute: str
    now: float
    unranked: float | None
    """Without ranks; None where that was not worked out."""
    best: float | None
    """No table with groups of k rows can keep more of it, whatever the others give; None where
    all rows have one level."""


@dataclass(frozen=True)
class Anonymized(Answer):
    """What an automatic anonymisation reached; `utility` and `score` are the lower the better."""

    method: MethodName
    rows: int
    """Rows that are published."""
    suppressed_rows: int
    classes: int
    k: int | None
    """Rows of the smallest class; None where nothing is published."""
    l: int | None
    t: float | None
    state: dict[str, int] | None
    """The level of each attribute; None where it differs from row to row."""
    score: float
    bound: float
    """No state can score better than this."""
    exact: bool
    utility: dict[str, float]
    entropy_per_attribute: dict[str, float]
    """The share of its information that each attribute keeps, from 0 to 1."""
    entropy_weighted: float
    kept: tuple[KeptInformation, ...]
    """The same beside what each attribute would keep without ranks, and at best."""
    exposed_people: int
    """People whose values are covered by fewer than k published rows, but by one at least."""
    before: Risk
    after: Risk
    seconds: float
    notes: tuple[Words, ...] = field(default=(), metadata=shape(optional=True))
    """What whoever takes the result must know of how it was made."""
    not_drawn: int | None = field(default=None, metadata=shape(optional=True))
    """Rows that are left out because they were not drawn, where a method samples."""
    persons: int | None = field(default=None, metadata=shape(optional=True))
    """Persons who are published, where there is a person key; then k, l and t count persons."""
    suppressed_persons: int | None = field(default=None, metadata=shape(optional=True))
    aggregation: tuple[Aggregation, ...] | None = field(default=None, metadata=shape(optional=True))
    """What is lost where each group shows one number; None where no column does."""

    @property
    @part()
    def suppressed_by(self) -> SuppressedBy:
        """Which rows are left out for k, and which for each protection."""
        return self.after.suppressed_by


@dataclass(frozen=True, eq=False)
class Outcome:
    """A result that can be looked at, written and adopted."""

    dataset: OpenTable
    request: AnonymizationRequest
    protections: tuple[Protection, ...]
    recoding: Recoding
    levels: tuple[int, ...] | None
    """The one state, where there is one."""
    classes: Classes
    """The published rows: of the crowd at a state, or of the crowd of what is published."""
    result: Anonymized

    @cached_property
    def state(self) -> State:
        """What the published classes hold."""
        return State(self.classes.levels, self.request.k, self.protections)

    @cached_property
    def kept(self) -> KeptTuples:
        """What the engine needs to show and write the rows."""
        return kept_tuples(self.classes) if self.levels else published_parts(self.recoding)

    def write(
        self,
        target: str | Path | Target | TableTarget,
        *,
        keep_order: bool = False,
        delimiter: str | None = None,
        encoding: str | None = None,
        typed: str | None = None,
        progress: Progress | None = None,
    ) -> Released:
        """Write it to a file, such as `release.csv`, and prove on the file that it holds.

        A table of a server can become a table beside it: `postgresql://ann@host/clinic#release`.

        Rows are shuffled, as their order may give people away, unless `keep_order` is asked for. A
        text has the delimiter and encoding of the one that was opened unless others are named.
        `typed="ranges"` writes ranges as two columns of numbers or dates, `"midpoints"` as one.
        """
        exposed = self.result.exposed_people
        if exposed:
            raise BrokenPromise(
                say(
                    "{exposed:,} people would match fewer than {k:,} published rows.",
                    exposed=exposed,
                    k=self.request.k,
                ),
                say(
                    "This kind of suppression is for study only: look at the figures without "
                    "a file."
                ),
            )
        if isinstance(target, str) and is_table_address(target):
            target = TableTarget.check(target, self.dataset)
        if not isinstance(target, Target | TableTarget):
            target = Target.check(
                Path(target), self.dataset, delimiter=delimiter, encoding=encoding, typed=typed
            )
        release = self._release(keep_order)
        released = target.write(self.dataset, release, progress or self.dataset.progress)
        return replace(released, warnings=(*self.result.notes, *released.warnings))

    def verdict(
        self, preset: str | Path | Preset = DEFAULT, *, keep_order: bool = False
    ) -> Verdict:
        """What the checks of a preset say of what would be written."""
        return judge(gather_release(self.dataset, self._release(keep_order)), to_preset(preset))

    def check_order(self, keep_order: bool) -> None:
        """Refuse the old order where it would tell who is in the file."""
        check_order(method(self.request.method), keep_order)

    def _release(self, keep_order: bool) -> Release:
        self.check_order(keep_order)
        labels = recodings(self.classes.crowd, self.levels) if self.levels else {}
        seed = None if keep_order else new_seed()
        return Release(self.classes, self.state, self.kept, labels, seed)

    def recipe(self, target: str | Path, released: Released | None = None) -> None:
        """Write what is needed to repeat it on new data."""
        written = [] if released is None else [Path(released.path)]
        check_place(Path(target), self.dataset, written)
        self.to_recipe(released).write(Path(target))

    def to_recipe(self, released: Released | None = None) -> Recipe:
        """All that is needed to repeat it, with what was found on the file if there is one."""
        request = self.request
        levels = self.result.state
        promise = {} if released is None else {"k": released.k, "l": released.l, "t": released.t}
        return Recipe(
            method=request.method,
            roles=self.dataset.roles,
            hierarchies=write_hierarchies(self.dataset),
            levels=None if levels is None else count_from_the_data(self.dataset, levels),
            k=request.k,
            protections=self.protections,
            max_suppression=request.max_suppression,
            priority=request.priority,
            utility=request.objective,
            strength=request.rank_strength,
            weights={} if levels else dict(request.weights),
            aggregate=request.aggregation(self.dataset),
            promise={name: figure for name, figure in promise.items() if figure is not None},
            seed=None if released is None else released.seed,
            techniques=self.dataset.techniques,
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return self.result.to_dict()
