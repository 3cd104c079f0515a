"""Local recoding of persons: those with one row, with two rows, and so on, each on their own.

Persons with different numbers of rows never look alike, whatever is published of them. Within such
a stratum a person is a tuple of sequences, which is recoded like the tuple of a row; where fewer
than k persons have so many rows they are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from incrowd.crowd.crowd import Crowd, Ladder
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.kernels.grouping import Positions
from incrowd.language import say
from incrowd.search.method import Listeners, Problem, Solution
from incrowd.search.recoding import Recoding
from incrowd.table import SUPPRESSED

Run = Callable[[Problem, Listeners], Solution]


@dataclass(frozen=True, eq=False)
class Stratum:
    """Persons with the same number of rows, as a crowd of their own."""

    crowd: Crowd
    tuples: Positions
    """Where its tuples stand in the crowd of all persons."""


@dataclass(frozen=True)
class _Part:
    """A part of the work, and how those who listen hear of it."""

    all: Listeners
    rows: int
    done: int
    own: int

    @property
    def listeners(self) -> Listeners:
        """Hear how far the whole has come while a part is worked on."""
        return replace(
            self.all,
            progress=lambda now: self.all.progress((self.done + now * self.own) / self.rows),
            safe_rows=lambda rows: self.all.safe_rows(self.done + rows),
        )


def solve_by_strata(run: Run, problem: Problem, listeners: Listeners) -> Solution:
    """Recode persons stratum by stratum; a stratum that cannot be recoded is left out."""
    crowd = problem.crowd.in_order()
    parts: list[Recoding] = []
    errors: list[InvalidParameter] = []
    done = 0
    for stratum in split_by_rows(crowd):
        heard = _Part(listeners, crowd.rows, done, stratum.crowd.rows).listeners
        try:
            recoding = _solve(run, problem, stratum.crowd, heard)
        except InvalidParameter as error:  # not even the whole stratum holds a protection
            errors.append(error)
            recoding = _leave_out(stratum.crowd)
        parts.append(_place(crowd, stratum, recoding))
        done += stratum.crowd.rows
    if errors and not any(part.kept.any() for part in parts):
        raise errors[0]
    return Solution(
        Recoding(
            crowd,
            np.concatenate([part.tuples for part in parts]),
            np.concatenate([part.counts for part in parts]),
            np.ascontiguousarray(np.concatenate([part.levels for part in parts], axis=1)),
            np.concatenate([part.kept for part in parts]),
            sum(part.cut_short for part in parts),
        )
    )


def _solve(run: Run, problem: Problem, crowd: Crowd, listeners: Listeners) -> Recoding:
    if crowd.rows < problem.k:
        return _leave_out(crowd)
    return run(replace(problem, crowd=crowd), listeners).recoding


def _leave_out(crowd: Crowd) -> Recoding:
    everyone = np.arange(len(crowd.counts), dtype=np.int32)
    levels = np.zeros((len(crowd.domains), len(everyone)), np.uint8)
    return Recoding(crowd, everyone, crowd.counts, levels, np.zeros(len(everyone), np.bool_))


def _place(crowd: Crowd, stratum: Stratum, recoding: Recoding) -> Recoding:
    """A recoding of a stratum, in the tuples of all persons."""
    # methods sort the tuples of a crowd; they are found again by their values
    own, other = stratum.crowd, recoding.crowd
    order, rank = np.lexsort(own.codes[::-1]), np.lexsort(other.codes[::-1])
    place = np.empty(len(order), np.int32)
    place[rank] = order
    return replace(recoding, crowd=crowd, tuples=stratum.tuples[place[recoding.tuples]])


def split_by_rows(crowd: Crowd) -> Iterator[Stratum]:
    """The persons with one row, with two rows, and so on."""
    if crowd.persons is None:
        raise InvalidParameter(say("The table has no person key."), say("Count its rows instead."))
    rows = crowd.persons.rows_each
    for number in np.unique(rows).tolist():
        yield _stratum(crowd, np.flatnonzero(rows == number).astype(np.int32))


def _stratum(crowd: Crowd, tuples: Positions) -> Stratum:
    place = np.full(len(crowd.counts), -1, np.int32)
    place[tuples] = np.arange(len(tuples), dtype=np.int32)
    counts = np.ascontiguousarray(crowd.counts[tuples])
    sensitive = []
    for attribute in crowd.sensitive:
        inside = place[attribute.tuples] >= 0
        sensitive.append(
            replace(
                attribute,
                tuples=np.ascontiguousarray(place[attribute.tuples[inside]]),
                values=np.ascontiguousarray(attribute.values[inside]),
                counts=np.ascontiguousarray(attribute.counts[inside]),
            )
        )
    columns = [_column(crowd, index, tuples) for index in range(len(crowd.domains))]
    domains = tuple(
        replace(domain, counts=np.bincount(codes, counts, len(domain.values)).astype(np.int64))
        for domain, codes, _ in columns
    )
    codes = tuple(codes for _, codes, _ in columns)
    ladders = tuple(ladder for _, _, ladder in columns)
    return Stratum(Crowd(domains, codes, counts, tuple(sensitive), ladders), tuples)


def _column(crowd: Crowd, index: int, tuples: Positions) -> tuple[Domain, Positions, Ladder]:
    """An attribute of a stratum: sequences are values, and the highest level is one group."""
    ladder, attribute = crowd.ladders[index], crowd.domains[index].attribute
    used, codes = np.unique(crowd.codes[index][tuples], return_inverse=True)
    levels = [np.arange(len(used), dtype=np.int32)]
    for level_codes in ladder.codes[1:]:
        _, numbers = np.unique(level_codes[used], return_inverse=True)
        levels.append(np.ascontiguousarray(numbers.reshape(-1), np.int32))
    widths = [int(numbers.max(initial=0)) + 1 for numbers in levels]
    # texts that are never shown: only their number counts
    values = tuple(str(value) for value in range(len(used)))
    labels = [tuple(f"{level}.{each}" for each in range(w)) for level, w in enumerate(widths)]
    hierarchy = Hierarchy(
        attribute.name,
        values,
        tuple(levels[1:]),
        (*labels[1:-1], (SUPPRESSED,)),
        ladder.hierarchy.titles,
        ladder.hierarchy.builder,
        ladder.hierarchy.reason,
    )
    domain = Domain(attribute, values, np.zeros(len(values), np.int64))
    own = np.ascontiguousarray(codes.reshape(-1), np.int32)
    return domain, own, Ladder(hierarchy, tuple(levels), tuple(widths))
