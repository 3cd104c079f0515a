"""What a recipe says of an open table: hierarchies as CSV, and levels from the data on."""

from collections.abc import Mapping

from incrowd.dataset.open_table import OpenTable
from incrowd.hierarchies import to_csv


def write_hierarchies(table: OpenTable) -> dict[str, str]:
    """The hierarchies as CSV; a promise may need that of a sensitive attribute, too."""
    known = table.hierarchies
    for attribute in table.protected_crowd.sensitive:
        if attribute.hierarchy is not None:
            known[attribute.name] = attribute.hierarchy
    for name, begun in table.begun.items():
        known[name] = begun.whole
    return {name: to_csv(hierarchy) for name, hierarchy in known.items()}


def count_from_the_data(table: OpenTable, levels: Mapping[str, int]) -> dict[str, int]:
    """Levels counted from the data as it is, also where columns begin at a higher one."""
    begun = table.begun
    return {
        name: min(begun[name].whole.height, begun[name].level + level) if name in begun else level
        for name, level in levels.items()
    }
