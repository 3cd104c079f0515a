"""Who may be behind whom where a table has several rows of one person: distinct people count.

    identify_persons(fits, published, people, owners)       # Identification by person

A row of three visits of one person fits that one person, not three; and three published rows of one
person are one candidate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from incrowd.errors import InvalidParameter
from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.language import say
from incrowd.linking.values.possible_values import Fits

MOST_COMPARED: Final = 4_000_000_000
"""Pairs of combinations that are compared: some seconds."""
MOST_CELLS: Final = 500_000_000
"""Pairs of a text and a value for which it is written down whether they fit."""

Flags = NDArray[np.bool_]


class Owners(NamedTuple):
    """The persons of each combination: those of combination `c` at `starts[c]:starts[c + 1]`."""

    starts: Sizes
    persons: Positions


OWNERS: Final = struct(Owners, starts="int64[::1]", persons="int32[::1]")


class Table(NamedTuple):
    """What fits, column by column in one list: `flags[base + text * width + value]`."""

    flags: Flags
    bases: Sizes
    widths: Sizes


TABLE: Final = struct(Table, flags="boolean[::1]", bases="int64[::1]", widths="int64[::1]")


@dataclass(frozen=True, eq=False)
class Persons:
    """The persons of one side: by line of its table, and by combination."""

    of_lines: Positions
    owners: Owners
    count: int


@dataclass(frozen=True, eq=False)
class PersonMatches:
    """What is known of every published combination, and of every person on the list."""

    people_of_rows: Sizes
    """Distinct persons who may be behind each published row."""
    rows_of_people: Sizes
    """Distinct published persons who may be each person; rows where these have no key."""
    fewest: Sizes
    """The fewest persons who may be behind one of the rows of each person; 0 without a row."""


def persons_of(keys: pa.ChunkedArray | None, combination: Positions, rows: Sizes) -> Persons:
    """Who stands in which combination; a row without a key is a person of its own."""
    if keys is None:
        named = np.full(len(combination), -1, np.int64)
    else:
        numbers: dict[str, int] = {}
        named = np.array(
            [
                numbers.setdefault(text, len(numbers)) if text and text.strip() else -1
                for text in keys.cast("string").to_pylist()
            ],
            np.int64,
        )
    times = np.where(named < 0, rows, 1)
    known = int(named.max(initial=-1)) + 1
    lines = np.repeat(np.arange(len(named)), times)
    person = named[lines]
    alone = person < 0
    person[alone] = known + np.arange(int(alone.sum()))
    pairs = np.unique(np.stack([combination[lines].astype(np.int64), person]), axis=1)
    starts = np.searchsorted(pairs[0], np.arange(int(combination.max(initial=-1)) + 2))
    first = np.zeros(len(named), np.int64)
    first[lines[::-1]] = person[::-1]
    owners = Owners(starts.astype(np.int64), pairs[1].astype(np.int32))
    return Persons(first.astype(np.int32), owners, known + int(alone.sum()))


def match_persons(
    fits: Sequence[Fits],
    published: Sequence[Positions],
    people: Sequence[Positions],
    released: Persons,
    listed: Persons,
) -> PersonMatches:
    """Compare every published combination with every one of the list, and count persons."""
    texts, values = _grid(published), _grid(people)
    if len(texts) * len(values) > MOST_COMPARED:
        raise InvalidParameter(
            say("The tables are too large to compare person by person."),
            say("Remove the person key from both to compare rows."),
        )
    table = _table(fits)
    result = PersonMatches(
        np.zeros(len(texts), np.int64),
        np.zeros(listed.count, np.int64),
        np.zeros(listed.count, np.int64),
    )
    seen = np.full(listed.count, -1, np.int64)
    count_behind(texts, values, table, listed.owners, seen, result.people_of_rows, result.fewest)
    order = np.argsort(listed.owners.persons, kind="stable")
    combination = np.repeat(np.arange(len(values)), np.diff(listed.owners.starts))[order]
    starts = np.searchsorted(listed.owners.persons[order], np.arange(listed.count + 1))
    own = Owners(starts.astype(np.int64), combination.astype(np.int32))
    seen = np.full(released.count, -1, np.int64)
    count_candidates(texts, values, table, own, released.owners, seen, result.rows_of_people)
    return result


def _grid(columns: Sequence[Positions]) -> NDArray[np.int32]:
    return np.ascontiguousarray(np.stack(columns, axis=1).astype(np.int32))


def _table(fits: Sequence[Fits]) -> Table:
    sizes = [(len(column.first) - 1) * len(column.place) for column in fits]
    if sum(sizes) > MOST_CELLS:
        raise InvalidParameter(
            say("The tables are too large to compare person by person."),
            say("Remove the person key from both to compare rows."),
        )
    flags = [column.row(text) for column in fits for text in range(len(column.first) - 1)]
    bases = np.cumsum([0, *sizes])[:-1].astype(np.int64)
    widths = np.array([len(column.place) for column in fits], np.int64)
    return Table(np.concatenate(flags), bases, widths)


@compiled(f"boolean(int32[::1], int32[::1], {TABLE})")
def fit_together(texts: Positions, values: Positions, table: Table) -> bool:
    """Whether every text may stand for the value beside it."""
    for column in range(len(texts)):
        place = table.bases[column] + texts[column] * table.widths[column] + values[column]
        if not table.flags[place]:
            return False
    return True


@compiled(
    f"void(int32[:, ::1], int32[:, ::1], {TABLE}, {OWNERS}, int64[::1], int64[::1], int64[::1])"
)
def count_behind(
    texts: NDArray[np.int32],
    values: NDArray[np.int32],
    table: Table,
    owners: Owners,
    seen: Sizes,
    behind: Sizes,
    fewest: Sizes,
) -> None:
    """Count the persons behind each published combination, and the fewest for each of them."""
    candidates = np.empty(len(seen), np.int32)
    for row in range(len(texts)):
        count = 0
        for combination in range(len(values)):
            if not fit_together(texts[row], values[combination], table):
                continue
            for place in range(owners.starts[combination], owners.starts[combination + 1]):
                person = owners.persons[place]
                if seen[person] != row:
                    seen[person] = row
                    candidates[count] = person
                    count += 1
        behind[row] = count
        for place in range(count):
            person = candidates[place]
            if fewest[person] == 0 or count < fewest[person]:
                fewest[person] = count


@compiled(
    f"void(int32[:, ::1], int32[:, ::1], {TABLE}, {OWNERS}, {OWNERS}, int64[::1], int64[::1])"
)
def count_candidates(
    texts: NDArray[np.int32],
    values: NDArray[np.int32],
    table: Table,
    own: Owners,
    released: Owners,
    seen: Sizes,
    counts: Sizes,
) -> None:
    """Count the published persons who may be each person on the list."""
    for person in range(len(counts)):
        for place in range(own.starts[person], own.starts[person + 1]):
            combination = own.persons[place]
            for row in range(len(texts)):
                if not fit_together(texts[row], values[combination], table):
                    continue
                for other in range(released.starts[row], released.starts[row + 1]):
                    if seen[released.persons[other]] != person:
                        seen[released.persons[other]] = person
                        counts[person] += 1
