"""Who is found when a further column is known: groups of a state with one column more, as it is.

side_sizes(table, State((2, 1), k=10), ["purchases"])     # {"purchases": array([4, 1, …])}
"""

from collections.abc import Sequence
from dataclasses import replace

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import State
from incrowd.dataset.open_table import OpenTable
from incrowd.hierarchies.builders import suppress
from incrowd.kernels.grouping import Sizes
from incrowd.measures.enforcement import suppress as leave_out
from incrowd.table import Role


def side_sizes(table: OpenTable, state: State, names: Sequence[str]) -> dict[str, Sizes]:
    """For each column the sizes of the published groups once it is known besides the others."""
    return {name: _sizes(table, state, name) for name in names}


def _sizes(table: OpenTable, state: State, name: str) -> Sizes:
    side = table.side_table(name, lambda: _with_side(table, name))
    crowd = side.protected_crowd if state.protections else side.crowd
    levels = dict(zip(table.crowd.names, state.levels, strict=True))
    hidden = crowd.at(crowd.levels_of({**levels, name: 1}))
    shown = crowd.at(crowd.levels_of({**levels, name: 0}))
    # with the column hidden the classes are those of the state, and so is what is left out
    published = leave_out(hidden, replace(state, levels=hidden.levels))
    kept = published.kept[published.members[shown.representatives]]
    sizes: Sizes = shown.sizes[kept]
    return sizes


def _with_side(table: OpenTable, name: str) -> OpenTable:
    """The table with one quasi-identifier more, which is shown or hidden."""
    attribute = table.table.attribute(name)
    domain = build_crowd(table.source.tally([name]), [attribute], []).domains[0]
    given = {**table.given, **table.hierarchies, name: suppress.build(domain)}
    changed = table.table.assigning({name: Role.QUASI})
    return replace(table, table=changed, given=given, population=None)
