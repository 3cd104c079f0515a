"""The slow obvious twin of everything that counts persons: dicts, lists and counters only.

people = Twin(rows, key=0, quasi=[1, 2], sensitive=3)
people.classes(lambda row: (row[1], "*"))       # [["p1", "p7"], ["p2"]]
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from small_crowds import Row, attribute, halving_hierarchy, tally

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.table import Role

Publish = Callable[[Row], Hashable]


@dataclass(frozen=True)
class Twin:
    """Rows with the places of the key, the quasi-identifiers and the sensitive attribute."""

    rows: Sequence[Row]
    key: int
    quasi: Sequence[int]
    sensitive: int | None = None

    @property
    def persons(self) -> dict[Hashable, list[Row]]:
        """The rows of each person; a row without a key is a person of its own."""
        persons: dict[Hashable, list[Row]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            key = row[self.key]
            persons[key if key and key.strip() else ("row", number)].append(row)
        return dict(persons)

    def classes(self, publish: Publish) -> list[list[Hashable]]:
        """Who looks alike: the multisets of what is published of their rows are equal."""
        alike: dict[Hashable, list[Hashable]] = defaultdict(list)
        for person, rows in self.persons.items():
            alike[frozenset(Counter(publish(row) for row in rows).items())].append(person)
        return list(alike.values())

    def values(self, members: Sequence[Hashable]) -> Counter[str | None]:
        """How many persons of a class have each sensitive value."""
        assert self.sensitive is not None
        persons = self.persons
        return Counter(
            value
            for person in members
            for value in {row[self.sensitive] for row in persons[person]}
        )

    def diversity(self, members: Sequence[Hashable]) -> int:
        """Distinct known values, 1 where one is shared by everybody."""
        counts = [count for value, count in self.values(members).items() if value is not None]
        return 1 if len(members) in counts else len(counts)

    def distance(self, members: Sequence[Hashable]) -> float:
        """The equal distance from the values of all persons."""
        own, overall = self.values(members), self.values(list(self.persons))
        mine, all_of_them = sum(own.values()), sum(overall.values())
        gaps = (abs(own[value] / mine - overall[value] / all_of_them) for value in overall)
        return sum(gaps) / 2


def random_rows(seed: int, most: int = 30) -> list[Row]:
    """Rows of `key, q0, q1, s0`: some without a key, persons with equal rows, one in all rows."""
    draw = random.Random(seed)
    persons = draw.choice([1, 3, 6, 20])
    keys = [f"p{number}" for number in range(persons)]
    keys += draw.choice([[], [None], ["", None]])
    alike = draw.random() < 0.3
    own = {key: (draw.choice("abcd"), draw.choice("xyz")) for key in keys}
    rows = []
    for _ in range(draw.randint(1, most)):
        key = draw.choice(keys)
        quasi = own[key] if alike and key else (draw.choice("abcd"), draw.choice("xyz"))
        rows.append((key, *quasi, draw.choice(["flu", "cold", "cancer", None])))
    return rows


def crowd_of_persons(rows: Sequence[Row], *, sensitive: bool = True) -> Crowd:
    """The crowd of `key, q0, q1, s0`."""
    names = ["key", "q0", "q1", *(["s0"] if sensitive else [])]
    crowd = build_crowd(
        tally([row[: len(names)] for row in rows], names),
        [attribute("q0"), attribute("q1")],
        [attribute("s0", Role.SENSITIVE)] if sensitive else [],
        attribute("key", Role.PERSON),
    )
    return crowd.with_hierarchies(
        {domain.attribute.name: halving_hierarchy(domain) for domain in crowd.by_rows.domains}
    )


def publish_at(crowd: Crowd, levels: Sequence[int]) -> Publish:
    """What a state publishes of a row, by the hierarchies of the rows."""
    rows = crowd.by_rows

    def publish(row: Row) -> Hashable:
        labels = []
        for place, level in enumerate(levels):
            values = rows.domains[place].values
            code = list(values).index(row[1 + place])
            hierarchy = rows.ladders[place].hierarchy
            labels.append(
                values[code]
                if level == 0
                else hierarchy.label(level, int(rows.ladders[place].codes[level][code]))
            )
        return tuple(labels)

    return publish


def every_state(crowd: Crowd) -> list[tuple[int, ...]]:
    """All levels."""
    return [tuple(levels) for levels in np.ndindex(*(height + 1 for height in crowd.heights))]
