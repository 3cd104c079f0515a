"""States of a table that its engine counts one by one, where there are too many combinations.

counts = StateCounts(source, table, {})
counts.at((2, 0)).kept_count        # one GROUP BY in the engine, and one over the sizes

The values of each column are looked at, never their combinations: what comes back of a state is how
many classes there are of each size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Protection, ReleasePromise
from incrowd.crowd.published import CountedClasses
from incrowd.crowd.spellings import NOTHING, read_meanings
from incrowd.dataset.counting import Given, find_hierarchy
from incrowd.engines.contract import StateSource
from incrowd.engines.states.question import ClassQuestion, ClassSizes, Shown
from incrowd.engines.stored.page import Recoding
from incrowd.errors import CrowdNeeded, UnknownAttribute
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.language import say
from incrowd.lru_cache import LruCache
from incrowd.measures.promise_names import in_words
from incrowd.table import MISSING, Attribute, Role, Table

DIVERSITY: Final = "distinct_l"
"""The one protection that an engine can count: different values in every class."""
_REMEMBERED: Final = 4096
"""Sets of columns whose figures are kept."""
Levels = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class StateCounts:
    """The states of a table, each counted in its engine when it is asked for."""

    source: StateSource
    table: Table
    given: Mapping[str, Given]
    _domains: dict[str, Domain] = field(default_factory=dict)
    _known: LruCache[ClassSizes] = field(default_factory=lambda: LruCache(_REMEMBERED))

    @cached_property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        """The hierarchy of each quasi-identifier, made from its own values alone."""
        return tuple(self._hierarchy(each) for each in self.table.with_role(Role.QUASI))

    def _hierarchy(self, attribute: Attribute) -> Hierarchy:
        """What was given, or what suits the values, which are looked at only then."""
        given = self.given.get(attribute.name)
        if isinstance(given, Hierarchy):
            return given
        return find_hierarchy(self._domain(attribute.name), self.given)

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """The values of each quasi-identifier."""
        return tuple(self._domain(each.name) for each in self.table.with_role(Role.QUASI))

    @property
    def names(self) -> list[str]:
        """The quasi-identifiers in column order."""
        return [hierarchy.attribute for hierarchy in self.hierarchies]

    @property
    def heights(self) -> Levels:
        """The highest level of each quasi-identifier."""
        return tuple(hierarchy.height for hierarchy in self.hierarchies)

    def domain(self, attribute: Attribute) -> Domain:
        """The values of one column."""
        return build_crowd(self.source.tally([attribute.name]), [attribute], []).domains[0]

    def _domain(self, name: str) -> Domain:
        """The values of a quasi-identifier, looked at once."""
        if name not in self._domains:
            self._domains[name] = self.domain(self.table.attribute(name))
        return self._domains[name]

    def levels_of(self, chosen: Mapping[str, int]) -> Levels:
        """Complete chosen levels with 0, refusing attributes and levels that do not exist."""
        for name in chosen:
            if name not in self.names:
                raise UnknownAttribute(
                    say("'{name}' is not a quasi-identifier of this table.", name=name),
                    say("Quasi-identifiers are: {names}.", names=", ".join(self.names)),
                )
        return tuple(each.check_level(chosen.get(each.attribute, 0)) for each in self.hierarchies)

    def at(self, levels: Levels, secrets: Sequence[str] = ()) -> CountedClasses:
        """The classes of one state, with the different values of some sensitive attributes."""
        return self.at_all([levels], secrets)[0]

    def at_all(self, states: Sequence[Levels], secrets: Sequence[str] = ()) -> list[CountedClasses]:
        """The classes of several states, counted together."""
        sets = [self.shown(levels) for levels in states]
        sizes = self.sizes(sets, secrets)
        return [
            CountedClasses(
                levels,
                self.heights,
                each.sizes,
                each.classes,
                dict(zip(secrets, each.different, strict=True)),
                {name: self._meanings[name][1] for name in secrets},
            )
            for levels, each in zip(states, sizes, strict=True)
        ]

    def shown(self, levels: Levels) -> tuple[Shown, ...]:
        """The columns of a state; one that is hidden tells nobody apart."""
        pairs = zip(self._forms, levels, strict=True)
        return tuple(form for forms, level in pairs for form in forms[level : level + 1])

    def sizes(
        self, sets: Sequence[tuple[Shown, ...]], secrets: Sequence[str] = ()
    ) -> list[ClassSizes]:
        """How many classes of each size every set of columns has; what is known is not asked."""
        different = tuple(self.secret(name) for name in secrets)
        keys = [(frozenset(each), different) for each in sets]
        known = {key: self._known.peek(key) for key in keys}
        pairs = zip(keys, sets, strict=True)
        missing = {key: each for key, each in pairs if known[key] is None}
        if missing:
            counted = self.source.count_classes(ClassQuestion(tuple(missing.values()), different))
            for key, fresh in zip(missing, counted, strict=True):
                known[key] = fresh
                self._known.put(key, fresh)
        return [each for key in keys if (each := known[key]) is not None]

    def secret(self, name: str) -> Shown:
        """A sensitive attribute as its different values are counted."""
        return self._meanings[name][0]

    @cached_property
    def _forms(self) -> tuple[tuple[Shown, ...], ...]:
        """Each quasi-identifier at every level but the highest, where all rows look alike."""
        return tuple(
            (
                Shown(each.attribute),
                *(Shown(each.attribute, recode(each, level)) for level in range(1, each.height)),
            )
            for each in self.hierarchies
        )

    @cached_property
    def _meanings(self) -> dict[str, tuple[Shown, int]]:
        """What each sensitive value means, and how many different meanings there are."""
        sensitive = self.table.with_role(Role.SENSITIVE)
        return {each.name: _read_secrets(self.domain(each)) for each in sensitive}


def recode(hierarchy: Hierarchy, level: int) -> Recoding:
    """What is published of each value at a level."""
    labels = hierarchy.labels[level - 1]
    return Recoding(
        hierarchy.values, tuple(labels[group] for group in hierarchy.groups[level - 1].tolist())
    )


def countable(protections: Sequence[Protection]) -> list[str]:
    """The attributes whose different values the protections ask for; others need the crowd."""
    for protection in protections:
        if isinstance(protection, ReleasePromise):
            raise CrowdNeeded(
                say(
                    "'{promise}' can only be checked with all combinations, but this table is "
                    "counted state by state.",
                    promise=in_words(protection),
                ),
                say("Let the engine generalise first (--coarsen auto) in place of --push-down."),
            )
        if protection.model != DIVERSITY:
            raise CrowdNeeded(
                say(
                    "The protection of '{name}' can only be checked with all combinations, "
                    "but this table is counted state by state.",
                    name=protection.attribute,
                ),
                say(
                    "Ask for different values instead (--promise '{name}:l=2'), for nothing "
                    "(--promise '{name}:none'), or let the engine generalise first (--coarsen "
                    "auto) in place of --push-down.",
                    name=protection.attribute,
                ),
            )
    return list(dict.fromkeys(protection.attribute for protection in protections))


def _read_secrets(domain: Domain) -> tuple[Shown, int]:
    """A sensitive column in which values that mean the same are one, and empty words none."""
    meanings = read_meanings(domain)
    own = np.arange(len(meanings))
    values = int(np.count_nonzero(meanings == own))
    plain = all(
        value is None or meaning == place
        for place, (value, meaning) in enumerate(zip(domain.values, meanings, strict=True))
    )
    if plain:
        return Shown(domain.attribute.name), values
    labels = tuple(MISSING if meaning == NOTHING else str(meaning) for meaning in meanings.tolist())
    return Shown(domain.attribute.name, Recoding(tuple(domain.values), labels)), values
