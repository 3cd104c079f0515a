"""Fold the rows of each person into one: from a crowd of rows to a crowd of persons.

crowd = fold(rows, lines)       # rows.rows == 180, crowd.rows == 80
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import overload

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Crowd, fold_ladders
from incrowd.crowd.persons import Persons, is_anonymous, show_values
from incrowd.crowd.sensitive import Sensitive
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.multisets import Entries, number_multisets
from incrowd.table import MISSING


@dataclass(frozen=True, eq=False)
class Lines:
    """Combinations of a key and a tuple of the rows with a number of rows, in any order.

    The sensitive values of a crowd of rows stand in the same order: its entry `i` belongs to the
    combination `i`, which may therefore be there several times.
    """

    key: Domain
    keys: Positions
    """The place of the key among its values."""
    tuples: Positions
    rows: Sizes

    @property
    def anonymous(self) -> NDArray[np.bool_]:
        """Which combinations have no key: each of their rows is a person of its own."""
        without = np.array([is_anonymous(value) for value in self.key.values], np.bool_)
        result: NDArray[np.bool_] = without[self.keys]
        return result


def fold(rows: Crowd, lines: Lines) -> Crowd:
    """Make the crowd of persons of a crowd of rows, with hierarchies if that one has them."""
    first, totals, line_of = _pair(lines.keys, lines.tuples, lines.rows)
    keys, tuples = lines.keys[first], lines.tuples[first]
    # a row without a key is a person of its own, and all with the same one row are alike
    anonymous = lines.anonymous[first]
    person = np.where(anonymous, len(lines.key.values) + tuples, keys)
    entries, person_of, people = _persons(person, tuples, totals, anonymous)
    numbers, count = number_multisets(entries, np.arange(len(rows.counts), dtype=np.int32))
    speaker = np.zeros(count, np.int32)
    speaker[numbers[::-1]] = np.arange(entries.persons, dtype=np.int32)[::-1]
    persons = Persons(
        entries.of(speaker), lines.key, keys, tuples, totals, numbers[person_of].astype(np.int32)
    )
    counts = np.bincount(numbers, people, minlength=count).astype(np.int64)
    owner = person_of[line_of]
    sensitive = tuple(
        replace(_fold_sensitive(attribute, owner, lines, numbers), people=int(people.sum()))
        for attribute in rows.sensitive
    )
    return folded_crowd(rows, persons, counts, sensitive)


def folded_crowd(
    rows: Crowd, persons: Persons, counts: Sizes, sensitive: tuple[Sensitive, ...]
) -> Crowd:
    """Put a crowd of persons together: sequences of values are its values."""
    domains, codes = rows.domains, rows.codes
    if persons.single:
        codes = tuple(np.ascontiguousarray(own[persons.entries.values]) for own in rows.codes)
    else:
        columns = [
            _fold_column(domain, own, persons, counts)
            for domain, own in zip(rows.domains, rows.codes, strict=True)
        ]
        domains, codes = tuple(each[0] for each in columns), tuple(each[1] for each in columns)
    ladders = fold_ladders(rows, persons, codes) if rows.ladders else ()
    return Crowd(domains, codes, counts, sensitive, ladders, persons, rows)


def _pair(keys: Positions, tuples: Positions, rows: Sizes) -> tuple[Positions, Sizes, Positions]:
    """Take lines of the same key and tuple together."""
    width = int(tuples.max(initial=0)) + 1
    packed = keys.astype(np.int64) * width + tuples
    return group(packed, rows, (int(keys.max(initial=0)) + 1) * width)


def _persons(
    person: Sizes, tuples: Positions, rows: Sizes, anonymous: NDArray[np.bool_]
) -> tuple[Entries, Positions, Sizes]:
    """The row tuples of each person in their order, the person of each line, and how many."""
    known, numbers = np.unique(person, return_inverse=True)
    numbers = numbers.reshape(-1).astype(np.int32)
    # lines without a key may be there twice, with an empty key and with none
    first, totals, _ = _pair(numbers, tuples, rows)
    order = first[np.lexsort((tuples[first], numbers[first]))]
    totals = totals[np.lexsort((tuples[first], numbers[first]))]
    lengths = np.bincount(numbers[order], minlength=len(known))
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    values = np.ascontiguousarray(tuples[order], np.int32)
    alone = anonymous[order]
    people = np.ones(len(known), np.int64)
    people[numbers[order[alone]]] = totals[alone]
    return Entries(starts, values, np.where(alone, 1, totals)), numbers, people


def _fold_sensitive(
    attribute: Sensitive, owner: Positions, lines: Lines, numbers: Positions
) -> Sensitive:
    """Count the persons with each value, not the rows."""
    width = max(len(attribute.domain.values), 1)
    anonymous = lines.anonymous
    packed = owner.astype(np.int64) * width + attribute.values
    space = (int(owner.max(initial=0)) + 1) * width
    first, rows, _ = group(packed, lines.rows, space)
    people = np.where(anonymous[first], rows, 1)
    values = attribute.values[first]
    folded = numbers[owner[first]].astype(np.int64) * width + values
    space = (int(numbers.max(initial=0)) + 1) * width
    again, counts, _ = group(folded, people.astype(np.int64), space)
    totals = np.bincount(values, people, minlength=len(attribute.domain.values))
    return Sensitive(
        replace(attribute.domain, counts=totals.astype(np.int64)),
        np.ascontiguousarray(numbers[owner[first[again]]], np.int32),
        np.ascontiguousarray(values[again], np.int32),
        counts,
        attribute.hierarchy,
    )


def _fold_column(
    domain: Domain, own: Positions, persons: Persons, counts: Sizes
) -> tuple[Domain, Positions]:
    numbers, count = persons.number_sequences(own, top=False)
    people = np.bincount(numbers, counts, minlength=count).astype(np.int64)
    return Domain(
        domain.attribute, SequenceTexts.of(domain, own, persons, numbers), people
    ), numbers


class SequenceTexts(Sequence[str | None]):
    """What persons say in one attribute, side by side; written out only where it is looked at."""

    def __init__(self, texts: Sequence[str], own: Positions, entries: Entries) -> None:
        self._texts, self._own, self._entries = texts, own, entries

    @classmethod
    def of(
        cls, domain: Domain, own: Positions, persons: Persons, numbers: Positions
    ) -> SequenceTexts:
        """The texts of numbered sequences."""
        texts = [MISSING if value is None else value for value in domain.values]
        speaker = np.zeros(int(numbers.max(initial=-1)) + 1, np.int32)
        speaker[numbers[::-1]] = np.arange(len(numbers), dtype=np.int32)[::-1]
        return cls(texts, own, persons.entries.of(speaker))

    def __len__(self) -> int:
        return self._entries.persons

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(len(self))))
        if not 0 <= place < len(self):
            raise IndexError(place)
        begin, end = self._entries.starts[place], self._entries.starts[place + 1]
        codes = self._own[self._entries.values[begin:end]].tolist()
        return show_values(
            [self._texts[code] for code in codes], self._entries.times[begin:end].tolist()
        )
