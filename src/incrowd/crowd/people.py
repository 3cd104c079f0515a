"""The people of a population in the terms of a table: how many of them each class may stand for.

Where classes are at levels of the same hierarchies, people are counted at these levels. Elsewhere
(rows recoded one by one, a file that was published) a class has texts, and stands for all people
whose values its texts may mean. Such classes overlap.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from incrowd.crowd.crowd import Classes, Crowd
from incrowd.crowd.matching_people import bound_presence, count_matching
from incrowd.crowd.population import population_sizes
from incrowd.errors import InvalidParameter
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.kernels.grouping import Positions, Sizes, group
from incrowd.kernels.packing import pack
from incrowd.language import say
from incrowd.table import MISSING

Flags = NDArray[np.bool_]
Reading = Callable[[int, Sequence[str | None], Sequence[str | None]], Flags]
"""Given the place of an attribute, published texts and values of people: which may mean which."""


@dataclass(frozen=True, eq=False)
class People:
    """A population, with the hierarchies of the table that was drawn from it."""

    crowd: Crowd
    hierarchies: tuple[Hierarchy, ...]
    """Those of the table, one for each quasi-identifier; none where only texts are compared."""
    reading: Reading = field(repr=False)

    @classmethod
    def of(cls, sample: Crowd, population: Crowd) -> "People":
        """Put a population into the code space of a sample; its hierarchies know all values."""
        known = tuple(sample.by_rows.hierarchies)
        if sample.folded or population.folded:
            return cls(population, known, _read_by(known))
        pairs = zip(sample.domains, population.domains, population.codes, strict=True)
        joined = [_in_codes_of(own, other, codes) for own, other, codes in pairs]
        crowd = replace(
            population,
            domains=tuple(domain for domain, _ in joined),
            codes=tuple(codes for _, codes in joined),
        )
        named = dict(zip(sample.names, known, strict=True))
        return cls(crowd.with_hierarchies(named), known, _read_by(known))

    @property
    def rows(self) -> int:
        """The number of people."""
        return self.crowd.rows

    def read_as(self, reading: Reading) -> "People":
        """The same people, for classes whose texts are read in another way."""
        return People(self.crowd, (), reading)

    def sizes(self, classes: Classes) -> Sizes:
        """Count the people whom each class may stand for."""
        if self._by_level(classes):
            if classes.crowd.folded or self.crowd.folded:
                return population_sizes(classes, self.crowd)
            return self._sizes_at(classes)
        return count_matching(*self._boxes(classes), self.crowd)

    def presence(self, classes: Classes) -> NDArray[np.float64]:
        """How likely it is at most that one of these people is in the table, for each class.

        Only published classes can be met by chance, so the others change nothing.
        """
        if self._by_level(classes):
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.asarray(classes.sizes / self.sizes(classes), np.float64)
        return bound_presence(*self._boxes(classes), self.crowd, classes.sizes, classes.kept)

    def _by_level(self, classes: Classes) -> bool:
        """Whether classes are at levels of the hierarchies that are known."""
        theirs = classes.crowd.by_rows.hierarchies
        return len(theirs) == len(self.hierarchies) and all(
            own is other for own, other in zip(self.hierarchies, theirs, strict=True)
        )

    def _sizes_at(self, classes: Classes) -> Sizes:
        """Match classes of the sample and of the population at the same levels by their codes."""
        everyone = self.crowd.at(classes.levels)
        sides = [(classes.crowd, classes.representatives), (self.crowd, everyone.representatives)]
        parts = [
            [
                ladder.codes[level][codes[members]]
                for ladder, level, codes in zip(
                    crowd.ladders, classes.levels, crowd.codes, strict=True
                )
            ]
            for crowd, members in sides
        ]
        codes = [np.concatenate(pair) for pair in zip(*parts, strict=True)]
        radices = [int(code.max(initial=0)) + 1 for code in codes]
        as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
        members = np.arange(classes.count + everyone.count, dtype=np.int32)
        keys, space = pack(codes, as_is, radices, members)
        weights = np.concatenate([np.zeros(classes.count, np.int64), everyone.sizes])
        _, totals, group_of = group(keys, weights, space)
        sizes: Sizes = totals[group_of[: classes.count]]
        return sizes

    def _boxes(self, classes: Classes) -> tuple[list[Positions], list[Flags]]:
        """The text of each class for each attribute, and which values each text may mean."""
        if classes.crowd.folded or self.crowd.folded:
            raise _no_persons()
        texts, meant = [], []
        for place, domain in enumerate(self.crowd.domains):
            numbers, shown = _texts_of(classes, place)
            texts.append(numbers)
            meant.append(self.reading(place, shown, domain.values))
        return texts, meant


def _no_persons() -> InvalidParameter:
    return InvalidParameter(
        say(
            "People with several rows can be looked up in a population only where all rows have "
            "the same levels."
        ),
        say("Choose the method 'optimal'."),
    )


def _in_codes_of(own: Domain, other: Domain, codes: Positions) -> tuple[Domain, Positions]:
    """Number the values of a population as the sample does, those that it lacks after them."""
    known = {value: number for number, value in enumerate(own.values)}
    values = list(own.values)
    numbers = np.empty(len(other.values), np.int32)
    for place, value in enumerate(other.values):
        if value not in known:
            known[value] = len(values)
            values.append(value)
        numbers[place] = known[value]
    counts = np.bincount(numbers, other.counts, minlength=len(values)).astype(np.int64)
    return Domain(other.attribute, tuple(values), counts), np.ascontiguousarray(numbers[codes])


def _texts_of(classes: Classes, place: int) -> tuple[Positions, list[str | None]]:
    """Number the published texts of an attribute."""
    crowd, level = classes.crowd.by_rows, classes.levels[place]
    ladder = crowd.ladders[place]
    codes = ladder.codes[level][crowd.codes[place][classes.representatives]]
    used, numbers = np.unique(codes, return_inverse=True)
    if level == 0:
        shown = [crowd.domains[place].values[code] for code in used.tolist()]
    else:
        shown = [ladder.hierarchy.label(level, code) for code in used.tolist()]
    return numbers.reshape(-1).astype(np.int32), shown


def _read_by(hierarchies: Sequence[Hierarchy]) -> Reading:
    """Read texts as the labels of hierarchies: at any level, whatever it is called there."""

    def read(place: int, texts: Sequence[str | None], values: Sequence[str | None]) -> Flags:
        hierarchy = hierarchies[place]
        where = hierarchy.locate(tuple(values))
        lines: dict[str | None, Flags] = {}
        for number, value in enumerate(values):
            lines.setdefault(value, np.zeros(len(values), np.bool_))[number] = True
        for groups, labels in zip(hierarchy.groups, hierarchy.labels, strict=True):
            _add_labels(lines, groups[where], labels)
        nobody = np.zeros(len(values), np.bool_)
        return np.stack([lines.get(text, nobody) for text in texts])

    return read


def _add_labels(
    lines: dict[str | None, Flags], groups: NDArray[np.int32], labels: Sequence[str]
) -> None:
    for number in np.unique(groups).tolist():
        inside = groups == number
        label: str | None = labels[number]
        for text in (label, None) if label == MISSING else (label,):
            lines[text] = lines.get(text, np.zeros(len(groups), np.bool_)) | inside
