"""The people of a list with what an attack found about each, and the rows that may be theirs.

people = FoundPeople(compared)
people.page(offset=0, limit=100, found="certain")
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from incrowd.engines.files.formula_guard import escape_formula
from incrowd.errors import InvalidParameter, NotFound
from incrowd.kernels.grouping import Sizes
from incrowd.language import say
from incrowd.linking.attack.persons import persons_of
from incrowd.linking.attack.tables import Comparison, Side

Found = Literal["certain", "probable", "unmatched"]
MOST_ROWS: Final = 500
_AT_ONCE: Final = 5_000


@dataclass(frozen=True)
class FoundPerson:
    """Somebody on the list."""

    person: int
    """By which their rows are asked for; people of whom the same is known share it."""
    cells: tuple[str | None, ...]
    candidates: int
    """The fewest people who fit one of the rows that fit them; 0 where no row does."""
    probability: float
    rows: int
    """Published rows that may be about them."""


@dataclass(frozen=True)
class PeoplePage:
    """Some people, and how many there are in all."""

    columns: tuple[str, ...]
    total: int
    offset: int
    people: tuple[FoundPerson, ...]


@dataclass(frozen=True)
class CandidateRow:
    """A published row that may be about a person, and how many people it fits."""

    cells: tuple[str | None, ...]
    people: int
    probability: float


@dataclass(frozen=True)
class CandidateRows:
    """Some of the rows that may be about a person, those that fit the fewest people first."""

    columns: tuple[str, ...]
    total: int
    offset: int
    rows: tuple[CandidateRow, ...]


class FoundPeople:
    """Everybody on the list, who is easiest to find first."""

    def __init__(self, compared: Comparison) -> None:
        self._compared = compared
        people = compared.people
        if compared.matches is None:
            whose = people.combination
        else:
            whose = (people.persons or persons_of(None, people.combination, people.counts)).of_lines
        self._fewest = compared.fewest[whose]
        self._rows = compared.rows_of_people[whose]
        last = np.where(self._fewest == 0, np.iinfo(np.int64).max, self._fewest)
        self._order = np.lexsort((self._rows, last))

    def page(self, offset: int, limit: int, kind: Found | None = None) -> PeoplePage:
        """Some people, the easiest to find first."""
        check_page(offset, limit)
        side, order = self._compared.people, self._chosen(kind)
        places, total = _window(side.counts[order], offset, limit)
        return PeoplePage(side.columns, total, offset, tuple(self._people(order[places])))

    def rows(self, person: int, offset: int, limit: int) -> CandidateRows:
        """The published rows that may be about somebody."""
        check_page(offset, limit)
        compared, side = self._compared, self._compared.release
        if not 0 <= person < len(compared.people.combination):
            raise NotFound(
                say("There is nobody of that number on the list."), say("Ask for a page of it.")
            )
        fits = np.zeros(len(side.listed), np.bool_)
        fits[compared.rows_about(int(compared.people.combination[person]))] = True
        order = np.flatnonzero(fits[side.combination])
        behind = compared.people_of_rows[side.combination[order]]
        order, behind = order[np.argsort(behind, kind="stable")], np.sort(behind, kind="stable")
        places, total = _window(side.counts[order], offset, limit)
        rows = [
            CandidateRow(cells, int(number), 1 / int(number))
            for cells, number in zip(_cells(side, order[places]), behind[places], strict=True)
        ]
        return CandidateRows(side.columns, total, offset, tuple(rows))

    def csv(self) -> Iterator[str]:
        """Everybody as a CSV file, in parts."""
        side = self._compared.people
        header = [*side.columns, "candidates", "probability", "published_rows"]
        yield _lines([[escape_formula(name) for name in header]])
        for start in range(0, len(self._order), _AT_ONCE):
            places = self._order[start : start + _AT_ONCE]
            pairs = zip(self._people(places), side.counts[places].tolist(), strict=True)
            yield _lines([line for person, times in pairs for line in [_line(person)] * times])

    def _chosen(self, kind: Found | None) -> Sizes:
        fewest = self._fewest[self._order]
        wanted = {"certain": fewest == 1, "probable": fewest > 1, "unmatched": fewest == 0}
        order: Sizes = self._order if kind is None else self._order[wanted[kind]]
        return order

    def _people(self, places: Sizes) -> Iterator[FoundPerson]:
        for place, cells in zip(
            places.tolist(), _cells(self._compared.people, places), strict=True
        ):
            number = int(self._fewest[place])
            chance = 1 / number if number else 0.0
            yield FoundPerson(place, cells, number, chance, int(self._rows[place]))


def check_page(offset: int, limit: int) -> None:
    """Refuse what is no page."""
    if offset < 0 or not 0 <= limit <= MOST_ROWS:
        raise InvalidParameter(
            say("{limit:,} rows after row {offset:,} cannot be shown.", limit=limit, offset=offset),
            say("Ask for at most {most:,} rows, from 0 on.", most=MOST_ROWS),
        )


def _window(counts: Sizes, offset: int, limit: int) -> tuple[Sizes, int]:
    """The kinds of rows that a page shows, one for each row of it, and the number of rows."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    rows = np.arange(min(offset, total), min(offset + limit, total))
    return np.searchsorted(ends, rows, side="right").astype(np.int64), total


def _cells(side: Side, places: Sizes) -> list[tuple[str | None, ...]]:
    taken = [side.table.column(name).take(places) for name in side.columns]
    columns = [column.cast("string").to_pylist() for column in taken]  # codes one by one are slow
    return list(zip(*columns, strict=True)) if columns else [()] * len(places)


def _line(person: FoundPerson) -> list[str]:
    figures = [str(person.candidates), f"{person.probability:.6g}", str(person.rows)]
    return [*("" if cell is None else escape_formula(cell) for cell in person.cells), *figures]


def _lines(rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
