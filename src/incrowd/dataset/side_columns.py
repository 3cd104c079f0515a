"""Who is found when further columns are known: the groups of a state with these shown as they are.

sides = SideColumns.of(table, State((2, 1), k=10), ["purchases", "shop"])
sides.known("purchases").kept_sizes             # array([4, 1, …])
sides.known("purchases", "shop").kept_sizes     # array([2, 1, 1, …])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Classes, Crowd, State
from incrowd.dataset.open_table import OpenTable
from incrowd.hierarchies.builders import suppress
from incrowd.measures.enforcement import suppress as leave_out
from incrowd.table import Role


@dataclass(frozen=True, eq=False)
class SideColumns:
    """The published groups of a state, and how they fall apart once side columns are known."""

    names: tuple[str, ...] = ()
    crowd: Crowd | None = None
    """Everybody by quasi-identifiers and all side columns; None where there is no side column."""
    levels: Mapping[str, int] | None = None
    published: Classes | None = None
    """The groups of the state, all side columns hidden; some are left out."""

    @classmethod
    def of(cls, table: OpenTable, state: State, names: Sequence[str]) -> SideColumns:
        """Count a table by its side columns, too; those that are not named stay hidden."""
        if not names:
            return cls()
        side = table.side_table(tuple(names), lambda: _with_sides(table, names))
        crowd = side.protected_crowd
        levels = dict(zip(table.crowd.names, state.levels, strict=True))
        hidden = crowd.at(crowd.levels_of({**levels, **dict.fromkeys(names, 1)}))
        # with the columns hidden the classes are those of the state, and so is what is left out
        published = leave_out(hidden, replace(state, levels=hidden.levels))
        return cls(tuple(names), crowd, levels, published)

    def known(self, *names: str) -> Classes:
        """The published groups once some side columns are known besides the quasi-identifiers."""
        if self.crowd is None or self.levels is None or self.published is None:
            raise ValueError("no side column was counted")
        hidden = {name: 0 if name in names else 1 for name in self.names}
        shown = self.crowd.at(self.crowd.levels_of({**self.levels, **hidden}))
        kept = self.published.kept[self.published.members[shown.representatives]]
        return shown.keeping(kept)


def _with_sides(table: OpenTable, names: Sequence[str]) -> OpenTable:
    """The table with further quasi-identifiers, each of which is shown or hidden."""
    given = {**table.given, **table.hierarchies}
    for name in names:
        attribute = table.table.attribute(name)
        domain = build_crowd(table.source.tally([name]), [attribute], []).domains[0]
        given[name] = suppress.build(domain)
    changed = table.table.assigning(dict.fromkeys(names, Role.QUASI))
    return replace(table, table=changed, given=given, population=None)
