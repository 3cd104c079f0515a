"""A table that is open: its source, roles and hierarchies, and the crowd counted from them.

table = OpenTable(source, Table("people", source.rows, guess(source.profiles())))
table.crowd.rows        # 5000
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from incrowd.crowd.crowd import WHOLE_RELEASE, Crowd, Protection, ReleasePromise, State
from incrowd.crowd.people import People
from incrowd.dataset.counting import Given, count_crowd, count_population, regrade
from incrowd.dataset.state_counts import StateCounts, recode
from incrowd.engines.address import Address, parse_address
from incrowd.engines.contract import (
    RowSource,
    Source,
    can_count_states,
    can_publish,
    has_rows,
    needs_check,
)
from incrowd.engines.duckdb.source import DuckDBSource
from incrowd.engines.stored.storage import store, store_raised, store_source
from incrowd.engines.stored.table import open_stored
from incrowd.errors import (
    CrowdNeeded,
    CrowdTooLarge,
    InvalidParameter,
    NothingToMeasure,
    UnknownName,
)
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.language import Message, say
from incrowd.lru_cache import LruCache
from incrowd.measures.enforcement import default_protections, propose_protections
from incrowd.measures.promise_names import needs_people
from incrowd.measures.registry import measure
from incrowd.progress import Progress, silent
from incrowd.roles import warn_of_repetition
from incrowd.table import BY_YOU, Attribute, Role, Table
from incrowd.techniques.step import Step
from incrowd.temporary_folder import TemporaryFolder

SIDE_TABLES: Final = 2
"""Sets of columns for which the crowd that knows them, too, stays in memory."""


@dataclass(frozen=True, eq=False)
class Origin:
    """A file, URL or frame, and how it was read."""

    data: object
    options: Mapping[str, str] = field(default_factory=dict)
    progress: Progress = silent

    def is_file(self, path: Path) -> bool:
        """Whether the data lies in this very file, or in the folder where the file is."""
        if not isinstance(self.data, (str, Path)):
            return False
        place = self.data if isinstance(self.data, Path) else parse_address(self.data)
        if isinstance(place, Address) and place.server is not None:
            return False
        own = place.path if isinstance(place, Address) else place
        try:
            if own.is_dir():
                return path.resolve().is_relative_to(own.resolve())
            return own.exists() and path.exists() and own.samefile(path)
        except OSError:  # longer than any file system takes
            return False

    def store(self, target: Path) -> None:
        """Read the data again and keep its rows in their order."""
        store(self.data, target, self.progress, **self.options)

    def store_raised(self, target: Path, begun: Mapping[str, "Beginning"]) -> None:
        """The same with columns as they are where counting began."""
        recodings = {name: recode(each.whole, each.level) for name, each in begun.items()}
        store_raised(self.data, target, recodings, self.progress, **self.options)


@dataclass(frozen=True, eq=False)
class Beginning:
    """A column that its engine generalises before it is counted: up to a level of a hierarchy."""

    whole: Hierarchy
    level: int


@dataclass(frozen=True, eq=False)
class OpenTable:
    """A table with roles and hierarchies; changes give a new one on the same source."""

    source: Source
    table: Table
    given: Mapping[str, Given] = field(default_factory=dict)
    """Hierarchies that the user chose instead of the automatic ones."""
    guards: Mapping[str, tuple[Protection, ...]] = field(default_factory=dict)
    """Protections of sensitive attributes that the user chose; none where nothing is asked. What is
    promised of the release as a whole stands under `WHOLE_RELEASE`."""
    guard_reasons: Mapping[Protection, Message] = field(default_factory=dict)
    """Why protections were chosen, where it was not the user who chose them."""
    population: Source | None = None
    population_size: int | None = None
    attack: Mapping[str, float] = field(default_factory=dict)
    """What somebody gains who finds a person, and what an attempt costs, for promises about it."""
    progress: Progress = silent
    origin: Origin | None = None
    """Where the data came from, to be read again; None where that is not needed."""
    begun: Mapping[str, Beginning] = field(default_factory=dict)
    """Columns that are generalised before they are counted."""
    too_large: CrowdTooLarge | None = None
    """Why nothing is counted, where there are too many combinations."""
    push_down: bool = False
    """Whether the engine counts every state that is asked for, so that no crowd is fetched."""
    techniques: tuple[Step, ...] = ()
    """What was done to the values before they were counted: sampling and noise."""

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
        """Close files and connections."""
        self.source.close()
        if self.population is not None:
            self.population.close()

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The columns with their roles, and why they have them."""
        return self.table.attributes

    @property
    def roles(self) -> dict[str, str]:
        """The role of each column."""
        return {attribute.name: attribute.role.value for attribute in self.table.attributes}

    @property
    def person_warning(self) -> Message | None:
        """What to say where an id of people repeats, but rows are counted as if they were people.

        None where there is a person key, or no such column.
        """
        return warn_of_repetition(self.table)

    @property
    def beginnings(self) -> tuple[Message, ...]:
        """Which columns are counted from a higher level on, as sentences."""
        return tuple(
            say(
                "'{name}' is counted from level {level} on ({title}): finer values are "
                "neither checked nor published.",
                name=name,
                level=begun.level,
                title=begun.whole.title(begun.level),
            )
            for name, begun in self.begun.items()
        )

    @property
    def measurable(self) -> bool:
        """Whether there is a quasi-identifier, and not too much to count: else there is no risk."""
        return self.too_large is None and bool(self.table.with_role(Role.QUASI))

    @property
    def hierarchies(self) -> dict[str, Hierarchy]:
        """The hierarchy of each quasi-identifier."""
        if not self.measurable:
            return {}
        if self.push_down:
            return {each.attribute: each for each in self.states.hierarchies}
        return dict(zip(self.crowd.names, self.crowd.hierarchies, strict=True))

    @property
    def hierarchy_notes(self) -> dict[str, tuple[Message, ...]]:
        """What was noticed and changed in reading hierarchies, by attribute; nothing is counted."""
        crowds = [self.__dict__.get(name) for name in ("_plain_crowd", "protected_crowd")]
        known = [
            hierarchy
            for crowd in crowds
            if isinstance(crowd, Crowd)
            for hierarchy in (*crowd.hierarchies, *(each.hierarchy for each in crowd.sensitive))
        ]
        return {each.attribute: each.notes for each in known if each is not None and each.notes}

    def with_roles(self, roles: Mapping[str, str], reason: str = BY_YOU) -> Self:
        """Give some columns another role: `with_roles({"income": "sensitive"})`."""
        chosen = {name: parse_role(role) for name, role in roles.items()}
        return replace(self, table=self.table.assigning(chosen, reason))

    def with_hierarchy(self, hierarchy: Hierarchy) -> Self:
        """Use this hierarchy for its attribute instead of the automatic one."""
        self.table.attribute(hierarchy.attribute)
        return self.with_hierarchies({**self.given, hierarchy.attribute: hierarchy})

    def with_hierarchies(self, given: Mapping[str, Given]) -> Self:
        """Use exactly these hierarchies instead of the automatic ones; nothing is counted anew."""
        changed = replace(self, given=given)
        return self._share_crowds(changed, lambda crowd: regrade(crowd, self.given, given))

    def with_guards(
        self,
        guards: Mapping[str, tuple[Protection, ...]],
        reasons: Mapping[Protection, Message] | None = None,
    ) -> Self:
        """Use these protections, and the default ones where nothing is said."""
        changed = replace(self, guards=guards, guard_reasons=reasons or {})
        changed.__dict__["_side_tables"] = self._side_tables
        for name in ("states", "population_crowd", "people"):
            if name in self.__dict__:
                changed.__dict__[name] = self.__dict__[name]
        return self._share_crowds(changed, lambda crowd: crowd)

    def _share_crowds(self, changed: Self, change: Callable[[Crowd], Crowd]) -> Self:
        """Give the crowds that are counted already to a table that differs from this one."""
        for name in ("_plain_crowd", "protected_crowd"):
            if name in self.__dict__:
                changed.__dict__[name] = change(self.__dict__[name])
        return changed

    @property
    def crowd(self) -> Crowd:
        """The crowd of the quasi-identifiers, with sensitive values only if these are known.

        An engine is asked for both at once, as each question costs it a look at all rows.
        """
        known = self.__dict__.get("protected_crowd")
        if isinstance(known, Crowd):
            return known
        sensitive = self.table.with_role(Role.SENSITIVE)
        if sensitive and can_publish(self.source) and "_plain_crowd" not in self.__dict__:
            with suppress(CrowdTooLarge):
                return self.protected_crowd
        return self._plain_crowd

    @cached_property
    def _plain_crowd(self) -> Crowd:
        return self._count([])

    @cached_property
    def protected_crowd(self) -> Crowd:
        """The crowd with the counts of every sensitive value in each tuple."""
        sensitive = self.table.with_role(Role.SENSITIVE)
        return self._count(sensitive) if sensitive else self._plain_crowd

    @cached_property
    def states(self) -> StateCounts:
        """States counted in the engine one by one."""
        if not can_count_states(self.source):
            raise InvalidParameter(
                say("The states of '{name}' cannot be counted one by one.", name=self.source.name),
                say("Remove --push-down."),
            )
        if self.table.person is not None:
            raise CrowdNeeded(
                say("People who have several rows cannot be counted state by state."),
                say(
                    "Give '{name}' another role to count rows, or let the engine generalise first "
                    "(--coarsen auto) in place of --push-down.",
                    name=self.table.person.name,
                ),
            )
        return StateCounts(self.source, self.table, self.given)

    @cached_property
    def _side_tables(self) -> LruCache["OpenTable"]:
        return LruCache(SIDE_TABLES)

    def side_table(self, names: tuple[str, ...], build: Callable[[], "OpenTable"]) -> "OpenTable":
        """This table with some columns more as quasi-identifiers, counted once."""
        return self._side_tables.get(names, build)

    @cached_property
    def population_crowd(self) -> Crowd | None:
        """The people among whom the table was sampled, where a population is given."""
        if self.population is None:
            return None
        quasi = self.table.with_role(Role.QUASI)
        return count_population(self.population, quasi, self.table.person)

    @cached_property
    def people(self) -> People | None:
        """The population in the terms of the table, where a table of it is given."""
        population = self.population_crowd
        return None if population is None else People.of(self.protected_crowd, population)

    def _count(self, sensitive: Sequence[Attribute]) -> Crowd:
        quasi = self.table.with_role(Role.QUASI)
        if not quasi:
            raise NothingToMeasure(
                say("No column is a quasi-identifier, so there is no risk to compute."),
                say("Make at least one column a quasi-identifier: something that others may know."),
            )
        if self.too_large is not None:
            raise self.too_large
        if self.push_down:
            raise CrowdNeeded.here()
        if needs_check(self.source):
            key = [] if self.table.person is None else [self.table.person]
            self.source.check_crowd([each.name for each in (*quasi, *sensitive, *key)])
        self.progress("Counting who looks alike", None)
        return count_crowd(
            self.source, quasi, sensitive, self.given, self.population_crowd, self.table.person
        )

    def crowd_for(self, state: State, measures: Sequence[str]) -> Crowd:
        """The crowd that a state and some measures need, sensitive values only if they do."""
        needs = any(name == "all" or "sensitive" in measure(name).needs for name in measures)
        return self.protected_crowd if state.protections or needs else self.crowd

    def state(
        self,
        levels: Mapping[str, int] | None = None,
        k: int = 1,
        protections: Sequence[Protection] | None = None,
    ) -> State:
        """Complete a state: levels not named are 0, protections the default ones from k = 2 on."""
        states = self.states if self.push_down else None
        self._check_k(k)
        if protections is None:
            protections = self.protections(k)
        return State((states or self.crowd).levels_of(levels or {}), k, tuple(protections))

    def _check_k(self, k: int) -> None:
        """Refuse a k that no class can have."""
        most = self.table.rows if self.table.person is None else self.crowd.rows
        if 1 <= k <= most:
            return
        if self.table.person is None:
            message = say("k = {k:,} is not possible: the table has {rows:,} rows.", k=k, rows=most)
        elif most == 1:
            message = say("k = {k:,} is not possible: all rows are about one person.", k=k)
        else:
            message = say(
                "k = {k:,} is not possible: the table is about {people:,} people.", k=k, people=most
            )
        raise InvalidParameter(message, say("Choose a k from 1 to {rows:,}.", rows=most))

    def protections(self, k: int) -> list[Protection]:
        """What was chosen holds always, the default protections from k = 2 on."""
        if self.push_down:
            defaults = {
                each.name: propose_protections(each, each.name in self.given)
                for each in self.table.with_role(Role.SENSITIVE)
            }
        else:
            sensitive = self.protected_crowd.sensitive if k > 1 or self.guards else ()
            defaults = {each.name: default_protections(each) for each in sensitive}
        single = [
            protection
            for name, default in defaults.items()
            for protection in self.guards.get(name, default if k > 1 else ())
        ]
        return [*single, *self.with_people(self.guards.get(WHOLE_RELEASE, ()))]

    def with_people(self, protections: Sequence[Protection]) -> tuple[Protection, ...]:
        """The same with what this table knows of the population, where promises are about it."""
        return tuple(
            replace(
                each,
                population=self.people if each.counted and not self.push_down else None,
                drawn=None if self.push_down else self.protected_crowd.rows,
            )
            if isinstance(each, ReleasePromise) and needs_people(each.model)
            else each
            for each in protections
        )

    @contextmanager
    def rows(self) -> Iterator[RowSource]:
        """The rows; a copy is stored for the time being where a file was opened for counting only.

        A source that was opened for counting only has no order, so its data is read again.
        """
        if has_rows(self.source):
            yield self.source
            return
        with TemporaryFolder() as folder:
            target = folder.path("data.parquet")
            if isinstance(self.source, DuckDBSource) and self.source.ordered:
                store_source(self.source, target)
            elif self.origin is not None and self.begun:
                self.origin.store_raised(target, self.begun)
            elif self.origin is not None:
                self.origin.store(target)
            else:
                raise InvalidParameter(
                    say("The rows are no longer available."), say("Open the data again.")
                )
            with closing(open_stored(target, self.progress)) as stored:
                yield stored


def parse_role(role: str) -> Role:
    """The role of that name.

    >>> parse_role("quasi")
    <Role.QUASI: 'quasi'>
    """
    try:
        return Role(role)
    except ValueError:
        raise UnknownName.among("role", role, [known.value for known in Role]) from None
