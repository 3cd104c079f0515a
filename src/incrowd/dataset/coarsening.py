"""Too many combinations for memory: let the engine generalise some columns before it counts.

    coarsen(table, {"birth date": 2})       # counted by year, in the engine
    coarsen(table, None)                    # as much as it takes, chosen by estimates

What is generalised so is published so, or coarser: the levels below are not looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from incrowd.crowd.coding import build_crowd
from incrowd.dataset.counting import find_hierarchy
from incrowd.dataset.open_table import Beginning, OpenTable
from incrowd.dataset.state_counts import recode
from incrowd.engines.contract import RaisableSource, can_raise
from incrowd.errors import CrowdTooLarge, InvalidParameter
from incrowd.hierarchies.beginning import begin_at
from incrowd.hierarchies.hierarchy import Hierarchy
from incrowd.language import say
from incrowd.table import Role

_TRIED: Final = 3
"""Columns with the most values that are tried in each round."""

Opened = TypeVar("Opened", bound=OpenTable)


@dataclass(frozen=True)
class Proposal:
    """The levels from which on a table would fit into memory, and about what would be left."""

    levels: dict[str, int]
    titles: dict[str, str]
    """What each of these levels shows."""
    combinations: int


def coarsen(table: Opened, levels: Mapping[str, int] | None) -> Opened:
    """The table with some quasi-identifiers generalised in its engine, chosen if none are named."""
    quasi = {attribute.name for attribute in table.table.with_role(Role.QUASI)}
    for name in levels or ():
        if name not in quasi:
            raise InvalidParameter(
                say("'{name}' is not a quasi-identifier.", name=name),
                say("Name quasi-identifiers with their levels: --coarsen 'birth date=2'."),
            )
    return raise_first(table, propose_levels(table).levels if levels is None else levels)


def propose_levels(table: OpenTable) -> Proposal:
    """Find levels of quasi-identifiers at which the combinations fit into memory."""
    search = _Search(table, _raisable(table))
    levels, combinations = search.choose()
    chosen = {name: level for name, level in levels.items() if level}
    titles = {name: search.hierarchy(name).title(level) for name, level in chosen.items()}
    return Proposal(chosen, titles, combinations)


def raise_first(table: Opened, levels: Mapping[str, int]) -> Opened:
    """The table with some columns generalised in its engine up to a level, whatever their role."""
    source = _raisable(table)
    search = _Search(table, source)
    whole = {name: search.hierarchy(name) for name, level in levels.items() if level}
    chosen = {name: hierarchy.check_level(levels[name]) for name, hierarchy in whole.items()}
    raised = source.raised({name: recode(whole[name], level) for name, level in chosen.items()})
    profiles = {profile.name: profile for profile in raised.profiles() if profile.name in chosen}
    attributes = tuple(
        replace(each, profile=profiles[each.name]) if each.name in profiles else each
        for each in table.table.attributes
    )
    begun = {name: Beginning(whole[name], level) for name, level in chosen.items()}
    given = {name: begin_at(hierarchy, chosen[name]) for name, hierarchy in whole.items()}
    return replace(
        table,
        source=raised,
        table=replace(table.table, attributes=attributes),
        given={**table.given, **given},
        begun=begun,
    )


def _raisable(table: OpenTable) -> RaisableSource:
    if not can_raise(table.source):
        raise InvalidParameter(
            say("The columns of '{name}' cannot be generalised first.", name=table.source.name),
            say("Give columns with very many values another role."),
        )
    return table.source


@dataclass(frozen=True, eq=False)
class _Search:
    """Looks for levels at which the combinations fit into memory."""

    table: OpenTable
    source: RaisableSource
    _hierarchies: dict[str, Hierarchy] = field(default_factory=dict)

    def hierarchy(self, name: str) -> Hierarchy:
        """The hierarchy of a column, made from its own values alone."""
        if name not in self._hierarchies:
            attribute = self.table.table.attribute(name)
            domain = build_crowd(self.source.tally([name]), [attribute], []).domains[0]
            self._hierarchies[name] = find_hierarchy(domain, self.table.given)
        return self._hierarchies[name]

    def choose(self) -> tuple[dict[str, int], int]:
        """Raise what lowers the number of combinations most, until they fit."""
        quasi = [attribute.name for attribute in self.table.table.with_role(Role.QUASI)]
        known = {name: self.hierarchy(name) for name in quasi}
        levels = dict.fromkeys(known, 0)
        tuples = self._estimate(known, levels)
        while tuples > self.source.most_tuples:
            self.table.progress("Looking for levels that fit", None)
            tries = self._tries(known, levels)
            if not tries:
                rows = self.table.table.rows
                raise CrowdTooLarge.of(
                    tuples,
                    self.source.most_tuples,
                    self._counted,
                    rows,
                    stopped=self.source.stops_counting,
                )
            counted = {name: self._estimate(known, levels | {name: tries[name]}) for name in tries}
            # a bounded count may not tell columns apart: then the one with most values is raised
            best = min(
                counted, key=lambda name: (counted[name], -_width(known[name], levels[name]))
            )
            levels[best], tuples = tries[best], counted[best]
        return levels, tuples

    def _tries(self, known: Mapping[str, Hierarchy], levels: Mapping[str, int]) -> dict[str, int]:
        """The next level of the columns that have the most values now."""
        open_ones = [name for name in known if levels[name] < known[name].height]
        widest = sorted(open_ones, key=lambda name: -_width(known[name], levels[name]))
        return {name: levels[name] + 1 for name in widest[:_TRIED]}

    @property
    def _counted(self) -> list[str]:
        roles = (Role.QUASI, Role.SENSITIVE, Role.PERSON)
        return [each.name for each in self.table.table.attributes if each.role in roles]

    def _estimate(self, known: Mapping[str, Hierarchy], levels: Mapping[str, int]) -> int:
        labels = {name: recode(known[name], level) for name, level in levels.items() if level}
        return self.source.raised(labels).estimate_tuples(self._counted)


def _width(hierarchy: Hierarchy, level: int) -> int:
    """How many different texts a level shows."""
    return len(hierarchy.values) if level == 0 else len(hierarchy.labels[level - 1])
