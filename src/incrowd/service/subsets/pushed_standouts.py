"""Who stands out in a table whose classes its engine counts: the answer that the crowd would give.

find_pushed_standouts(table, {"zip": 1}, k=2, max_size=3).standouts.rows

The engine lists the classes that are too small, and the combinations of the rows in them; from
these few a crowd is built, in which all figures are reckoned as in any other. Where the classes of
a size are too many to be listed they are counted, and combinations of fewer attributes are told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
import pyarrow as pa

from incrowd.advice.standouts import StandOuts
from incrowd.crowd.crowd import Crowd
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.state_counts import Levels, StateCounts
from incrowd.engines.contract import ROWS
from incrowd.engines.states.minimal import (
    ClassList,
    MinimalClass,
    MinimalCount,
    MinimalQuestion,
)
from incrowd.engines.states.question import Shown
from incrowd.errors import CrowdNeeded, EngineError
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions
from incrowd.language import say
from incrowd.subsets.columns import Columns
from incrowd.subsets.minimal import Combination, MinimalSets, check_asked
from incrowd.table import MISSING

MOST_SETS: Final = 1_200
"""Combinations of attributes that are counted, in some 20 statements."""
MOST_LISTED: Final = 100_000
"""Rows of small classes that are brought here, each as often as it is in one."""
MOST_EXAMPLES: Final = 20
"""Small classes that are shown where all are too many."""


@dataclass(frozen=True)
class Unlisted:
    """Combinations of a size that leave too many small classes: counted, and some shown."""

    size: int
    counts: tuple[MinimalCount, ...]
    examples: tuple[MinimalClass, ...]


@dataclass(frozen=True, eq=False)
class PushedStandOuts:
    """Those who stand out, and what was only counted."""

    standouts: StandOuts
    unlisted: Unlisted | None


def find_pushed_standouts(
    table: OpenTable, levels: Mapping[str, int] | None, k: int, max_size: int
) -> PushedStandOuts:
    """Find who stands out in a state, inside the engine."""
    state = table.state(levels)
    if state.protections:
        raise CrowdNeeded.here()
    check_asked(k, max_size)
    states = table.states
    size = _possible_size(len(states.names), max_size)
    if table.table.rows < k:  # the table itself is such a group
        tallies = states.source.tally_within(states.names, [])
        columns = _build_columns(table, state.levels, tallies)
        everybody = np.arange(len(columns.sizes), dtype=np.int32)
        alone = MinimalSets(columns, k, size, (Combination((), everybody),))
        return PushedStandOuts(StandOuts(alone, max_size), None)
    table.progress("Looking for rows that stand out", None)
    visible = states.shown(state.levels)
    found = states.source.list_minimal(
        MinimalQuestion(_sets(visible, range(1, size + 1)), k, MOST_LISTED + 1)
    )
    complete = _complete_size(found, size)
    unlisted = None if complete == size else _count(states, visible, complete + 1, k, found)
    listed = [each for each in found if len(each.shown) <= complete]
    lists = _by_set(listed, states.names)
    tallies = states.source.tally_within(states.names, lists) if lists else []
    columns = _build_columns(table, state.levels, tallies)
    located = tuple(_locate(states, columns, state.levels, lists))
    minimal = MinimalSets(columns, k, complete, located)
    _check_sizes(minimal, listed)
    return PushedStandOuts(StandOuts(minimal, max_size), unlisted)


def _possible_size(width: int, asked: int) -> int:
    """The largest size up to the one asked for whose combinations are not too many."""
    size = min(asked, width)
    while size > 1 and sum(comb(width, length) for length in range(1, size + 1)) > MOST_SETS:
        size -= 1
    return size


def _sets(visible: Sequence[Shown], sizes: Iterable[int]) -> tuple[tuple[Shown, ...], ...]:
    return tuple(each for size in sizes for each in combinations(visible, size))


def _complete_size(found: Sequence[MinimalClass], asked: int) -> int:
    """The size up to which all small classes were listed, and are few enough."""
    rows = 0
    for each in found:
        rows += each.size
        if rows > MOST_LISTED:
            return len(each.shown) - 1
    return asked


def _count(
    states: StateCounts,
    visible: Sequence[Shown],
    size: int,
    k: int,
    found: Sequence[MinimalClass],
) -> Unlisted:
    """Count what is too much to be listed."""
    question = MinimalQuestion(_sets(visible, [size]), k, MOST_LISTED)
    examples = [each for each in found if len(each.shown) == size][:MOST_EXAMPLES]
    return Unlisted(size, tuple(states.source.count_minimal(question)), tuple(examples))


def _by_set(found: Iterable[MinimalClass], names: Sequence[str]) -> list[ClassList]:
    """The classes of each set of columns, the shorter ones first, then in order of attributes."""
    cells: dict[tuple[Shown, ...], list[tuple[str | None, ...]]] = {}
    for each in found:
        cells.setdefault(each.shown, []).append(each.cells)
    place = {name: a for a, name in enumerate(names)}

    def order(shown: tuple[Shown, ...]) -> tuple[int, ...]:
        return (len(shown), *(place[each.name] for each in shown))

    return [ClassList(shown, tuple(cells[shown])) for shown in sorted(cells, key=order)]


def _build_columns(table: OpenTable, levels: Levels, tallies: Sequence[pa.Table]) -> Columns:
    """What is published of some rows; figures of the whole table are known beside them."""
    classes = _build_crowd(table.states, tallies).at(levels)
    return replace(Columns.of(classes), whole=table.table.rows)


def _build_crowd(states: StateCounts, tallies: Sequence[pa.Table]) -> Crowd:
    """The crowd of some rows, its values numbered as in the whole table."""
    width = len(states.domains)
    codes = np.empty((0, width), np.int32)
    counts = np.empty(0, np.int64)
    if tallies:
        pairs = enumerate(states.domains)
        columns = [
            np.concatenate([_encode(each.column(place), domain) for each in tallies])
            for place, domain in pairs
        ]
        rows = np.concatenate([each.column(ROWS).to_numpy() for each in tallies])
        codes, first = np.unique(np.column_stack(columns), axis=0, return_index=True)
        counts = rows[first].astype(np.int64)
    crowd = Crowd(
        states.domains, tuple(np.ascontiguousarray(codes[:, a]) for a in range(width)), counts
    )
    return crowd.with_hierarchies({each.attribute: each for each in states.hierarchies})


def _encode(column: pa.ChunkedArray, domain: Domain) -> Positions:
    """The number that each value of a column has in its domain."""
    number = {value: code for code, value in enumerate(domain.values)}
    values = column.cast(pa.string()).to_pylist()
    try:
        return np.array([number[value] for value in values], np.int32)
    except KeyError:
        raise _changed() from None


def _locate(
    states: StateCounts, columns: Columns, levels: Levels, lists: Sequence[ClassList]
) -> Iterator[Combination]:
    """The entries that lie in the classes of each list."""
    place = {name: a for a, name in enumerate(states.names)}
    known: dict[Shown, dict[str | None, int]] = {}
    for each in lists:
        attributes = tuple(place[shown.name] for shown in each.shown)
        keys, wanted = np.zeros(len(columns.sizes), np.int64), np.zeros(len(each.cells), np.int64)
        for member, (shown, a) in enumerate(zip(each.shown, attributes, strict=True)):
            if shown not in known:
                known[shown] = _number_labels(states, a, levels[a])
            numbers = known[shown]
            theirs = np.array([numbers[cells[member]] for cells in each.cells], np.int64)
            both = np.concatenate([keys, wanted]) * columns.radices[a]
            both += np.concatenate([columns.codes[a], theirs])
            # small numbers again, so that many attributes fit into one
            numbered = np.unique(both, return_inverse=True)[1].astype(np.int64)
            keys, wanted = numbered[: len(keys)], numbered[len(keys) :]
        entries = np.flatnonzero(np.isin(keys, wanted)).astype(np.int32)
        yield Combination(attributes, entries)


def _number_labels(states: StateCounts, a: int, level: int) -> dict[str | None, int]:
    """The code of each value or label of an attribute at a level; none stands for missing."""
    shown = states.domains[a].values if level == 0 else states.hierarchies[a].labels[level - 1]
    return {None if label == MISSING and level else label: code for code, label in enumerate(shown)}


def _check_sizes(minimal: MinimalSets, listed: Sequence[MinimalClass]) -> None:
    """Refuse rows that are not those of the classes: somebody has changed the table since."""
    rows: dict[int, int] = {}
    for each in listed:
        rows[len(each.shown)] = rows.get(len(each.shown), 0) + each.size
    for combination in minimal.combinations:
        rows[len(combination.attributes)] -= int(minimal.columns.sizes[combination.entries].sum())
    if any(rows.values()):
        raise _changed()


def _changed() -> EngineError:
    return EngineError(
        say("The table has changed since its values were looked at."), say("Open it again.")
    )
