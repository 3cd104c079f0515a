"""Small stored tables, and the slow obvious twin of a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path

import pyarrow as pa

from incrowd.engines.stored.page import Filter, KeptTuples, Page, PageRequest, PageRow, Recoding
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import StoredTable, open_stored
from incrowd.errors import InvalidParameter
from incrowd.table import MISSING, Profile

Row = tuple[str | None, ...]
Keeper = Callable[..., StoredTable]


def frame_of(rows: Sequence[Row], names: Sequence[str]) -> pa.Table:
    columns = list(zip(*rows, strict=True))
    return pa.table([pa.array(column, pa.string()) for column in columns], list(names))


def keep(folder: Path, rows: Sequence[Row], names: Sequence[str]) -> StoredTable:
    """Store rows of text and open them."""
    target = folder / "data.parquet"
    assert store(frame_of(rows, names), target) == len(rows)
    return open_stored(target)


def rows_in(table: StoredTable) -> list[Row]:
    """All rows as they are, in their order."""
    page = table.page(PageRequest(limit=table.rows))
    assert page.total == table.rows
    assert [row.row for row in page.rows] == list(range(1, table.rows + 1))
    return [row.cells for row in page.rows]


def tuples_of(columns: Sequence[str], judged: Mapping[Row, tuple[bool, int]]) -> KeptTuples:
    texts = list(zip(*judged, strict=True)) if columns else []
    kept, sizes = zip(*judged.values(), strict=True)
    arrays = [pa.array(column, pa.string()) for column in texts]
    table = pa.table(
        [*arrays, pa.array(kept, pa.bool_()), pa.array(sizes, pa.int64())],
        [*columns, "kept", "size"],
    )
    return KeptTuples(tuple(columns), table)


class Twin:
    """A page as one would compute it by hand, from a list of rows."""

    def __init__(
        self,
        rows: Sequence[Row],
        profiles: Sequence[Profile],
        judged: Mapping[Row, tuple[bool, int]] | None = None,
        columns: Sequence[str] = (),
    ) -> None:
        self.rows, self.profiles = rows, profiles
        self.names = [profile.name for profile in profiles]
        self.judged = judged
        self.key = [self.names.index(name) for name in columns]

    def page(self, request: PageRequest) -> Page:
        found = [self._shown(number, row, request) for number, row in enumerate(self.rows, 1)]
        found = [row for row in found if request.include_suppressed or not row.suppressed]
        for one in request.filters:
            self._check(one, request.recodings)
        for one in request.filters:
            found = [row for row in found if self._holds(row, one, request.recodings)]
        if request.sizes is not None:
            low, high = request.sizes.smallest, request.sizes.largest or 10**9
            found = [row for row in found if not row.suppressed and low <= row.size <= high]
        if request.sort is not None:
            found = self._sorted(found, request)
        elif request.by_risk:
            found.sort(key=lambda row: (row.suppressed, 0 if row.suppressed else row.size))
        return Page(len(found), found[request.offset : request.offset + request.limit])

    def _shown(self, number: int, row: Row, request: PageRequest) -> PageRow:
        cells = [
            _label(request.recodings[name], value) if name in request.recodings else value
            for name, value in zip(self.names, row, strict=True)
        ]
        changed = tuple(
            name in request.recodings and cell != (MISSING if value is None else value)
            for name, cell, value in zip(self.names, cells, row, strict=True)
        )
        if self.judged is None or request.kept is None:
            return PageRow(number, False, None, tuple(cells), changed)
        kept, size = self.judged[tuple(row[place] for place in self.key)]
        return PageRow(number, not kept, size, tuple(cells), changed)

    def _check(self, one: Filter, recodings: Mapping[str, Recoding]) -> None:
        """Refuse to compare with what has no place in the order."""
        profile = self.profiles[self.names.index(one.column)]
        if one.operator not in ("at_least", "at_most"):
            return
        recoding = recodings.get(one.column)
        if recoding is not None:
            if one.value not in recoding.labels or one.value == MISSING:
                raise InvalidParameter("no such label")
        elif profile.kind.numeric and number_of(one.value, profile) is None:
            raise InvalidParameter("not a number")

    def _holds(self, row: PageRow, one: Filter, recodings: Mapping[str, Recoding]) -> bool:
        place = self.names.index(one.column)
        cell, profile = row.cells[place], self.profiles[place]
        recoding = recodings.get(one.column)
        if one.operator == "missing":
            return cell is None or (recoding is not None and cell == MISSING)
        wanted = str(one.value)
        if one.operator == "contains":
            return cell is not None and wanted.lower() in cell.lower()
        if one.operator in ("equals", "not_equals"):
            return self._same(cell, wanted, recoding, profile) == (one.operator == "equals")
        low, high = self._ends(cell, wanted, recoding, profile)
        if low is None:
            return False
        return low >= high if one.operator == "at_least" else low <= high

    def _same(
        self, cell: str | None, wanted: str, recoding: Recoding | None, profile: Profile
    ) -> bool:
        if recoding is None and number_of(wanted, profile) is not None:
            return number_of(cell, profile) == number_of(wanted, profile)
        return cell == wanted

    def _ends(
        self, cell: str | None, wanted: str, recoding: Recoding | None, profile: Profile
    ) -> tuple:
        if recoding is not None:
            place = recoding.labels.index
            return (None if cell == MISSING else place(cell)), place(wanted)
        if profile.kind.numeric:
            return number_of(cell, profile), number_of(wanted, profile)
        return cell, wanted

    def _sorted(self, rows: list[PageRow], request: PageRequest) -> list[PageRow]:
        place = self.names.index(str(request.sort))
        recoding = request.recodings.get(str(request.sort))
        profile = self.profiles[place]

        def key(row: PageRow) -> tuple[int, object]:
            """Numbers, other text, missing: three groups whose order is fixed."""
            cell = row.cells[place]
            if cell is None or (recoding is not None and cell == MISSING):
                return 2, 0
            if recoding is not None:
                return 0, recoding.labels.index(cell)
            number = number_of(cell, profile)
            return (1, cell) if number is None else (0, number)

        return [
            row
            for part in range(3)
            for row in sorted(
                (row for row in rows if key(row)[0] == part),
                key=lambda row: key(row)[1],
                reverse=request.descending,
            )
        ]


def number_of(value: str | None, profile: Profile) -> float | None:
    if value is None or not profile.kind.numeric:
        return None
    try:
        number = float(value.replace(",", ".") if profile.decimal_comma else value)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _label(recoding: Recoding, value: str | None) -> str:
    return recoding.labels[recoding.values.index(value)]
