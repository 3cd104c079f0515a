"""What gives a person with several rows away: the fewest attributes that already do.

Such persons are alike by the multisets of their rows, so each set of attributes is grouped on its
own: `PersonGiveaways(classes).find(3).attributes`.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np

from incrowd.advice.giveaways import Giveaway, Giveaways
from incrowd.crowd.crowd import Classes
from incrowd.errors import InvalidParameter
from incrowd.kernels.grouping import Positions
from incrowd.language import say
from incrowd.subsets.columns import Columns, Groups
from incrowd.table import SUPPRESSED

MOST_GROUPED: Final = 300
"""Sets of attributes that are looked at."""

Row = tuple[str | None, ...]
"""The person key of a row, then its quasi-identifiers."""


class PersonGiveaways(Giveaways):
    """Finds what gives each class of persons away."""

    def __init__(self, classes: Classes, *, recoded: bool = False) -> None:
        self._classes, self._recoded = classes, recoded
        self._found: dict[int, Giveaway] = {}
        self._columns = Columns.of(classes)
        self._groups: dict[tuple[int, ...], Groups] = {}

    def find(self, index: int) -> Giveaway:
        """Find the fewest attributes whose values no more persons share than all of them."""
        if index not in self._found:
            self._found[index] = self._look(index)
        return self._found[index]

    def explain(self, index: int) -> str:
        """Say why somebody stands out; the number of their rows alone may do it."""
        result = self.find(index)
        if result.attributes or result.rows >= self._classes.kept_rows:
            return super().explain(index)
        if result.rows == 1:
            return say("Nobody else has as many rows.")
        return say("Only {people:,} people have as many rows.", people=result.rows)

    def class_of(self, values: Sequence[str | None]) -> int:
        """The class of a row by its person key and its quasi-identifiers."""
        return self._class_of_row[tuple(values)]

    @cached_property
    def _class_of_row(self) -> dict[Row, int]:
        persons, rows = self._classes.crowd.persons, self._classes.crowd.by_rows
        if persons is None or not len(persons.line_of):
            raise InvalidParameter(
                say("Every row is recoded in its own way, so there is no level to try."),
                say("Undo the recoding first."),
            )
        columns = [
            [persons.key.values[code] for code in persons.line_keys.tolist()],
            *(
                [domain.values[code] for code in codes[persons.line_tuples].tolist()]
                for domain, codes in zip(rows.domains, rows.codes, strict=True)
            ),
        ]
        classes: Positions = self._classes.members[persons.line_of]
        return dict(zip(zip(*columns, strict=True), classes.tolist(), strict=True))

    def _look(self, index: int) -> Giveaway:
        names = self._classes.crowd.names
        visible = [
            place
            for place, value in enumerate(self.published(index).values())
            if not (self._recoded and value.split(" × ")[0] == SUPPRESSED)
        ]
        everything = tuple(names[place] for place in visible)
        if not self._classes.kept[index]:
            return Giveaway(everything, int(self._classes.sizes[index]), smallest=False)
        entry = int(np.count_nonzero(self._classes.kept[:index]))
        fewest = self._alike_in(visible, entry)
        for length in range(len(visible)):
            for places in combinations(visible, length):
                if len(self._groups) > MOST_GROUPED and places not in self._groups:
                    return Giveaway(everything, fewest, smallest=False)
                if self._alike_in(places, entry) <= fewest:
                    return Giveaway(tuple(names[place] for place in places), fewest)
        return Giveaway(everything, fewest)

    def _alike_in(self, places: Sequence[int], entry: int) -> int:
        """Persons who are like the one of an entry in some attributes."""
        key = tuple(places)
        if key not in self._groups:
            self._groups[key] = self._columns.group(key)
        groups = self._groups[key]
        return int(groups.sizes[groups.of[entry]])


def look_for_giveaways(classes: Classes, *, recoded: bool = False) -> Giveaways:
    """What finds the giveaways of some classes."""
    if classes.crowd.folded:
        return PersonGiveaways(classes, recoded=recoded)
    return Giveaways(classes, recoded=recoded)
