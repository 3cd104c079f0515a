"""A data set of the workspace in memory: its rows in the engine, its journal, its crowds.

`open_dataset.snapshot()` is where the decisions of the journal lead: a table with levels and k.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any, Final, TypeVar, cast

from incrowd.anonymization.outcome import Outcome
from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import WHOLE_RELEASE, Classes, Protection, State
from incrowd.dataset.coarsening import raise_first
from incrowd.dataset.estimating import RiskEstimate, estimate_risk
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Advice, Risk
from incrowd.dataset.risk import measure_risk, recommend
from incrowd.dataset.state_counts import recode
from incrowd.engines.contract import MOST_TUPLES, RowSource, Source, can_raise
from incrowd.engines.remote.counted import CountedTable
from incrowd.engines.servers.passwords import Password
from incrowd.engines.stored.page import KeptTuples, Recoding
from incrowd.engines.stored.raised import open_raised
from incrowd.engines.stored.table import StoredTable
from incrowd.errors import CrowdTooLarge, NotNow
from incrowd.hierarchies import build, from_csv
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.journal import ChooseHierarchy, Derived, Entry, Journal, Protect, Recode, derive
from incrowd.journal.journal import active_at
from incrowd.language import Message, say
from incrowd.lru_cache import LruCache
from incrowd.measures.enforcement import enforce
from incrowd.progress import Progress, silent
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.roles import guess
from incrowd.table import Role, Table
from incrowd.techniques.step import Step
from incrowd.workspace.changed_values import read_techniques
from incrowd.workspace.first_levels import read_first_levels
from incrowd.workspace.folder import Record
from incrowd.workspace.kept_recodings import recall
from incrowd.workspace.kept_runs import FOLDER as RUNS
from incrowd.workspace.kept_runs import KeptRuns
from incrowd.workspace.remote_data import RemoteData, open_data, read_address

CROWDS: Final = 3
"""Combinations of roles and hierarchies whose crowds stay in memory."""
ANSWERS: Final = 32
JOURNAL: Final = "journal.jsonl"

Answer = TypeVar("Answer")
Roles = tuple[tuple[str, Role], ...]
Choices = tuple[ChooseHierarchy, ...]


@dataclass(frozen=True, eq=False)
class Published:
    """How the rows of a state look: one object per state, so that the engine prepares it once."""

    recodings: Mapping[str, Recoding]
    kept: KeptTuples


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Where decisions lead: the table with its roles and hierarchies, its levels and k."""

    open_dataset: OpenDataset
    dataset: OpenTable
    derived: Derived
    key: tuple[object, ...]
    """Equal for decisions that lead to the same state."""

    @property
    def measurable(self) -> bool:
        """Whether there is a quasi-identifier; without one there is no risk to compute."""
        return self.dataset.measurable

    @property
    def levels(self) -> Mapping[str, int]:
        """The level of each quasi-identifier that is raised."""
        return self.derived.levels

    @property
    def k(self) -> int:
        """The suppression threshold."""
        return self.derived.k

    @property
    def recoded(self) -> Outcome | None:
        """The rows as they are recoded one by one, where that was decided; found once."""
        recode = self.derived.recode
        return None if recode is None else self.open_dataset.recoded(self.dataset, recode, self.key)

    @property
    def advice(self) -> Advice:
        """The risk here and every next step, found once; none where rows are recoded."""
        recoded = self.recoded
        if recoded is not None:
            return Advice(recoded.result.after, (), ())
        return self.open_dataset.answers.get(
            self.key, lambda: recommend(self.dataset, self.levels, self.k)
        )

    @property
    def risk(self) -> Risk:
        """The risk here, as `incrowd risk` tells it."""
        return self.advice.now

    def trying(self, levels: Mapping[str, int], k: int | None = None) -> Risk:
        """The figures of another state, fast: without the advice that comes from trying steps."""
        recoded = self.recoded
        whole = k is not None and set(levels) == set(self.dataset.crowd.names)
        if recoded is not None and not whole:  # a whole state does not depend on where one is
            if levels or k not in (None, self.k):
                raise NotNow(
                    say("Every row is recoded in its own way, so there is no level to try."),
                    say("Undo the recoding first."),
                )
            return recoded.result.after
        wanted = {**self.levels, **levels}
        return measure_risk(self.dataset, wanted, self.k if k is None else k, advise=False)

    @cached_property
    def state(self) -> State:
        """The state here."""
        recoded = self.recoded
        return recoded.state if recoded else self.dataset.state(self.levels, self.k)

    @cached_property
    def classes(self) -> Classes:
        """The classes here, those that are left out marked."""
        recoded = self.recoded
        if recoded is not None:
            return recoded.classes
        return enforce(self.dataset.protected_crowd, self.state)

    @property
    def published(self) -> Published:
        """How the rows look here."""
        recoded = self.recoded
        if recoded is not None:
            return Published({}, recoded.kept)
        return self.open_dataset.published.get(
            self.key,
            lambda: Published(
                recodings(self.classes.crowd, self.classes.levels), kept_tuples(self.classes)
            ),
        )


class OpenDataset:
    """A data set of the workspace in memory."""

    def __init__(
        self,
        record: Record,
        folder: Path,
        password: Password = None,
        most_tuples: int = MOST_TUPLES,
    ) -> None:
        self.record, self.folder = record, folder
        self._password, self.most_tuples = password, most_tuples
        changed = read_techniques(folder)
        self.unraised = replace(_open(record.name, self._open_data(silent)), techniques=changed)
        """The table as it is in its database."""
        self._begun = _begin(self.unraised, folder)
        self.source: RowSource = cast(RowSource, self._begun.source)
        self.table = self._begun.table
        self.journal = Journal.open(folder / JOURNAL)
        self.lock = RLock()
        """Held by whoever appends to the journal."""
        self.answers = LruCache[Advice](ANSWERS)
        self.published = LruCache[Published](CROWDS)
        self.outcomes = LruCache[Outcome](CROWDS)
        self.runs = KeptRuns(folder / RUNS, self._table_at)
        """Results of the automatic methods, see `service.automatic`."""
        self._cached: dict[type, LruCache[Any]] = {}
        self._datasets = LruCache[OpenTable](CROWDS)
        self._hierarchies = LruCache[Hierarchy](ANSWERS)
        self._domains = LruCache[Domain](ANSWERS)

    @property
    def remote(self) -> RemoteData | None:
        """Where the data lies, if it stays in a database."""
        return read_address(self.folder)

    def reopen(self, progress: Progress) -> RowSource:
        """The data once more, for somebody who closes it when they are done."""
        again = self._open_data(progress)
        return _raise_rows(again, self._begun) if self._begun.begun else again

    def reopen_whole(self, progress: Progress) -> RowSource:
        """The data as it is in its database, once more; nothing that is known is asked again."""
        again, known = self._open_data(progress), self.unraised.source
        if isinstance(again, CountedTable) and isinstance(known, CountedTable):
            again.learn_from(known, except_for=())
        return again

    def _open_data(self, progress: Progress) -> RowSource:
        return open_data(self.folder, self.record.name, self._password, progress, self.most_tuples)

    @property
    def techniques(self) -> tuple[Step, ...]:
        """What was done to the values before they came here: sampling and noise."""
        return self.unraised.techniques

    @property
    def beginnings(self) -> tuple[Message, ...]:
        """Which columns are counted from a higher level on, as sentences."""
        return self._begun.beginnings

    def estimate(self) -> RiskEstimate | None:
        """Between what the risk of the data as it is lies; it waits for nobody who counts."""
        table = self._with_roles(tuple(derive(self.table, self.journal.active).roles.items()))
        with closing(self.reopen(silent)) as source:
            return estimate_risk(OpenTable(source, table))

    def close(self) -> None:
        """Let go of the file or the connection."""
        self.source.close()

    def cached(
        self,
        kind: type[Answer],
        key: Hashable,
        compute: Callable[[], Answer],
        most: int = CROWDS,
    ) -> Answer:
        """An answer of some kind that a use case computes once; the latest of each kind stay."""
        answers = self._cached.setdefault(kind, LruCache(most))
        return cast(Answer, answers.get(key, compute))

    def peek(self, kind: type[Answer], key: Hashable) -> Answer | None:
        """The answer of some kind if it was computed and is still here."""
        answers = self._cached.get(kind)
        return None if answers is None else cast(Answer | None, answers.peek(key))

    def forget(self, kind: type, key: Hashable) -> None:
        """Drop an answer, so that it is computed anew."""
        if kind in self._cached:
            self._cached[kind].drop(key)

    def snapshot(self, entries: Sequence[Entry] | None = None) -> Snapshot:
        """Where these decisions lead, or those in force."""
        chosen = self.journal.active if entries is None else entries
        wanted = derive(self.table, chosen)
        roles: Roles = tuple(wanted.roles.items())
        choices: Choices = tuple(wanted.hierarchies.values())
        dataset = self._datasets.get((roles, choices), lambda: self._dataset(roles, choices))
        derived = derive(self.table, chosen, _heights(dataset))
        guards = {chosen.attribute: _protections(chosen) for chosen in derived.protections.values()}
        levels = tuple(sorted((name, level) for name, level in derived.levels.items() if level))
        guarding = tuple(sorted(guards.items(), key=str))
        key = (roles, choices, levels, derived.k, guarding, derived.recode)
        guarded = dataset.with_guards(guards) if guards else dataset
        return Snapshot(self, guarded, derived, key)

    def _table_at(self, revision: int) -> OpenTable:
        """The table with the roles, hierarchies and protections of a revision."""
        return self.snapshot(active_at(self.journal.events, revision)).dataset

    def domain(self, name: str) -> Domain:
        """The values of an attribute."""
        attribute = self.table.attribute(name)
        for dataset in self._datasets.answers():
            if not dataset.measurable:
                continue
            crowd = dataset.protected_crowd.by_rows
            for domain in (*crowd.domains, *(attribute.domain for attribute in crowd.sensitive)):
                if domain.attribute.name == name:
                    return domain
        return self._domains.get(
            name, lambda: build_crowd(self.source.tally([name]), [attribute], []).domains[0]
        )

    def recoded(self, dataset: OpenTable, recode: Recode, key: tuple[object, ...]) -> Outcome:
        """The outcome of a recoding that was decided; on the disk it outlives the process."""
        return self.outcomes.get(key, lambda: recall(self.folder, dataset, recode))

    def hierarchy(self, choice: ChooseHierarchy) -> Hierarchy:
        """The hierarchy that was chosen, checked against the data."""
        return self._hierarchies.get(choice, lambda: self._built(choice))

    def _built(self, choice: ChooseHierarchy) -> Hierarchy:
        domain = self.domain(choice.attribute)
        if choice.builder is not None:
            return build(choice.builder, domain)
        return from_csv(choice.csv or "", domain)

    def _with_roles(self, roles: Roles) -> Table:
        guessed = {attribute.name: attribute.role for attribute in self.table.attributes}
        return self.table.assigning(
            {name: role for name, role in roles if guessed[name] is not role}
        )

    def _dataset(self, roles: Roles, choices: Choices) -> OpenTable:
        chosen = {choice.attribute: self.hierarchy(choice) for choice in choices}
        given = {**self._begun.given, **chosen}
        table = self._with_roles(roles)
        for known in self._datasets.answers():
            if known.table == table:
                return known.with_hierarchies(given)
        dataset = replace(self._begun, table=table, given=given)
        if dataset.measurable:  # counted now, under the lock of whoever asks for it first
            try:
                _ = dataset.protected_crowd
            except CrowdTooLarge as error:
                return replace(dataset, too_large=error)
        return dataset


def _open(name: str, source: RowSource) -> OpenTable:
    """The table with its guessed roles."""
    return OpenTable(source, Table(name, source.rows, guess(source.profiles())))


def _begin(table: OpenTable, folder: Path) -> OpenTable:
    """The table generalised in its engine, where that was chosen."""
    levels = read_first_levels(folder)
    try:
        begun = raise_first(table, levels) if levels else table
        stored = begun.begun and isinstance(table.source, StoredTable)
        return replace(begun, source=_raise_rows(table.source, begun)) if stored else begun
    except BaseException:
        table.close()
        raise


def _raise_rows(source: Source, begun: OpenTable) -> RowSource:
    """The rows of a source with the columns generalised from which a table begins."""
    labels = {name: recode(each.whole, each.level) for name, each in begun.begun.items()}
    if isinstance(source, StoredTable):
        return open_raised(source, labels, [each.profile for each in begun.table.attributes])
    return cast(RowSource, source.raised(labels) if can_raise(source) else source)


def _heights(dataset: OpenTable) -> dict[str, int]:
    return {name: hierarchy.height for name, hierarchy in dataset.hierarchies.items()}


def _protections(chosen: Protect) -> tuple[Protection, ...]:
    if chosen.attribute == WHOLE_RELEASE:
        return tuple(chosen.release_promise(*model) for model in chosen.models)
    return tuple(Protection(chosen.attribute, *model) for model in chosen.models)
