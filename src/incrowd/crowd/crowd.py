"""The crowd: the distinct quasi-identifier tuples of a table with their number of rows.

Everything that is computed is computed on the crowd. Its classes at any state are rolled up from
the smallest state already known that is as fine or finer in every attribute:
`crowd.at((0, 2)).sizes`.

Where a table has a person key its crowd is folded: a tuple is then what is known of a person, all
of their rows side by side, and what is counted are persons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.persons import Persons
from incrowd.crowd.sensitive import ClassValues, Sensitive, values_per_class
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.language import say
from incrowd.lru_cache import LruCache
from incrowd.table import MISSING

if TYPE_CHECKING:
    from incrowd.crowd.people import People


@dataclass(frozen=True)
class Protection:
    """What every published class must hold for one sensitive attribute.

    `model` is the name of a privacy measure, `threshold` its parameter: `distinct_l` with 2,
    `t_ordered` with 0.5.
    """

    attribute: str
    model: str
    threshold: float


WHOLE_RELEASE = ""
"""What a promise about no attribute names as its attribute."""


@dataclass(frozen=True)
class ReleasePromise(Protection):
    """What the release as a whole must hold, such as `average_risk` with 0.05.

    It is about no attribute. `people` is the size of the population that the rows were drawn from,
    for models that estimate who is unique in it. Where people are `counted` they are looked up in a
    table, which only an open table gives; `drawn` rows were drawn from them.
    """

    people: int | None = None
    parameters: tuple[tuple[str, float], ...] = ()
    """Further numbers of the model by name: `m` of `k_subsets`."""
    counted: bool = False
    population: People | None = field(default=None, compare=False, repr=False)
    drawn: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class State:
    """Where an anonymisation stands.

    >>> State((0, 2), k=5).k
    5
    """

    levels: tuple[int, ...]
    k: int = 1
    protections: tuple[Protection, ...] = field(default=())


@dataclass(frozen=True, eq=False)
class Classes:
    """Classes of a state; some of them may be suppressed."""

    crowd: Crowd
    levels: tuple[int, ...]
    representatives: Positions
    """A tuple of the crowd that lies in each class."""
    sizes: Sizes
    """Rows of each class, or persons of a folded crowd, suppressed ones included."""
    kept: NDArray[np.bool_] = field(repr=False)
    """Which classes are published."""
    merged: tuple[Classes, Callable[[], Positions]] | None = field(default=None, repr=False)
    """The finer classes that these were made of, and what says in which class each of them lies."""

    @property
    def rows(self) -> int:
        """Rows of the original table, or persons of a folded crowd."""
        return self.crowd.rows

    @cached_property
    def kept_sizes(self) -> Sizes:
        """Sizes of the published classes."""
        return self.sizes if bool(self.kept.all()) else self.sizes[self.kept]

    @property
    def heights(self) -> tuple[int, ...]:
        """The highest level of each quasi-identifier."""
        return self.crowd.heights

    @property
    def by_person(self) -> bool:
        """Whether sizes are persons, not rows."""
        return self.crowd.persons is not None

    @property
    def kept_count(self) -> int:
        """Number of published classes."""
        return len(self.kept_sizes)

    @property
    def smallest(self) -> int:
        """The size of the smallest published class, 0 where there is none."""
        return int(self.kept_sizes.min()) if len(self.kept_sizes) else 0

    @property
    def kept_histogram(self) -> tuple[Sizes, Sizes]:
        """The sizes of published classes in ascending order, and how many classes have each."""
        sizes, counts = np.unique(self.kept_sizes, return_counts=True)
        return sizes.astype(np.int64), counts.astype(np.int64)

    def count_small(self, largest: int) -> Sizes:
        """How many published classes have 0, 1, … rows, up to the largest size asked for."""
        capped = np.minimum(self.kept_sizes, largest + 1)
        counted: Sizes = np.bincount(capped, minlength=largest + 2)[: largest + 1]
        return counted

    def different(self, attribute: str) -> int:
        """How many different values a sensitive attribute has in the whole table."""
        return self.crowd.sensitive_attribute(attribute).different

    @cached_property
    def kept_rows(self) -> int:
        """Rows that are published."""
        return int(self.kept_sizes.sum())

    @property
    def suppressed_rows(self) -> int:
        """Rows that are not published, or persons of a folded crowd."""
        return self.rows - self.kept_rows

    @property
    def table_rows(self) -> int:
        """Rows of the original table, also where persons are counted."""
        return self.crowd.by_rows.rows

    @cached_property
    def kept_table_rows(self) -> int:
        """Rows that are published, also where persons are counted."""
        persons = self.crowd.persons
        if persons is None:
            return self.kept_rows
        rows = self.crowd.counts * persons.rows_each
        return int(rows[self._kept_tuples].sum())

    @property
    def _kept_tuples(self) -> NDArray[np.bool_]:
        """Which tuples are published; a tuple that was passed over (-1) finds the last flag."""
        kept: NDArray[np.bool_] = np.append(self.kept, False)[self.members]
        return kept

    @cached_property
    def by_rows(self) -> Classes:
        """Classes of rows: where persons are counted, published and left out rows apart.

        Rows of one class may belong to persons of whom one is published and the other is not, so
        such a class may be there twice.
        """
        crowd, persons, rows = self.crowd, self.crowd.persons, self.crowd.by_rows
        if persons is None:
            return self
        owners, entries = persons.entries.owners, persons.entries
        class_of = rows.class_of_tuples(self.levels)
        count = int(class_of.max(initial=-1)) + 1
        tuples = np.zeros(count, np.int32)
        tuples[class_of[::-1]] = np.arange(len(class_of), dtype=np.int32)[::-1]
        weights = crowd.counts[owners] * entries.times
        kept = self._kept_tuples[owners]
        places = class_of[entries.values] + np.where(kept, 0, count)
        sizes = np.bincount(places, weights, minlength=2 * count).astype(np.int64)
        used = np.flatnonzero(sizes)
        return Classes(rows, self.levels, tuples[used % max(count, 1)], sizes[used], used < count)

    @cached_property
    def members(self) -> Positions:
        """The class of each tuple of the crowd, -1 for those that were passed over by `only`."""
        if self.merged is not None:
            finer, place = self.merged
            # a tuple that was passed over before (-1) finds the -1 at the end
            merged: Positions = np.append(place(), np.int32(-1))[finer.members]
            return merged
        result = self.crowd.class_of_tuples(self.levels)
        number = np.empty(self.count, np.int32)
        number[result[self.representatives]] = np.arange(self.count, dtype=np.int32)
        members: Positions = number[result]
        return members

    def keeping(self, mask: NDArray[np.bool_]) -> Classes:
        """Suppress the classes that the mask leaves out, beside those already suppressed."""
        return replace(self, kept=self.kept & mask)

    def only(self, mask: NDArray[np.bool_]) -> Classes:
        """These classes alone, as if there were no others."""
        position = np.full(self.count, -1, np.int32)
        position[mask] = np.arange(np.count_nonzero(mask), dtype=np.int32)
        return replace(
            self,
            representatives=self.representatives[mask],
            sizes=self.sizes[mask],
            kept=self.kept[mask],
            merged=(self, lambda: position),
        )

    def values_of(self, sensitive: str) -> ClassValues:
        """Count the values of a sensitive attribute in every class."""
        return values_per_class(self.crowd.sensitive_attribute(sensitive), self.members, self.count)

    @property
    def count(self) -> int:
        """Number of classes, suppressed ones included."""
        return len(self.sizes)

    def describe(self, index: int) -> dict[str, str]:
        """The published values of a class."""
        return self.crowd.describe(int(self.representatives[index]), self.levels)


KNOWN_STATES = 64
"""States whose classes are remembered, the longest unused forgotten first."""


@dataclass(frozen=True)
class Ladder:
    """The levels of an attribute over the codes of its domain: `codes[level][code]`."""

    hierarchy: Hierarchy
    codes: tuple[Positions, ...]
    radices: tuple[int, ...]

    @classmethod
    def of(cls, domain: Domain, hierarchy: Hierarchy) -> Ladder:
        """Look up every value of the data in the hierarchy."""
        where = hierarchy.locate(domain.values)
        as_is = np.arange(len(domain.values), dtype=np.int32)
        levels = [np.ascontiguousarray(groups[where], np.int32) for groups in hierarchy.groups]
        widths = [len(labels) for labels in hierarchy.labels]
        return cls(hierarchy, (as_is, *levels), (max(len(as_is), 1), *widths))


@dataclass(frozen=True, eq=False)
class Crowd:
    """Distinct tuples as one array of codes per attribute, the rows of each, sensitive values."""

    domains: tuple[Domain, ...]
    codes: tuple[Positions, ...]
    counts: Sizes
    sensitive: tuple[Sensitive, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    persons: Persons | None = None
    """The rows of each tuple, where the tuples are persons."""
    unfolded: Crowd | None = field(default=None, repr=False)
    """The crowd of the rows, where the tuples are persons."""
    _states: LruCache[Classes] = field(default_factory=lambda: LruCache(KNOWN_STATES), repr=False)

    @cached_property
    def rows(self) -> int:
        """Rows of the table, or persons where there is a person key."""
        return int(self.counts.sum())

    @property
    def by_rows(self) -> Crowd:
        """The crowd of the rows, which knows the values and hierarchies as they are."""
        return self if self.unfolded is None else self.unfolded

    @property
    def folded(self) -> bool:
        """Whether tuples are persons with several rows, so that only multisets tell them apart."""
        return self.persons is not None and not self.persons.single

    @cached_property
    def names(self) -> list[str]:
        """The quasi-identifiers in column order."""
        return [domain.attribute.name for domain in self.domains]

    @cached_property
    def hierarchies(self) -> list[Hierarchy]:
        """The hierarchy of each quasi-identifier."""
        return [ladder.hierarchy for ladder in self.ladders]

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """The highest level of each quasi-identifier."""
        return tuple(hierarchy.height for hierarchy in self.hierarchies)

    @property
    def bottom(self) -> tuple[int, ...]:
        """The levels of the data as it is."""
        return (0,) * len(self.domains)

    def with_hierarchies(self, hierarchies: Mapping[str, Hierarchy]) -> Crowd:
        """Give every quasi-identifier its hierarchy, and sensitive attributes theirs if any."""
        unfolded = None
        if self.persons is None or self.unfolded is None:
            ladders = tuple(
                Ladder.of(domain, hierarchies[domain.attribute.name]) for domain in self.domains
            )
        else:
            unfolded = self.unfolded.with_hierarchies(hierarchies)
            ladders = fold_ladders(unfolded, self.persons, self.codes)
        sensitive = tuple(
            replace(attribute, hierarchy=hierarchies.get(attribute.name, attribute.hierarchy))
            for attribute in self.sensitive
        )
        return Crowd(
            self.domains, self.codes, self.counts, sensitive, ladders, self.persons, unfolded
        )

    def in_order(self) -> Crowd:
        """The same crowd with its tuples sorted: engines count them in any order."""
        order = np.lexsort(self.codes[::-1]) if self.codes else np.arange(len(self.counts))
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        return Crowd(
            self.domains,
            tuple(np.ascontiguousarray(codes[order]) for codes in self.codes),
            np.ascontiguousarray(self.counts[order]),
            tuple(
                replace(attribute, tuples=rank[attribute.tuples]) for attribute in self.sensitive
            ),
            self.ladders,
            self.persons and self.persons.reorder(order.astype(np.int32), rank),
            self.unfolded,
        )

    def levels_of(self, chosen: Mapping[str, int]) -> tuple[int, ...]:
        """Complete chosen levels with 0, refusing attributes and levels that do not exist."""
        for name in chosen:
            if name not in self.names:
                raise UnknownAttribute(
                    say("'{name}' is not a quasi-identifier of this table.", name=name),
                    say("Quasi-identifiers are: {names}.", names=", ".join(self.names)),
                )
        return self.check_levels([chosen.get(name, 0) for name in self.names])

    def check_levels(self, levels: Sequence[int]) -> tuple[int, ...]:
        """Return the levels if each attribute has its one."""
        if len(levels) != len(self.ladders):
            raise InvalidParameter(
                say(
                    "{levels} levels for {attributes} quasi-identifiers.",
                    levels=len(levels),
                    attributes=len(self.ladders),
                ),
                say("Give one level per quasi-identifier."),
            )
        pairs = zip(self.hierarchies, levels, strict=True)
        return tuple(hierarchy.check_level(level) for hierarchy, level in pairs)

    def at(self, levels: Sequence[int]) -> Classes:
        """Classes when each attribute is published at its level."""
        known = isinstance(levels, tuple) and self._states.peek(levels) is not None
        wanted = tuple(levels) if known else self.check_levels(levels)
        return self._states.get(wanted, lambda: self._rolled_up(wanted))

    def forget(self) -> None:
        """Forget the classes of every state."""
        self._states.clear()

    def _rolled_up(self, levels: tuple[int, ...]) -> Classes:
        members, sizes = self._nearest(levels)
        keys, space = self.pack(levels, members)
        first, totals, _ = group(keys, sizes, space)
        return Classes(self, levels, members[first], totals, np.ones(len(first), np.bool_))

    def _nearest(self, levels: tuple[int, ...]) -> tuple[Positions, Sizes]:
        """Find the fewest classes that are known and as fine or finer in every attribute."""
        members, sizes = np.arange(len(self.counts), dtype=np.int32), self.counts
        candidates = self._states.answers()
        for known in candidates:
            finer = all(have <= want for have, want in zip(known.levels, levels, strict=True))
            if finer and known.count < len(sizes):
                members, sizes = known.representatives, known.sizes
        return members, sizes

    def pack(self, levels: tuple[int, ...], members: Positions) -> tuple[Sizes, int]:
        """One key per member, equal where these tuples look the same, and a bound above all.

        Persons look the same where the multisets of the classes of their rows are the same.
        """
        if self.folded and self.persons is not None:
            classes = self.by_rows.class_of_tuples(levels)
            numbers, count = self.persons.number(classes, members)
            return numbers.astype(np.int64), max(count, 1)
        pairs = list(zip(self.ladders, levels, strict=True))
        level_codes = [ladder.codes[level] for ladder, level in pairs]
        return pack(self.codes, level_codes, [lad.radices[level] for lad, level in pairs], members)

    def class_of_tuples(self, levels: tuple[int, ...]) -> Positions:
        """Number the classes of every tuple by first occurrence."""
        keys, space = self.pack(levels, np.arange(len(self.counts), dtype=np.int32))
        return group(keys, self.counts, space)[2]

    def describe(self, tuple_index: int, levels: Sequence[int]) -> dict[str, str]:
        """The published values of a tuple at some levels, for a person those of all rows."""
        if self.persons is not None:
            return {
                name: self.persons.describe(
                    tuple_index, partial(self.by_rows._published, position, level=level)
                )
                for position, (name, level) in enumerate(zip(self.names, levels, strict=True))
            }
        return {
            domain.attribute.name: self._published(position, tuple_index, level)
            for position, (domain, level) in enumerate(zip(self.domains, levels, strict=True))
        }

    def _published(self, position: int, tuple_index: int, level: int) -> str:
        code = int(self.codes[position][tuple_index])
        if level == 0:
            value = self.domains[position].values[code]
            return MISSING if value is None else value
        ladder = self.ladders[position]
        return ladder.hierarchy.label(level, int(ladder.codes[level][code]))

    def sensitive_attribute(self, name: str) -> Sensitive:
        """Find a sensitive attribute by name."""
        for attribute in self.sensitive:
            if attribute.name == name:
                return attribute
        raise UnknownAttribute.among(name, [attribute.name for attribute in self.sensitive])


def fold_ladders(rows: Crowd, persons: Persons, codes: Sequence[Positions]) -> tuple[Ladder, ...]:
    """The levels of each attribute over sequences: finer than multisets, and never coarser.

    The hierarchy is the one of the rows; `codes` are the sequences of values as they are.
    """
    if persons.single:
        return rows.ladders
    return tuple(
        _fold_ladder(ladder, own, persons, folded)
        for ladder, own, folded in zip(rows.ladders, rows.codes, codes, strict=True)
    )


def _fold_ladder(ladder: Ladder, own: Positions, persons: Persons, folded: Positions) -> Ladder:
    values = int(folded.max(initial=-1)) + 1
    speaker = np.zeros(values, np.int32)
    speaker[folded] = np.arange(len(folded), dtype=np.int32)
    levels = [np.arange(values, dtype=np.int32)]
    radices = [max(values, 1)]
    for level, level_codes in enumerate(ladder.codes[1:], start=1):
        top = level == len(ladder.codes) - 1
        numbers, count = persons.number_sequences(level_codes[own], top=top)
        levels.append(np.ascontiguousarray(numbers[speaker]))
        radices.append(max(count, 1))
    return Ladder(ladder.hierarchy, tuple(levels), tuple(radices))
