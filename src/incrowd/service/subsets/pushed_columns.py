"""The quasi-identifiers of a table whose groups its engine counts, subset by subset.

count_columns(table, (0, 1)).k_of((0,))     # the smallest group of the first attribute alone
"""

from collections.abc import Sequence

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.states.question import ClassSizes, ListedClass, Shown, SmallClasses
from incrowd.subsets.counted import CountedColumns, Members
from incrowd.table import SUPPRESSED


def count_columns(table: OpenTable, levels: tuple[int, ...]) -> CountedColumns:
    """The columns of a state; what is known of a subset is not asked again."""
    states, heights = table.states, table.states.heights

    def shown(members: Members) -> tuple[Shown, ...]:
        chosen = set(members)
        hidden = zip(levels, heights, strict=True)
        return states.shown(
            tuple(
                level if place in chosen else height for place, (level, height) in enumerate(hidden)
            )
        )

    def count(sets: Sequence[Members]) -> list[ClassSizes]:
        return states.sizes([shown(each) for each in sets])

    def list_small(members: Members, below: int, most: int) -> list[ListedClass]:
        found = states.source.list_classes(SmallClasses(shown(members), below, (), most))
        return [
            ListedClass(
                {states.names[a]: each.values.get(states.names[a], SUPPRESSED) for a in members},
                each.size,
            )
            for each in found
        ]

    names = tuple(states.names)
    everybody = count([tuple(range(len(names)))])[0]
    return CountedColumns(names, everybody.rows, count, list_small, everybody)
